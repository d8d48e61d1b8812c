// Attributes of the dialect `lutfuse` as Python classes, over the C API.
#include "Module.h"
#include "Typing.h"

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

// The attribute that `get` makes, as an object of the class. The error that it emits instead
// becomes a ValueError.
template <typename GetFn>
lutfuse::Named<lutfuse::names::Self> make(const nb::object &cls, MlirContext context, GetFn get) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(unwrap(context), [&](mlir::Diagnostic &diagnostic) {
    message = diagnostic.str();
    return mlir::success();
  });
  MlirAttribute attr = get(mlirLocationUnknownGet(context));
  if (mlirAttributeIsNull(attr))
    throw nb::value_error(message.c_str());
  return cls(attr);
}

std::vector<int32_t> list(MlirAttribute attr, intptr_t size, Accessor32 at) {
  std::vector<int32_t> values;
  for (intptr_t index = 0; index < size; ++index)
    values.push_back(at(attr, index));
  return values;
}

template <MlirAttribute (*get)(MlirAttribute)>
lutfuse::Named<lutfuse::names::Requant> requant(MlirAttribute attr) {
  return nb::cast(get(attr));
}

void addRequant(nb::module_ &m) {
  mlir_attribute_subclass(m, "RequantAttr", lutfuseAttributeIsARequant, lutfuseRequantAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::vector<int32_t> &multiplier,
             const std::vector<int32_t> &shift, const std::string &rounding,
             uint32_t multiplierBits, MlirContext context) {
            return make(cls, context, [&](MlirLocation location) {
              return lutfuseRequantAttrGetChecked(location, multiplier.size(), multiplier.data(),
                                                  shift.size(), shift.data(), ref(rounding),
                                                  multiplierBits);
            });
          },
          "cls"_a, "multiplier"_a, "shift"_a, "rounding"_a, "multiplier_bits"_a = 32,
          "context"_a = nb::none(),
          "`rounding` is `single_round` or `double_round`; raises ValueError on invalid values.")
      .def_property_readonly(
          "multiplier",
          [](MlirAttribute self) {
            return list(self, lutfuseRequantAttrGetNumMultipliers(self),
                        lutfuseRequantAttrGetMultiplier);
          },
          "One multiplier, or one for each output channel.")
      .def_property_readonly(
          "shift",
          [](MlirAttribute self) {
            return list(self, lutfuseRequantAttrGetNumMultipliers(self),
                        lutfuseRequantAttrGetShift);
          },
          "As many shifts as multipliers.")
      .def_property_readonly(
          "rounding", [](MlirAttribute self) { return text(lutfuseRequantAttrGetRounding(self)); },
          "`single_round` or `double_round`, as in TOSA RESCALE.")
      .def_property_readonly("multiplier_bits", lutfuseRequantAttrGetMultiplierBits,
                             "Width of a multiplier, 16 or 32.")
      .get_class()
      .attr("__doc__") = "Requantization by integer multipliers and shifts, `#lutfuse.requant`.";

  mlir_attribute_subclass(m, "RequantF32Attr", lutfuseAttributeIsARequantF32,
                          lutfuseRequantF32AttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::vector<float> &scale, MlirContext context) {
            return make(cls, context, [&](MlirLocation location) {
              return lutfuseRequantF32AttrGetChecked(location, scale.size(), scale.data());
            });
          },
          "cls"_a, "scale"_a, "context"_a = nb::none(),
          "Raises ValueError unless there are scales, all finite and positive.")
      .def_property_readonly(
          "scale",
          [](MlirAttribute self) {
            std::vector<float> values;
            for (intptr_t i = 0; i < lutfuseRequantF32AttrGetNumScales(self); ++i)
              values.push_back(lutfuseRequantF32AttrGetScale(self, i));
            return values;
          },
          "One scale, or one for each output channel.")
      .get_class()
      .attr("__doc__") = "Requantization by float32 scales, `#lutfuse.requant_f32`.";
}

