// Parses text or bytecode under a name of the caller's: what `mlir.ir` parses from memory is
// called `-`, and what it parses from a file has no verifier that could be kept from aborting.
#include "Parse.h"

#include "Constants.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Found =
    std::pair<std::optional<MlirModule>, std::optional<std::pair<std::string, MlirLocation>>>;

// Sections of bytecode are aligned; the bytes of a Python object need not be.
const llvm::Align alignment(64);

mlir::OwningOpRef<mlir::ModuleOp> parse(const nb::bytes &data, const std::string &name,
                                        mlir::MLIRContext *context) {
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(data.size(), name, alignment);
  std::memcpy(buffer->getBufferStart(), data.c_str(), data.size());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  mlir::ParserConfig config(context, /*verifyAfterParse=*/false);
  return mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
}

Found parseModule(const nb::bytes &data, const std::string &name, MlirContext context) {
  lutfuse::Problem problem;
  mlir::ScopedDiagnosticHandler handler(unwrap(context), [&](mlir::Diagnostic &diagnostic) {
    if (!problem && diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      problem.emplace(diagnostic.str(), diagnostic.getLocation());
    return mlir::success();
  });
  auto module = parse(data, name, unwrap(context));
  if (module && !problem)
    problem = lutfuse::findBadResource(*module);
  if (module && !problem) {
    lutfuse::inlineResources(*module, /*all=*/false);
    if (mlir::succeeded(mlir::verify(*module)))
      return {wrap(module.release()), std::nullopt};
  }
  if (!problem)
    problem.emplace("expected a module in MLIR's text or bytecode",
                    mlir::FileLineColLoc::get(unwrap(context), name, 0, 0));
  return {std::nullopt, std::make_pair(problem->first, wrap(problem->second))};
}

} // namespace

void lutfuse::addParsing(nb::module_ &m) {
  m.def("parse_module", parseModule, "data"_a, "name"_a, "context"_a,
        "A verified module from text or bytecode, whose locations say `name`; or None, with the\n"
        "first error and its location. A `dense_resource` of one element becomes `dense`, because\n"
        "TOSA's verifiers abort on it.");
}
