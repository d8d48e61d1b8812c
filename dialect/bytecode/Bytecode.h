// What the bytecode of both dialects shares: the version, and fields of attributes.
//
// A file holds the version that wrote it, and attributes as fields. What it says is checked when
// it is read: bytes that no writer makes are an error, never an assertion.
#pragma once

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/Encoding.h"
#include "mlir/IR/Attributes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

#include <array>
#include <memory>
#include <tuple>

namespace lutfuse::bytecode {

struct Version : mlir::DialectVersion {
  using Numbers = std::array<uint64_t, 3>;
  explicit Version(const Numbers &numbers) : numbers(numbers) {}
  Numbers numbers;
};

// The release that last changed what a file holds. A file without a version is of 0.1.0, whose
// attributes are text.
constexpr Version::Numbers current = {0, 2, 0};

// Whether the file that is being written has versions. One of a bytecode version that is too old
// for them gets text instead, and is as 0.1.0 wrote it.
inline bool hasVersions(const mlir::DialectBytecodeWriter &writer) {
  return writer.getBytecodeVersion() >= mlir::bytecode::kDialectVersioning;
}

inline std::string toString(const Version::Numbers &numbers) {
  return llvm::formatv("{0}.{1}.{2}", numbers[0], numbers[1], numbers[2]);
}

inline void writeVersion(mlir::DialectBytecodeWriter &writer) {
  for (uint64_t number : current)
    writer.writeVarInt(number);
}

// Null after an error, which a version newer than `current` is.
inline std::unique_ptr<mlir::DialectVersion> readVersion(mlir::DialectBytecodeReader &reader,
                                                         llvm::StringRef dialect) {
  Version::Numbers numbers;
  for (uint64_t &number : numbers)
    if (failed(reader.readVarInt(number)))
      return nullptr;
  if (numbers > current) {
    reader.emitError() << "dialect '" << dialect << "' expected version at most "
                       << toString(current) << " but got " << toString(numbers);
    return nullptr;
  }
  return std::make_unique<Version>(numbers);
}

// Integers of every width are written as 64 bits, which take the bytes that the value needs.
template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
mlir::LogicalResult read(mlir::DialectBytecodeReader &reader, T &value) {
  int64_t wide;
  if (failed(reader.readSignedVarInt(wide)))
    return mlir::failure();
  value = static_cast<T>(wide);
  if (static_cast<int64_t>(value) == wide)
    return mlir::success();
  return reader.emitError() << "expected an integer of " << 8 * sizeof(T)
                            << " bits in an attribute but got " << wide;
}

template <typename T, std::enable_if_t<std::is_enum_v<T>, int> = 0>
mlir::LogicalResult read(mlir::DialectBytecodeReader &reader, T &value) {
  std::underlying_type_t<T> number;
  if (failed(read(reader, number)))
    return mlir::failure();
  value = static_cast<T>(number);
  if (!stringifyEnum(value).empty())
    return mlir::success();
  return reader.emitError() << "expected a value of an enum in an attribute but got " << number;
}

// As its bits, which no rounding changes.
inline mlir::LogicalResult read(mlir::DialectBytecodeReader &reader, float &value) {
  int32_t bits;
  if (failed(read(reader, bits)))
    return mlir::failure();
  value = llvm::bit_cast<float>(bits);
  return mlir::success();
}

// A type stands elsewhere in the file, once. Reading it may be put off, which is a failure without
// an error. Attributes in attributes have their fields here: by their place one could hold itself.
template <typename T, std::enable_if_t<std::is_base_of_v<mlir::Type, T>, int> = 0>
mlir::LogicalResult read(mlir::DialectBytecodeReader &reader, T &value) {
  mlir::Type type;
  if (failed(reader.readType(type)))
    return mlir::failure();
  value = llvm::dyn_cast<T>(type);
  if (value)
    return mlir::success();
  return reader.emitError() << "expected another type in an attribute but got " << type;
}

// Element by element, and no space reserved: the length may be a lie.
template <typename T>
mlir::LogicalResult read(mlir::DialectBytecodeReader &reader, llvm::SmallVector<T> &values) {
  uint64_t size;
  if (failed(reader.readVarInt(size)))
    return mlir::failure();
  for (; size > 0; --size)
    if (failed(read(reader, values.emplace_back())))
      return mlir::failure();
  return mlir::success();
}

template <typename T>
const T &asParameter(const T &field) {
  return field;
}
template <typename T>
llvm::ArrayRef<T> asParameter(const llvm::SmallVector<T> &field) {
  return field;
}

// The attribute whose parameters are these fields, or null after an error.
template <typename AttrTy, typename... Fields>
mlir::Attribute readAttr(mlir::DialectBytecodeReader &reader) {
  std::tuple<Fields...> fields{};
  auto readAll = [&](Fields &...field) { return (succeeded(read(reader, field)) && ...); };
  if (!std::apply(readAll, fields))
    return {};
  auto emitError = [&] { return reader.emitError(); };
  auto get = [&](Fields &...field) -> mlir::Attribute {
    return AttrTy::getChecked(emitError, reader.getContext(), asParameter(field)...);
  };
  return std::apply(get, fields);
}

// An enum as an attribute, which has no verifier: every value is right.
template <typename AttrTy, typename EnumTy>
mlir::Attribute readEnumAttr(mlir::DialectBytecodeReader &reader) {
  EnumTy value;
  return failed(read(reader, value)) ? AttrTy() : AttrTy::get(reader.getContext(), value);
}

template <typename T>
void write(mlir::DialectBytecodeWriter &writer, const T &value) {
  if constexpr (std::is_base_of_v<mlir::Type, T>)
    writer.writeType(value);
  else if constexpr (std::is_same_v<T, float>)
    writer.writeSignedVarInt(llvm::bit_cast<int32_t>(value));
  else
    writer.writeSignedVarInt(static_cast<int64_t>(value));
}

template <typename T>
void write(mlir::DialectBytecodeWriter &writer, llvm::ArrayRef<T> values) {
  writer.writeVarInt(values.size());
  for (const T &value : values)
    write(writer, value);
}

// In the order of the types of `readAttr`.
template <typename... Fields>
mlir::LogicalResult writeFields(mlir::DialectBytecodeWriter &writer, const Fields &...fields) {
  (write(writer, fields), ...);
  return mlir::success();
}

// A code that says which attribute it is, and its fields.
template <typename CodeTy, typename... Fields>
mlir::LogicalResult writeAttr(mlir::DialectBytecodeWriter &writer, CodeTy code,
                              const Fields &...fields) {
  writer.writeVarInt(static_cast<uint64_t>(code));
  return writeFields(writer, fields...);
}

} // namespace lutfuse::bytecode
