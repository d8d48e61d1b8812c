// Passes, pipelines and remarks of Python under MLIR's own.
#include "Bridge.h"
#include "Module.h"
#include "Typing.h"

#include "mlir/CAPI/IR.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Run = std::optional<std::pair<std::string, std::optional<MlirLocation>>>;
using RunFunction = nb::typed<nb::callable, Run(MlirOperation, lutfuse::StringPairs)>;
using ExpandFunction = nb::typed<nb::callable, std::string(std::string)>;
using OptionText = std::tuple<std::string, std::string, std::string>;

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

} // namespace

void lutfuse::addPasses(nb::module_ &m) {
  m.def(
      "register_pass",
      [](std::string argument, std::string description, const std::vector<OptionText> &options,
         std::vector<std::string> dialects, RunFunction function) {
        for (const std::string &dialect : dialects)
          if (!lutfuse::isDeclarable(dialect))
            throw nb::value_error(("pass '" + argument +
                                   "' expected a dialect that passes can make but got '" + dialect +
                                   "'")
                                      .c_str());
        lutfuse::PythonPassSpec spec{
            std::move(argument), std::move(description), {}, std::move(dialects), {}};
        for (const auto &[name, text, value] : options)
          spec.options.push_back({name, text, value});
        PyObject *kept = function.release().ptr(); // for the life of the process
        spec.run = [kept](mlir::Operation *module, const lutfuse::StringPairs &values) {
          return call(kept, module, values);
        };
        lutfuse::registerPythonPass(std::move(spec));
      },
      "argument"_a, "description"_a, "options"_a, "dialects"_a, "function"_a,
      "Registers a pass on `builtin.module` in MLIR's registry, for the life of the process.\n\n"
      "`options` are (name, description, default), `dialects` the names of those that the pass\n"
      "makes operations, types or attributes of. `function` gets the module and all options as\n"
      "(name, value), and returns None, or an error message with its location.");
  m.def(
      "register_pipeline",
      [](std::string argument, std::string description, ExpandFunction function) {
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
      "Registers a pipeline on `builtin.module` in MLIR's registry, for the life of the "
      "process.\n\n"
      "`function` gets the options as they stand between the braces, and returns passes as text,\n"
      "or raises an error whose text MLIR prints.");
  m.def(
      "opt_main",
      [](std::vector<std::string> arguments) {
        nb::gil_scoped_release unlock;
        return lutfuse::optMain(std::move(arguments));
      },
      "arguments"_a,
      "Runs mlir-opt's main; returns its exit code. The first argument is the program's name.");
}

static lutfuse::RemarkKind parseRemarkKind(const std::string &kind) {
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

void lutfuse::addRemarks(nb::module_ &m) {
  m.def(
      "enable_remarks",
      [](MlirContext context, const std::string &filter) {
        if (auto error = lutfuse::enableRemarks(unwrap(context), filter))
          throw nb::value_error(
              ("expected a regular expression but got '" + filter + "': " + *error).c_str());
      },
      "context"_a, "filter"_a = ".*",
      "Emits remarks whose category matches `filter` as diagnostics of severity REMARK.\n\n"
      "Raises ValueError where `filter` is no regular expression.");
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
      "Emits one optimization remark; without `note_location` it has no note.\n\n"
      "Raises ValueError unless `kind` is `passed`, `missed`, `failed` or `analysis`.");
}
