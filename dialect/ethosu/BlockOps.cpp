// Verifiers of the ops with feature maps; the ids are those of EthosuOps.td.
#include "EthosuDialect.h"

#include "Accelerators.h"
#include "Bytes.h"

using namespace mlir;
using namespace ethosu;

namespace {

std::optional<Accelerator> acceleratorOf(Operation *op) {
  return findAccelerator(op->getParentOfType<ProgramOp>().getAccelerator());
}

template <typename OpTy>
LogicalResult verifyTable(OpTy op) {
  // block_c3
  std::optional<TableAttr> table = op.getTable();
  if (!table)
    return success();
  int64_t bytes = table->getSource().getLength() == slotBytes ? 1 : 2;
  int64_t in = bytesOf(op.getIfm().getElement()), out = bytesOf(op.getOfm().getElement());
  if (in != bytes || out != bytes)
    return op.emitOpError() << "expected a table of " << (out == 1 ? 256 : 2048)
                            << " bytes between inputs and outputs of one width, 8 or 16 bits, but "
                               "got "
                            << table->getSource().getLength() << " bytes, "
                            << stringifyElement(op.getIfm().getElement()) << " and "
                            << stringifyElement(op.getOfm().getElement());
  return success();
}

template <typename OpTy>
LogicalResult verifyBlock(OpTy op) {
  auto accelerator = acceleratorOf(op);
  if (!accelerator)
    return success(); // program_c1
  // block_c1
  ArrayRef<int64_t> block = op.getBlock();
  int64_t limits[] = {32, 64, 128};
  bool fits = llvm::all_of(llvm::zip_equal(block, limits), [](auto pair) {
    return std::get<0>(pair) >= 1 && std::get<0>(pair) <= std::get<1>(pair);
  });
  if (!fits || block[2] % accelerator->microBlock[2] != 0)
    return op.emitOpError() << "expected a block in [32, 64, 128], its depth a multiple of "
                            << accelerator->microBlock[2] << ", but got [" << block << "]";
  // block_c4
  for (FeatureMapAttr map : {op.getIfm(), op.getOfm()})
    if (map.getElement() == Element::u16)
      return op.emitOpError() << "expected inputs and outputs of storage other than u16";
  // block_c2
  auto [low, high] = codesOf(op.getOfm().getElement());
  std::optional<ClampAttr> clamp = op.getClamp();
  if (clamp && (clamp->getMin() < low || clamp->getMax() > high))
    return op.emitOpError() << "expected clamp bounds in [" << low << ", " << high << "] but got "
                            << clamp->getMin() << " and " << clamp->getMax();
  return verifyTable(op);
}

// Height and width of a dilated kernel.
std::array<int64_t, 2> extentOf(KernelAttr kernel) {
  std::array<int64_t, 2> extent;
  for (int axis : {0, 1})
    extent[axis] = (kernel.getSize()[axis] - 1) * kernel.getDilation()[axis] + 1;
  return extent;
}

template <typename OpTy>
LogicalResult verifyWindow(OpTy op, bool isPooling) {
  // window_c1
  auto extent = extentOf(op.getKernel());
  ArrayRef<int64_t> pad = op.getPad();
  int64_t highest = isPooling ? 256 : 64, most = highest * highest;
  bool dilated = llvm::any_of(op.getKernel().getDilation(), [](int64_t v) { return v != 1; });
  if (extent[0] > highest || extent[0] * extent[1] > most || (isPooling && dilated))
    return op.emitOpError() << "expected a kernel of at most " << highest << " rows and " << most
                            << " positions" << (isPooling ? ", not dilated," : ", dilated,")
                            << " but got " << extent[0] << " x " << extent[1];
  for (int axis : {0, 1}) {
    // window_c2
    for (int64_t border : pad.slice(2 * axis, 2))
      if (border < 0 || border >= extent[axis])
        return op.emitOpError() << "expected padding in [0, " << extent[axis] - 1 << "] but got ["
                                << pad << "]";
    // window_c3
    int64_t in = op.getIfm().getShape()[axis] * (op.getUpscale() == Upscale::none ? 1 : 2);
    int64_t span = in + pad[2 * axis] + pad[2 * axis + 1] - extent[axis];
    int64_t most = span < 0 ? 0 : span / op.getKernel().getStride()[axis] + 1;
    if (op.getOfm().getShape()[axis] > most)
      return op.emitOpError() << "expected an output of at most " << most
                              << (axis == 0 ? " rows" : " columns") << " but got "
                              << op.getOfm().getShape()[axis];
  }
  return success();
}

template <typename OpTy>
LogicalResult verifyDepth(OpTy op, int64_t expected) {
  // window_c4
  if (op.getOfm().getShape()[2] != expected)
    return op.emitOpError() << "expected an output of depth " << expected << " but got "
                            << op.getOfm().getShape()[2];
  return success();
}

template <typename OpTy>
LogicalResult verifyRanges(OpTy op, StringRef what, ArrayAttr ranges, int64_t cores) {
  // weights_c1
  if (int64_t(ranges.size()) != cores)
    return op.emitOpError() << "expected " << cores << " range(s) of " << what << " but got "
                            << ranges.size();
  for (auto range : ranges.template getAsRange<RangeAttr>()) {
    // weights_c2
    if (range.getAddress() % 16 != 0 || range.getLength() % 16 != 0)
      return op.emitOpError() << "expected " << what
                              << " with address and length of multiples of 16 but got " << range;
    // weights_c4
    if (range.getRegion() == MemoryRegion::shram)
      return op.emitOpError() << "expected " << what << " outside of 'shram' but got " << range;
  }
  return success();
}

template <typename OpTy>
LogicalResult verifyWeights(OpTy op) {
  auto accelerator = acceleratorOf(op);
  if (!accelerator)
    return success(); // program_c1
  int64_t depth = op.getOfm().getShape()[2], cores = std::min(accelerator->cores, depth);
  if (failed(verifyRanges(op, "weights", op.getWeights(), cores)) ||
      failed(verifyRanges(op, "biases", op.getBiases(), cores)))
    return failure();
  // weights_c3
  for (auto [core, range] : llvm::enumerate(op.getBiases().template getAsRange<RangeAttr>())) {
    int64_t channels = (depth - int64_t(core) + cores - 1) / cores;
    if (range.getLength() != int64_t(llvm::alignTo(10 * channels, 16)))
      return op.emitOpError() << "expected " << llvm::alignTo(10 * channels, 16)
                              << " bytes of biases, 10 for each of " << channels
                              << " channels, but got " << range.getLength();
  }
  // weights_c5
  if (op.getIfm().getElement() == Element::i32)
    return op.emitOpError() << "expected input storage i8, u8 or i16 but got i32";
  return success();
}

} // namespace

