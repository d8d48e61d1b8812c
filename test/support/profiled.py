"""A layer whose ops are at places that tests look for again in generated code."""

from __future__ import annotations

import numpy as np

from support.layer import Layer, Table
from support.layer_text import lutfuse as layer_text

_RNG = np.random.default_rng(9)
_LAYER = Layer(
    (1, 6, 7, 4),
    _RNG.integers(-128, 128, (4, 3, 3, 4)),
    _RNG.integers(-5000, 5000, 4),
    np.array([1 << 30]),
    np.array([40]),
    table=Table(_RNG.integers(-128, 128, 256)),
)


def profiled_layer(convolution: str = "", activation: str = "", function: str = "main") -> str:
    """A convolution on line 7 and an activation on line 8, each with a location if one is given."""
    lines = layer_text(_LAYER).replace("@main", f"@{function}").splitlines()
    (conv,) = (n for n, line in enumerate(lines) if "lutfuse.conv2d" in line)
    (act,) = (n for n, line in enumerate(lines) if "lutfuse.lut_activation" in line)
    assert (conv, act) == (6, 7)
    for at, location in ((conv, convolution), (act, activation)):
        lines[at] += f" loc({location})" if location else ""
    return "\n".join(lines)


def quoted(name: bytes) -> str:
    """A string of MLIR's text that holds any bytes."""
    return '"' + "".join(f"\\{byte:02X}" for byte in name) + '"'
