"""Layers in the dialect `lutfuse`, run on the simulator and on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
from mlir import ir

from lutfuse.runtime.ethosu import EthosuEngine
from lutfuse.runtime.models import new_context
from lutfuse.tools.ethosu import lower_to_ethosu
from lutfuse.tools.run import compile_model

Array = np.ndarray[Any, np.dtype[Any]]


def hex_of(values: Array) -> str:
    """A dense attribute's bytes."""
    return f'dense<"0x{np.ascontiguousarray(values).tobytes().hex().upper()}">'


def constant(name: str, values: Array) -> str:
    """A `tosa.const` of signless integers."""
    bits = values.dtype.itemsize * 8
    type_ = f"tensor<{'x'.join(map(str, values.shape))}xi{bits}>"
    return f'  %{name} = "tosa.const"() <{{values = {hex_of(values)} : {type_}}}> : () -> {type_}\n'


def engines(text: str, accelerator: str, fuse: bool = False) -> tuple[Any, EthosuEngine]:
    """The CPU's engine of a module and the simulator's."""
    cpu = ir.Module.parse(text, new_context())
    npu = ir.Module.parse(text, new_context())
    lower_to_ethosu(npu, accelerator, fuse_for="cpu" if fuse else None, collapse=False)
    return compile_model(cpu, None), EthosuEngine(npu)


def check(text: str, inputs: list[Array], accelerator: str = "ethos-u55-128") -> EthosuEngine:
    """Asserts that both compute the same of some inputs; returns the simulator's engine."""
    cpu, npu = engines(text, accelerator)
    for expected, got in zip(cpu(list(inputs)), npu(*inputs), strict=True):
        assert int((expected != got).sum()) == 0
    return npu
