/* C API of the dialects `lutfuse` and `ethosu`: registration, and the attributes of `lutfuse`.
 *
 * Enums are their names, as in the textual form. A function `...GetChecked` that gets a value
 * which the attribute's verifier refuses, or a name that no enum has, emits an error at
 * `location` and returns a null attribute. An accessor needs an attribute of its kind. */
#ifndef LUTFUSE_C_LUTFUSE_H
#define LUTFUSE_C_LUTFUSE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Lutfuse, lutfuse);
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Ethosu, ethosu);

/* #lutfuse.requant: `rounding` is `single_round` or `double_round`. */

MLIR_CAPI_EXPORTED bool lutfuseAttributeIsARequant(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID lutfuseRequantAttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseRequantAttrGetChecked(
    MlirLocation location, intptr_t numMultipliers, const int32_t *multipliers, intptr_t numShifts,
    const int32_t *shifts, MlirStringRef rounding, uint32_t multiplierBits);
MLIR_CAPI_EXPORTED intptr_t lutfuseRequantAttrGetNumMultipliers(MlirAttribute attr);
MLIR_CAPI_EXPORTED int32_t lutfuseRequantAttrGetMultiplier(MlirAttribute attr, intptr_t index);
/* There are as many shifts as multipliers. */
MLIR_CAPI_EXPORTED int32_t lutfuseRequantAttrGetShift(MlirAttribute attr, intptr_t index);
MLIR_CAPI_EXPORTED MlirStringRef lutfuseRequantAttrGetRounding(MlirAttribute attr);
MLIR_CAPI_EXPORTED uint32_t lutfuseRequantAttrGetMultiplierBits(MlirAttribute attr);

/* #lutfuse.requant_f32 */

MLIR_CAPI_EXPORTED bool lutfuseAttributeIsARequantF32(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID lutfuseRequantF32AttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseRequantF32AttrGetChecked(MlirLocation location,
                                                                 intptr_t numScales,
                                                                 const float *scales);
MLIR_CAPI_EXPORTED intptr_t lutfuseRequantF32AttrGetNumScales(MlirAttribute attr);
MLIR_CAPI_EXPORTED float lutfuseRequantF32AttrGetScale(MlirAttribute attr, intptr_t index);

/* #lutfuse.table_header: `lookup` is `direct` or `interpolated`, `input` and `result` are
 * per-tensor quantized types. */

MLIR_CAPI_EXPORTED bool lutfuseAttributeIsATableHeader(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID lutfuseTableHeaderAttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseTableHeaderAttrGetChecked(
    MlirLocation location, int64_t first, int64_t entries, MlirStringRef lookup,
    uint32_t fractionBits, MlirStringRef rounding, MlirType input, MlirType result);
MLIR_CAPI_EXPORTED int64_t lutfuseTableHeaderAttrGetFirst(MlirAttribute attr);
MLIR_CAPI_EXPORTED int64_t lutfuseTableHeaderAttrGetEntries(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirStringRef lutfuseTableHeaderAttrGetLookup(MlirAttribute attr);
MLIR_CAPI_EXPORTED uint32_t lutfuseTableHeaderAttrGetFractionBits(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirStringRef lutfuseTableHeaderAttrGetRounding(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirType lutfuseTableHeaderAttrGetInput(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirType lutfuseTableHeaderAttrGetResult(MlirAttribute attr);

/* #lutfuse.clip */

MLIR_CAPI_EXPORTED bool lutfuseAttributeIsAClip(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID lutfuseClipAttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseClipAttrGetChecked(MlirLocation location, int64_t min,
                                                           int64_t max);
MLIR_CAPI_EXPORTED int64_t lutfuseClipAttrGetMin(MlirAttribute attr);
MLIR_CAPI_EXPORTED int64_t lutfuseClipAttrGetMax(MlirAttribute attr);

/* #lutfuse.leaky_relu: `positive` and `negative` are #lutfuse.requant. */

MLIR_CAPI_EXPORTED bool lutfuseAttributeIsALeakyRelu(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID lutfuseLeakyReluAttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseLeakyReluAttrGetChecked(
    MlirLocation location, MlirAttribute positive, MlirAttribute negative, intptr_t numFactors,
    const int32_t *factors, bool negate);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseLeakyReluAttrGetPositive(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseLeakyReluAttrGetNegative(MlirAttribute attr);
MLIR_CAPI_EXPORTED intptr_t lutfuseLeakyReluAttrGetNumFactors(MlirAttribute attr);
MLIR_CAPI_EXPORTED int32_t lutfuseLeakyReluAttrGetFactor(MlirAttribute attr, intptr_t index);
MLIR_CAPI_EXPORTED bool lutfuseLeakyReluAttrGetNegate(MlirAttribute attr);

/* #lutfuse.activation_kind */

MLIR_CAPI_EXPORTED bool lutfuseAttributeIsAActivationKind(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID lutfuseActivationKindAttrGetTypeID(void);
MLIR_CAPI_EXPORTED MlirAttribute lutfuseActivationKindAttrGetChecked(MlirLocation location,
                                                                     MlirStringRef kind);
MLIR_CAPI_EXPORTED MlirStringRef lutfuseActivationKindAttrGetValue(MlirAttribute attr);

#ifdef __cplusplus
}
#endif

#endif
