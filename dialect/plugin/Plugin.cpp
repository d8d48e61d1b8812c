// Entry point of `mlir-opt --load-dialect-plugin=`: both dialects of the project.
#include "ethosu/EthosuDialect.h"
#include "lutfuse/LutfuseDialect.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "lutfuse", LUTFUSE_VERSION, [](mlir::DialectRegistry *registry) {
            registry->insert<ethosu::EthosuDialect, lutfuse::LutfuseDialect>();
          }};
}
