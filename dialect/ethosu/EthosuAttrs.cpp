// Verifiers of the attributes; the ids are those of EthosuAttrs.td.
#include "EthosuDialect.h"

#include "Accelerators.h"
#include "Bytes.h"

using namespace mlir;
using namespace ethosu;

static constexpr int64_t addressLimit = int64_t(1) << 40;

LogicalResult RangeAttr::verify(function_ref<InFlightDiagnostic()> emitError, MemoryRegion,
                                int64_t address, int64_t length) {
  // range_c1
  if (address < 0 || address >= addressLimit)
    return emitError() << "'range' expected an address in [0, 2^40) but got " << address;
  // range_c2
  if (length <= 0 || length > addressLimit)
    return emitError() << "'range' expected a length in [1, 2^40] but got " << length;
  return success();
}

static LogicalResult verifyStrides(function_ref<InFlightDiagnostic()> emitError, Element element,
                                   Layout layout, ArrayRef<int64_t> strides) {
  // map_c5
  if (strides.empty())
    return success();
  if (strides.size() != 3)
    return emitError() << "'feature_map' expected three strides but got " << strides.size();
  bool bricks = layout == Layout::nhcwb16;
  int64_t units[] = {bricks ? 16 : bytesOf(element), bytesOf(element),
                     bricks ? 16 : bytesOf(element)};
  for (auto [stride, unit] : llvm::zip_equal(strides, units))
    if (stride < 0 || stride % unit != 0)
      return emitError() << "'feature_map' expected strides of multiples of " << unit
                         << " bytes but got " << stride;
  return success();
}

LogicalResult FeatureMapAttr::verify(function_ref<InFlightDiagnostic()> emitError, Element element,
                                     ArrayRef<int64_t> shape, Layout layout, MemoryRegion region,
                                     int64_t address, int64_t zeroPoint,
                                     ArrayRef<int64_t> strides) {
  // map_c1
  bool inRange = llvm::all_of(shape, [](int64_t size) { return size >= 1 && size <= 65536; });
  if (shape.size() != 3 || !inRange)
    return emitError() << "'feature_map' expected a shape of three sizes in [1, 65536] but got ["
                       << shape << "]";
  // map_c2
  if (address < 0 || address >= addressLimit || address % bytesOf(element) != 0)
    return emitError() << "'feature_map' expected an address that is a multiple of "
                       << bytesOf(element) << " but got " << address;
  // map_c3
  if (layout == Layout::nhcwb16 && address % 16 != 0)
    return emitError() << "'feature_map' expected an address of nhcwb16 that is a multiple of 16 "
                          "but got "
                       << address;
  // map_c4
  auto [low, high] = element == Element::i32 ? CodeRange{0, 0} : codesOf(element);
  if (zeroPoint < low || zeroPoint > high)
    return emitError() << "'feature_map' expected a zero point in [" << low << ", " << high
                       << "] of " << stringifyElement(element) << " but got " << zeroPoint;
  // map_c6
  if (region == MemoryRegion::shram)
    return emitError() << "'feature_map' expected a region other than 'shram'";
  return verifyStrides(emitError, element, layout, strides);
}

LogicalResult KernelAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> size, ArrayRef<int64_t> stride,
                                 ArrayRef<int64_t> dilation) {
  // kernel_c1
  if (size.size() != 2 || stride.size() != 2 || dilation.size() != 2)
    return emitError() << "'kernel' expected two sizes, strides and dilations but got "
                       << size.size() << ", " << stride.size() << " and " << dilation.size();
  // kernel_c2
  if (llvm::any_of(size, [](int64_t v) { return v < 1; }))
    return emitError() << "'kernel' expected positive sizes but got [" << size << "]";
  // kernel_c3
  if (llvm::any_of(stride, [](int64_t v) { return v < 1 || v > 3; }))
    return emitError() << "'kernel' expected strides in [1, 3] but got [" << stride << "]";
  // kernel_c4
  if (llvm::any_of(dilation, [](int64_t v) { return v < 1 || v > 2; }))
    return emitError() << "'kernel' expected dilations in [1, 2] but got [" << dilation << "]";
  return success();
}

LogicalResult ScaleAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t multiplier,
                                int64_t shift) {
  // scale_c1
  if (multiplier < 0 || multiplier > 2147483647)
    return emitError() << "'scale' expected a multiplier in [0, 2147483647] but got " << multiplier;
  // scale_c2
  if (shift < 0 || shift > 63)
    return emitError() << "'scale' expected a shift in [0, 63] but got " << shift;
  return success();
}

LogicalResult ClampAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t min,
                                int64_t max) {
  // clamp_c1
  if (min > max)
    return emitError() << "'clamp' expected 'min' of at most 'max' but got " << min << " and "
                       << max;
  return success();
}

LogicalResult TableAttr::verify(function_ref<InFlightDiagnostic()> emitError, RangeAttr source,
                                int64_t slot) {
  // table_c1
  if (source.getRegion() != MemoryRegion::constants || source.getAddress() % 16 != 0)
    return emitError() << "'table' expected a source in 'constants' at a multiple of 16 but got '"
                       << stringifyMemoryRegion(source.getRegion()) << "' + "
                       << source.getAddress();
  // table_c2
  int64_t length = source.getLength();
  if (length != slotBytes && length != slotBytes * slotCount)
    return emitError() << "'table' expected 256 or 2048 bytes but got " << length;
  // table_c3
  if (slot < -1 || slot >= slotCount)
    return emitError() << "'table' expected a slot in [0, 7] but got " << slot;
  // table_c4
  if (length != slotBytes && slot > 0)
    return emitError() << "'table' expected slot 0 of a 2048-byte table but got " << slot;
  return success();
}
