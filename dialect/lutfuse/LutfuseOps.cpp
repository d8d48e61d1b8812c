// Verifiers of the operations: they gather types and attributes, the checks
// themselves stand in Constraints.cpp.
#include "Constraints.h"
#include "LutfuseDialect.h"

using namespace mlir;
using namespace lutfuse;
using quant::UniformQuantizedType;

namespace {

// The parser sets attributes that have a default, but a rewrite may delete one.
template <typename OpTy>
LogicalResult verifyPresent(OpTy op) {
  SmallVector<std::pair<StringRef, Attribute>> attributes = {{"stride", op.getStrideAttr()},
                                                             {"group", op.getGroupAttr()}};
  if constexpr (std::is_same_v<OpTy, ConvTranspose2DOp> ||
                std::is_same_v<OpTy, FusedConvTranspose2DOp>) {
    attributes.push_back({"out_pad", op.getOutPadAttr()});
  } else {
    attributes.push_back({"pad", op.getPadAttr()});
    attributes.push_back({"dilation", op.getDilationAttr()});
  }
  for (auto [name, attribute] : attributes)
    if (!attribute)
      return op.emitOpError() << "expected attribute '" << name << "' but got none";
  return success();
}

template <typename OpTy>
Convolution describe(OpTy op, Type domain) {
  Convolution conv;
  conv.input = op.getInput().getType();
  conv.filter = op.getFilter().getType();
  conv.result = op.getResult().getType();
  if (Value bias = op.getBias())
    conv.bias = cast<RankedTensorType>(bias.getType());
  conv.domain = cast<UniformQuantizedType>(domain);
  conv.stride = op.getStride();
  conv.group = op.getGroup();
  conv.requant = op.getRequant();
  if constexpr (std::is_same_v<OpTy, ConvTranspose2DOp> ||
                std::is_same_v<OpTy, FusedConvTranspose2DOp>) {
    static constexpr int64_t one[] = {1, 1};
    conv.dilation = one;
    conv.pad = op.getOutPad();
    conv.transposed = true;
  } else {
    conv.dilation = op.getDilation();
    conv.pad = op.getPad();
    conv.transposed = false;
  }
  return conv;
}

template <typename OpTy>
LogicalResult verifyPlain(OpTy op) {
  if (failed(verifyPresent(op)))
    return failure();
  auto emitError = [&] { return op.emitOpError(); };
  return verifyConvolution(emitError, describe(op, op.getResult().getType().getElementType()));
}

template <typename OpTy>
LogicalResult verifyParts(OpTy op) {
  // ODS counts the operands of optional segments only.
  size_t inputs = op.getODSOperands(0).size(), filters = op.getODSOperands(1).size();
  if (inputs != 1 || filters != 1)
    return op.emitOpError() << "expected one input and one filter in 'operandSegmentSizes' but got "
                            << inputs << " and " << filters;
  bool table = bool(op.getTable()), parameters = bool(op.getActivationAttr());
  bool domain = bool(op.getIntermediateTypeAttr());
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
  // fused_c8
  if (!isa<UniformQuantizedType>(*op.getIntermediateType()))
    return op.emitOpError() << "expected a per-tensor quantized 'intermediate_type' but got "
                            << *op.getIntermediateType();
  return success();
}

template <typename OpTy>
LogicalResult verifyFused(OpTy op) {
  if (failed(verifyPresent(op)) || failed(verifyParts(op)))
    return failure();
  auto emitError = [&] { return op.emitOpError(); };
  auto domain = cast<UniformQuantizedType>(*op.getIntermediateType());
  Convolution conv = describe(op, domain);
  if (failed(verifyConvolution(emitError, conv)))
    return failure();
  auto result = cast<UniformQuantizedType>(op.getResult().getType().getElementType());
  int64_t channels = outputChannels(conv);
  if (Attribute parameters = op.getActivationAttr())
    return verifyParameters(emitError, {parameters, domain, result, channels});
  auto table = cast<RankedTensorType>(op.getTable().getType());
  if (failed(verifyTable(emitError, {table, *op.getHeader(), domain, result, channels})))
    return failure();
  // conv_c13
  return verifyZeroPoint(emitError, "result", result);
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

} // namespace

LogicalResult Conv2DOp::verify() { return verifyPlain(*this); }
LogicalResult ConvTranspose2DOp::verify() { return verifyPlain(*this); }
LogicalResult FusedConv2DOp::verify() { return verifyFused(*this); }
LogicalResult FusedConvTranspose2DOp::verify() { return verifyFused(*this); }

LogicalResult LutActivationOp::verify() {
  auto emitError = [&] { return emitOpError(); };
  auto input = cast<UniformQuantizedType>(getInput().getType().getElementType());
  auto result = cast<UniformQuantizedType>(getResult().getType().getElementType());
  // table_c7
  if (!isSupportedStorage(input))
    return emitOpError() << "expected storage of codes i8, u8 or i16 but got " << input;
  // table_c8
  if (failed(verifyZeroPoint(emitError, "input", input)) ||
      failed(verifyZeroPoint(emitError, "result", result)))
    return failure();
  return verifyTable(emitError, {getTable().getType(), getHeader(), input, result,
                                 channelsOf(getResult().getType())});
}

LogicalResult ClipOp::verify() { return verifyParametric(*this); }
LogicalResult LeakyReluOp::verify() { return verifyParametric(*this); }
