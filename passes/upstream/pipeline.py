"""The stock lowering as text, from TOSA to buffers: what the CPU pipeline and the JIT share."""

from __future__ import annotations

# As upstream's tosa-to-linalg-pipeline, but without its validation, which refuses DOUBLE_ROUND.
TO_LINALG = (
    "func.func(tosa-convert-integer-type-to-signless,tosa-to-scf,tosa-optional-decompositions,"
    "tosa-infer-shapes,tosa-make-broadcastable,tosa-to-linalg-named,tosa-layerwise-constant-fold,"
    "tosa-make-broadcastable,tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},"
    "tosa-to-tensor)"
)
TO_BUFFERS = (
    # Fusion removes the i1 tensors of comparisons, which buffers cannot hold. No CSE before it: a
    # comparison with two users is not fused.
    "linalg-fuse-elementwise-ops",
    "empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map}",
)
