"""A target in TOML, and a kernel with every condition that there is."""

from __future__ import annotations

from pathlib import Path

from lutfuse.targets import Size, SpecializedKernel

HEAD = 'name = "npu"\ndescription = "one"\n'

ALL_CONDITIONS = SpecializedKernel(
    "all conditions",
    producers=frozenset({"convolution"}),
    storages=frozenset({"i8"}),
    kernel=(3, 2),
    stride=(1, 2),
    dilation=(2, 1),
    group=1,
    input_channels=Size(at_most=32),
    output_channels=Size(multiple_of=64),
    height=Size(at_least=8, at_most=64),
    width=Size(at_least=8),
    activations=frozenset({"clip"}),
)


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "npu.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
