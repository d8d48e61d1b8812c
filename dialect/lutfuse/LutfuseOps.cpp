// Verifiers of the operations: they gather types and attributes, the checks
// themselves stand in Constraints.cpp.
#include "Constraints.h"
#include "LutfuseDialect.h"
#include "Provenance.h"
#include "Strict.h"

using namespace mlir;
using namespace lutfuse;
using quant::UniformQuantizedType;

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

// `requant <...>` or `requant_f32 <...>`. Other parts stand before it: which one does not is said.
static ParseResult parseRequant(OpAsmParser &parser, Attribute &requant) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseOptionalKeyword(&word))
    return parser.emitError(loc, "expected 'requant' or 'requant_f32'");
  if (word == "requant_f32")
    return parseAs<RequantF32Attr>(parser, requant);
  if (word == "requant")
    return parseAs<RequantAttr>(parser, requant);
  return parser.emitError(loc) << "expected 'requant' or 'requant_f32' but got '" << word << "'";
}

static void printRequant(OpAsmPrinter &printer, Operation *, Attribute requant) {
  if (auto f32 = dyn_cast<RequantF32Attr>(requant)) {
    printer << "requant_f32 ";
    return printer.printStrippedAttrOrType(f32);
  }
  printer << "requant ";
  printer.printStrippedAttrOrType(cast<RequantAttr>(requant));
}

static ParseResult parseTransposedRequant(OpAsmParser &parser, Attribute &requant) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("dilation")))
    return parser.emitError(loc, "expected no 'dilation' of a transposed convolution");
  if (succeeded(parser.parseOptionalKeyword("pad")))
    return parser.emitError(loc, "expected 'out_pad' of a transposed convolution but got 'pad'");
  return parseRequant(parser, requant);
}

