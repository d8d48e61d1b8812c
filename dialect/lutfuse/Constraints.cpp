// See Constraints.h. Guard clauses, cheapest first; ids are those of LutfuseOps.td.
#include "Constraints.h"

#include "mlir/IR/Diagnostics.h"
#include <cmath>
#include <cstdio>
#include <limits>

using namespace mlir;
using namespace lutfuse;
using quant::QuantizedType;
using quant::UniformQuantizedPerAxisType;
using quant::UniformQuantizedType;

namespace {

enum { N, H, W, C }; // axes of activations; a filter has O in place of N

// `1x?x8`: dimensions as the types print them.
std::string dims(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](int64_t dim) { isStatic(dim) ? os << dim : os << '?'; };
  llvm::interleave(shape, os, print, "x");
  return text;
}

ArrayRef<double> scalesOf(const QuantizedType &type, double &storage) {
  if (auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(type))
    return perAxis.getScales();
  storage = cast<UniformQuantizedType>(type).getScale();
  return storage;
}

// conv_c3: a transposed convolution may crop what the filter reaches.
LogicalResult verifyPadding(EmitError emitError, const Convolution &conv) {
  if (!conv.transposed)
    return success();
  for (auto [index, p] : llvm::enumerate(conv.pad)) {
    int64_t kernel = conv.filter.getDimSize(index < 2 ? H : W);
    int64_t lowest = kernel > 0 ? 1 - kernel : p;
    if (p < lowest)
      return emitError() << "expected '" << conv.padName << "' of at least " << lowest
                         << " but got [" << conv.pad << "]";
  }
  return success();
}

LogicalResult verifyChannels(EmitError emitError, const Convolution &conv) {
  int64_t in = conv.input.getDimSize(C), out = conv.result.getDimSize(C);
  int64_t filterIn = conv.filter.getDimSize(C), filterOut = conv.filter.getDimSize(N);
  int64_t channels = outputChannels(conv);
  // conv_c4
  if ((isStatic(in) && in % conv.group) || (isStatic(channels) && channels % conv.group))
    return emitError() << "expected 'group' to divide input and output channels but got group "
                       << conv.group << ", " << dims(in) << " input and " << dims(channels)
                       << " output channels";
  // conv_c5
  if (in == 0 || channels == 0)
    return emitError() << "expected input and output channels but got " << dims(in) << " and "
                       << dims(channels);
  if (isStatic(in) && isStatic(filterIn) && in / conv.group != filterIn)
    return emitError() << "expected a filter of " << in / conv.group
                       << " input channels (input channels / group) but got " << filterIn;
  if (!agree(filterOut, out))
    return emitError() << "expected as many result channels as the filter has output channels, "
                       << filterOut << ", but got " << out;
  return success();
}

// 0 where an int64_t cannot count it: strides and paddings may be as large as that.
int64_t toLength(__int128 length) {
  return length < 0 || length > std::numeric_limits<int64_t>::max() ? 0 : int64_t(length);
}

// Length of one spatial axis of the result: dynamic where it cannot be known, 0
// where the axis has no position.
int64_t resultLength(const Convolution &conv, int axis) {
  int64_t in = conv.input.getDimSize(axis), kernel = conv.filter.getDimSize(axis);
  if (!isStatic(in) || !isStatic(kernel))
    return ShapedType::kDynamic;
  if (kernel == 0)
    return 0;
  int at = axis - H;
  __int128 stride = conv.stride[at], pad = __int128(conv.pad[2 * at]) + conv.pad[2 * at + 1];
  if (conv.transposed)
    return toLength((in - 1) * stride + pad + kernel);
  __int128 span = in + pad - __int128(kernel - 1) * conv.dilation[at] - 1;
  return span < 0 ? 0 : toLength(span / stride + 1);
}

LogicalResult verifyShape(EmitError emitError, const Convolution &conv) {
  // conv_c6
  int64_t expected[] = {conv.input.getDimSize(N), resultLength(conv, H), resultLength(conv, W)};
  if (expected[H] == 0 || expected[W] == 0) {
    InFlightDiagnostic error = emitError();
    error << "expected a result of positive height and width, within int64, but got input "
          << conv.input << ", filter " << conv.filter << ", 'stride' [" << conv.stride << "]";
    if (!conv.transposed)
      error << ", 'dilation' [" << conv.dilation << "]";
    return error << " and '" << conv.padName << "' [" << conv.pad << "]";
  }
  ArrayRef<int64_t> got = conv.result.getShape().take_front(3);
  for (int axis : {N, H, W})
    if (!agree(expected[axis], got[axis]))
      return emitError() << "expected batch, height and width of the result to be "
                         << dims(expected) << " but got " << dims(got);
  return success();
}

