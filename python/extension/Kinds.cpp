// Names of activation kinds for Python: the dialect has the one list of them.
#include "Module.h"

#include "lutfuse/Kinds.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

void lutfuse::addKinds(nb::module_ &m) {
  m.def(
      "standard_kinds",
      [] {
        std::vector<std::string> kinds;
        for (llvm::StringRef kind : lutfuse::standardKinds())
          kinds.push_back(kind.str());
        return kinds;
      },
      "Names of the activation kinds that the dialect knows, `custom` first.");
  m.def(
      "is_kind", [](const std::string &kind) { return lutfuse::isKind(kind); }, "kind"_a,
      "Whether a name is that of a standard kind, or one's own with a prefix.");
}
