// The Python module `lutfuse._lutfuse`.
#include "Bridge.h"
#include "Constants.h"
#include "Module.h"
#include "Parse.h"

#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_lutfuse, m) {
  m.doc() = "C++ part of lutfuse: dialects, passes by name, remarks, LLVM, mlir-opt's main.";
  m.def(
      "register_dialect", [](MlirContext context) { lutfuse::registerDialect(unwrap(context)); },
      "context"_a, "Registers and loads the dialects `ethosu` and `lutfuse` in a context.");
  lutfuse::addAttributes(m);
  lutfuse::addConstants(m);
  lutfuse::addConvolution(m);
  lutfuse::addEthosu(m);
  lutfuse::addOperations(m);
  lutfuse::addParsing(m);
  lutfuse::addPasses(m);
  lutfuse::addRemarks(m);
  lutfuse::addCodeGeneration(m);
  lutfuse::addKinds(m);
  lutfuse::addProvenance(m);
}
