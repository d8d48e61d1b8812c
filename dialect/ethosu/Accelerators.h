// What the verifiers and the Python passes know of each accelerator.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace ethosu {

inline constexpr int64_t slotBytes = 256, slotCount = 8;

struct Accelerator {
  const char *name;
  bool u65;
  int64_t cores;
  int64_t tableAddress;  // of slot 0 in `shram`
  int64_t microBlock[3]; // height, width, depth
};

inline constexpr Accelerator accelerators[] = {
    {"ethos-u55-32", false, 1, 14336, {1, 1, 4}},  {"ethos-u55-64", false, 1, 14336, {1, 1, 8}},
    {"ethos-u55-128", false, 1, 22528, {1, 2, 8}}, {"ethos-u55-256", false, 1, 47104, {2, 2, 8}},
    {"ethos-u65-256", true, 1, 47104, {2, 2, 8}},  {"ethos-u65-512", true, 2, 47104, {2, 2, 8}},
};

inline std::optional<Accelerator> findAccelerator(llvm::StringRef name) {
  for (const Accelerator &accelerator : accelerators)
    if (name == accelerator.name)
      return accelerator;
  return std::nullopt;
}

} // namespace ethosu
