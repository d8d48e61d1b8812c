// What the Python module needs of MLIR's C++ API. MLIR is built without RTTI and
// nanobind with it: classes that derive from MLIR's live in the .cpp files behind
// this header, which are compiled without.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lutfuse {

using StringPairs = std::vector<std::pair<std::string, std::string>>;

void registerDialect(mlir::MLIRContext *context);

// A pass written in Python. `run` gets the module and the option values; what it
// returns is an error message with its location, or nothing.
struct PythonPassSpec {
  struct Option {
    std::string name, description, defaultValue;
  };
  using Failure = std::optional<std::pair<std::string, std::optional<mlir::Location>>>;
  std::string argument, description;
  std::vector<Option> options;
  std::vector<std::string> dialects; // whose operations, types or attributes the pass makes
  std::function<Failure(mlir::Operation *, const StringPairs &)> run;
};

// Whether a pass may declare a dialect of that name.
bool isDeclarable(const std::string &dialect);

// Registers the pass in MLIR's own registry, for the life of the process.
void registerPythonPass(PythonPassSpec spec);

// A pipeline whose text a Python function makes of its options. The function returns
// the text, or an error message.
struct PythonPipelineSpec {
  struct Text {
    bool valid;
    std::string text;
  };
  std::string argument, description;
  std::function<Text(const std::string &options)> expand;
};

// Registers the pipeline in MLIR's own registry, for the life of the process.
void registerPythonPipeline(PythonPipelineSpec spec);

// Turns optimization remarks of the matching categories into diagnostics, like
// `mlir-opt --remarks-filter=`. An invalid regular expression is returned.
std::optional<std::string> enableRemarks(mlir::MLIRContext *context, const std::string &filter);

enum class RemarkKind { passed, missed, failed, analysis };

struct RemarkSpec {
  RemarkKind kind;
  std::string name, category, function;
  StringPairs arguments;
  std::optional<std::pair<mlir::Location, std::string>> note;
};

void emitRemark(mlir::Location location, const RemarkSpec &spec);

// Gives the functions of LLVM's dialect in a module scopes and lines from their locations.
void attachDebugInfo(mlir::Operation *module);

// mlir-opt's main with every upstream dialect and pass, and ours.
int optMain(std::vector<std::string> arguments);

} // namespace lutfuse