LogicalResult Conv2DOp::verify() {
  if (failed(verifyBlock(*this)) || failed(verifyWindow(*this, false)))
    return failure();
  return verifyWeights(*this);
}

LogicalResult DepthwiseConv2DOp::verify() {
  if (failed(verifyBlock(*this)) || failed(verifyWindow(*this, false)) ||
      failed(verifyDepth(*this, getIfm().getShape()[2])))
    return failure();
  return verifyWeights(*this);
}

LogicalResult PoolingOp::verify() {
  bool isSum = getMode() == Pooling::reduce_sum, isMax = getMode() == Pooling::max;
  if (failed(verifyBlock(*this)) || failed(verifyWindow(*this, true)) ||
      failed(verifyDepth(*this, isSum ? 1 : getIfm().getShape()[2])))
    return failure();
  // pooling_c1
  if (isMax && (getScale() || getIfm().getZeroPoint() != getOfm().getZeroPoint()))
    return emitOpError() << "expected a maximum without scale, and with one zero point";
  // pooling_c2
  bool padded = llvm::any_of(getPad(), [](int64_t border) { return border != 0; });
  if (getScale() && padded)
    return emitOpError() << "expected no padding of a scaled average but got [" << getPad() << "]";
  return success();
}

LogicalResult ElementwiseOp::verify() {
  if (failed(verifyBlock(*this)))
    return failure();
  // elementwise_c1
  bool isUnary = getMode() == Elementwise::abs;
  int inputs = getIfm2().has_value() + getScalar().has_value();
  if (inputs != (isUnary ? 0 : 1))
    return emitOpError() << "expected " << (isUnary ? "no" : "one")
                         << " second input or scalar of '" << stringifyElementwise(getMode())
                         << "' but got " << inputs;
  // elementwise_c2
  ArrayRef<int64_t> shape = getOfm().getShape();
  if (getIfm().getShape() != shape)
    return emitOpError() << "expected an output of shape [" << getIfm().getShape() << "] but got ["
                         << shape << "]";
  if (getIfm2())
    for (auto [size, whole] : llvm::zip_equal(getIfm2()->getShape(), shape))
      if (size != 1 && size != whole)
        return emitOpError() << "expected a second input of shape [" << shape
                             << "], or 1 in its place, but got [" << getIfm2()->getShape() << "]";
  // elementwise_c3
  if (getIfm2() && getIfm2()->getElement() != getIfm().getElement())
    return emitOpError() << "expected inputs of one storage but got "
                         << stringifyElement(getIfm().getElement()) << " and "
                         << stringifyElement(getIfm2()->getElement());
  // elementwise_c4
  int scaled = getScaleIfm().has_value() + getScaleIfm2().has_value();
  bool isSum = getMode() == Elementwise::add || getMode() == Elementwise::sub;
  if (scaled > (isSum ? 1 : 0))
    return emitOpError() << "expected at most " << (isSum ? 1 : 0) << " scaled operand of '"
                         << stringifyElementwise(getMode()) << "' but got " << scaled;
  // elementwise_c5
  bool picks = getMode() == Elementwise::min || getMode() == Elementwise::max;
  int64_t zeroPoint = getIfm().getZeroPoint();
  bool same = getOfm().getZeroPoint() == zeroPoint &&
              (!getIfm2() || getIfm2()->getZeroPoint() == zeroPoint);
  if (picks && (getScale() || !same))
    return emitOpError() << "expected '" << stringifyElementwise(getMode())
                         << "' without scale, and with one zero point";
  return success();
}
