// Names that are near an unknown one, for diagnostics.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace lutfuse {

// `; did you mean 'stride'?`, or nothing where no name is near.
std::string didYouMean(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> known);

} // namespace lutfuse
