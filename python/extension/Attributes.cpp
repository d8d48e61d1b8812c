// Attributes of the dialect `lutfuse` as Python classes, over the C API.
#include "Attributes.h"

#include "lutfuse-c/Lutfuse.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using mlir::python::nanobind_adaptors::mlir_attribute_subclass;

namespace {

using Accessor32 = int32_t (*)(MlirAttribute, intptr_t);

MlirStringRef ref(const std::string &text) { return mlirStringRefCreate(text.data(), text.size()); }

std::string text(MlirStringRef ref) { return std::string(ref.data, ref.length); }

// The attribute that `get` makes. The error that it emits instead becomes a ValueError.
template <typename GetFn>
MlirAttribute checked(MlirContext context, GetFn get) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(unwrap(context), [&](mlir::Diagnostic &diagnostic) {
    message = diagnostic.str();
    return mlir::success();
  });
  MlirAttribute attr = get(mlirLocationUnknownGet(context));
  if (mlirAttributeIsNull(attr))
    throw nb::value_error(message.c_str());
  return attr;
}

std::vector<int32_t> list(MlirAttribute attr, intptr_t size, Accessor32 at) {
  std::vector<int32_t> values;
  for (intptr_t index = 0; index < size; ++index)
    values.push_back(at(attr, index));
  return values;
}

void addRequant(nb::module_ &m) {
  mlir_attribute_subclass(m, "RequantAttr", lutfuseAttributeIsARequant, lutfuseRequantAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::vector<int32_t> &multiplier,
             const std::vector<int32_t> &shift, const std::string &rounding,
             uint32_t multiplierBits, MlirContext context) {
            return cls(checked(context, [&](MlirLocation location) {
              return lutfuseRequantAttrGetChecked(location, multiplier.size(), multiplier.data(),
                                                  shift.size(), shift.data(), ref(rounding),
                                                  multiplierBits);
            }));
          },
          "cls"_a, "multiplier"_a, "shift"_a, "rounding"_a, "multiplier_bits"_a = 32,
          "context"_a = nb::none())
      .def_property_readonly("multiplier",
                             [](MlirAttribute self) {
                               return list(self, lutfuseRequantAttrGetNumMultipliers(self),
                                           lutfuseRequantAttrGetMultiplier);
                             })
      .def_property_readonly("shift",
                             [](MlirAttribute self) {
                               return list(self, lutfuseRequantAttrGetNumMultipliers(self),
                                           lutfuseRequantAttrGetShift);
                             })
      .def_property_readonly(
          "rounding", [](MlirAttribute self) { return text(lutfuseRequantAttrGetRounding(self)); })
      .def_property_readonly("multiplier_bits", lutfuseRequantAttrGetMultiplierBits);

  mlir_attribute_subclass(m, "RequantF32Attr", lutfuseAttributeIsARequantF32,
                          lutfuseRequantF32AttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::vector<float> &scale, MlirContext context) {
            return cls(checked(context, [&](MlirLocation location) {
              return lutfuseRequantF32AttrGetChecked(location, scale.size(), scale.data());
            }));
          },
          "cls"_a, "scale"_a, "context"_a = nb::none())
      .def_property_readonly("scale", [](MlirAttribute self) {
        std::vector<float> values;
        for (intptr_t i = 0; i < lutfuseRequantF32AttrGetNumScales(self); ++i)
          values.push_back(lutfuseRequantF32AttrGetScale(self, i));
        return values;
      });
}

void addTableHeader(nb::module_ &m) {
  mlir_attribute_subclass(m, "ActivationKindAttr", lutfuseAttributeIsAActivationKind,
                          lutfuseActivationKindAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::string &kind, MlirContext context) {
            return cls(checked(context, [&](MlirLocation location) {
              return lutfuseActivationKindAttrGetChecked(location, ref(kind));
            }));
          },
          "cls"_a, "kind"_a, "context"_a = nb::none())
      .def_property_readonly("value", [](MlirAttribute self) {
        return text(lutfuseActivationKindAttrGetValue(self));
      });

  mlir_attribute_subclass(m, "TableHeaderAttr", lutfuseAttributeIsATableHeader,
                          lutfuseTableHeaderAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, int64_t first, int64_t entries, MlirType input, MlirType result,
             const std::string &lookup, uint32_t fractionBits, const std::string &rounding,
             MlirContext context) {
            return cls(checked(context, [&](MlirLocation location) {
              return lutfuseTableHeaderAttrGetChecked(location, first, entries, ref(lookup),
                                                      fractionBits, ref(rounding), input, result);
            }));
          },
          "cls"_a, "first"_a, "entries"_a, "input"_a, "result"_a, "lookup"_a = "direct",
          "fraction_bits"_a = 0, "rounding"_a = "single_round", "context"_a = nb::none())
      .def_property_readonly("first", lutfuseTableHeaderAttrGetFirst)
      .def_property_readonly("entries", lutfuseTableHeaderAttrGetEntries)
      .def_property_readonly(
          "lookup", [](MlirAttribute self) { return text(lutfuseTableHeaderAttrGetLookup(self)); })
      .def_property_readonly("fraction_bits", lutfuseTableHeaderAttrGetFractionBits)
      .def_property_readonly(
          "rounding",
          [](MlirAttribute self) { return text(lutfuseTableHeaderAttrGetRounding(self)); })
      .def_property_readonly("input", lutfuseTableHeaderAttrGetInput)
      .def_property_readonly("result", lutfuseTableHeaderAttrGetResult);
}

void addParameters(nb::module_ &m) {
  mlir_attribute_subclass(m, "ClipAttr", lutfuseAttributeIsAClip, lutfuseClipAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, int64_t min, int64_t max, MlirContext context) {
            return cls(checked(context, [&](MlirLocation location) {
              return lutfuseClipAttrGetChecked(location, min, max);
            }));
          },
          "cls"_a, "min"_a, "max"_a, "context"_a = nb::none())
      .def_property_readonly("min", lutfuseClipAttrGetMin)
      .def_property_readonly("max", lutfuseClipAttrGetMax);

  mlir_attribute_subclass(m, "LeakyReluAttr", lutfuseAttributeIsALeakyRelu,
                          lutfuseLeakyReluAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, MlirAttribute positive, MlirAttribute negative,
             const std::vector<int32_t> &factor, bool negate, MlirContext context) {
            return cls(checked(context, [&](MlirLocation location) {
              return lutfuseLeakyReluAttrGetChecked(location, positive, negative, factor.size(),
                                                    factor.data(), negate);
            }));
          },
          "cls"_a, "positive"_a, "negative"_a, "factor"_a = std::vector<int32_t>{1},
          "negate"_a = false, "context"_a = nb::none())
      .def_property_readonly("positive", lutfuseLeakyReluAttrGetPositive)
      .def_property_readonly("negative", lutfuseLeakyReluAttrGetNegative)
      .def_property_readonly("factor",
                             [](MlirAttribute self) {
                               return list(self, lutfuseLeakyReluAttrGetNumFactors(self),
                                           lutfuseLeakyReluAttrGetFactor);
                             })
      .def_property_readonly("negate", lutfuseLeakyReluAttrGetNegate);
}

} // namespace

void lutfuse::addAttributes(nb::module_ &m) {
  addRequant(m);
  addTableHeader(m);
  addParameters(m);
}
