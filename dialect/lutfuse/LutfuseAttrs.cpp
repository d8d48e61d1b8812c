// Verifiers of the attributes; the ids are those of LutfuseAttrs.td.
#include "Fields.h"
#include "Kinds.h"
#include "LutfuseDialect.h"

#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace lutfuse;

#include "lutfuse/LutfuseEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "lutfuse/LutfuseAttrs.cpp.inc"

void LutfuseDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "lutfuse/LutfuseAttrs.cpp.inc"
      >();
}

LogicalResult ActivationKindAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                         StringRef kind) {
  return verifyKind(emitError, kind);
}

LogicalResult RequantAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int32_t> multiplier, ArrayRef<int32_t> shift,
                                  RoundingMode rounding, uint32_t multiplierBits) {
  // requant_c1
  if (multiplier.empty())
    return emitError() << "'requant' expected at least one multiplier but got none";
  // requant_c2
  if (multiplier.size() != shift.size())
    return emitError() << "'requant' expected as many shifts as multipliers but got "
                       << shift.size() << " shifts and " << multiplier.size() << " multipliers";
  // requant_c3
  if (multiplierBits != 16 && multiplierBits != 32)
    return emitError() << "'requant' expected 'multiplier_bits' 16 or 32 but got "
                       << multiplierBits;
  int64_t limit = int64_t(1) << (multiplierBits - 1);
  for (int32_t m : multiplier)
    if (m < 0 || m >= limit)
      return emitError() << "'requant' expected multipliers in [0, " << limit - 1 << "] but got "
                         << m;
  // requant_c4
  for (int32_t s : shift)
    if (s < 2 || s > 62)
      return emitError() << "'requant' expected shifts in [2, 62] but got " << s;
  // requant_c5
  if (rounding == RoundingMode::double_round && multiplierBits != 32)
    return emitError() << "'requant' expected 32-bit multipliers with double_round but got "
                       << multiplierBits << "-bit";
  return success();
}

LogicalResult RequantF32Attr::verify(function_ref<InFlightDiagnostic()> emitError,
                                     DenseF32ArrayAttr scale) {
  // requant_f32_c1
  if (scale.empty())
    return emitError() << "'requant_f32' expected at least one scale but got none";
  for (float s : scale.asArrayRef())
    if (!std::isfinite(s) || s <= 0)
      return emitError() << "'requant_f32' expected finite positive scales but got " << double(s);
  return success();
}

LogicalResult TableHeaderAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t first,
                                      int64_t entries, LookupMode lookup, uint32_t fractionBits,
                                      RoundingMode rounding, quant::UniformQuantizedType,
                                      quant::UniformQuantizedType) {
  // header_c1
  if (entries <= 0)
    return emitError() << "'table_header' expected a positive number of entries but got "
                       << entries;
  // header_c2
  if (lookup == LookupMode::interpolated && (fractionBits < 1 || fractionBits > 15))
    return emitError() << "'table_header' expected 'fraction_bits' in [1, 15] of an interpolated "
                          "table but got "
                       << fractionBits;
  if (lookup == LookupMode::direct && fractionBits != 0)
    return emitError() << "'table_header' expected no 'fraction_bits' of a direct table but got "
                       << fractionBits;
  if (lookup == LookupMode::direct && rounding != RoundingMode::single_round)
    return emitError() << "'table_header' expected no 'rounding' of a direct table but got "
                       << stringifyRoundingMode(rounding);
  return success();
}

LogicalResult ClipAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t min,
                               int64_t max) {
  // clip_c1
  if (min > max)
    return emitError() << "'clip' expected 'min' of at most 'max' but got " << min << " and "
                       << max;
  return success();
}

LogicalResult LeakyReluAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                    RequantAttr positive, RequantAttr, ArrayRef<int32_t> factor,
                                    bool) {
  // leaky_c1
  if (positive.getMultiplier().size() != 1)
    return emitError() << "'leaky_relu' expected one multiplier in 'positive' but got "
                       << positive.getMultiplier().size();
  // leaky_c2
  if (factor.empty())
    return emitError() << "'leaky_relu' expected at least one factor but got none";
  for (int32_t f : factor)
    if (f < -32768 || f > 32767)
      return emitError() << "'leaky_relu' expected factors in [-32768, 32767] but got " << f;
  return success();
}

LogicalResult FusedAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef pass,
                                uint32_t, std::optional<Source>) {
  // source_c1
  if (pass.empty())
    return emitError() << "'fused' expected the name of a pass but got none";
  return success();
}
