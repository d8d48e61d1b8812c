// Constraints of activations, by table and by parameters; see Constraints.h.
#include "Constraints.h"

#include "mlir/IR/Diagnostics.h"
#include <cmath>

using namespace mlir;
using namespace lutfuse;
using quant::UniformQuantizedType;

namespace {

LogicalResult verifyClip(EmitError emitError, ClipAttr clip, const ParameterUse &use) {
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
  bool interpolated = header.getLookup() == LookupMode::interpolated;
  bool wide = use.input.getStorageTypeIntegralWidth() == 16;
  if (interpolated != wide || (interpolated && width != 16))
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
