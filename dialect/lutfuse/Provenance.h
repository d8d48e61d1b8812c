// Where a fused op came from: both of its locations, and whose its attributes were.
#pragma once

#include "LutfuseDialect.h"

namespace lutfuse {

// Attaches a note for each source to a diagnostic on an op that fusion made. A
// diagnostic shows one position of a fused location and would leave out the other.
void attachSources(mlir::Diagnostic &diagnostic);

// `lutfuse.sources`: for each attribute that a fused op took over, the names that it had
// on `convolution` and `activation`.
mlir::LogicalResult verifySources(mlir::Operation *op, mlir::Attribute sources);

} // namespace lutfuse
