// Ops whose generic form has no other properties than theirs. What tablegen makes of
// `<{strid = ...}>` reads the names that it knows and drops the others without a word.
#pragma once

#include "LutfuseDialect.h"

namespace lutfuse {

// Rejects names of properties that are none of the op's attributes.
mlir::LogicalResult verifyPropertyNames(llvm::StringRef opName,
                                        llvm::ArrayRef<llvm::StringRef> known,
                                        mlir::Attribute properties,
                                        llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

// MLIR takes an op's hooks from the class that is registered: this one has another
// `setPropertiesFromAttr`, and the type id of the op itself.
template <typename OpTy>
struct Strict : OpTy {
  using OpTy::OpTy;

  static mlir::LogicalResult
  setPropertiesFromAttr(typename OpTy::Properties &properties, mlir::Attribute attr,
                        llvm::function_ref<mlir::InFlightDiagnostic()> emitError) {
    if (mlir::failed(verifyPropertyNames(OpTy::getOperationName(), OpTy::getAttributeNames(), attr,
                                         emitError)))
      return mlir::failure();
    return OpTy::setPropertiesFromAttr(properties, attr, emitError);
  }
};

template <typename... OpTys>
void addStrictOperations(mlir::Dialect &dialect) {
  (mlir::RegisteredOperationName::insert<Strict<OpTys>>(dialect), ...);
}

} // namespace lutfuse

namespace mlir::detail {
template <typename OpTy>
class TypeIDResolver<lutfuse::Strict<OpTy>> : public TypeIDResolver<OpTy> {};
} // namespace mlir::detail
