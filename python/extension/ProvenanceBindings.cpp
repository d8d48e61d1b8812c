// Locations of fused ops for Python, which has no getter for the metadata of a location.
#include "Module.h"

#include "lutfuse/Provenance.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "mlir/CAPI/IR.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace lutfuse;

namespace {

using Read = std::tuple<MlirLocation, MlirLocation, uint32_t>;

std::optional<Read> takeApart(MlirLocation location) {
  std::optional<Sources> sources = readSources(unwrap(location));
  if (!sources)
    return std::nullopt;
  return Read{wrap(sources->convolution), wrap(sources->activation), sources->metadata.getViews()};
}

MlirLocation fuse(const std::string &pass, MlirLocation convolution, MlirLocation activation,
                  uint32_t views) {
  mlir::Location first = unwrap(convolution), last = unwrap(activation);
  mlir::Location none = mlir::UnknownLoc::get(first.getContext());
  std::optional<Source> unknown;
  if (first != last && (first == none || last == none))
    unknown = first == none ? Source::convolution : Source::activation;
  auto metadata = FusedAttr::get(first.getContext(), pass, views, unknown);
  return wrap(mlir::FusedLoc::get({first, last}, metadata, first.getContext()));
}

} // namespace

void lutfuse::addProvenance(nb::module_ &m) {
  m.def("fuse_locations", fuse, "pass_name"_a, "convolution"_a, "activation"_a, "views"_a = 0,
        "Location of an op that a pass made of two; `views` ops were between them.");
  m.def("fused_locations", takeApart, "location"_a,
        "Takes such a location apart: convolution, activation, views. None for any other.");
  m.def(
      "register_source_notes", [](MlirContext context) { registerSourceNotes(unwrap(context)); },
      "context"_a,
      "Adds notes at both sources to diagnostics on fused ops, for handlers that are there.");
}
