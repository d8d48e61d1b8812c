"""The C header of a compiled model: one entry point, memory, and a description of each tensor."""

from __future__ import annotations

import lutfuse
from lutfuse.dialects.interface import Tensor
from lutfuse.kernels.unit.cpus import Cpu
from lutfuse.passes.cpu.plan_cpu_buffers import ALIGNMENT, SLACK
from lutfuse.runtime.program import ProgramInterface

_TYPES = {"bool": "uint8_t", "float32": "float", "float64": "double"}

_TEXT = """\
/* {name}: a model compiled by lutfuse {version} for {cpu}. Generated. */
#ifndef {upper}_H
#define {upper}_H

#include <stddef.h>
#include <stdint.h>

/* Memory that the model works in: allocate {upper}_ARENA_BYTES, aligned to {upper}_ALIGNMENT, and
   call {name}_reset once. The arena also keeps the state from one run to the next. */
#define {upper}_ARENA_BYTES {arena}
#define {upper}_ALIGNMENT {alignment}

/* Readable bytes behind each input and output: kernels load whole vectors. None is written. */
#define {upper}_SLACK {slack}

/* What each tensor is: real value = SCALE * (code - ZERO_POINT), for quantized ones. */
{tensors}

#ifdef __cplusplus
extern "C" {{
#endif

/* Prepares an arena: the state of a streaming model becomes what it is at first. */
void {reset}(void *arena);

/* Runs one step: reads the inputs and writes the outputs, which must not overlap.

   With one thread, call it with thread = 0 and threads = 1. To run on N threads, call it from N
   threads at the same time, with threads = N, thread = 0 to N - 1, and all other arguments equal;
   the outputs are complete when all have returned, and the same for every N. One arena serves one
   run at a time. */
void {run}({parameters});

#ifdef __cplusplus
}}
#endif

#endif
"""


def write_header(interface: ProgramInterface, cpu: Cpu) -> str:
    """Text of the header."""
    upper = interface.name.upper()
    sides = {"INPUT": interface.inputs, "OUTPUT": interface.outputs}
    tensors = [
        _describe(f"{upper}_{side}{position}", tensor)
        for side, group in sides.items()
        for position, tensor in enumerate(group)
    ]
    parameters = ["ptrdiff_t thread", "ptrdiff_t threads", "void *arena"]
    parameters += [f"const {c_type(t)} *input{n}" for n, t in enumerate(interface.inputs)]
    parameters += [f"{c_type(t)} *output{n}" for n, t in enumerate(interface.outputs)]
    return _TEXT.format(
        name=interface.name,
        upper=upper,
        version=lutfuse.__version__,
        cpu=cpu.name,
        arena=interface.arena,
        alignment=ALIGNMENT,
        slack=SLACK,
        tensors="\n\n".join(tensors),
        reset=interface.reset,
        run=interface.run,
        parameters=", ".join(parameters),
    )


def c_type(tensor: Tensor) -> str:
    """The C type of an element."""
    return _TYPES.get(tensor.dtype, f"{tensor.dtype}_t")


def _describe(prefix: str, tensor: Tensor) -> str:
    escaped = tensor.name.replace("\\", "\\\\").replace('"', '\\"')
    elements = 1
    for size in tensor.shape:
        elements *= size
    lines = {
        "NAME": f'"{escaped}"',
        "TYPE": c_type(tensor),
        "RANK": len(tensor.shape),
        "SHAPE": "{" + ", ".join(map(str, tensor.shape)) + "}",
        "ELEMENTS": elements,
    }
    if tensor.scale is not None:
        lines |= {"SCALE": repr(tensor.scale), "ZERO_POINT": tensor.zero_point}
    return "\n".join(f"#define {prefix}_{name} {value}" for name, value in lines.items())
