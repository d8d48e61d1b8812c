// `ConvolutionOpInterface` for Python: an object that reads a part of the op when asked for it,
// because most readers ask for a few.
#include "Module.h"
#include "Typing.h"

#include "lutfuse/LutfuseDialect.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Holds the Python object of the op: it alone knows whether the op still exists.
class Convolution {
public:
  explicit Convolution(nb::object op) : op(std::move(op)) {}

  lutfuse::ConvolutionOpInterface get() const {
    return llvm::cast<lutfuse::ConvolutionOpInterface>(unwrap(nb::cast<MlirOperation>(op)));
  }
  lutfuse::Named<lutfuse::names::Operation> operation() const { return op; }

private:
  nb::object op;
};

using OpObject = lutfuse::Named<lutfuse::AnyOperation>;

std::optional<Convolution> convolution(OpObject op) {
  auto found = llvm::dyn_cast<lutfuse::ConvolutionOpInterface>(unwrap(nb::cast<MlirOperation>(op)));
  if (!found)
    return std::nullopt;
  return Convolution(op.attr("operation")); // not a view of it
}

std::optional<MlirValue> optional(mlir::Value value) {
  return value ? std::optional(wrap(value)) : std::nullopt;
}

// An attribute that may be absent, as an object of its own class.
template <typename Tag>
std::optional<lutfuse::Named<Tag>> optional(mlir::Attribute attr) {
  if (!attr)
    return std::nullopt;
  return nb::cast(wrap(attr));
}

std::tuple<int64_t, int64_t> two(llvm::ArrayRef<int64_t> sizes) { return {sizes[0], sizes[1]}; }

std::tuple<int64_t, int64_t, int64_t, int64_t> four(llvm::ArrayRef<int64_t> sizes) {
  return {sizes[0], sizes[1], sizes[2], sizes[3]};
}

// A property that reads the op through its interface.
template <typename ReadFn>
void read(nb::class_<Convolution> &type, const char *name, ReadFn read, const char *doc) {
  type.def_prop_ro(name, [read](const Convolution &self) { return read(self.get()); }, doc);
}

using Op = lutfuse::ConvolutionOpInterface;

void addOperands(nb::class_<Convolution> &type) {
  type.def_prop_ro("operation", &Convolution::operation, "The op itself.");
  read(type, "input", [](Op op) { return wrap(mlir::Value(op.getInput())); }, "Activations, NHWC.");
  read(
      type, "filter", [](Op op) { return wrap(mlir::Value(op.getFilter())); }, "The filter, OHWI.");
  read(
      type, "bias", [](Op op) { return optional(op.getBias()); },
      "Integers, one or one for each output channel.");
  read(
      type, "table", [](Op op) { return optional(op.getTable()); }, "The table of the activation.");
  read(
      type, "result", [](Op op) { return wrap(mlir::Value(op.getResult())); },
      "Activations, NHWC.");
}

void addWindow(nb::class_<Convolution> &type) {
  read(type, "stride", [](Op op) { return two(op.getStride()); }, "Height and width.");
  read(
      type, "pad", [](Op op) { return four(op.getPadding()); },
      "Top, bottom, left, right: of the result, and maybe negative, where transposed.");
  read(
      type, "pad_name", [](Op op) { return op.getPaddingName().str(); },
      "Name of the attribute behind `pad`: `pad`, or `out_pad` where transposed.");
  read(
      type, "dilation", [](Op op) { return two(op.getDilation()); },
      "Height and width, 1 and 1 where transposed.");
  read(type, "group", [](Op op) { return op.getGroup(); }, "Groups of the channels.");
  read(
      type, "is_transposed", [](Op op) { return op.isTransposed(); },
      "Whether each input position adds a patch to the result.");
  read(
      type, "is_fused", [](Op op) { return op.isFused(); },
      "Whether the activation is a part of the op.");
}

void addActivation(nb::class_<Convolution> &type) {
  using namespace lutfuse;
  read(
      type, "requant",
      [](Op op) { return Named<names::AnyRequant>(nb::cast(wrap(op.getRequant()))); },
      "From the accumulator to the intermediate codes.");
  read(
      type, "intermediate_type",
      [](Op op) {
        mlir::Type domain = op.getDomain();
        return Named<names::Domain>(domain ? nb::cast(wrap(domain)) : nb::none());
      },
      "Type of the codes between convolution and activation; the result's without one.");
  read(
      type, "kind", [](Op op) { return optional<names::ActivationKind>(op.getKindAttr()); },
      "Label of the table's function.");
  read(
      type, "header", [](Op op) { return optional<names::TableHeader>(op.getHeaderAttr()); },
      "How the table is indexed.");
  read(
      type, "activation", [](Op op) { return optional<names::Parameters>(op.getActivationAttr()); },
      "Parameters of an activation without a table.");
}

} // namespace

void lutfuse::addConvolution(nb::module_ &m) {
  nb::class_<Convolution> type(
      m, "Convolution",
      "What the four convolutions have in common: `ConvolutionOpInterface` of the dialect.\n\n"
      "Reads its op whenever it is asked, so it follows changes, and dies with the op.");
  addOperands(type);
  addWindow(type);
  addActivation(type);
  m.def("convolution", convolution, "op"_a,
        "Reads an operation as a convolution of the dialect; None where it is no such op.");
}
