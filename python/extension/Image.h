// Generated code in this process.
#pragma once

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace lutfuse {

// Object files, linked into this process. Symbols that none of them defines are the process's.
class Image {
public:
  static llvm::Expected<std::unique_ptr<Image>> link(const std::vector<std::string> &objects);
  ~Image();

  // Of a function or of data.
  llvm::Expected<uint64_t> address(const std::string &symbol);

private:
  struct State;
  explicit Image(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace lutfuse
