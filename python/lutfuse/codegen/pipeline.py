"""The pipeline from a planned module to LLVM's dialect, and the passes before it, as text."""

from __future__ import annotations

# Kernels that no generator wrote: TOSA to loops over buffers, as in `lutfuse.jit`.
UPSTREAM = (
    "convert-lutfuse-to-tosa",
    "func.func(tosa-convert-integer-type-to-signless,tosa-to-scf,tosa-optional-decompositions,"
    "tosa-infer-shapes,tosa-make-broadcastable,tosa-to-linalg-named,tosa-layerwise-constant-fold,"
    "tosa-make-broadcastable,tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},"
    "tosa-to-tensor)",
    "linalg-fuse-elementwise-ops",
    "empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map}",
    "canonicalize,free-kernel-buffers",
)
LOOPS = ("convert-linalg-to-loops,canonicalize",)
LLVM = (
    "expand-strided-metadata,lower-affine,arith-expand,convert-scf-to-cf",
    "convert-vector-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
    "convert-to-llvm,reconcile-unrealized-casts,cse",
)


def kernels(cpu: str) -> tuple[str, ...]:
    """From a fused module to kernels on buffers."""
    return (
        "outline-cpu-kernels",
        "plan-cpu-buffers",
        f"generate-cpu-kernels{{cpu={cpu}}}",
    )
