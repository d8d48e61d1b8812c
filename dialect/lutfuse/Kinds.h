// Names of activation kinds: the attribute and the string `lutfuse.kind` follow one rule.
#pragma once

#include "LutfuseDialect.h"

namespace lutfuse {

// Names of the standard kinds, in the order of LutfuseAttrs.td.
llvm::SmallVector<llvm::StringRef> standardKinds();

// A standard kind, or words with dots between.
bool isKind(llvm::StringRef kind);

// kind_c1
mlir::LogicalResult verifyKind(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                               llvm::StringRef kind);

} // namespace lutfuse
