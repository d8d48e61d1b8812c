// The Python module `lutfuse._lutfuse`.
#include "Bridge.h"
#include "Convolution.h"
#include "Ethosu.h"

#include "LutfuseDialect.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using mlir::python::nanobind_adaptors::mlir_attribute_subclass;

namespace {

template <typename AttrTy>
bool isaAttr(MlirAttribute attr) {
  return llvm::isa<AttrTy>(unwrap(attr));
}

template <typename AttrTy>
MlirTypeID typeIdOf() {
  return wrap(mlir::TypeID::get<AttrTy>());
}

template <typename AttrTy>
AttrTy castAttr(MlirAttribute attr) {
  return llvm::cast<AttrTy>(unwrap(attr));
}

// Errors of an attribute's verifier as one ValueError instead of a diagnostic.
template <typename AttrTy, typename... Args>
MlirAttribute getChecked(MlirContext context, Args... args) {
  std::string message;
  mlir::ScopedDiagnosticHandler handler(unwrap(context), [&](mlir::Diagnostic &diagnostic) {
    message = diagnostic.str();
    return mlir::success();
  });
  auto emitError = [&] { return mlir::emitError(mlir::UnknownLoc::get(unwrap(context))); };
  AttrTy attr = AttrTy::getChecked(emitError, unwrap(context), args...);
  if (!attr)
    throw nb::value_error(message.c_str());
  return wrap(mlir::Attribute(attr));
}

template <typename EnumTy>
EnumTy parseEnum(std::optional<EnumTy> value, const char *what, const std::string &got) {
  if (!value)
    throw nb::value_error((std::string("expected a ") + what + " but got '" + got + "'").c_str());
  return *value;
}

lutfuse::RoundingMode parseRounding(const std::string &text) {
  return parseEnum(lutfuse::symbolizeRoundingMode(text), "rounding mode", text);
}

mlir::quant::UniformQuantizedType parseDomain(MlirType type) {
  auto domain = llvm::dyn_cast<mlir::quant::UniformQuantizedType>(unwrap(type));
  if (!domain)
    throw nb::value_error("expected a per-tensor !quant.uniform type");
  return domain;
}

lutfuse::RequantAttr parseRequant(MlirAttribute attr) {
  auto requant = llvm::dyn_cast<lutfuse::RequantAttr>(unwrap(attr));
  if (!requant)
    throw nb::value_error("expected a #lutfuse.requant attribute");
  return requant;
}

void addParameters(nb::module_ &m) {
  mlir_attribute_subclass(m, "ClipAttr", isaAttr<lutfuse::ClipAttr>, typeIdOf<lutfuse::ClipAttr>)
      .def_classmethod(
          "get",
          [](const nb::object &cls, int64_t min, int64_t max, MlirContext context) {
            return cls(getChecked<lutfuse::ClipAttr>(context, min, max));
          },
          "cls"_a, "min"_a, "max"_a, "context"_a = nb::none())
      .def_property_readonly(
          "min", [](MlirAttribute self) { return castAttr<lutfuse::ClipAttr>(self).getMin(); })
      .def_property_readonly(
          "max", [](MlirAttribute self) { return castAttr<lutfuse::ClipAttr>(self).getMax(); });

  mlir_attribute_subclass(m, "LeakyReluAttr", isaAttr<lutfuse::LeakyReluAttr>,
                          typeIdOf<lutfuse::LeakyReluAttr>)
      .def_classmethod(
          "get",
          [](const nb::object &cls, MlirAttribute positive, MlirAttribute negative,
             const std::vector<int32_t> &factor, bool negate, MlirContext context) {
            return cls(getChecked<lutfuse::LeakyReluAttr>(context, parseRequant(positive),
                                                          parseRequant(negative),
                                                          llvm::ArrayRef(factor), negate));
          },
          "cls"_a, "positive"_a, "negative"_a, "factor"_a = std::vector<int32_t>{1},
          "negate"_a = false, "context"_a = nb::none())
      .def_property_readonly(
          "positive",
          [](MlirAttribute self) {
            return wrap(mlir::Attribute(castAttr<lutfuse::LeakyReluAttr>(self).getPositive()));
          })
      .def_property_readonly(
          "negative",
          [](MlirAttribute self) {
            return wrap(mlir::Attribute(castAttr<lutfuse::LeakyReluAttr>(self).getNegative()));
          })
      .def_property_readonly("factor",
                             [](MlirAttribute self) {
                               auto v = castAttr<lutfuse::LeakyReluAttr>(self).getFactor();
                               return std::vector<int32_t>(v.begin(), v.end());
                             })
      .def_property_readonly("negate", [](MlirAttribute self) {
        return castAttr<lutfuse::LeakyReluAttr>(self).getNegate();
      });
}

void addAttributes(nb::module_ &m) {
  mlir_attribute_subclass(m, "RequantAttr", isaAttr<lutfuse::RequantAttr>,
                          typeIdOf<lutfuse::RequantAttr>)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::vector<int32_t> &multiplier,
             const std::vector<int32_t> &shift, const std::string &rounding,
             uint32_t multiplierBits, MlirContext context) {
            return cls(getChecked<lutfuse::RequantAttr>(context, llvm::ArrayRef(multiplier),
                                                        llvm::ArrayRef(shift),
                                                        parseRounding(rounding), multiplierBits));
          },
          "cls"_a, "multiplier"_a, "shift"_a, "rounding"_a, "multiplier_bits"_a = 32,
          "context"_a = nb::none())
      .def_property_readonly("multiplier",
                             [](MlirAttribute self) {
                               auto v = castAttr<lutfuse::RequantAttr>(self).getMultiplier();
                               return std::vector<int32_t>(v.begin(), v.end());
                             })
      .def_property_readonly("shift",
                             [](MlirAttribute self) {
                               auto v = castAttr<lutfuse::RequantAttr>(self).getShift();
                               return std::vector<int32_t>(v.begin(), v.end());
                             })
      .def_property_readonly(
          "rounding",
          [](MlirAttribute self) {
            return stringifyRoundingMode(castAttr<lutfuse::RequantAttr>(self).getRounding()).str();
          })
      .def_property_readonly("multiplier_bits", [](MlirAttribute self) {
        return castAttr<lutfuse::RequantAttr>(self).getMultiplierBits();
      });

  mlir_attribute_subclass(m, "RequantF32Attr", isaAttr<lutfuse::RequantF32Attr>,
                          typeIdOf<lutfuse::RequantF32Attr>)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::vector<float> &scale, MlirContext context) {
            return cls(getChecked<lutfuse::RequantF32Attr>(
                context, mlir::DenseF32ArrayAttr::get(unwrap(context), scale)));
          },
          "cls"_a, "scale"_a, "context"_a = nb::none())
      .def_property_readonly("scale", [](MlirAttribute self) {
        llvm::ArrayRef<float> v = castAttr<lutfuse::RequantF32Attr>(self).getScale();
        return std::vector<float>(v.begin(), v.end());
      });

  mlir_attribute_subclass(m, "ActivationKindAttr", isaAttr<lutfuse::ActivationKindAttr>,
                          typeIdOf<lutfuse::ActivationKindAttr>)
      .def_classmethod(
          "get",
          [](const nb::object &cls, const std::string &kind, MlirContext context) {
            auto value = parseEnum(lutfuse::symbolizeActivationKind(kind), "activation kind", kind);
            return cls(
                wrap(mlir::Attribute(lutfuse::ActivationKindAttr::get(unwrap(context), value))));
          },
          "cls"_a, "kind"_a, "context"_a = nb::none())
      .def_property_readonly("value", [](MlirAttribute self) {
        return stringifyActivationKind(castAttr<lutfuse::ActivationKindAttr>(self).getValue())
            .str();
      });

  mlir_attribute_subclass(m, "TableHeaderAttr", isaAttr<lutfuse::TableHeaderAttr>,
                          typeIdOf<lutfuse::TableHeaderAttr>)
      .def_classmethod(
          "get",
          [](const nb::object &cls, int64_t first, int64_t entries, MlirType input, MlirType result,
             const std::string &lookup, uint32_t fractionBits, const std::string &rounding,
             MlirContext context) {
            auto mode = parseEnum(lutfuse::symbolizeLookupMode(lookup), "look-up mode", lookup);
            return cls(getChecked<lutfuse::TableHeaderAttr>(
                context, first, entries, mode, fractionBits, parseRounding(rounding),
                parseDomain(input), parseDomain(result)));
          },
          "cls"_a, "first"_a, "entries"_a, "input"_a, "result"_a, "lookup"_a = "direct",
          "fraction_bits"_a = 0, "rounding"_a = "single_round", "context"_a = nb::none())
      .def_property_readonly(
          "first",
          [](MlirAttribute self) { return castAttr<lutfuse::TableHeaderAttr>(self).getFirst(); })
      .def_property_readonly(
          "entries",
          [](MlirAttribute self) { return castAttr<lutfuse::TableHeaderAttr>(self).getEntries(); })
      .def_property_readonly(
          "lookup",
          [](MlirAttribute self) {
            return stringifyLookupMode(castAttr<lutfuse::TableHeaderAttr>(self).getLookup()).str();
          })
      .def_property_readonly("fraction_bits",
                             [](MlirAttribute self) {
                               return castAttr<lutfuse::TableHeaderAttr>(self).getFractionBits();
                             })
      .def_property_readonly("rounding",
                             [](MlirAttribute self) {
                               return stringifyRoundingMode(
                                          castAttr<lutfuse::TableHeaderAttr>(self).getRounding())
                                   .str();
                             })
      .def_property_readonly("input",
                             [](MlirAttribute self) {
                               return wrap(
                                   mlir::Type(castAttr<lutfuse::TableHeaderAttr>(self).getInput()));
                             })
      .def_property_readonly("result", [](MlirAttribute self) {
        return wrap(mlir::Type(castAttr<lutfuse::TableHeaderAttr>(self).getResult()));
      });
}

