// Names of attributes and properties that an op of the dialect may have.
#include "Names.h"

#include "LutfuseDialect.h"
#include "Strict.h"

using namespace mlir;
using namespace lutfuse;

std::string lutfuse::didYouMean(StringRef name, ArrayRef<StringRef> known) {
  StringRef nearest;
  unsigned smallest = unsigned(name.size()) / 3 + 1;
  for (StringRef candidate : known) {
    unsigned distance = name.edit_distance(candidate, /*AllowReplacements=*/true, smallest);
    if (distance < smallest) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
}

LogicalResult lutfuse::verifyPropertyNames(StringRef opName, ArrayRef<StringRef> known,
                                           Attribute properties,
                                           function_ref<InFlightDiagnostic()> emitError) {
  auto dictionary = dyn_cast<DictionaryAttr>(properties);
  if (!dictionary)
    return success(); // an error of its own
  for (NamedAttribute named : dictionary) {
    StringRef name = named.getName().strref();
    // The old spelling of the segments is what MLIR reads, too.
    if (llvm::is_contained(known, name) || name == "operand_segment_sizes")
      continue;
    return emitError() << "expected properties of '" << opName << "' but got '" << name << "'"
                       << didYouMean(name, known);
  }
  return success();
}

static bool hasAttribute(RegisteredOperationName op, StringRef attribute) {
  return llvm::any_of(op.getAttributeNames(),
                      [&](StringAttr name) { return name.strref() == attribute; });
}

// An op of the dialect that has the attribute: the fused form of this one rather than another,
// and the first in the order of the alphabet.
static StringRef ownerOf(StringRef attribute, Operation *op) {
  StringRef mnemonic = op->getName().stripDialect(), owner;
  bool isNear = false;
  for (RegisteredOperationName other : op->getContext()->getRegisteredOperations()) {
    if (other.getDialectNamespace() != op->getName().getDialectNamespace() ||
        !hasAttribute(other, attribute))
      continue;
    bool near = other.stripDialect().ends_with(mnemonic);
    if (owner.empty() || near > isNear || (near == isNear && other.getStringRef() < owner)) {
      owner = other.getStringRef();
      isNear = near;
    }
  }
  return owner;
}

LogicalResult lutfuse::verifyAttributeNames(Operation *op) {
  for (NamedAttribute named : op->getDiscardableAttrs()) {
    StringRef name = named.getName().strref();
    if (name.contains('.'))
      continue;
    InFlightDiagnostic error = op->emitOpError()
                               << "expected attributes of its own, or with the prefix of a "
                                  "dialect, but got '"
                               << name << "'";
    StringRef owner = ownerOf(name, op);
    if (!owner.empty())
      return error << ", which is one of '" << owner << "'";
    SmallVector<StringRef> known;
    for (StringAttr own : op->getName().getAttributeNames())
      known.push_back(own.strref());
    return error << didYouMean(name, known);
  }
  return success();
}
