// `dense_resource` constants, read safely: nothing upstream says whether the data is there, and
// of how many bytes.
#include "Constants.h"
#include "Typing.h"

#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/bit.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using mlir::DenseElementsAttr;
using mlir::DenseResourceElementsAttr;

namespace {

// Bytes of an element, 0 where MLIR has no layout for it.
int64_t elementBytes(mlir::Type type) {
  if (type.isIndex())
    return 8;
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 64)
    return 0;
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}

// What is wrong with a resource, empty where it can be read.
std::string whatIsWrong(DenseResourceElementsAttr attr) {
  std::string name = ("'dense_resource<" + attr.getRawHandle().getKey() + ">'").str();
  int64_t width = elementBytes(attr.getElementType());
  if (!width || llvm::endianness::native != llvm::endianness::little)
    return "expected integers or floats of up to 64 bits in little-endian order in " + name;
  int64_t expected = attr.getNumElements() * width;
  std::string wanted = "expected " + std::to_string(expected) + " bytes in " + name + " but got ";
  const mlir::AsmResourceBlob *blob = attr.getRawHandle().getBlob();
  if (!blob)
    return wanted + "no data: it was elided, or its resource is missing";
  int64_t got = int64_t(blob->getData().size());
  return got == expected ? "" : wanted + std::to_string(got);
}

llvm::ArrayRef<char> checkedBytes(DenseResourceElementsAttr attr) {
  if (std::string message = whatIsWrong(attr); !message.empty())
    throw nb::value_error(message.c_str());
  return attr.getRawHandle().getBlob()->getData();
}

// The same elements in the attribute, which is unique for its contents: one element where all are
// the same, as the parser has it.
DenseElementsAttr toDense(DenseResourceElementsAttr attr, llvm::ArrayRef<char> bytes) {
  mlir::ShapedType type = attr.getType();
  if (type.getElementType().isInteger(1)) {
    llvm::SmallVector<bool> values;
    for (char byte : bytes)
      values.push_back(byte != 0);
    return DenseElementsAttr::get(type, values);
  }
  size_t width = size_t(elementBytes(type.getElementType()));
  bool same = !bytes.empty() && bytes.drop_front(width) == bytes.drop_back(width);
  return DenseElementsAttr::getFromRawBuffer(type, same ? bytes.take_front(width) : bytes);
}

// Resources are rare: without one in the context, no op needs to be looked at.
bool hasResources(mlir::MLIRContext *context) {
  auto *builtin = context->getLoadedDialect<mlir::BuiltinDialect>();
  auto *blobs = builtin->getRegisteredInterface<mlir::ResourceBlobManagerDialectInterface>();
  bool found = false;
  if (blobs)
    blobs->getBlobManager().getBlobMap([&](const auto &map) { found = !map.empty(); });
  return found;
}

} // namespace

lutfuse::Problem lutfuse::findBadResource(mlir::Operation *root) {
  if (!hasResources(root->getContext()))
    return std::nullopt;
  Problem problem;
  mlir::AttrTypeWalker walker;
  std::string message;
  walker.addWalk([&](DenseResourceElementsAttr attr) {
    message = whatIsWrong(attr);
    return message.empty() ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  });
  root->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (!walker.walk(op->getAttrDictionary()).wasInterrupted())
      return mlir::WalkResult::advance();
    problem.emplace("'" + op->getName().getStringRef().str() + "': " + message, op->getLoc());
    return mlir::WalkResult::interrupt();
  });
  return problem;
}

void lutfuse::inlineResources(mlir::Operation *root, bool all) {
  if (!hasResources(root->getContext()))
    return;
  mlir::AttrTypeReplacer replacer;
  replacer.addReplacement([&](DenseResourceElementsAttr attr) -> std::optional<mlir::Attribute> {
    if (!all && attr.getNumElements() != 1)
      return std::nullopt;
    return toDense(attr, checkedBytes(attr));
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/false);
}

void lutfuse::addConstants(nb::module_ &m) {
  m.def(
      "find_bad_resource",
      [](lutfuse::AnyOperation op) -> std::optional<std::pair<std::string, MlirLocation>> {
        auto problem = findBadResource(unwrap(op.operation));
        if (!problem)
          return std::nullopt;
        return std::make_pair(problem->first, wrap(problem->second));
      },
      "op"_a,
      "Message and location of the first `dense_resource` inside of an operation whose data is\n"
      "missing or of another size than its type.");
  m.def(
      "inline_resources",
      [](lutfuse::AnyOperation op) { inlineResources(unwrap(op.operation), /*all=*/true); }, "op"_a,
      "Puts the data of every `dense_resource` inside of an operation into its attribute. Raises\n"
      "ValueError where there is none.");
  m.def(
      "dense_elements",
      [](MlirAttribute attr) -> std::optional<MlirAttribute> {
        if (auto dense = llvm::dyn_cast<DenseElementsAttr>(unwrap(attr)))
          return attr;
        if (auto resource = llvm::dyn_cast<DenseResourceElementsAttr>(unwrap(attr)))
          return wrap(mlir::Attribute(toDense(resource, checkedBytes(resource))));
        return std::nullopt;
      },
      "attr"_a,
      "The same elements as a `dense` attribute, None for an attribute that has none. Raises\n"
      "ValueError for a `dense_resource` without its data.");
  m.def(
      "resource_bytes",
      [](MlirAttribute attr) -> std::optional<nb::bytes> {
        auto resource = llvm::dyn_cast<DenseResourceElementsAttr>(unwrap(attr));
        if (!resource)
          return std::nullopt;
        llvm::ArrayRef<char> bytes = checkedBytes(resource);
        return nb::bytes(bytes.data(), bytes.size());
      },
      "attr"_a,
      "The data of a `dense_resource`, whole bytes for each element in row-major order; None for\n"
      "other attributes. Raises ValueError where the data is missing or of another size.");
  m.def(
      "int_elements",
      [](MlirAttribute attr) {
        auto elements = llvm::dyn_cast<mlir::DenseIntElementsAttr>(unwrap(attr));
        if (!elements)
          throw nb::value_error("expected dense integer elements");
        std::vector<int64_t> values;
        for (const llvm::APInt &value : elements.getValues<llvm::APInt>())
          values.push_back(value.getSExtValue());
        return values;
      },
      "attr"_a,
      "Values of a dense integer attribute of any width up to 64 bits, sign-extended. The\n"
      "buffers of `mlir.ir` have no 48-bit integers.");
}
