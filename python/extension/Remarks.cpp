// Optimization remarks: MLIR 22 has them in C++ only. The names follow the Python
// API of later versions of MLIR.
#include "Bridge.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace lutfuse;

std::optional<std::string> lutfuse::enableRemarks(MLIRContext *context, const std::string &filter) {
  std::string error;
  if (!llvm::Regex(filter).isValid(error))
    return error;
  // All five fields are set: an unset one reads as a filter that was never built.
  remark::RemarkCategories categories{filter, "", "", "", ""};
  (void)remark::enableOptimizationRemarks(*context, /*streamer=*/nullptr,
                                          std::make_unique<remark::RemarkEmittingPolicyAll>(),
                                          categories, /*printAsEmitRemarks=*/true);
  return std::nullopt;
}

static remark::detail::InFlightRemark start(Location location, const RemarkSpec &spec) {
  remark::RemarkOpts opts =
      remark::RemarkOpts::name(spec.name).category(spec.category).function(spec.function);
  switch (spec.kind) {
  case RemarkKind::passed:
    return remark::passed(location, opts);
  case RemarkKind::missed:
    return remark::missed(location, opts);
  case RemarkKind::failed:
    return remark::failed(location, opts);
  case RemarkKind::analysis:
    return remark::analysis(location, opts);
  }
  llvm_unreachable("all kinds are handled");
}

void lutfuse::emitRemark(Location location, const RemarkSpec &spec) {
  MLIRContext *context = location.getContext();
  if (!context->getRemarkEngine())
    return;
  // A remark of MLIR has no notes. The diagnostic that it becomes has: a handler
  // adds ours on the way, and passes the diagnostic on.
  std::optional<ScopedDiagnosticHandler> addNote;
  if (spec.note)
    addNote.emplace(context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
        diagnostic.attachNote(spec.note->first) << spec.note->second;
      return failure();
    });
  remark::detail::InFlightRemark remark = start(location, spec);
  for (const auto &[key, value] : spec.arguments)
    remark << remark::detail::Remark::Arg(key, StringRef(value));
}
