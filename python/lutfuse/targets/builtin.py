"""The targets that come with this project.

What `ethos-u...` state are the rules by which Vela, Arm's public compiler for Ethos-U, puts
activations into convolutions: a table of 256 entries for 8-bit codes or of 513 interpolated
points for 16-bit codes, of any function, one for all channels; a clip of any bounds; after
convolutions, transposed ones and depthwise ones, which are the only groups. They say what fuses.
There is no code generator for Ethos-U here.
"""

from __future__ import annotations

from lutfuse.targets.description import PARAMETRIC, Target

_ETHOS_U = {"ethos-u55": (32, 64, 128, 256), "ethos-u65": (256, 512)}
_BYTES_OF_513_POINTS = 1026


def _ethos_u(family: str, macs: int) -> Target:
    name = family.replace("ethos-u", "Ethos-U")
    return Target(
        f"{family}-{macs}",
        f"Arm {name} with {macs} MACs a cycle: one table or a clip after any convolution",
        parameters=frozenset({"clip"}),
        groups="depthwise",
        table_bytes=_BYTES_OF_513_POINTS,
        per_channel_tables=False,
    )


BUILTIN = (
    Target(
        "reference",
        "8-bit GELU and sigmoid tables after ungrouped convolutions: the conservative rules",
        activations=frozenset({"gelu", "sigmoid"}),
        storages=frozenset({"i8", "u8"}),
        groups=False,
        per_channel_tables=False,
    ),
    Target("cpu", "any activation after any convolution, in registers", parameters=PARAMETRIC),
    *(_ethos_u(family, macs) for family, sizes in _ETHOS_U.items() for macs in sizes),
)