static void printTransposedRequant(OpAsmPrinter &printer, Operation *op, Attribute requant) {
  printRequant(printer, op, requant);
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

#include "lutfuse/LutfuseInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "lutfuse/LutfuseOps.cpp.inc"

void LutfuseDialect::registerOperations() {
  addStrictOperations<
#define GET_OP_LIST
#include "lutfuse/LutfuseOps.cpp.inc"
      >(*this);
}

namespace {

Convolution describe(ConvolutionOpInterface op) {
  Convolution conv;
  conv.input = op.getInput().getType();
  conv.filter = op.getFilter().getType();
  conv.result = op.getResult().getType();
  if (auto bias = op.getBias())
    conv.bias = bias.getType();
  conv.domain = op.getDomain();
  conv.stride = op.getStride();
  conv.pad = op.getPadding();
  conv.padName = op.getPaddingName();
  conv.dilation = op.getDilation();
  conv.group = op.getGroup();
  conv.requant = op.getRequant();
  conv.transposed = op.isTransposed();
  return conv;
}

LogicalResult verifyPlain(ConvolutionOpInterface op) {
  auto emitError = [&] { return op.emitOpError(); };
  return verifyConvolution(emitError, describe(op));
}

// ODS counts the operands of optional segments only.
template <typename OpTy>
LogicalResult verifySegments(OpTy op) {
  size_t inputs = op.getODSOperands(0).size(), filters = op.getODSOperands(1).size();
  if (inputs != 1 || filters != 1)
    return op.emitOpError() << "expected one input and one filter in 'operandSegmentSizes' but got "
                            << inputs << " and " << filters;
  return success();
}

LogicalResult verifyParts(ConvolutionOpInterface op, TypeAttr domain) {
  bool table = bool(op.getTable()), parameters = bool(op.getActivationAttr());
  // fused_c9
  if (table && parameters)
    return op.emitOpError() << "expected a table or 'activation' but got both";
  // fused_c1
  if (table && !domain)
    return op.emitOpError() << "expected 'intermediate_type' with a table but got none";
  // fused_c2
  if (table && !op.getHeaderAttr())
    return op.emitOpError() << "expected 'header' with a table but got none";
  // fused_c3
  if (table && !op.getKindAttr())
    return op.emitOpError() << "expected 'kind' with a table but got none";
  // fused_c4
  if (!table && !parameters && domain)
    return op.emitOpError()
           << "expected a table or 'activation' with 'intermediate_type' but got none";
  // fused_c5
  if (!table && op.getHeaderAttr())
    return op.emitOpError() << "expected a table with 'header' but got none";
  // fused_c6
  if (!table && op.getKindAttr())
    return op.emitOpError() << "expected a table with 'kind' but got none";
  // fused_c7
  if (!table && !parameters)
    return op.emitOpError() << "expected a table or 'activation' but got none";
  // fused_c10
  if (parameters && !domain)
    return op.emitOpError() << "expected 'intermediate_type' with 'activation' but got none";
  return success();
}

LogicalResult verifyActivation(ConvolutionOpInterface op, const Convolution &conv) {
  auto emitError = [&] { return op.emitOpError(); };
  auto result = cast<UniformQuantizedType>(conv.result.getElementType());
  int64_t channels = outputChannels(conv);
  if (Attribute parameters = op.getActivationAttr())
    return verifyParameters(emitError, {parameters, conv.domain, result, channels});
  TableUse use = {op.getTable().getType(), op.getHeaderAttr(), conv.domain, result, channels};
  if (failed(verifyTable(emitError, use)))
    return failure();
  // conv_c13
  return verifyZeroPoint(emitError, "result", result);
}

template <typename OpTy>
LogicalResult verifyFused(OpTy op) {
  if (failed(verifySegments(op)) || failed(verifyParts(op, op.getIntermediateTypeAttr())))
    return failure();
  auto emitError = [&] { return op.emitOpError(); };
  Convolution conv = describe(op);
  if (failed(verifyConvolution(emitError, conv)) || failed(verifyActivation(op, conv)))
    return failure();
  return verifyProvenance(op);
}

// Last axis of the result. A scalar is its only channel.
int64_t channelsOf(RankedTensorType result) {
  ArrayRef<int64_t> shape = result.getShape();
  return shape.empty() ? 1 : shape.back();
}

template <typename OpTy>
LogicalResult verifyParametric(OpTy op) {
  auto emitError = [&] { return op.emitOpError(); };
  RankedTensorType result = op.getResult().getType();
  auto input = cast<UniformQuantizedType>(op.getInput().getType().getElementType());
  return verifyParameters(emitError, {op.getParameters(), input,
                                      cast<UniformQuantizedType>(result.getElementType()),
                                      channelsOf(result)});
}

bool hasStaticTail(RankedTensorType type) {
  return llvm::none_of(type.getShape().drop_front(), ShapedType::isDynamic);
}

// Sizes that the verifier compared cannot turn out wrong. The number of images takes part in
// nothing else, so it may be open if the result leaves it open too.
Speculation::Speculatability speculate(ConvolutionOpInterface op) {
  RankedTensorType input = op.getInput().getType(), result = op.getResult().getType();
  bool isStatic = hasStaticTail(input) && op.getFilter().getType().hasStaticShape() &&
                  (!op.getBias() || op.getBias().getType().hasStaticShape()) &&
                  (!input.isDynamicDim(0) || result.isDynamicDim(0));
  return isStatic ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

// Input and result have one shape: only rows or factors, one for each channel, may not fit.
Speculation::Speculatability speculate(RankedTensorType result, bool perChannel) {
  bool isOpen = perChannel && ShapedType::isDynamic(channelsOf(result));
  return isOpen ? Speculation::NotSpeculatable : Speculation::Speculatable;
}

} // namespace

Speculation::Speculatability Conv2DOp::getSpeculatability() { return speculate(*this); }
Speculation::Speculatability ConvTranspose2DOp::getSpeculatability() { return speculate(*this); }
Speculation::Speculatability FusedConv2DOp::getSpeculatability() { return speculate(*this); }
Speculation::Speculatability FusedConvTranspose2DOp::getSpeculatability() {
  return speculate(*this);
}
Speculation::Speculatability LutActivationOp::getSpeculatability() {
  return speculate(getResult().getType(), getTable().getType().getRank() == 2);
}
Speculation::Speculatability LeakyReluOp::getSpeculatability() {
  LeakyReluAttr leaky = getParameters();
  bool perChannel = leaky.getFactor().size() > 1 || leaky.getNegative().getMultiplier().size() > 1;
  return speculate(getResult().getType(), perChannel);
}

LogicalResult Conv2DOp::verify() { return verifyPlain(*this); }
LogicalResult ConvTranspose2DOp::verify() { return verifyPlain(*this); }
LogicalResult FusedConv2DOp::verify() { return verifyFused(*this); }
LogicalResult FusedConvTranspose2DOp::verify() { return verifyFused(*this); }

LogicalResult LutActivationOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  auto input = cast<UniformQuantizedType>(getInput().getType().getElementType());
  auto result = cast<UniformQuantizedType>(getResult().getType().getElementType());
  // table_c8
  if (failed(verifyZeroPoint(emitError, "input", input)) ||
      failed(verifyZeroPoint(emitError, "result", result)))
    return failure();
  return verifyTable(emitError, {getTable().getType(), getHeader(), input, result,
                                 channelsOf(getResult().getType())});
}

LogicalResult ClipOp::verify() { return verifyParametric(*this); }
LogicalResult LeakyReluOp::verify() { return verifyParametric(*this); }
