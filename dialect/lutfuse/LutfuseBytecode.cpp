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
  fused = 6,
};

using Integers = SmallVector<int32_t>;

Attribute readRequant(DialectBytecodeReader &reader) {
  return readAttr<RequantAttr, Integers, Integers, RoundingMode, uint32_t>(reader);
}

LogicalResult writeRequant(DialectBytecodeWriter &writer, RequantAttr attr) {
  return writeFields(writer, attr.getMultiplier(), attr.getShift(), attr.getRounding(),
                     attr.getMultiplierBits());
}

Attribute readRequantF32(DialectBytecodeReader &reader) {
  SmallVector<float> scales;
  if (failed(read(reader, scales)))
    return {};
  auto emitError = [&] { return reader.emitError(); };
  MLIRContext *context = reader.getContext();
  return RequantF32Attr::getChecked(emitError, context, DenseF32ArrayAttr::get(context, scales));
}

Attribute readLeakyRelu(DialectBytecodeReader &reader) {
  auto positive = dyn_cast_or_null<RequantAttr>(readRequant(reader));
  auto negative = dyn_cast_or_null<RequantAttr>(positive ? readRequant(reader) : Attribute());
  Integers factor;
  bool negate;
  if (!negative || failed(read(reader, factor)) || failed(read(reader, negate)))
    return {};
  auto emitError = [&] { return reader.emitError(); };
  return LeakyReluAttr::getChecked(emitError, reader.getContext(), positive, negative,
                                   ArrayRef(factor), negate);
}

LogicalResult writeLeakyRelu(DialectBytecodeWriter &writer, LeakyReluAttr attr) {
  writer.writeVarInt(static_cast<uint64_t>(Code::leakyRelu));
  (void)writeRequant(writer, attr.getPositive());
  (void)writeRequant(writer, attr.getNegative());
  return writeFields(writer, attr.getFactor(), attr.getNegate());
}

Attribute readActivationKind(DialectBytecodeReader &reader) {
  StringRef name;
  if (failed(reader.readString(name)))
    return {};
  auto emitError = [&] { return reader.emitError(); };
  return ActivationKindAttr::getChecked(emitError, reader.getContext(), name);
}

LogicalResult writeActivationKind(DialectBytecodeWriter &writer, ActivationKindAttr attr) {
  writer.writeVarInt(static_cast<uint64_t>(Code::activationKind));
  writer.writeOwnedString(attr.getValue());
  return success();
}

// The source whose location is unknown is one more than its number, 0 where both are known.
Attribute readFused(DialectBytecodeReader &reader) {
  StringRef pass;
  uint32_t views, number;
  if (failed(reader.readString(pass)) || failed(read(reader, views)) ||
      failed(read(reader, number)))
    return {};
  std::optional<Source> unknown = number ? symbolizeSource(number - 1) : std::nullopt;
  if (number && !unknown) {
    reader.emitError() << "expected a source of a fused op but got " << number;
    return {};
  }
  auto emitError = [&] { return reader.emitError(); };
  return FusedAttr::getChecked(emitError, reader.getContext(), pass, views, unknown);
}

LogicalResult writeFused(DialectBytecodeWriter &writer, FusedAttr attr) {
  writer.writeVarInt(static_cast<uint64_t>(Code::fused));
  writer.writeOwnedString(attr.getPass());
  write(writer, attr.getViews());
  write(writer, attr.getUnknown() ? static_cast<uint32_t>(*attr.getUnknown()) + 1 : 0);
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
          writer.writeVarInt(static_cast<uint64_t>(Code::requant));
          return writeRequant(writer, attr);
        })
        .Case([&](RequantF32Attr attr) {
          return writeAttr(writer, Code::requantF32, attr.getScale().asArrayRef());
        })
        .Case([&](TableHeaderAttr attr) {
          return writeAttr(writer, Code::tableHeader, attr.getFirst(), attr.getEntries(),
                           attr.getLookup(), attr.getFractionBits(), attr.getRounding(),
                           attr.getInput(), attr.getResult());
        })
        .Case([&](ClipAttr attr) {
          return writeAttr(writer, Code::clip, attr.getMin(), attr.getMax());
        })
        .Case([&](LeakyReluAttr attr) { return writeLeakyRelu(writer, attr); })
        .Case([&](ActivationKindAttr attr) { return writeActivationKind(writer, attr); })
        .Case([&](FusedAttr attr) { return writeFused(writer, attr); })
        .Default(failure()); // as text
  }

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    using Domain = quant::UniformQuantizedType;
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (static_cast<Code>(code)) {
    case Code::requant:
      return readRequant(reader);
    case Code::requantF32:
      return readRequantF32(reader);
    case Code::tableHeader:
      return readAttr<TableHeaderAttr, int64_t, int64_t, LookupMode, uint32_t, RoundingMode, Domain,
                      Domain>(reader);
    case Code::clip:
      return readAttr<ClipAttr, int64_t, int64_t>(reader);
    case Code::leakyRelu:
      return readLeakyRelu(reader);
    case Code::activationKind:
      return readActivationKind(reader);
    case Code::fused:
      return readFused(reader);
    }
    reader.emitError() << "expected an attribute of the dialect 'lutfuse' but got code " << code;
    return {};
  }
};

} // namespace

void lutfuse::addBytecodeInterface(LutfuseDialect &dialect) {
  dialect.addInterfaces<LutfuseBytecodeInterface>();
}
