#include "Provenance.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace lutfuse;

using EmitError = function_ref<InFlightDiagnostic()>;

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

void attachBoth(Diagnostic &diagnostic, const Sources &sources) {
  if (sources.convolution == sources.activation)
    return attach(diagnostic, sources.convolution, "convolution and activation");
  attach(diagnostic, sources.convolution, "convolution");
  attach(diagnostic, sources.activation, "activation");
}

void attachSources(Diagnostic &diagnostic) {
  diagnostic.getLocation()->walk([&](Location location) {
    std::optional<Sources> sources = readSources(location);
    if (!sources)
      return WalkResult::advance();
    attachBoth(diagnostic, *sources);
    return WalkResult::skip();
  });
}

// `fuse-lut-activation`, then maybe `, views between: 2`, then maybe `, activation unknown`.
FusedAttr upgrade(StringAttr metadata) {
  StringRef text = metadata.getValue(), pass = "fuse-lut-activation";
  if (!text.consume_front(pass))
    return {};
  uint32_t views = 0;
  std::optional<Source> unknown;
  if (text.consume_front(", views between: ") && text.consumeInteger(10, views))
    return {};
  if (text.consume_front(", convolution unknown"))
    unknown = Source::convolution;
  else if (text.consume_front(", activation unknown"))
    unknown = Source::activation;
  return text.empty() ? FusedAttr::get(metadata.getContext(), pass, views, unknown) : FusedAttr();
}

} // namespace

FusedAttr lutfuse::readMetadata(FusedLoc location) {
  if (auto text = dyn_cast_or_null<StringAttr>(location.getMetadata()))
    return upgrade(text);
  return dyn_cast_or_null<FusedAttr>(location.getMetadata());
}

std::optional<Sources> lutfuse::readSources(Location location) {
  auto fused = dyn_cast<FusedLoc>(location);
  FusedAttr metadata = fused ? readMetadata(fused) : FusedAttr();
  if (!metadata)
    return std::nullopt;
  Location unknown = UnknownLoc::get(location.getContext());
  Location first = fused.getLocations().front(), last = fused.getLocations().back();
  bool hasFirst = metadata.getUnknown() != Source::convolution;
  bool hasLast = metadata.getUnknown() != Source::activation;
  return Sources{hasFirst ? first : unknown, hasLast ? last : unknown, metadata};
}

void lutfuse::registerSourceNotes(MLIRContext *context) {
  context->getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
    attachSources(diagnostic);
    return failure(); // passes it on
  });
}

void lutfuse::registerSourceNotes(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, LutfuseDialect *) { registerSourceNotes(context); });
}

// Sides of an entry: with a dot, as a name without could be that of an inherent attribute.
static bool isSource(NamedAttribute side) {
  StringRef name = side.getName().strref();
  auto attribute = dyn_cast<StringAttr>(side.getValue());
  return (name == "convolution" || name == "activation") && attribute &&
         attribute.getValue().contains('.');
}

LogicalResult lutfuse::verifySources(EmitError emitError, Attribute sources) {
  auto isEntry = [&](NamedAttribute entry) {
    auto sides = dyn_cast<DictionaryAttr>(entry.getValue());
    return sides && !sides.empty() && llvm::all_of(sides, isSource);
  };
  auto entries = dyn_cast<DictionaryAttr>(sources);
  if (entries && llvm::all_of(entries, isEntry))
    return success();
  return emitError() << "expected dialect attributes under 'convolution' and 'activation' for each "
                        "attribute but got "
                     << sources;
}

// Where a difference is: the entries that there are if, and only if, it is not 0.
static constexpr StringLiteral placeNames[] = {"channel", "accumulator", "kept", "merged"};

