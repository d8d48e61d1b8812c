// C++ classes of the dialect `lutfuse`.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "lutfuse/LutfuseDialect.h.inc"
#include "lutfuse/LutfuseEnums.h.inc"

namespace lutfuse {

// Per-tensor quantized of storage i8, u8 or i16, of full or narrow range: what engines compute.
bool isCodes(mlir::Type type);

// Quantized of storage i8 or u8, per tensor or per axis.
bool isWeights(mlir::Type type);

// Rejects discardable attributes without the prefix of a dialect: leftovers and misspelt names.
mlir::LogicalResult verifyAttributeNames(mlir::Operation *op);

template <typename OpTy>
struct KnownAttributes : mlir::OpTrait::TraitBase<OpTy, KnownAttributes> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return verifyAttributeNames(op); }
};

} // namespace lutfuse

#define GET_ATTRDEF_CLASSES
#include "lutfuse/LutfuseAttrs.h.inc"
#include "lutfuse/LutfuseInterfaces.h.inc"
#define GET_OP_CLASSES
#include "lutfuse/LutfuseOps.h.inc"
