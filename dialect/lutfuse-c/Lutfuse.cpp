// The C API as calls of the C++ API.
#include "lutfuse-c/Lutfuse.h"

#include "ethosu/EthosuDialect.h"
#include "lutfuse/LutfuseDialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace lutfuse;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Lutfuse, lutfuse, lutfuse::LutfuseDialect)
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Ethosu, ethosu, ethosu::EthosuDialect)

// `getChecked` of an attribute, errors at `location`.
template <typename AttrTy, typename... Args>
static MlirAttribute getChecked(MlirLocation location, Args... args) {
  auto emitError = [&] { return mlir::emitError(unwrap(location)); };
  MLIRContext *context = unwrap(location).getContext();
  return wrap(Attribute(AttrTy::getChecked(emitError, context, args...)));
}

// The value of a name, or nothing after an error at `location`.
template <typename EnumTy>
static std::optional<EnumTy> parseEnum(MlirLocation location, std::optional<EnumTy> value,
                                       const char *what, MlirStringRef name) {
  if (!value)
    emitError(unwrap(location)) << "expected " << what << " but got '" << unwrap(name) << "'";
  return value;
}

static std::optional<RoundingMode> parseRounding(MlirLocation location, MlirStringRef name) {
  return parseEnum(location, symbolizeRoundingMode(unwrap(name)), "a rounding mode", name);
}

// An attribute or type of one kind, or null after an error at `location`.
template <typename CastTy, typename ValueTy>
static CastTy parseAs(MlirLocation location, ValueTy value, const char *what) {
  auto cast = dyn_cast_or_null<CastTy>(value);
  if (!cast)
    emitError(unwrap(location)) << "expected " << what << " but got " << value;
  return cast;
}

// requant

bool lutfuseAttributeIsARequant(MlirAttribute attr) { return isa<RequantAttr>(unwrap(attr)); }
MlirTypeID lutfuseRequantAttrGetTypeID() { return wrap(RequantAttr::getTypeID()); }

MlirAttribute lutfuseRequantAttrGetChecked(MlirLocation location, intptr_t numMultipliers,
                                           const int32_t *multipliers, intptr_t numShifts,
                                           const int32_t *shifts, MlirStringRef rounding,
                                           uint32_t multiplierBits) {
  std::optional<RoundingMode> mode = parseRounding(location, rounding);
  if (!mode)
    return {nullptr};
  return getChecked<RequantAttr>(location, ArrayRef(multipliers, numMultipliers),
                                 ArrayRef(shifts, numShifts), *mode, multiplierBits);
}

intptr_t lutfuseRequantAttrGetNumMultipliers(MlirAttribute attr) {
  return cast<RequantAttr>(unwrap(attr)).getMultiplier().size();
}
int32_t lutfuseRequantAttrGetMultiplier(MlirAttribute attr, intptr_t index) {
  return cast<RequantAttr>(unwrap(attr)).getMultiplier()[index];
}
int32_t lutfuseRequantAttrGetShift(MlirAttribute attr, intptr_t index) {
  return cast<RequantAttr>(unwrap(attr)).getShift()[index];
}
MlirStringRef lutfuseRequantAttrGetRounding(MlirAttribute attr) {
  return wrap(stringifyRoundingMode(cast<RequantAttr>(unwrap(attr)).getRounding()));
}
uint32_t lutfuseRequantAttrGetMultiplierBits(MlirAttribute attr) {
  return cast<RequantAttr>(unwrap(attr)).getMultiplierBits();
}

// requant_f32

bool lutfuseAttributeIsARequantF32(MlirAttribute attr) { return isa<RequantF32Attr>(unwrap(attr)); }
MlirTypeID lutfuseRequantF32AttrGetTypeID() { return wrap(RequantF32Attr::getTypeID()); }

MlirAttribute lutfuseRequantF32AttrGetChecked(MlirLocation location, intptr_t numScales,
                                              const float *scales) {
  MLIRContext *context = unwrap(location).getContext();
  return getChecked<RequantF32Attr>(location,
                                    DenseF32ArrayAttr::get(context, ArrayRef(scales, numScales)));
}

intptr_t lutfuseRequantF32AttrGetNumScales(MlirAttribute attr) {
  return cast<RequantF32Attr>(unwrap(attr)).getScale().size();
}
float lutfuseRequantF32AttrGetScale(MlirAttribute attr, intptr_t index) {
  return cast<RequantF32Attr>(unwrap(attr)).getScale()[index];
}

// table_header

bool lutfuseAttributeIsATableHeader(MlirAttribute attr) {
  return isa<TableHeaderAttr>(unwrap(attr));
}
MlirTypeID lutfuseTableHeaderAttrGetTypeID() { return wrap(TableHeaderAttr::getTypeID()); }

