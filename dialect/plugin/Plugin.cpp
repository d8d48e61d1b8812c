// Entry points of `mlir-opt --load-dialect-plugin=` and `--load-pass-plugin=`: both dialects of the
// project, and the names of its passes.
//
// The passes are Python, which mlir-opt has not. Each name is known here all the same, and says
// which program runs it: otherwise mlir-opt would look for a similar name of its own.
#include "ethosu/EthosuDialect.h"
#include "lutfuse/LutfuseDialect.h"
#include "lutfuse/Provenance.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include <cstdlib>

using namespace mlir;

namespace {

// Written by `python -m lutfuse.tools.generate_docs`.
constexpr StringLiteral pythonPasses[] = {
#include "PythonPasses.inc"
};

std::string explain(StringRef name) {
  return "'" + name.str() + "' is a pass in Python: run it with lutfuse-opt";
}

// In a pipeline's text, where options may follow.
void registerName(StringRef name) {
  auto refuse = [name](OpPassManager &, StringRef,
                       function_ref<LogicalResult(const Twine &)> onError) {
    return onError(explain(name));
  };
  registerPassPipeline(name, "a pass of lutfuse-opt", refuse,
                       [](function_ref<void(const detail::PassOptions &)>) {});
}

// As a flag. It is known to the arguments that follow the plugin's.
void addFlag(StringRef name) {
  auto refuse = [name](const std::string &) {
    llvm::errs() << "error: " << explain(name) << "\n";
    std::exit(1);
  };
  // For the life of the process, as the options of mlir-opt.
  new llvm::cl::opt<std::string>(name, llvm::cl::ValueOptional,
                                 llvm::cl::desc("a pass of lutfuse-opt"),
                                 llvm::cl::callback(refuse));
}

// Once, whichever entry point comes first.
void registerNames() {
  for (StringRef name : pythonPasses) {
    if (PassPipelineInfo::lookup(name))
      continue;
    registerName(name);
    addFlag(name);
  }
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "lutfuse", LUTFUSE_VERSION, [](DialectRegistry *registry) {
            registry->insert<ethosu::EthosuDialect, lutfuse::LutfuseDialect>();
            registerNames();
            lutfuse::registerSourceNotes(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "lutfuse", LUTFUSE_VERSION, registerNames};
}
