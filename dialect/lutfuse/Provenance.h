// Where a fused op came from: both of its locations, and whose its attributes were.
#pragma once

#include "LutfuseDialect.h"

namespace lutfuse {

// The locations that a fused op was made of. Both are the same where it has one location.
struct Sources {
  mlir::Location convolution, activation;
  FusedAttr metadata;
};

// Takes the location of a fused op apart, nothing where no pass here made it.
std::optional<Sources> readSources(mlir::Location location);

// Metadata of a fused location; null where it is not ours. Version 0.1 wrote it as a string.
FusedAttr readMetadata(mlir::FusedLoc location);

// Has each diagnostic on a fused op say where its sources are: a diagnostic shows one position
// of a fused location and would leave out the other. For a program that prints diagnostics:
// handlers that are older than this one see the notes, younger ones the location itself.
void registerSourceNotes(mlir::MLIRContext *context);

// The same for each context that loads the dialect from this registry.
void registerSourceNotes(mlir::DialectRegistry &registry);

// `lutfuse.sources`: for each attribute that a fused op took over, the names that it had
// on `convolution` and `activation`.
mlir::LogicalResult verifySources(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                  mlir::Attribute sources);

// `lutfuse.merged_boundary`: the type that was given up, the largest difference and its place.
mlir::LogicalResult verifyMergedBoundary(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                                         mlir::Attribute facts);

// fused_c11, fused_c12: whether both are true of an op that verifies otherwise.
mlir::LogicalResult verifyProvenance(ConvolutionOpInterface op);

} // namespace lutfuse