MlirAttribute lutfuseTableHeaderAttrGetChecked(MlirLocation location, int64_t first,
                                               int64_t entries, MlirStringRef lookup,
                                               uint32_t fractionBits, MlirStringRef rounding,
                                               MlirType input, MlirType result) {
  using Domain = quant::UniformQuantizedType;
  auto mode = parseEnum(location, symbolizeLookupMode(unwrap(lookup)), "a look-up mode", lookup);
  if (!mode)
    return {nullptr};
  std::optional<RoundingMode> round = parseRounding(location, rounding);
  if (!round)
    return {nullptr};
  const char *what = "a per-tensor quantized type";
  Domain codes = parseAs<Domain>(location, unwrap(input), what);
  if (!codes)
    return {nullptr};
  Domain values = parseAs<Domain>(location, unwrap(result), what);
  if (!values)
    return {nullptr};
  return getChecked<TableHeaderAttr>(location, first, entries, *mode, fractionBits, *round, codes,
                                     values);
}

int64_t lutfuseTableHeaderAttrGetFirst(MlirAttribute attr) {
  return cast<TableHeaderAttr>(unwrap(attr)).getFirst();
}
int64_t lutfuseTableHeaderAttrGetEntries(MlirAttribute attr) {
  return cast<TableHeaderAttr>(unwrap(attr)).getEntries();
}
MlirStringRef lutfuseTableHeaderAttrGetLookup(MlirAttribute attr) {
  return wrap(stringifyLookupMode(cast<TableHeaderAttr>(unwrap(attr)).getLookup()));
}
uint32_t lutfuseTableHeaderAttrGetFractionBits(MlirAttribute attr) {
  return cast<TableHeaderAttr>(unwrap(attr)).getFractionBits();
}
MlirStringRef lutfuseTableHeaderAttrGetRounding(MlirAttribute attr) {
  return wrap(stringifyRoundingMode(cast<TableHeaderAttr>(unwrap(attr)).getRounding()));
}
MlirType lutfuseTableHeaderAttrGetInput(MlirAttribute attr) {
  return wrap(Type(cast<TableHeaderAttr>(unwrap(attr)).getInput()));
}
MlirType lutfuseTableHeaderAttrGetResult(MlirAttribute attr) {
  return wrap(Type(cast<TableHeaderAttr>(unwrap(attr)).getResult()));
}

// clip

bool lutfuseAttributeIsAClip(MlirAttribute attr) { return isa<ClipAttr>(unwrap(attr)); }
MlirTypeID lutfuseClipAttrGetTypeID() { return wrap(ClipAttr::getTypeID()); }

MlirAttribute lutfuseClipAttrGetChecked(MlirLocation location, int64_t min, int64_t max) {
  return getChecked<ClipAttr>(location, min, max);
}

int64_t lutfuseClipAttrGetMin(MlirAttribute attr) { return cast<ClipAttr>(unwrap(attr)).getMin(); }
int64_t lutfuseClipAttrGetMax(MlirAttribute attr) { return cast<ClipAttr>(unwrap(attr)).getMax(); }

// leaky_relu

bool lutfuseAttributeIsALeakyRelu(MlirAttribute attr) { return isa<LeakyReluAttr>(unwrap(attr)); }
MlirTypeID lutfuseLeakyReluAttrGetTypeID() { return wrap(LeakyReluAttr::getTypeID()); }

MlirAttribute lutfuseLeakyReluAttrGetChecked(MlirLocation location, MlirAttribute positive,
                                             MlirAttribute negative, intptr_t numFactors,
                                             const int32_t *factors, bool negate) {
  const char *what = "a requantization by integers";
  auto above = parseAs<RequantAttr>(location, unwrap(positive), what);
  if (!above)
    return {nullptr};
  auto below = parseAs<RequantAttr>(location, unwrap(negative), what);
  if (!below)
    return {nullptr};
  return getChecked<LeakyReluAttr>(location, above, below, ArrayRef(factors, numFactors), negate);
}

MlirAttribute lutfuseLeakyReluAttrGetPositive(MlirAttribute attr) {
  return wrap(Attribute(cast<LeakyReluAttr>(unwrap(attr)).getPositive()));
}
MlirAttribute lutfuseLeakyReluAttrGetNegative(MlirAttribute attr) {
  return wrap(Attribute(cast<LeakyReluAttr>(unwrap(attr)).getNegative()));
}
intptr_t lutfuseLeakyReluAttrGetNumFactors(MlirAttribute attr) {
  return cast<LeakyReluAttr>(unwrap(attr)).getFactor().size();
}
int32_t lutfuseLeakyReluAttrGetFactor(MlirAttribute attr, intptr_t index) {
  return cast<LeakyReluAttr>(unwrap(attr)).getFactor()[index];
}
bool lutfuseLeakyReluAttrGetNegate(MlirAttribute attr) {
  return cast<LeakyReluAttr>(unwrap(attr)).getNegate();
}

// activation_kind

bool lutfuseAttributeIsAActivationKind(MlirAttribute attr) {
  return isa<ActivationKindAttr>(unwrap(attr));
}
MlirTypeID lutfuseActivationKindAttrGetTypeID() { return wrap(ActivationKindAttr::getTypeID()); }

MlirAttribute lutfuseActivationKindAttrGetChecked(MlirLocation location, MlirStringRef kind) {
  return getChecked<ActivationKindAttr>(location, unwrap(kind));
}

MlirStringRef lutfuseActivationKindAttrGetValue(MlirAttribute attr) {
  return wrap(cast<ActivationKindAttr>(unwrap(attr)).getValue());
}
