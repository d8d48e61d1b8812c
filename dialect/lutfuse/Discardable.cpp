// The discardable attributes of the dialect: which there are, where they stand, what they hold.
#include "Kinds.h"
#include "LutfuseDialect.h"
#include "Names.h"
#include "Provenance.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace lutfuse;

namespace {

// Starts an error that names the attribute and where it stands.
using EmitError = function_ref<InFlightDiagnostic()>;

enum class Place { anyOp, function, fusedOp, value };

struct Rule {
  StringRef name;
  Place place;
  LogicalResult (*verify)(EmitError, Attribute);
};

LogicalResult verifyKindName(EmitError emitError, Attribute value) {
  auto kind = dyn_cast<StringAttr>(value);
  if (!kind)
    return emitError() << "expected the name of an activation kind but got " << value;
  return verifyKind(emitError, kind.getValue());
}

LogicalResult verifyQuantizedType(EmitError emitError, Attribute value) {
  auto type = dyn_cast<TypeAttr>(value);
  if (type && isa<quant::QuantizedType>(type.getValue()))
    return success();
  return emitError() << "expected a quantized type but got " << value;
}

LogicalResult verifyElementType(EmitError emitError, Attribute value) {
  auto type = dyn_cast<TypeAttr>(value);
  if (type && !isa<ShapedType>(type.getValue()))
    return success();
  return emitError() << "expected the type of an element but got " << value;
}

LogicalResult verifyName(EmitError emitError, Attribute value) {
  if (isa<StringAttr>(value))
    return success();
  return emitError() << "expected a string but got " << value;
}

// Without a value where the kernel is MLIR's code, "generated" where it is ours.
LogicalResult verifyKernel(EmitError emitError, Attribute value) {
  auto origin = dyn_cast<StringAttr>(value);
  if (isa<UnitAttr>(value) || (origin && origin.getValue() == "generated"))
    return success();
  return emitError() << "expected no value or \"generated\" but got " << value;
}

LogicalResult verifyArena(EmitError emitError, Attribute value) {
  auto bytes = dyn_cast<IntegerAttr>(value);
  if (bytes && bytes.getType().isSignlessInteger(64) && bytes.getInt() >= 0)
    return success();
  return emitError() << "expected a number of bytes of type i64 but got " << value;
}

bool isVariable(Attribute attr) {
  auto variable = dyn_cast<DictionaryAttr>(attr);
  auto type = variable ? variable.getAs<TypeAttr>("type") : TypeAttr();
  if (!type || !isa<RankedTensorType>(type.getValue()) || !variable.getAs<StringAttr>("name"))
    return false;
  Attribute initial = variable.get("initial_value");
  return variable.size() == (initial ? 3 : 2) && (!initial || isa<ElementsAttr>(initial));
}

LogicalResult verifyVariables(EmitError emitError, Attribute value) {
  auto variables = dyn_cast<ArrayAttr>(value);
  if (variables && llvm::all_of(variables, isVariable))
    return success();
  return emitError() << "expected an array of 'name', 'type' and maybe 'initial_value' but got "
                     << value;
}

constexpr Rule rules[] = {
    {LutfuseDialect::KindAttrHelper::getNameStr(), Place::anyOp, verifyKindName},
    {LutfuseDialect::InputTypeAttrHelper::getNameStr(), Place::anyOp, verifyQuantizedType},
    {LutfuseDialect::FilterTypeAttrHelper::getNameStr(), Place::anyOp, verifyQuantizedType},
    {LutfuseDialect::ResultTypeAttrHelper::getNameStr(), Place::anyOp, verifyQuantizedType},
    {LutfuseDialect::SourcesAttrHelper::getNameStr(), Place::fusedOp, verifySources},
    {LutfuseDialect::MergedBoundaryAttrHelper::getNameStr(), Place::fusedOp, verifyMergedBoundary},
    {LutfuseDialect::KernelAttrHelper::getNameStr(), Place::function, verifyKernel},
    {LutfuseDialect::ArenaAttrHelper::getNameStr(), Place::function, verifyArena},
    {LutfuseDialect::VariablesAttrHelper::getNameStr(), Place::function, verifyVariables},
    {LutfuseDialect::NameAttrHelper::getNameStr(), Place::value, verifyName},
    {LutfuseDialect::TypeAttrHelper::getNameStr(), Place::value, verifyElementType},
};

StringRef describe(Place place) {
  switch (place) {
  case Place::anyOp:
    return "an op";
  case Place::function:
    return "a function";
  case Place::fusedOp:
    return "a fused convolution";
  case Place::value:
    return "an argument or result of a function";
  }
  llvm_unreachable("all places are handled");
}

bool isAt(Place place, Operation *op) {
  switch (place) {
  case Place::anyOp:
    return true;
  case Place::function:
    return isa<FunctionOpInterface>(op);
  case Place::fusedOp: {
    auto conv = dyn_cast<ConvolutionOpInterface>(op);
    return conv && conv.isFused();
  }
  case Place::value:
    return false;
  }
  llvm_unreachable("all places are handled");
}

// `isHere` says whether a place is where the attribute stands.
LogicalResult verifyNamed(NamedAttribute named, EmitError emitError,
                          function_ref<bool(Place)> isHere) {
  StringRef name = named.getName().strref();
  const Rule *rule = llvm::find_if(rules, [&](const Rule &rule) { return rule.name == name; });
  if (rule == std::end(rules)) {
    SmallVector<StringRef> known;
    for (const Rule &other : rules)
      known.push_back(other.name);
    return emitError() << "is not an attribute of the lutfuse dialect" << didYouMean(name, known);
  }
  if (!isHere(rule->place))
    return emitError() << "expected " << describe(rule->place);
  return rule->verify(emitError, named.getValue());
}

LogicalResult verifyOfValue(Operation *op, StringRef what, unsigned index, NamedAttribute named) {
  auto emitError = [&] {
    return op->emitOpError() << "attribute '" << named.getName().strref() << "' of " << what << " "
                             << index << " ";
  };
  return verifyNamed(named, emitError, [](Place place) { return place == Place::value; });
}

} // namespace

LogicalResult LutfuseDialect::verifyOperationAttribute(Operation *op, NamedAttribute named) {
  auto emitError = [&] {
    return op->emitOpError() << "attribute '" << named.getName().strref() << "' ";
  };
  return verifyNamed(named, emitError, [&](Place place) { return isAt(place, op); });
}

LogicalResult LutfuseDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index,
                                                       NamedAttribute named) {
  return verifyOfValue(op, "argument", index, named);
}

LogicalResult LutfuseDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                          NamedAttribute named) {
  return verifyOfValue(op, "result", index, named);
}
