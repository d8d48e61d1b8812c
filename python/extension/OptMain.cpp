// mlir-opt itself, with two dialects and the Python passes more.
#include "Bridge.h"

#include "EthosuDialect.h"
#include "LutfuseDialect.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

int lutfuse::optMain(std::vector<std::string> arguments) {
  // The upstream passes are registered already: importing `mlir` does it.
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<ethosu::EthosuDialect, LutfuseDialect>();
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  return asMainReturnCode(
      MlirOptMain(int(arguments.size()), argv.data(), "Lutfuse optimizer driver\n", registry));
}
