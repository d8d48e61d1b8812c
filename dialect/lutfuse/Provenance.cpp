#include "Provenance.h"

using namespace mlir;
using namespace lutfuse;

namespace {

// A source that has several locations itself has a note for each.
void attach(Diagnostic &diagnostic, Location source, const Twine &role) {
  if (isa<UnknownLoc>(source))
    return;
  if (auto fused = dyn_cast<FusedLoc>(source)) {
    for (Location part : fused.getLocations())
      attach(diagnostic, part, role);
    return;
  }
  diagnostic.attachNote(source) << "fused from this " << role;
}

// The metadata is that of passes/locations.py: it says which source is unknown.
void attachBoth(Diagnostic &diagnostic, FusedLoc fused, StringRef metadata) {
  ArrayRef<Location> sources = fused.getLocations();
  if (metadata.ends_with("convolution unknown"))
    return attach(diagnostic, sources.front(), "activation");
  if (metadata.ends_with("activation unknown"))
    return attach(diagnostic, sources.front(), "convolution");
  if (sources.size() == 1)
    return attach(diagnostic, sources.front(), "convolution and activation");
  attach(diagnostic, sources.front(), "convolution");
  for (Location source : sources.drop_front())
    attach(diagnostic, source, "activation");
}

} // namespace

void lutfuse::attachSources(Diagnostic &diagnostic) {
  diagnostic.getLocation()->walk([&](Location location) {
    auto fused = dyn_cast<FusedLoc>(location);
    auto metadata = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
    if (!metadata || !metadata.getValue().starts_with("fuse-lut-activation"))
      return WalkResult::advance();
    attachBoth(diagnostic, fused, metadata.getValue());
    return WalkResult::skip();
  });
}

LogicalResult lutfuse::verifySources(Operation *op, Attribute sources) {
  if (!isa<FusedConv2DOp, FusedConvTranspose2DOp>(op))
    return op->emitOpError() << "attribute 'lutfuse.sources' expected a fused convolution but got '"
                             << op->getName() << "'";
  auto isSource = [](NamedAttribute side) {
    StringRef name = side.getName().strref();
    auto attribute = dyn_cast<StringAttr>(side.getValue());
    // With a dot: a name without could be that of an inherent attribute.
    return (name == "convolution" || name == "activation") && attribute &&
           attribute.getValue().contains('.');
  };
  auto isEntry = [&](NamedAttribute entry) {
    auto sides = dyn_cast<DictionaryAttr>(entry.getValue());
    return sides && !sides.empty() && llvm::all_of(sides, isSource);
  };
  auto entries = dyn_cast<DictionaryAttr>(sources);
  if (entries && llvm::all_of(entries, isEntry))
    return success();
  return op->emitOpError()
         << "attribute 'lutfuse.sources' expected dialect attributes under 'convolution' and "
            "'activation' for each attribute but got "
         << sources;
}
