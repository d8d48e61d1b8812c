"""The stock lowering from TOSA to LLVM, its repairs, and the JIT on top of it."""
