// Registration of the dialect `ethosu`.
#include "EthosuDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ethosu;

#include "EthosuDialect.cpp.inc"
#include "EthosuEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "EthosuAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "EthosuOps.cpp.inc"

void EthosuDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "EthosuAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "EthosuOps.cpp.inc"
      >();
}
