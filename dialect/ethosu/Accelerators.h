// What is known of each accelerator: verifiers read this table, and all of Python through
// `lutfuse._lutfuse.ethosu_accelerators`. Numbers are those of Vela's
// `architecture_features.accelerator_configs`.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace ethosu {

inline constexpr int64_t bankBytes = 1024, slotBytes = 256, slotCount = 8;

struct Accelerator {
  const char *name;
  bool u65;
  int64_t cores;
  int64_t macs;          // a cycle, of one core
  int64_t banks;         // of `shram`, of one core
  int64_t transfers;     // that may be outstanding
  int64_t microBlock[3]; // of the result: height, width, depth

  // Of slot 0 in `shram`: the slots are its last bytes.
  constexpr int64_t tableAddress() const { return banks * bankBytes - slotCount * slotBytes; }
};

inline constexpr Accelerator accelerators[] = {
    {"ethos-u55-32", false, 1, 32, 16, 1, {1, 1, 4}},
    {"ethos-u55-64", false, 1, 64, 16, 1, {1, 1, 8}},
    {"ethos-u55-128", false, 1, 128, 24, 1, {1, 2, 8}},
    {"ethos-u55-256", false, 1, 256, 48, 1, {2, 2, 8}},
    {"ethos-u65-256", true, 1, 256, 48, 2, {2, 2, 8}},
    {"ethos-u65-512", true, 2, 256, 48, 2, {2, 2, 8}},
};

inline std::optional<Accelerator> findAccelerator(llvm::StringRef name) {
  for (const Accelerator &accelerator : accelerators)
    if (name == accelerator.name)
      return accelerator;
  return std::nullopt;
}

} // namespace ethosu
