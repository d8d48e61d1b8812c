"""The targets that come with this project, each true of the code generator behind it.

- `cpu`: kernels for processors, which take all that a fused op can say.
- `ethos-u...`: command streams for Arm's Ethos-U. An 8-bit table is applied to what the output
  unit writes, one for all channels; a clip is its clamp; a leaky ReLU becomes a table. Groups that
  are not depthwise are convolutions on strided channels of one feature map, so that nothing is to
  be decomposed. 16-bit codes stay on the host.
- `reference`: no machine, but the cautious rules by which such fusion is often done.

`test/targets/test_builtin_true.py` runs every combination that they admit.
"""

from __future__ import annotations

from lutfuse.dialects.accelerators import ACCELERATORS, SLOT_BYTES, Accelerator
from lutfuse.targets.description import Target
from lutfuse.targets.words import PARAMETRIC

_8_BITS = frozenset({"i8", "u8"})


def _ethos_u(npu: Accelerator) -> Target:
    macs = npu.cores * npu.macs
    return Target(
        npu.name,
        f"Arm {npu.label} with {macs} MACs a cycle: one 8-bit table or a clip after any "
        "convolution",
        parameters=frozenset({"clip", "leaky_relu"}),
        input_storages=_8_BITS,
        storages=_8_BITS,
        result_storages=_8_BITS,
        lookups=frozenset({"direct"}),
        table_bytes=SLOT_BYTES,
        per_channel_tables=False,
    )


BUILTIN = (
    Target(
        "reference",
        "8-bit GELU and sigmoid tables after ungrouped convolutions: the conservative rules",
        producers=frozenset({"convolution", "transposed"}),
        activations=frozenset({"gelu", "sigmoid"}),
        storages=_8_BITS,
        result_storages=_8_BITS,
        per_channel_tables=False,
    ),
    Target(
        "cpu",
        "any activation after any convolution, in registers",
        parameters=PARAMETRIC,
    ),
    *map(_ethos_u, ACCELERATORS.values()),
)
