// C++ classes of the dialect `ethosu`.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

#include "ethosu/EthosuDialect.h.inc"
#include "ethosu/EthosuEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ethosu/EthosuAttrs.h.inc"
#define GET_OP_CLASSES
#include "ethosu/EthosuOps.h.inc"
