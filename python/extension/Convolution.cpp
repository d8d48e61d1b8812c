// `ConvolutionOpInterface` for Python: an object that reads a part of the op when asked for it,
// because most readers ask for a few.
#include "Convolution.h"

#include "lutfuse/LutfuseDialect.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

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
  nb::object operation() const { return op; }

private:
  nb::object op;
};

std::optional<Convolution> convolution(nb::object op) {
  auto found = llvm::dyn_cast<lutfuse::ConvolutionOpInterface>(unwrap(nb::cast<MlirOperation>(op)));
  if (!found)
    return std::nullopt;
  return Convolution(op.attr("operation")); // not a view of it
}

nb::object value(mlir::Value value) { return value ? nb::cast(wrap(value)) : nb::none(); }

nb::object attribute(mlir::Attribute attr) { return attr ? nb::cast(wrap(attr)) : nb::none(); }

template <size_t count>
nb::tuple sizes(llvm::ArrayRef<int64_t> values) {
  if constexpr (count == 2)
    return nb::make_tuple(values[0], values[1]);
  else
    return nb::make_tuple(values[0], values[1], values[2], values[3]);
}

void addOperands(nb::class_<Convolution> &type) {
  type.def_prop_ro("operation", &Convolution::operation, "The op itself.")
      .def_prop_ro("input", [](const Convolution &self) { return value(self.get().getInput()); })
      .def_prop_ro("filter", [](const Convolution &self) { return value(self.get().getFilter()); })
      .def_prop_ro("bias", [](const Convolution &self) { return value(self.get().getBias()); })
      .def_prop_ro("table", [](const Convolution &self) { return value(self.get().getTable()); })
      .def_prop_ro("result", [](const Convolution &self) { return value(self.get().getResult()); });
}

void addWindow(nb::class_<Convolution> &type) {
  type.def_prop_ro("stride",
                   [](const Convolution &self) { return sizes<2>(self.get().getStride()); })
      .def_prop_ro("pad", [](const Convolution &self) { return sizes<4>(self.get().getPadding()); })
      .def_prop_ro("pad_name",
                   [](const Convolution &self) { return self.get().getPaddingName().str(); })
      .def_prop_ro("dilation",
                   [](const Convolution &self) { return sizes<2>(self.get().getDilation()); })
      .def_prop_ro("group", [](const Convolution &self) { return self.get().getGroup(); })
      .def_prop_ro("is_transposed",
                   [](const Convolution &self) { return self.get().isTransposed(); })
      .def_prop_ro("is_fused", [](const Convolution &self) { return self.get().isFused(); });
}

void addActivation(nb::class_<Convolution> &type) {
  type.def_prop_ro("requant",
                   [](const Convolution &self) { return attribute(self.get().getRequant()); })
      .def_prop_ro("intermediate_type",
                   [](const Convolution &self) {
                     mlir::Type domain = self.get().getDomain();
                     return domain ? nb::cast(wrap(domain)) : nb::none();
                   })
      .def_prop_ro("kind",
                   [](const Convolution &self) { return attribute(self.get().getKindAttr()); })
      .def_prop_ro("header",
                   [](const Convolution &self) { return attribute(self.get().getHeaderAttr()); })
      .def_prop_ro("activation", [](const Convolution &self) {
        return attribute(self.get().getActivationAttr());
      });
}

} // namespace

void lutfuse::addConvolution(nb::module_ &m) {
  nb::class_<Convolution> type(
      m, "Convolution",
      "What the four convolutions have in common: reads its op whenever it is asked.");
  addOperands(type);
  addWindow(type);
  addActivation(type);
  m.def("convolution", convolution, "op"_a,
        "Reads an operation as a convolution of the dialect; None where it is no such op.");
}
