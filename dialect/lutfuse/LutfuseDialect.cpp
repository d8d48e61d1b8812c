// Registration and aliases; the types of codes and weights.
#include "LutfuseDialect.h"
#include "LutfuseBytecode.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace lutfuse;

#include "lutfuse/LutfuseDialect.cpp.inc"

namespace {
// A requantization has one multiplier for each channel: as an alias it stands
// once above the module, and the ops stay readable.
struct LutfuseAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isa<RequantAttr, RequantF32Attr>(attr)) {
      os << "requant";
      return AliasResult::OverridableAlias;
    }
    if (isa<TableHeaderAttr>(attr)) {
      os << "table_header";
      return AliasResult::OverridableAlias;
    }
    // No clip, no leaky ReLU: `%u #leaky_relu` would be read as a result number of `%u`.
    return AliasResult::NoAlias;
  }
};
} // namespace

void LutfuseDialect::initialize() {
  registerAttributes();
  registerOperations();
  addInterfaces<LutfuseAsmInterface>();
  addBytecodeInterface(*this);
}

bool lutfuse::isCodes(Type type) {
  auto codes = dyn_cast<quant::UniformQuantizedType>(type);
  unsigned width = codes ? codes.getStorageTypeIntegralWidth() : 0;
  return width == 8 || (width == 16 && codes.isSigned());
}

bool lutfuse::isWeights(Type type) {
  auto weights = dyn_cast<quant::QuantizedType>(type);
  return isa<quant::UniformQuantizedType, quant::UniformQuantizedPerAxisType>(type) &&
         weights.getStorageTypeIntegralWidth() == 8;
}