LogicalResult verifyFilter(EmitError emitError, const Convolution &conv) {
  auto filter = cast<QuantizedType>(conv.filter.getElementType());
  // conv_c8
  auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(filter);
  if (perAxis && perAxis.getQuantizedDimension() != 0)
    return emitError()
           << "expected a filter quantized along axis 0, the output channels, but got axis "
           << perAxis.getQuantizedDimension();
  int64_t out = outputChannels(conv);
  if (perAxis && isStatic(out) && int64_t(perAxis.getScales().size()) != out)
    return emitError() << "expected " << out
                       << " filter scales, one for each output channel, but got "
                       << perAxis.getScales().size();
  // conv_c13
  auto input = cast<QuantizedType>(conv.input.getElementType());
  if (failed(verifyZeroPoint(emitError, "input", input)) ||
      failed(verifyZeroPoint(emitError, "filter", filter)))
    return failure();
  return verifyZeroPoint(emitError, "intermediate", conv.domain);
}

LogicalResult verifyBias(EmitError emitError, const Convolution &conv) {
  if (!conv.bias)
    return success();
  // conv_c9
  auto input = cast<QuantizedType>(conv.input.getElementType());
  unsigned width = input.getStorageTypeIntegralWidth() == 16 ? 48 : 32;
  Type element = conv.bias.getElementType();
  if (!element.isSignlessInteger(width)) {
    InFlightDiagnostic error = emitError();
    error << "expected bias elements of type i" << width << " but got " << element;
    if (element.isSignlessInteger(8) || element.isSignlessInteger(16))
      error << "; a table comes after 'lut', in a fused op";
    return error;
  }
  // conv_c10
  int64_t length = conv.bias.getDimSize(0), out = outputChannels(conv);
  if (length != 1 && !agree(length, out))
    return emitError() << "expected a bias of 1 or " << out << " elements but got " << length;
  return success();
}

LogicalResult verifyFactors(EmitError emitError, const Convolution &conv) {
  auto fixed = dyn_cast<RequantAttr>(conv.requant);
  size_t count =
      fixed ? fixed.getMultiplier().size() : cast<RequantF32Attr>(conv.requant).getScale().size();
  auto input = cast<UniformQuantizedType>(conv.input.getElementType());
  auto filter = cast<QuantizedType>(conv.filter.getElementType());
  double perTensor;
  ArrayRef<double> filterScales = scalesOf(filter, perTensor);
  // conv_c11
  if (count != filterScales.size())
    return emitError() << "expected " << filterScales.size()
                       << " multipliers in 'requant', as many as filter scales, but got " << count;
  // conv_c15
  if (fixed && input.getStorageTypeIntegralWidth() == 16 && fixed.getMultiplierBits() != 16)
    return emitError() << "expected 16-bit multipliers with i16 inputs but got "
                       << fixed.getMultiplierBits() << "-bit";
  // conv_c12
  for (auto [channel, scale] : llvm::enumerate(filterScales)) {
    double expected = input.getScale() * scale / conv.domain.getScale();
    Factor got = factorOf(conv.requant, channel);
    if (isClose(got, expected))
      continue;
    InFlightDiagnostic error = emitError();
    error << "expected 'requant' of channel " << channel << " to be " << number(expected)
          << " (input scale " << number(input.getScale()) << " * filter scale " << number(scale)
          << " / intermediate scale " << number(conv.domain.getScale()) << ") but got "
          << number(got.value);
    if (fixed)
      error << " (multiplier " << fixed.getMultiplier()[channel] << ", shift "
            << fixed.getShift()[channel] << ")";
    return error;
  }
  return success();
}

} // namespace

Factor lutfuse::factorOf(Attribute requant, size_t channel) {
  if (auto f32 = dyn_cast<RequantF32Attr>(requant))
    return {f32.getScale()[channel], 0};
  auto fixed = cast<RequantAttr>(requant);
  double unit = std::ldexp(1.0, -fixed.getShift()[channel]);
  return {fixed.getMultiplier()[channel] * unit, unit};
}

std::string lutfuse::number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

bool lutfuse::isClose(Factor got, double expected) {
  double tolerance = std::max(got.unit, std::ldexp(expected, -22));
  return std::isfinite(expected) && std::abs(got.value - expected) <= tolerance;
}

int64_t lutfuse::outputChannels(const Convolution &conv) {
  int64_t out = conv.filter.getDimSize(N);
  return isStatic(out) ? out : conv.result.getDimSize(C);
}

LogicalResult lutfuse::verifyZeroPoint(EmitError emitError, StringRef what, QuantizedType type) {
  int64_t single;
  ArrayRef<int64_t> zeroPoints;
  if (auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(type)) {
    zeroPoints = perAxis.getZeroPoints();
  } else {
    single = cast<UniformQuantizedType>(type).getZeroPoint();
    zeroPoints = single;
  }
  for (int64_t zeroPoint : zeroPoints)
    if (zeroPoint < type.getStorageTypeMin() || zeroPoint > type.getStorageTypeMax())
      return emitError() << "expected the " << what << " zero point in ["
                         << type.getStorageTypeMin() << ", " << type.getStorageTypeMax()
                         << "] but got " << zeroPoint;
  return success();
}

LogicalResult lutfuse::verifyConvolution(EmitError emitError, const Convolution &conv) {
  if (failed(verifyPadding(emitError, conv)) || failed(verifyChannels(emitError, conv)) ||
      failed(verifyShape(emitError, conv)) || failed(verifyFilter(emitError, conv)) ||
      failed(verifyBias(emitError, conv)))
    return failure();
  return verifyFactors(emitError, conv);
}
