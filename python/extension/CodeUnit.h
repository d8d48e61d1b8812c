// From modules of the LLVM dialect to objects, assembly or LLVM IR.
#pragma once

#include "CodeTarget.h"
#include "mlir/IR/Operation.h"

#include <memory>
#include <optional>

namespace lutfuse {

enum class CodeKind { object, assembly, llvmIR };

// LLVM IR of modules, in a context of its own: one thread may compile it while others translate
// and compile theirs.
class CodeUnit {
public:
  CodeUnit();
  ~CodeUnit();

  // Translates a module of the LLVM dialect, which is not referred to later. `passes` is a
  // pipeline of LLVM's pass manager, which `compile` runs on this module alone.
  llvm::Error add(mlir::Operation *module, std::string passes);

  // Optimizes all modules, links them into the first and writes it, as position-independent
  // code. With `keep`, only these functions are seen from outside. To be called once.
  llvm::Expected<std::string> compile(const CodeTarget &target, CodeKind kind,
                                      const std::optional<std::set<std::string>> &keep);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace lutfuse
