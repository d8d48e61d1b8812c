"""The pipeline `lutfuse-to-llvm`, as text: from a module in `lutfuse` and TOSA to LLVM's dialect.

It has parts, and `program` runs the same parts: `select` and `PREPARE` make one function of what
the entry calls; `OUTLINE` and `generate` make kernels;
`UPSTREAM` lowers those that no generator wrote, with the function that calls all; `LLVM` lowers
what is left, in the kernels that generators wrote and in the others.
"""

from __future__ import annotations

from lutfuse.kernels.unit import cpus
from lutfuse.passes.core.registry import register_pipeline
from lutfuse.passes.cpu.attach_debug_info import AttachDebugInfo
from lutfuse.passes.cpu.check_lowered import CheckLowered
from lutfuse.passes.upstream import pipeline

PREPARE = (
    "store-scalars-in-tensors",
    "inline-resource-constants",
    # The TFLite converter wraps variable reads and writes in casts to the same type.
    "reconcile-unrealized-casts",
)
OUTLINE = (
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
    "convert-linalg-to-loops,canonicalize,widen-bool-buffers",
)
LLVM = (
    # Fewer ops make every pass after this one faster; LLVM cleans up behind the last.
    "cse,expand-strided-metadata,lower-affine,arith-expand,convert-scf-to-cf",
    "convert-vector-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
    "convert-to-llvm,reconcile-unrealized-casts",
    CheckLowered.name,
    AttachDebugInfo.name,
)


def select(entry: str) -> tuple[str, ...]:
    """What comes before `PREPARE`: `entry` names one function, or is empty."""
    return (f"select-entry{{entry={entry}}}",)


def generate(cpu: str) -> tuple[str, ...]:
    """Kernels as vector code for a processor."""
    return (f"generate-cpu-kernels{{cpu={cpu}}}",)


@register_pipeline(
    "lutfuse-to-llvm",
    "Lower a function to LLVM's dialect, with kernels generated for a processor: cpu=NAME "
    "entry=NAME",
)
def expand(options: str) -> str:
    """The passes of `lutfuse-to-llvm{OPTIONS}`; raises ValueError for an unknown option or CPU."""
    given = {"cpu": "host", "entry": ""}
    for option in options.split():
        name, _, value = option.partition("=")
        if name not in given:
            raise ValueError(f"expected the options 'cpu' and 'entry' but got '{name}'")
        given[name] = value
    cpus.find_cpu(given["cpu"])
    before = *select(given["entry"]), *PREPARE, "move-variables-to-arguments"
    return ",".join((*before, *OUTLINE, *generate(given["cpu"]), *UPSTREAM, *LLVM))
