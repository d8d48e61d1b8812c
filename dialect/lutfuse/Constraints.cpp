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

bool isStatic(int64_t dim) { return !ShapedType::isDynamic(dim); }

// Dynamic dimensions agree with everything: what they are is known at run time.
bool agree(int64_t a, int64_t b) { return !isStatic(a) || !isStatic(b) || a == b; }

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

LogicalResult verifyWindow(EmitError emitError, const Convolution &conv) {
  // conv_c1
  for (int64_t s : conv.stride)
    if (s <= 0)
      return emitError() << "expected positive 'stride' but got [" << conv.stride << "]";
  // conv_c2
  for (int64_t d : conv.dilation)
    if (d <= 0)
      return emitError() << "expected positive 'dilation' but got [" << conv.dilation << "]";
  // conv_c3
  for (auto [index, p] : llvm::enumerate(conv.pad)) {
    int64_t kernel = conv.filter.getDimSize(index < 2 ? H : W);
    int64_t lowest = !conv.transposed ? 0 : kernel > 0 ? 1 - kernel : p;
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
  if (conv.group <= 0)
    return emitError() << "expected a positive 'group' but got " << conv.group;
  if ((isStatic(in) && in % conv.group) || (isStatic(channels) && channels % conv.group))
    return emitError() << "expected 'group' to divide input and output channels but got group "
                       << conv.group << ", " << dims(in) << " input and " << dims(channels)
                       << " output channels";
  // conv_c5
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

LogicalResult verifyStorages(EmitError emitError, const Convolution &conv) {
  auto input = cast<QuantizedType>(conv.input.getElementType());
  auto filter = cast<QuantizedType>(conv.filter.getElementType());
  // conv_c7
  if (!isSupportedStorage(input))
    return emitError() << "expected input storage i8, u8 or i16 but got " << input;
  // conv_c8
  if (filter.getStorageTypeIntegralWidth() != 8)
    return emitError() << "expected filter storage i8 or u8 but got " << filter;
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
  // conv_c14
  if (!isSupportedStorage(conv.domain))
    return emitError() << "expected intermediate storage i8, u8 or i16 but got " << conv.domain;
  // conv_c13
  if (failed(verifyZeroPoint(emitError, "input", input)) ||
      failed(verifyZeroPoint(emitError, "filter", filter)) ||
      failed(verifyZeroPoint(emitError, "intermediate", conv.domain)))
    return failure();
  return success();
}

LogicalResult verifyBias(EmitError emitError, const Convolution &conv) {
  if (!conv.bias)
    return success();
  // conv_c9
  auto input = cast<QuantizedType>(conv.input.getElementType());
  unsigned width = input.getStorageTypeIntegralWidth() == 16 ? 48 : 32;
  if (!conv.bias.getElementType().isSignlessInteger(width))
    return emitError() << "expected bias elements of type i" << width << " but got "
                       << conv.bias.getElementType();
  // conv_c10
  int64_t length = conv.bias.getDimSize(0), out = outputChannels(conv);
  if (length != 1 && !agree(length, out))
    return emitError() << "expected a bias of 1 or " << out << " elements but got " << length;
  return success();
}

// The factor that a requantization holds for a channel, and its resolution.
struct Factor {
  double value, unit;
};

Factor factorOf(Attribute requant, size_t channel) {
  if (auto f32 = dyn_cast<RequantF32Attr>(requant))
    return {f32.getScale()[channel], 0};
  auto fixed = cast<RequantAttr>(requant);
  double unit = std::ldexp(1.0, -fixed.getShift()[channel]);
  return {fixed.getMultiplier()[channel] * unit, unit};
}

// Nine digits tell two float32 values apart; a diagnostic prints six.
std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", value);
  return text;
}

// One unit of the multiplier is the rounding of the integer form; 2^-22 of the value is
// the rounding of scales that were float32 once.
bool isClose(Factor got, double expected) {
  double tolerance = std::max(got.unit, std::ldexp(expected, -22));
  return std::isfinite(expected) && std::abs(got.value - expected) <= tolerance;
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

LogicalResult verifyClip(EmitError emitError, ClipAttr clip, const ParameterUse &use) {
  // clip_c4
  if (!isSupportedStorage(use.input))
    return emitError() << "expected storage of codes i8, u8 or i16 but got " << use.input;
  // clip_c5
  if (failed(verifyZeroPoint(emitError, "input", use.input)))
    return failure();
  // clip_c3
  if (use.result != use.input)
    return emitError() << "expected a clip with result type " << use.input << " but got "
                       << use.result;
  // clip_c2
  int64_t lowest = use.input.getStorageTypeMin(), highest = use.input.getStorageTypeMax();
  if (clip.getMin() < lowest || clip.getMax() > highest)
    return emitError() << "expected clip bounds in [" << lowest << ", " << highest << "] but got "
                       << clip.getMin() << " and " << clip.getMax();
  return success();
}

LogicalResult verifyPerChannel(EmitError emitError, StringRef what, int64_t count,
                               int64_t channels) {
  if (count == 1 || agree(count, channels))
    return success();
  return emitError() << "expected 1 or " << channels << " " << what
                     << " of a leaky ReLU, one for each channel, but got " << count;
}

// The largest magnitude that `value * factor` has anywhere on one side of the zero point.
LogicalResult verifyFits(EmitError emitError, StringRef side, RequantAttr requant,
                         ArrayRef<int32_t> factor, int64_t value) {
  ArrayRef<int32_t> multiplier = requant.getMultiplier();
  double limit = 2147483648.0 - 65536.0;
  for (size_t c = 0, e = std::max(multiplier.size(), factor.size()); c < e; ++c) {
    double scale = factorOf(requant, multiplier.size() == 1 ? 0 : c).value;
    double largest = std::abs(double(value) * factor[factor.size() == 1 ? 0 : c]) * scale;
    if (largest >= limit)
      return emitError() << "expected requantized values within 2^31 - 2^16 but got "
                         << number(largest) << " in '" << side << "' of channel " << c;
  }
  return success();
}

LogicalResult verifyLeakyRelu(EmitError emitError, LeakyReluAttr leaky, const ParameterUse &use) {
  // leaky_c7
  for (UniformQuantizedType type : {use.input, use.result})
    if (!isSupportedStorage(type))
      return emitError() << "expected storage of codes and results i8, u8 or i16 but got " << type;
  // leaky_c8
  if (failed(verifyZeroPoint(emitError, "input", use.input)) ||
      failed(verifyZeroPoint(emitError, "result", use.result)))
    return failure();
  RequantAttr negative = leaky.getNegative();
  // leaky_c3
  if (failed(verifyPerChannel(emitError, "multipliers in 'negative'",
                              negative.getMultiplier().size(), use.channels)))
    return failure();
  // leaky_c4: where the type leaves the channels open, the multipliers count them.
  int64_t multipliers = negative.getMultiplier().size();
  int64_t channels = isStatic(use.channels) || multipliers == 1 ? use.channels : multipliers;
  if (failed(verifyPerChannel(emitError, "factors", leaky.getFactor().size(), channels)))
    return failure();
  // leaky_c5
  double expected = use.input.getScale() / use.result.getScale();
  Factor got = factorOf(leaky.getPositive(), 0);
  if (!isClose(got, expected))
    return emitError() << "expected 'positive' to be " << number(expected) << " (input scale "
                       << number(use.input.getScale()) << " / result scale "
                       << number(use.result.getScale()) << ") but got " << number(got.value)
                       << " (multiplier " << leaky.getPositive().getMultiplier()[0] << ", shift "
                       << leaky.getPositive().getShift()[0] << ")";
  // leaky_c6
  int64_t zeroPoint = use.input.getZeroPoint();
  if (failed(verifyFits(emitError, "positive", leaky.getPositive(), {1},
                        use.input.getStorageTypeMax() - zeroPoint)))
    return failure();
  return verifyFits(emitError, "negative", negative, leaky.getFactor(),
                    use.input.getStorageTypeMin() - zeroPoint);
}

} // namespace

int64_t lutfuse::outputChannels(const Convolution &conv) {
  int64_t out = conv.filter.getDimSize(N);
  return isStatic(out) ? out : conv.result.getDimSize(C);
}

bool lutfuse::isSupportedStorage(QuantizedType type) {
  unsigned width = type.getStorageTypeIntegralWidth();
  return width == 8 || (width == 16 && type.isSigned());
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
  if (failed(verifyWindow(emitError, conv)) || failed(verifyChannels(emitError, conv)) ||
      failed(verifyShape(emitError, conv)) || failed(verifyStorages(emitError, conv)) ||
      failed(verifyBias(emitError, conv)))
    return failure();
  return verifyFactors(emitError, conv);
}

LogicalResult lutfuse::verifyParameters(EmitError emitError, const ParameterUse &use) {
  if (auto clip = dyn_cast<ClipAttr>(use.parameters))
    return verifyClip(emitError, clip, use);
  return verifyLeakyRelu(emitError, cast<LeakyReluAttr>(use.parameters), use);
}

LogicalResult lutfuse::verifyTable(EmitError emitError, const TableUse &use) {
  TableHeaderAttr header = use.header;
  // table_c1
  if (header.getInput() != use.input)
    return emitError() << "expected 'header' with input type " << use.input << " but got "
                       << header.getInput();
  // table_c2
  if (header.getResult() != use.result)
    return emitError() << "expected 'header' with result type " << use.result << " but got "
                       << header.getResult();
  // table_c3
  if (header.getEntries() != use.table.getShape().back())
    return emitError() << "expected a table of " << header.getEntries()
                       << " entries, as 'header' says, but got " << use.table.getShape().back();
  // table_c9
  if (use.table.getRank() == 2 && !agree(use.table.getDimSize(0), use.channels))
    return emitError() << "expected a table of " << use.channels
                       << " rows, one for each channel, but got " << use.table.getDimSize(0);
  // table_c4
  unsigned width = use.result.getStorageTypeIntegralWidth();
  if (!use.table.getElementType().isSignlessInteger(width))
    return emitError() << "expected table elements of type i" << width << " but got "
                       << use.table.getElementType();
  // table_c6
  bool wide = use.input.getStorageTypeIntegralWidth() == 16;
  bool interpolated = header.getLookup() == LookupMode::interpolated;
  if (interpolated != wide || (interpolated && !(width == 16 && use.result.isSigned())))
    return emitError() << "expected a table that is direct on 8-bit codes or interpolated from i16 "
                          "to i16 but got "
                       << stringifyLookupMode(header.getLookup()) << " from " << use.input << " to "
                       << use.result;
  // table_c5: an interpolated look-up also reads the entry after the last.
  int64_t lowest = use.input.getStorageTypeMin(), highest = use.input.getStorageTypeMax();
  // Unsigned, as `first` may be any int64_t.
  uint64_t last = (uint64_t(highest) - uint64_t(header.getFirst())) >> header.getFractionBits();
  if (header.getFirst() > lowest || uint64_t(header.getEntries()) <= last + interpolated)
    return emitError() << "expected a table that covers codes " << lowest << " to " << highest
                       << " but got " << header.getEntries() << " entries from "
                       << header.getFirst();
  return success();
}
