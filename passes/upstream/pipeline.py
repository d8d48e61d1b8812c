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
    # Fusion spares the buffers of what has one user. No CSE before it: a comparison with two users
    # is not fused.
    "func.func(convert-elementwise-to-linalg),linalg-fuse-elementwise-ops",
    # A loop may make a buffer in every turn: `ownership-based-buffer-deallocation` frees them.
    "empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=true}",
)
OWNERSHIP = (
    "ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,"
    "bufferization-lower-deallocations"
)
