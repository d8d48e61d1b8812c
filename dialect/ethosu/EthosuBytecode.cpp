#include "EthosuBytecode.h"

#include "bytecode/Bytecode.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ethosu;
using namespace lutfuse::bytecode;

namespace {

// Codes stand in files: a new one is added at the end.
enum class Code : uint64_t {
  range = 0,
  featureMap = 1,
  kernel = 2,
  scale = 3,
  clamp = 4,
  table = 5,
  rounding = 6,
  upscale = 7,
  traversal = 8,
  pooling = 9,
  elementwise = 10,
};

Attribute readRange(DialectBytecodeReader &reader) {
  return readAttr<RangeAttr, MemoryRegion, int64_t, int64_t>(reader);
}

LogicalResult writeRange(DialectBytecodeWriter &writer, RangeAttr attr) {
  return writeFields(writer, attr.getRegion(), attr.getAddress(), attr.getLength());
}

Attribute readTable(DialectBytecodeReader &reader) {
  auto source = dyn_cast_or_null<RangeAttr>(readRange(reader));
  int64_t slot;
  if (!source || failed(read(reader, slot)))
    return {};
  auto emitError = [&] { return reader.emitError(); };
  return TableAttr::getChecked(emitError, reader.getContext(), source, slot);
}

LogicalResult writeTable(DialectBytecodeWriter &writer, TableAttr attr) {
  writer.writeVarInt(static_cast<uint64_t>(Code::table));
  (void)writeRange(writer, attr.getSource());
  return writeFields(writer, attr.getSlot());
}

LogicalResult writeEnum(Attribute attr, DialectBytecodeWriter &writer) {
  return TypeSwitch<Attribute, LogicalResult>(attr)
      .Case([&](RoundingAttr attr) { return writeAttr(writer, Code::rounding, attr.getValue()); })
      .Case([&](UpscaleAttr attr) { return writeAttr(writer, Code::upscale, attr.getValue()); })
      .Case([&](TraversalAttr attr) { return writeAttr(writer, Code::traversal, attr.getValue()); })
      .Case([&](PoolingAttr attr) { return writeAttr(writer, Code::pooling, attr.getValue()); })
      .Case([&](ElementwiseAttr attr) {
        return writeAttr(writer, Code::elementwise, attr.getValue());
      })
      .Default(failure()); // as text
}

struct EthosuBytecodeInterface : BytecodeDialectInterface {
  explicit EthosuBytecodeInterface(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

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
        .Case([&](RangeAttr attr) {
          writer.writeVarInt(static_cast<uint64_t>(Code::range));
          return writeRange(writer, attr);
        })
        .Case([&](FeatureMapAttr attr) {
          return writeAttr(writer, Code::featureMap, attr.getElement(), attr.getShape(),
                           attr.getLayout(), attr.getRegion(), attr.getAddress(),
                           attr.getZeroPoint(), attr.getStrides());
        })
        .Case([&](KernelAttr attr) {
          return writeAttr(writer, Code::kernel, attr.getSize(), attr.getStride(),
                           attr.getDilation());
        })
        .Case([&](ScaleAttr attr) {
          return writeAttr(writer, Code::scale, attr.getMultiplier(), attr.getShift());
        })
        .Case([&](ClampAttr attr) {
          return writeAttr(writer, Code::clamp, attr.getMin(), attr.getMax());
        })
        .Case([&](TableAttr attr) { return writeTable(writer, attr); })
        .Default([&](Attribute attr) { return writeEnum(attr, writer); });
  }

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    using Sizes = SmallVector<int64_t>;
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    switch (static_cast<Code>(code)) {
    case Code::range:
      return readRange(reader);
    case Code::featureMap:
      return readAttr<FeatureMapAttr, Element, Sizes, Layout, MemoryRegion, int64_t, int64_t,
                      Sizes>(reader);
    case Code::kernel:
      return readAttr<KernelAttr, Sizes, Sizes, Sizes>(reader);
    case Code::scale:
      return readAttr<ScaleAttr, int64_t, int64_t>(reader);
    case Code::clamp:
      return readAttr<ClampAttr, int64_t, int64_t>(reader);
    case Code::table:
      return readTable(reader);
    case Code::rounding:
      return readEnumAttr<RoundingAttr, Rounding>(reader);
    case Code::upscale:
      return readEnumAttr<UpscaleAttr, Upscale>(reader);
    case Code::traversal:
      return readEnumAttr<TraversalAttr, Traversal>(reader);
    case Code::pooling:
      return readEnumAttr<PoolingAttr, Pooling>(reader);
    case Code::elementwise:
      return readEnumAttr<ElementwiseAttr, Elementwise>(reader);
    }
    reader.emitError() << "expected an attribute of the dialect 'ethosu' but got code " << code;
    return {};
  }
};

} // namespace

void ethosu::addBytecodeInterface(EthosuDialect &dialect) {
  dialect.addInterfaces<EthosuBytecodeInterface>();
}
