// Registration, aliases, and the discardable attributes of the dialect.
#include "LutfuseDialect.h"
#include "LutfuseBytecode.h"
#include "Provenance.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace lutfuse;

// `<...>` or an alias: the full form `#lutfuse.requant<...>` would take the colon that
// follows for its own.
template <typename AttrTy>
static ParseResult parseAs(OpAsmParser &parser, Attribute &result) {
  AttrTy attr;
  if (parser.parseCustomAttributeWithFallback(attr))
    return failure();
  result = attr;
  return success();
}

// `requant <...>` or `requant_f32 <...>`.

static ParseResult parseRequant(OpAsmParser &parser, Attribute &requant) {
  if (succeeded(parser.parseOptionalKeyword("requant_f32")))
    return parseAs<RequantF32Attr>(parser, requant);
  if (parser.parseKeyword("requant"))
    return failure();
  return parseAs<RequantAttr>(parser, requant);
}

static void printRequant(OpAsmPrinter &printer, Operation *, Attribute requant) {
  if (auto f32 = dyn_cast<RequantF32Attr>(requant)) {
    printer << "requant_f32 ";
    return printer.printStrippedAttrOrType(f32);
  }
  printer << "requant ";
  printer.printStrippedAttrOrType(cast<RequantAttr>(requant));
}

// `clip <...>` or `leaky_relu <...>`.
static ParseResult parseParameters(OpAsmParser &parser, Attribute &parameters) {
  if (succeeded(parser.parseOptionalKeyword("leaky_relu")))
    return parseAs<LeakyReluAttr>(parser, parameters);
  if (parser.parseKeyword("clip"))
    return failure();
  return parseAs<ClipAttr>(parser, parameters);
}

static void printParameters(OpAsmPrinter &printer, Operation *, Attribute parameters) {
  if (auto leaky = dyn_cast<LeakyReluAttr>(parameters)) {
    printer << "leaky_relu ";
    return printer.printStrippedAttrOrType(leaky);
  }
  printer << "clip ";
  printer.printStrippedAttrOrType(cast<ClipAttr>(parameters));
}

// The dense array's own form keeps six digits, which is not enough for a float32.
static ParseResult parseScales(AsmParser &parser, DenseF32ArrayAttr &scales) {
  SmallVector<float> values;
  auto parseScale = [&] {
    APFloat value(APFloat::IEEEsingle());
    if (parser.parseFloat(APFloat::IEEEsingle(), value))
      return failure();
    values.push_back(value.convertToFloat());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseScale))
    return failure();
  scales = DenseF32ArrayAttr::get(parser.getContext(), values);
  return success();
}

static void printScales(AsmPrinter &printer, DenseF32ArrayAttr scales) {
  printer << '[';
  auto printScale = [&](float value) { printer.printFloat(APFloat(value)); };
  llvm::interleaveComma(scales.asArrayRef(), printer, printScale);
  printer << ']';
}

#include "lutfuse/LutfuseDialect.cpp.inc"
#include "lutfuse/LutfuseEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "lutfuse/LutfuseAttrs.cpp.inc"
#include "lutfuse/LutfuseInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "lutfuse/LutfuseOps.cpp.inc"

namespace {
// A requantization has one multiplier for each channel: as an alias it stands
// once above the module, and the ops stay readable.
struct LutfuseAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isa<RequantAttr, RequantF32Attr>(attr)) {
      os << "requant";
      return AliasResult::OverridableAlias;
    }
    if (isa<TableHeaderAttr>(attr)) {
      os << "table_header";
      return AliasResult::OverridableAlias;
    }
    // No clip, no leaky ReLU: `%u #leaky_relu` would be read as a result number of `%u`.
    return AliasResult::NoAlias;
  }
};
} // namespace

void LutfuseDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "lutfuse/LutfuseAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "lutfuse/LutfuseOps.cpp.inc"
      >();
  addInterfaces<LutfuseAsmInterface>();
  addBytecodeInterface(*this);
  // The handlers of mlir-opt are older than the dialect and print what this one adds. One that
  // is younger sees the location itself, which has both.
  getContext()->getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
    attachSources(diagnostic);
    return failure();
  });
}

// What `fuse-lut-activation` with boundary=merge says of an op that gave its boundary up.
static LogicalResult verifyMergedBoundary(Operation *op, Attribute value) {
  if (!isa<FusedConv2DOp, FusedConvTranspose2DOp>(op))
    return op->emitOpError() << "attribute 'lutfuse.merged_boundary' expected a fused op";
  auto facts = dyn_cast<DictionaryAttr>(value);
  auto type = facts ? facts.getAs<TypeAttr>("intermediate_type") : TypeAttr();
  auto largest = facts ? facts.getAs<IntegerAttr>("max_difference") : IntegerAttr();
  bool complete = type && isa<quant::QuantizedType>(type.getValue()) && largest;
  for (StringRef name : {"channel", "accumulator", "kept", "merged"})
    complete = complete && (largest.getValue().isZero() || facts.getAs<IntegerAttr>(name));
  if (!complete)
    return op->emitOpError() << "attribute 'lutfuse.merged_boundary' expected a quantized "
                                "'intermediate_type', 'max_difference' and, where that is not "
                                "0, 'channel', 'accumulator', 'kept' and 'merged' but got "
                             << value;
  return success();
}

LogicalResult LutfuseDialect::verifyOperationAttribute(Operation *op, NamedAttribute named) {
  StringRef name = named.getName().strref();
  if (name == "lutfuse.sources")
    return verifySources(op, named.getValue());
  if (name == "lutfuse.merged_boundary")
    return verifyMergedBoundary(op, named.getValue());
  if (name == "lutfuse.kind") {
    auto kind = dyn_cast<StringAttr>(named.getValue());
    if (!kind || !symbolizeActivationKind(kind.getValue()))
      return op->emitOpError() << "attribute '" << name
                               << "' expected the name of an activation kind but got "
                               << named.getValue();
    return success();
  }
  bool isMark = // of the CPU pipeline
      llvm::StringSwitch<bool>(name)
          .Cases({"lutfuse.kernel", "lutfuse.arena", "lutfuse.variables"}, true)
          .Default(false);
  if (isMark)
    return success();
  bool isType =
      llvm::StringSwitch<bool>(name)
          .Cases({"lutfuse.input_type", "lutfuse.filter_type", "lutfuse.result_type"}, true)
          .Default(false);
  if (!isType)
    return op->emitOpError() << "attribute '" << name
                             << "' is not an attribute of the lutfuse dialect";
  auto type = dyn_cast<TypeAttr>(named.getValue());
  if (!type || !isa<quant::QuantizedType>(type.getValue()))
    return op->emitOpError() << "attribute '" << name << "' expected a quantized type but got "
                             << named.getValue();
  return success();
}
