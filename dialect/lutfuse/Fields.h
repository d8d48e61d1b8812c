// `custom<Field>` of the attributes: how each type of parameter is read and printed. One that
// does not parse is one error.
#pragma once

#include "LutfuseDialect.h"

#include "mlir/IR/DialectImplementation.h"

namespace lutfuse {

mlir::ParseResult parseField(mlir::AsmParser &parser, int64_t &value);
mlir::ParseResult parseField(mlir::AsmParser &parser, uint32_t &value);
mlir::ParseResult parseField(mlir::AsmParser &parser, bool &value);
mlir::ParseResult parseField(mlir::AsmParser &parser, RoundingMode &value);
mlir::ParseResult parseField(mlir::AsmParser &parser, LookupMode &value);
mlir::ParseResult parseField(mlir::AsmParser &parser, std::optional<Source> &value);
mlir::ParseResult parseField(mlir::AsmParser &parser, std::string &value);
mlir::ParseResult parseField(mlir::AsmParser &parser, llvm::SmallVector<int32_t> &values);
mlir::ParseResult parseField(mlir::AsmParser &parser, mlir::quant::UniformQuantizedType &type);
mlir::ParseResult parseField(mlir::AsmParser &parser, mlir::DenseF32ArrayAttr &scales);
mlir::ParseResult parseField(mlir::AsmParser &parser, RequantAttr &requant);

void printField(mlir::AsmPrinter &printer, int64_t value);
void printField(mlir::AsmPrinter &printer, uint32_t value);
void printField(mlir::AsmPrinter &printer, bool value);
void printField(mlir::AsmPrinter &printer, RoundingMode value);
void printField(mlir::AsmPrinter &printer, LookupMode value);
void printField(mlir::AsmPrinter &printer, std::optional<Source> value);
void printField(mlir::AsmPrinter &printer, llvm::StringRef value);
void printField(mlir::AsmPrinter &printer, llvm::ArrayRef<int32_t> values);
void printField(mlir::AsmPrinter &printer, mlir::quant::UniformQuantizedType type);
void printField(mlir::AsmPrinter &printer, mlir::DenseF32ArrayAttr scales);
void printField(mlir::AsmPrinter &printer, RequantAttr requant);

// A word, or several with dots between.
mlir::ParseResult parseKind(mlir::AsmParser &parser, std::string &kind);
void printKind(mlir::AsmPrinter &printer, llvm::StringRef kind);

} // namespace lutfuse
