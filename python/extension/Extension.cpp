// The Python module `lutfuse._lutfuse`.
#include "Attributes.h"
#include "Bridge.h"
#include "Constants.h"
#include "Convolution.h"
#include "Ethosu.h"
#include "Parse.h"
#include "ProvenanceBindings.h"

#include "lutfuse/Kinds.h"
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

namespace {

void addKinds(nb::module_ &m) {
  m.def(
      "standard_kinds",
      [] {
        nb::list kinds;
        for (llvm::StringRef kind : lutfuse::standardKinds())
          kinds.append(kind.str());
        return nb::tuple(kinds);
      },
      "Names of the activation kinds that the dialect knows, `custom` first.");
  m.def(
      "is_kind", [](const std::string &kind) { return lutfuse::isKind(kind); }, "kind"_a,
      "Whether a name is that of a standard kind, or one's own with a prefix.");
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
      "find_foreign_op",
      [](MlirOperation root, const std::vector<std::string> &dialects) {
        std::optional<MlirOperation> found;
        unwrap(root)->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
          if (llvm::is_contained(dialects, op->getName().getDialectNamespace()))
            return mlir::WalkResult::advance();
          found = wrap(op);
          return mlir::WalkResult::interrupt();
        });
        return found;
      },
      "op"_a, "dialects"_a,
      "The first operation, in program order, of none of these dialects; None if there is none.");
  m.def(
      "attach_debug_info", [](MlirOperation op) { lutfuse::attachDebugInfo(unwrap(op)); }, "op"_a,
      "Gives the functions of LLVM's dialect in a module scopes and lines from their locations:\n"
      "each source of an operation as if it were inlined into the one before.");
  lutfuse::addConstants(m);
  lutfuse::addConvolution(m);
  lutfuse::addEthosu(m);
  addKinds(m);
  lutfuse::addAttributes(m);
  addPasses(m);
  addRemarks(m);
  lutfuse::addParsing(m);
  lutfuse::addProvenance(m);
}
