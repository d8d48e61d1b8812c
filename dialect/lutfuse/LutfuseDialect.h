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
#define GET_ATTRDEF_CLASSES
#include "lutfuse/LutfuseAttrs.h.inc"
#include "lutfuse/LutfuseInterfaces.h.inc"
#define GET_OP_CLASSES
#include "lutfuse/LutfuseOps.h.inc"