using Run = std::optional<std::pair<std::string, std::optional<MlirLocation>>>;

lutfuse::PythonPassSpec::Failure call(PyObject *function, mlir::Operation *module,
                                      const lutfuse::StringPairs &values) {
  nb::gil_scoped_acquire lock;
  try {
    nb::object result = nb::borrow(function)(wrap(module), values);
    auto failure = nb::cast<Run>(result);
    if (!failure)
      return std::nullopt;
    std::optional<mlir::Location> location;
    if (failure->second)
      location = unwrap(*failure->second);
    return std::make_pair(failure->first, location);
  } catch (nb::python_error &error) {
    return std::make_pair(std::string(error.what()), std::nullopt);
  }
}

void addPasses(nb::module_ &m) {
  m.def(
      "register_pass",
      [](std::string argument, std::string description,
         const std::vector<std::array<std::string, 3>> &options, nb::callable function) {
        lutfuse::PythonPassSpec spec{std::move(argument), std::move(description), {}, {}};
        for (const auto &[name, text, value] : options)
          spec.options.push_back({name, text, value});
        PyObject *kept = function.release().ptr(); // for the life of the process
        spec.run = [kept](mlir::Operation *module, const lutfuse::StringPairs &values) {
          return call(kept, module, values);
        };
        lutfuse::registerPythonPass(std::move(spec));
      },
      "argument"_a, "description"_a, "options"_a, "function"_a,
      "Registers a pass on builtin.module in MLIR's registry. `options` are (name, description,\n"
      "default); `function(module, values)` returns None, or (message, location | None).");
  m.def(
      "register_pipeline",
      [](std::string argument, std::string description, nb::callable function) {
        PyObject *kept = function.release().ptr(); // for the life of the process
        auto expand = [kept](const std::string &options) -> lutfuse::PythonPipelineSpec::Text {
          nb::gil_scoped_acquire lock;
          try {
            return {true, nb::cast<std::string>(nb::handle(kept)(options))};
          } catch (nb::python_error &error) {
            return {false, nb::cast<std::string>(nb::str(error.value()))};
          }
        };
        lutfuse::registerPythonPipeline({std::move(argument), std::move(description), expand});
      },
      "argument"_a, "description"_a, "function"_a,
      "Registers a pipeline on builtin.module in MLIR's registry. `function(options)` returns its\n"
      "passes as text.");
  m.def(
      "opt_main",
      [](std::vector<std::string> arguments) {
        nb::gil_scoped_release unlock;
        return lutfuse::optMain(std::move(arguments));
      },
      "arguments"_a, "Runs mlir-opt's main with these arguments and returns its exit code.");
}

