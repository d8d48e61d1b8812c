// What code is generated for, and what this machine is.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <set>
#include <string>
#include <utility>

namespace llvm {
class Target;
} // namespace llvm

namespace lutfuse {

// A machine as LLVM names it; `features` are those on top of what `cpu` implies, as "+avx2,+fma".
struct CodeTarget {
  std::string triple, cpu, features;
};

// One line of LLVM's as an error.
llvm::Error failure(llvm::StringRef text);

llvm::Expected<const llvm::Target *> findTarget(const llvm::Triple &triple);

// An error where LLVM has no such target, or the target no such processor.
llvm::Error checkTarget(const CodeTarget &target);

std::string hostTriple();

// LLVM's name of this processor, and the features that it has.
std::pair<std::string, std::set<std::string>> hostCpu();

} // namespace lutfuse
