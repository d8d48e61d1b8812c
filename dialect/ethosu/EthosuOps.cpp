// Verifiers of programs, calls and DMA; the ids are those of EthosuOps.td.
#include "EthosuDialect.h"

#include "Accelerators.h"
#include "Bytes.h"

using namespace mlir;
using namespace ethosu;

int64_t ethosu::endOf(FeatureMapAttr map) {
  int64_t bytes = bytesOf(map.getElement());
  ArrayRef<int64_t> shape = map.getShape();
  bool bricks = map.getLayout() == Layout::nhcwb16;
  int64_t depth = bricks ? llvm::alignTo(shape[2], 16) : shape[2];
  if (map.getStrides().empty())
    return map.getAddress() + shape[0] * shape[1] * depth * bytes;
  ArrayRef<int64_t> strides = map.getStrides();
  int64_t planes = bricks ? depth / 16 : depth;
  int64_t element = bricks ? 16 * bytes : bytes;
  return map.getAddress() + (shape[0] - 1) * strides[0] + (shape[1] - 1) * strides[1] +
         (planes - 1) * strides[2] + element;
}

namespace {

// Bytes of a region, -1 where the program does not say.
int64_t sizeOf(ProgramOp program, MemoryRegion region) {
  if (region == MemoryRegion::constants)
    return cast<ShapedType>(program.getConstants().getType()).getNumElements();
  return region == MemoryRegion::scratch ? int64_t(program.getScratch()) : -1;
}

LogicalResult verifyEnd(Operation *op, ProgramOp program, Attribute attr, MemoryRegion region,
                        int64_t end) {
  int64_t size = sizeOf(program, region);
  if (size < 0 || end <= size)
    return success();
  return op->emitOpError() << "expected " << attr << " to end within the " << size << " bytes of '"
                           << stringifyMemoryRegion(region) << "' but got byte " << end;
}

// program_c4: of one attribute, and of all attributes inside of it.
LogicalResult verifyWithin(Operation *op, ProgramOp program, Attribute attr) {
  if (auto range = dyn_cast<RangeAttr>(attr))
    return verifyEnd(op, program, attr, range.getRegion(), range.getAddress() + range.getLength());
  if (auto map = dyn_cast<FeatureMapAttr>(attr))
    return verifyEnd(op, program, attr, map.getRegion(), endOf(map));
  if (auto table = dyn_cast<TableAttr>(attr))
    return verifyWithin(op, program, table.getSource());
  if (auto array = dyn_cast<ArrayAttr>(attr))
    for (Attribute element : array)
      if (failed(verifyWithin(op, program, element)))
        return failure();
  return success();
}

LogicalResult verifyCommand(Operation &op, ProgramOp program) {
  // program_c5
  if (op.getName().getDialectNamespace() != "ethosu" || isa<ProgramOp, CallOp>(op))
    return op.emitOpError() << "expected a command of the NPU in an 'ethosu.program'";
  for (NamedAttribute named : op.getAttrs())
    if (failed(verifyWithin(&op, program, named.getValue())))
      return failure();
  return success();
}

LogicalResult verifyInterface(ProgramOp program, StringRef what, ArrayAttr maps) {
  for (auto map : maps.getAsRange<FeatureMapAttr>()) {
    // program_c3
    if (map.getRegion() != MemoryRegion::scratch || !map.getStrides().empty())
      return program.emitOpError()
             << "expected " << what << " in 'scratch', without strides, but got " << map;
    if (failed(verifyWithin(program, program, map)))
      return failure();
  }
  return success();
}

LogicalResult verifyOperand(Operation *op, StringRef what, Type type, FeatureMapAttr map) {
  auto tensor = cast<RankedTensorType>(type);
  int64_t count = 1;
  for (int64_t size : map.getShape())
    count *= size;
  Type element = tensor.getElementType();
  int64_t width = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  // call_c3
  if (tensor.hasStaticShape() && tensor.getNumElements() == count &&
      width == 8 * bytesOf(map.getElement()))
    return success();
  return op->emitOpError() << "expected " << what << " of " << count << " elements of "
                           << 8 * bytesOf(map.getElement()) << " bits but got " << tensor;
}

LogicalResult verifyOperands(Operation *op, StringRef what, TypeRange types, ArrayAttr maps) {
  // call_c2
  if (types.size() != maps.size())
    return op->emitOpError() << "expected " << maps.size() << " " << what
                             << "s, as the program has, but got " << types.size();
  for (auto [type, map] : llvm::zip_equal(types, maps.getAsRange<FeatureMapAttr>()))
    if (failed(verifyOperand(op, what, type, map)))
      return failure();
  return success();
}

bool isSlots(RangeAttr range, const Accelerator &accelerator) {
  int64_t offset = range.getAddress() - accelerator.tableAddress();
  return offset >= 0 && offset % slotBytes == 0 && range.getLength() % slotBytes == 0 &&
         offset + range.getLength() <= slotBytes * slotCount;
}

// Whether the bus of the accelerator asks for multiples of 16 here.
bool isAligned(RangeAttr range, bool isDestination, const Accelerator &accelerator) {
  bool inside = range.getRegion() == MemoryRegion::shram;
  if ((inside || !accelerator.u65) && range.getAddress() % 16 != 0)
    return false;
  return range.getLength() % 16 == 0 || (accelerator.u65 && !(inside && isDestination));
}

} // namespace