lutfuse::RemarkKind parseRemarkKind(const std::string &kind) {
  if (kind == "passed")
    return lutfuse::RemarkKind::passed;
  if (kind == "missed")
    return lutfuse::RemarkKind::missed;
  if (kind == "failed")
    return lutfuse::RemarkKind::failed;
  if (kind == "analysis")
    return lutfuse::RemarkKind::analysis;
  throw nb::value_error(("expected a remark kind but got '" + kind + "'").c_str());
}

void addRemarks(nb::module_ &m) {
  m.def(
      "enable_remarks",
      [](MlirContext context, const std::string &filter) {
        if (auto error = lutfuse::enableRemarks(unwrap(context), filter))
          throw nb::value_error(
              ("expected a regular expression but got '" + filter + "': " + *error).c_str());
      },
      "context"_a, "filter"_a = ".*",
      "Emits remarks whose category matches `filter` as diagnostics of severity REMARK.");
  m.def(
      "remarks_enabled",
      [](MlirContext context) { return unwrap(context)->getRemarkEngine() != nullptr; },
      "context"_a, "Whether anybody listens to the remarks of this context.");
  m.def(
      "emit_remark",
      [](const std::string &kind, MlirLocation location, std::string category, std::string name,
         std::string function, lutfuse::StringPairs arguments,
         std::optional<MlirLocation> noteLocation, std::string note) {
        lutfuse::RemarkSpec spec{parseRemarkKind(kind), std::move(name),      std::move(category),
                                 std::move(function),   std::move(arguments), std::nullopt};
        if (noteLocation)
          spec.note.emplace(unwrap(*noteLocation), std::move(note));
        lutfuse::emitRemark(unwrap(location), spec);
      },
      "kind"_a, "location"_a, "category"_a, "name"_a, "function"_a, "arguments"_a,
      "note_location"_a = nb::none(), "note"_a = "",
      "Emits one optimization remark of kind passed, missed, failed or analysis.");
}

} // namespace

