#include "LutfuseBytecode.h"

#include "bytecode/Bytecode.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace lutfuse;
using namespace lutfuse::bytecode;

namespace {

// Codes stand in files: a new one is added at the end.
enum class Code : uint64_t {
  requant = 0,
  requantF32 = 1,
  tableHeader = 2,
  clip = 3,
  leakyRelu = 4,
  activationKind = 5,
};

Attribute readActivationKind(DialectBytecodeReader &reader) {
  StringRef name;
  if (failed(reader.readString(name)))
    return {};
  std::optional<ActivationKind> kind = symbolizeActivationKind(name);
  if (kind)
    return ActivationKindAttr::get(reader.getContext(), *kind);
  reader.emitError() << "expected an activation kind but got '" << name << "'";
  return {};
}

LogicalResult writeActivationKind(DialectBytecodeWriter &writer, ActivationKindAttr attr) {
  writer.writeVarInt(static_cast<uint64_t>(Code::activationKind));
  writer.writeOwnedString(stringifyActivationKind(attr.getValue()));
  return success();
}

struct LutfuseBytecodeInterface : BytecodeDialectInterface {
  explicit LutfuseBytecodeInterface(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    lutfuse::bytecode::writeVersion(writer);
  }
  std::unique_ptr<DialectVersion> readVersion(DialectBytecodeReader &reader) const override {
    return lutfuse::bytecode::readVersion(reader, getDialect()->getNamespace());
  }

  LogicalResult writeAttribute(Attribute attr, DialectBytecodeWriter &writer) const override {
    if (!hasVersions(writer))
      return failure();
    return TypeSwitch<Attribute, LogicalResult>(attr)
        .Case([&](RequantAttr attr) {
          return writeAttr(writer, Code::requant, attr.getMultiplier(), attr.getShift(),
                           attr.getRounding(), attr.getMultiplierBits());
        })
        .Case([&](RequantF32Attr attr) {
          return writeAttr(writer, Code::requantF32, attr.getScale());
        })
        .Case([&](TableHeaderAttr attr) {
          return writeAttr(writer, Code::tableHeader, attr.getFirst(), attr.getEntries(),
                           attr.getLookup(), attr.getFractionBits(), attr.getRounding(),
                           attr.getInput(), attr.getResult());
        })
        .Case([&](ClipAttr attr) {
          return writeAttr(writer, Code::clip, attr.getMin(), attr.getMax());
        })
        .Case([&](LeakyReluAttr attr) {
          return writeAttr(writer, Code::leakyRelu, attr.getPositive(), attr.getNegative(),
                           attr.getFactor(), attr.getNegate());
        })
        .Case([&](ActivationKindAttr attr) { return writeActivationKind(writer, attr); })
        .Default(failure()); // as text
  }

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    using Domain = quant::UniformQuantizedType;
    using Integers = SmallVector<int32_t>;
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (static_cast<Code>(code)) {
    case Code::requant:
      return readAttr<RequantAttr, Integers, Integers, RoundingMode, uint32_t>(reader);
    case Code::requantF32:
      return readAttr<RequantF32Attr, DenseF32ArrayAttr>(reader);
    case Code::tableHeader:
      return readAttr<TableHeaderAttr, int64_t, int64_t, LookupMode, uint32_t, RoundingMode, Domain,
                      Domain>(reader);
    case Code::clip:
      return readAttr<ClipAttr, int64_t, int64_t>(reader);
    case Code::leakyRelu:
      return readAttr<LeakyReluAttr, RequantAttr, RequantAttr, Integers, bool>(reader);
    case Code::activationKind:
      return readActivationKind(reader);
    }
    reader.emitError() << "expected an attribute of the dialect 'lutfuse' but got code " << code;
    return {};
  }
};

} // namespace

void lutfuse::addBytecodeInterface(LutfuseDialect &dialect) {
  dialect.addInterfaces<LutfuseBytecodeInterface>();
}
