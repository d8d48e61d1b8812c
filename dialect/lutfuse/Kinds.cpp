#include "Kinds.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace lutfuse;

static bool isWord(StringRef text) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !text.empty() && !llvm::isDigit(text.front()) && llvm::all_of(text, isPart);
}

// Activations that people look for among the tables, and that are bounds here.
static bool isBounds(StringRef kind) {
  return kind.starts_with("relu") || kind == "clip" || kind == "clamp" || kind == "hard_tanh";
}

SmallVector<StringRef> lutfuse::standardKinds() {
  SmallVector<StringRef> kinds;
  for (uint32_t value = 0; value <= getMaxEnumValForStandardKind(); ++value)
    kinds.push_back(stringifyStandardKind(StandardKind(value)));
  return kinds;
}

bool lutfuse::isKind(StringRef kind) {
  SmallVector<StringRef> words;
  kind.split(words, '.');
  return symbolizeStandardKind(kind) || (words.size() > 1 && llvm::all_of(words, isWord));
}

LogicalResult lutfuse::verifyKind(function_ref<InFlightDiagnostic()> emitError, StringRef kind) {
  // kind_c1
  if (isKind(kind))
    return success();
  InFlightDiagnostic error = emitError();
  error << "expected a kind of activation, one of " << llvm::join(standardKinds(), ", ")
        << " or one's own with a prefix such as 'npu.softsign', but got '" << kind << "'";
  if (isBounds(kind))
    error << "; bounds are 'lutfuse.clip'";
  return error;
}
