"""The pipeline `lutfuse-to-llvm`, as text: from a module in `lutfuse` and TOSA to LLVM's dialect.

It has four parts, and `program` runs the same parts: `OUTLINE` and `generate` make kernels;
`UPSTREAM` lowers those that no generator wrote, with the function that calls all; `LLVM` lowers
what is left, in the kernels that generators wrote and in the others.
"""

from __future__ import annotations

from lutfuse.kernels.unit import cpus
from lutfuse.passes.core.registry import register_pipeline
from lutfuse.passes.upstream import pipeline

OUTLINE = (
    # The TFLite converter wraps variable reads and writes in casts to the same type.
    "reconcile-unrealized-casts",
    "move-variables-to-arguments",
    "func.func(tosa-convert-integer-type-to-signless)",
    "outline-cpu-kernels",
    "pad-kernel-results",
    "plan-cpu-buffers",
    "insert-thread-barriers",
)
# TOSA to loops over buffers.
UPSTREAM = (
    "convert-lutfuse-to-tosa",
    pipeline.TO_LINALG,
    "round-resize-down",
    *pipeline.TO_BUFFERS,
    "canonicalize,free-kernel-buffers,replace-memref-copies",
    "convert-linalg-to-loops,canonicalize",
)
LLVM = (
    # Fewer ops make every pass after this one faster; LLVM cleans up behind the last.
    "cse,expand-strided-metadata,lower-affine,arith-expand,convert-scf-to-cf",
    "convert-vector-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
    "convert-to-llvm,reconcile-unrealized-casts",
)


def generate(cpu: str) -> tuple[str, ...]:
    """Kernels as vector code for a processor."""
    return (f"generate-cpu-kernels{{cpu={cpu}}}",)


@register_pipeline(
    "lutfuse-to-llvm",
    "Lower main to LLVM's dialect, with kernels generated for a processor: cpu=NAME",
)
def expand(options: str) -> str:
    """The passes of `lutfuse-to-llvm{OPTIONS}`; raises ValueError for an unknown option or CPU."""
    cpu = "host"
    for option in options.split():
        name, _, value = option.partition("=")
        if name != "cpu":
            raise ValueError(f"expected the option 'cpu' but got '{name}'")
        cpu = value
    cpus.find_cpu(cpu)
    return ",".join((*OUTLINE, *generate(cpu), *UPSTREAM, *LLVM))