void addTableHeader(nb::module_ &m) {
  mlir_attribute_subclass(m, "ActivationKindAttr", lutfuseAttributeIsAActivationKind,
                          lutfuseActivationKindAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::string &kind, MlirContext context) {
            return make(cls, context, [&](MlirLocation location) {
              return lutfuseActivationKindAttrGetChecked(location, ref(kind));
            });
          },
          "cls"_a, "kind"_a, "context"_a = nb::none(), "Raises ValueError on an unknown name.")
      .def_property_readonly(
          "value", [](MlirAttribute self) { return text(lutfuseActivationKindAttrGetValue(self)); },
          "Name of the kind, such as `sigmoid`.")
      .get_class()
      .attr("__doc__") = "Function that a table stands for, a label: `#lutfuse.activation_kind`.";

  mlir_attribute_subclass(m, "TableHeaderAttr", lutfuseAttributeIsATableHeader,
                          lutfuseTableHeaderAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, int64_t first, int64_t entries, MlirType input, MlirType result,
             const std::string &lookup, uint32_t fractionBits, const std::string &rounding,
             MlirContext context) {
            return make(cls, context, [&](MlirLocation location) {
              return lutfuseTableHeaderAttrGetChecked(location, first, entries, ref(lookup),
                                                      fractionBits, ref(rounding), input, result);
            });
          },
          "cls"_a, "first"_a, "entries"_a, "input"_a, "result"_a, "lookup"_a = "direct",
          "fraction_bits"_a = 0, "rounding"_a = "single_round", "context"_a = nb::none(),
          "`input` and `result` are `!quant.uniform` types; raises ValueError on invalid values.")
      .def_property_readonly("first", lutfuseTableHeaderAttrGetFirst, "Code of the first entry.")
      .def_property_readonly("entries", lutfuseTableHeaderAttrGetEntries, "Number of entries.")
      .def_property_readonly(
          "lookup", [](MlirAttribute self) { return text(lutfuseTableHeaderAttrGetLookup(self)); },
          "`direct` or `interpolated`.")
      .def_property_readonly("fraction_bits", lutfuseTableHeaderAttrGetFractionBits,
                             "log2 of the distance of two entries in codes, 0 where direct.")
      .def_property_readonly(
          "rounding",
          [](MlirAttribute self) { return text(lutfuseTableHeaderAttrGetRounding(self)); },
          "Rounding of the interpolation, `single_round` or `double_round`.")
      .def_property_readonly("input", lutfuseTableHeaderAttrGetInput,
                             "Domain of the codes, a per-tensor `!quant.uniform` type.")
      .def_property_readonly("result", lutfuseTableHeaderAttrGetResult,
                             "Domain of the entries, a per-tensor `!quant.uniform` type.")
      .get_class()
      .attr("__doc__") =
      "How a table is indexed, and the domains on its two sides, `#lutfuse.table_header`.";
}

void addParameters(nb::module_ &m) {
  mlir_attribute_subclass(m, "ClipAttr", lutfuseAttributeIsAClip, lutfuseClipAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, int64_t min, int64_t max, MlirContext context) {
            return make(cls, context, [&](MlirLocation location) {
              return lutfuseClipAttrGetChecked(location, min, max);
            });
          },
          "cls"_a, "min"_a, "max"_a, "context"_a = nb::none(),
          "Raises ValueError where `min` is above `max`.")
      .def_property_readonly("min", lutfuseClipAttrGetMin, "Lowest code of the result.")
      .def_property_readonly("max", lutfuseClipAttrGetMax, "Highest code of the result.")
      .get_class()
      .attr("__doc__") = "Bounds of an activation in codes, both inclusive, `#lutfuse.clip`.";

  mlir_attribute_subclass(m, "LeakyReluAttr", lutfuseAttributeIsALeakyRelu,
                          lutfuseLeakyReluAttrGetTypeID)
      .def_classmethod(
          "get",
          [](const nb::object &cls, MlirAttribute positive, MlirAttribute negative,
             const std::vector<int32_t> &factor, bool negate, MlirContext context) {
            return make(cls, context, [&](MlirLocation location) {
              return lutfuseLeakyReluAttrGetChecked(location, positive, negative, factor.size(),
                                                    factor.data(), negate);
            });
          },
          "cls"_a, "positive"_a, "negative"_a, "factor"_a = std::vector<int32_t>{1},
          "negate"_a = false, "context"_a = nb::none(),
          "Factors are `[1]` by default; raises ValueError on invalid values.")
      .def_property_readonly("positive", requant<lutfuseLeakyReluAttrGetPositive>,
                             "Requantization from the zero point up, one multiplier.")
      .def_property_readonly(
          "negative", requant<lutfuseLeakyReluAttrGetNegative>,
          "Requantization below the zero point, one multiplier or one for each channel.")
      .def_property_readonly(
          "factor",
          [](MlirAttribute self) {
            return list(self, lutfuseLeakyReluAttrGetNumFactors(self),
                        lutfuseLeakyReluAttrGetFactor);
          },
          "What values below the zero point are multiplied by first, one or one for each channel.")
      .def_property_readonly(
          "negate", lutfuseLeakyReluAttrGetNegate,
          "Whether values below the zero point change their sign once they are rounded.")
      .get_class()
      .attr("__doc__") =
      "Requantizations of the positive and the negative half, `#lutfuse.leaky_relu`.";
}

} // namespace

void lutfuse::addAttributes(nb::module_ &m) {
  addRequant(m);
  addTableHeader(m);
  addParameters(m);
}
