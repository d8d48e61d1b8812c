"""This project's engine, fused or with activations as kernels of their own.

Both are compiled anew, by the same generators and without the cache, after the same element-wise
graphs have become tables: they differ by the fusion alone.
"""

from __future__ import annotations

import os

import lutfuse
from benchmarks.cases import Case
from benchmarks.engines import EngineError
from benchmarks.layers import Array
from lutfuse.runtime.cpu import CpuModel
from lutfuse.runtime.models import ModelError, load_model, new_context, run_pipeline


def load(case: Case, threads: int, variant: str) -> _Session:
    """Variants are `fused` and `unfused`."""
    os.environ["LUTFUSE_CACHE"] = "0"
    try:
        if variant == "fused":
            model = lutfuse.load(case.model, threads=threads)
        else:
            module, _ = load_model(case.model, new_context())
            run_pipeline(module, "collapse-elementwise-to-table")
            model = lutfuse.load(module, threads=threads, target=None)
    except ModelError as error:
        raise EngineError(str(error)) from None
    return _Session(model, case.arrays())


class _Session:
    """A model with its inputs and outputs, bound once as those of the other engines."""

    def __init__(self, model: CpuModel, inputs: list[Array]) -> None:
        self.inputs = [model.empty(tensor) for tensor in model.inputs]
        self.results = [model.empty(tensor) for tensor in model.outputs]
        for room, array in zip(self.inputs, inputs, strict=True):
            # A module has lost the sign of 8-bit codes, which are the same bits.
            room[...] = array.view(room.dtype)
        self.run = model.bind(*self.inputs, out=self.results)

    def outputs(self) -> list[Array]:
        """Results as the model has them."""
        return [array.copy() for array in self.results]