NB_MODULE(_lutfuse, m) {
  m.doc() = "C++ part of lutfuse: the dialect, passes by name, remarks, mlir-opt's main.";
  m.def(
      "register_dialect", [](MlirContext context) { lutfuse::registerDialect(unwrap(context)); },
      "context"_a, "Registers and loads the dialects `ethosu` and `lutfuse` in a context.");
  m.def(
      "discardable_attributes",
      [](MlirOperation op) {
        std::vector<std::string> names;
        for (mlir::NamedAttribute named : unwrap(op)->getDiscardableAttrs())
          names.push_back(named.getName().str());
        return names;
      },
      "op"_a, "Names of the discardable attributes of an operation.");
  m.def(
      "inherent_attributes",
      [](const std::string &name, MlirContext context) {
        std::vector<std::string> names;
        if (auto op = mlir::RegisteredOperationName::lookup(name, unwrap(context)))
          for (mlir::StringAttr attribute : op->getAttributeNames())
            names.push_back(attribute.str());
        return names;
      },
      "name"_a, "context"_a = nb::none(),
      "Names of the attributes that an operation declares, none where it is not registered.");
  m.def(
      "use_count",
      [](MlirValue value, int64_t limit) {
        int64_t count = 0;
        for (auto use = unwrap(value).use_begin(); count < limit && use != unwrap(value).use_end();
             ++use)
          ++count;
        return count;
      },
      "value"_a, "limit"_a,
      "Number of uses of a value, counted up to `limit`. The end of `value.uses` in Python is an\n"
      "exception in C++, and a value may have very many uses.");
  m.def(
      "enclosing_function",
      [](MlirOperation op) {
        for (mlir::Operation *at = unwrap(op)->getParentOp(); at; at = at->getParentOp())
          if (auto name = at->getAttrOfType<mlir::StringAttr>("sym_name"))
            return name.str();
        return std::string();
      },
      "op"_a, "Symbol name of the function around an operation, empty outside of one.");
  m.def(
      "int_elements",
      [](MlirAttribute attr) {
        auto elements = llvm::dyn_cast<mlir::DenseIntElementsAttr>(unwrap(attr));
        if (!elements)
          throw nb::value_error("expected dense integer elements");
        std::vector<int64_t> values;
        for (const llvm::APInt &value : elements.getValues<llvm::APInt>())
          values.push_back(value.getSExtValue());
        return values;
      },
      "attr"_a,
      "Values of a dense integer attribute of any width up to 64 bits, sign-extended. The\n"
      "buffers of `mlir.ir` have no 48-bit integers.");
  lutfuse::addConvolution(m);
  lutfuse::addEthosu(m);
  addAttributes(m);
  addParameters(m);
  addPasses(m);
  addRemarks(m);
}