LogicalResult lutfuse::verifyMergedBoundary(EmitError emitError, Attribute value) {
  auto facts = dyn_cast<DictionaryAttr>(value);
  auto type = facts ? facts.getAs<TypeAttr>("intermediate_type") : TypeAttr();
  auto largest = facts ? facts.getAs<IntegerAttr>("max_difference") : IntegerAttr();
  bool complete = type && isCodes(type.getValue()) && largest;
  bool differs = complete && !largest.getValue().isZero();
  for (StringRef name : placeNames)
    complete = complete && (!differs || facts.getAs<IntegerAttr>(name));
  if (!complete || facts.size() != (differs ? 6 : 2))
    return emitError() << "expected an 'intermediate_type' of codes, 'max_difference' and, where "
                          "that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got "
                       << value;
  if (!differs)
    return success();
  int64_t kept = facts.getAs<IntegerAttr>("kept").getInt();
  int64_t merged = facts.getAs<IntegerAttr>("merged").getInt();
  int64_t expected = kept < merged ? merged - kept : kept - merged;
  if (largest.getInt() == expected)
    return success();
  return emitError() << "expected 'max_difference' to be " << expected << ", between 'kept' "
                     << kept << " and 'merged' " << merged << ", but got " << largest.getInt();
}

// fused_c11
static LogicalResult verifyMergedOp(ConvolutionOpInterface op, DictionaryAttr facts) {
  auto emitError = [&] { return op.emitOpError() << "attribute 'lutfuse.merged_boundary' "; };
  if (!isa_and_nonnull<ClipAttr>(op.getActivationAttr()))
    return emitError() << "expected a clip as the activation but got "
                       << (op.getTable() ? "a table" : "a leaky ReLU");
  auto channel = facts.getAs<IntegerAttr>("channel");
  if (!channel)
    return success();
  int64_t channels = op.getFilter().getType().getDimSize(0);
  bool isOpen = ShapedType::isDynamic(channels);
  if (channel.getInt() < 0 || (!isOpen && channel.getInt() >= channels))
    return emitError() << "expected a 'channel' in [0, " << channels << ") but got "
                       << channel.getInt();
  auto codes = cast<quant::UniformQuantizedType>(op.getResult().getType().getElementType());
  for (StringRef name : {"kept", "merged"}) {
    int64_t code = facts.getAs<IntegerAttr>(name).getInt();
    if (code < codes.getStorageTypeMin() || code > codes.getStorageTypeMax())
      return emitError() << "expected '" << name << "' in [" << codes.getStorageTypeMin() << ", "
                         << codes.getStorageTypeMax() << "] but got " << code;
  }
  return success();
}

// fused_c12
static LogicalResult verifySourcesOf(ConvolutionOpInterface op, DictionaryAttr sources) {
  auto emitError = [&] { return op.emitOpError() << "attribute 'lutfuse.sources' "; };
  llvm::DenseSet<std::pair<StringAttr, Attribute>> taken;
  for (NamedAttribute entry : sources) {
    StringRef name = entry.getName().strref();
    if (!op->getDiscardableAttr(entry.getName()) || name.starts_with("lutfuse."))
      return emitError() << "expected attributes that the op took over but got '" << name << "'";
    for (NamedAttribute side : cast<DictionaryAttr>(entry.getValue()))
      if (!taken.insert({side.getName(), side.getValue()}).second)
        return emitError() << "expected one attribute for " << side.getValue() << " of the "
                           << side.getName().strref() << " but got another in '" << name << "'";
  }
  return success();
}

LogicalResult lutfuse::verifyProvenance(ConvolutionOpInterface op) {
  using Dialect = LutfuseDialect;
  auto facts = op->getAttrOfType<DictionaryAttr>(Dialect::MergedBoundaryAttrHelper::getNameStr());
  if (facts && failed(verifyMergedOp(op, facts)))
    return failure();
  auto sources = op->getAttrOfType<DictionaryAttr>(Dialect::SourcesAttrHelper::getNameStr());
  return sources ? verifySourcesOf(op, sources) : success();
}