LogicalResult ProgramOp::verify() {
  // program_c1
  if (!findAccelerator(getAccelerator()))
    return emitOpError() << "expected an accelerator of Ethos-U55 or U65 but got '"
                         << getAccelerator() << "'";
  if (failed(verifyInterface(*this, "inputs", getInputs())))
    return failure();
  return verifyInterface(*this, "outputs", getOutputs());
}

LogicalResult ProgramOp::verifyRegions() {
  for (Operation &op : getBody().front())
    if (failed(verifyCommand(op, *this)))
      return failure();
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // call_c1
  auto program = symbols.lookupNearestSymbolFrom<ProgramOp>(*this, getCalleeAttr());
  if (!program)
    return emitOpError() << "expected '" << getCallee() << "' to be an 'ethosu.program'";
  if (failed(verifyOperands(*this, "operand", getOperandTypes(), program.getInputs())))
    return failure();
  return verifyOperands(*this, "result", getResultTypes(), program.getOutputs());
}

LogicalResult DmaOp::verify() {
  auto accelerator = findAccelerator(getOperation()->getParentOfType<ProgramOp>().getAccelerator());
  if (!accelerator)
    return success(); // program_c1
  RangeAttr source = getSource(), destination = getDestination();
  // dma_c1
  if (source.getLength() != destination.getLength())
    return emitOpError() << "expected one length but got " << source.getLength() << " and "
                         << destination.getLength();
  // dma_c4
  if (source.getRegion() == MemoryRegion::shram ||
      destination.getRegion() == MemoryRegion::constants)
    return emitOpError() << "expected no source in 'shram' and no destination in 'constants' but "
                            "got '"
                         << stringifyMemoryRegion(source.getRegion()) << "' to '"
                         << stringifyMemoryRegion(destination.getRegion()) << "'";
  // dma_c2
  if (!isAligned(source, false, *accelerator) || !isAligned(destination, true, *accelerator))
    return emitOpError() << "expected addresses and a length of multiples of 16 but got "
                         << source.getAddress() << ", " << destination.getAddress() << " and "
                         << source.getLength();
  // dma_c3
  if (destination.getRegion() == MemoryRegion::shram && !isSlots(destination, *accelerator))
    return emitOpError() << "expected table slots of 256 bytes from " << accelerator->tableAddress()
                         << " on but got " << destination;
  return success();
}
