// Registration of the dialect `ethosu`.
#include "EthosuDialect.h"
#include "EthosuBytecode.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ethosu;

#include "ethosu/EthosuDialect.cpp.inc"
#include "ethosu/EthosuEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ethosu/EthosuAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "ethosu/EthosuOps.cpp.inc"

void EthosuDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ethosu/EthosuAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "ethosu/EthosuOps.cpp.inc"
      >();
  addBytecodeInterface(*this);
}
