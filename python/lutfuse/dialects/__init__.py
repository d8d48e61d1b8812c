"""MLIR dialects of this project, found by `mlir` through its dialect search prefix."""
