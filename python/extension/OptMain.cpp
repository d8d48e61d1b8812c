// mlir-opt itself, with two dialects and the Python passes more.
#include "Bridge.h"

#include "ethosu/EthosuDialect.h"
#include "lutfuse/LutfuseDialect.h"
#include "lutfuse/Provenance.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

int lutfuse::optMain(std::vector<std::string> arguments) {
  // Python acted on it before this main began: here it is for the parser and for `--help`.
  static llvm::cl::list<std::string> loadPython(
      "load-python", llvm::cl::value_desc("file"),
      llvm::cl::desc("Run a Python file first: it may register passes, targets, attribute rules"));
  // The upstream passes are registered already: importing `mlir` does it.
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<ethosu::EthosuDialect, LutfuseDialect>();
  registerSourceNotes(registry);
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  return asMainReturnCode(
      MlirOptMain(int(arguments.size()), argv.data(), "Lutfuse optimizer driver\n", registry));
}
