"""Runs a model, and compares it with golden outputs.

The engine `cpu` is the one of `lutfuse.runtime.cpu`; `upstream` is the stock lowering, a second
opinion.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from mlir import ir

from lutfuse.dialects.interface import Tensor
from lutfuse.passes.upstream.jit import JitError, JitModule
from lutfuse.runtime.cpu import CpuModel
from lutfuse.runtime.models import ModelError, fusion_passes, model_interface, run_pipeline
from lutfuse.tools.files import STDOUT, write_atomically
from lutfuse.tools.fuse import COLLAPSE

Array = np.ndarray[Any, np.dtype[Any]]
Run = Callable[[list[Array]], list[Array]]  # one step; state is kept from one to the next
Difference = tuple[str, int, int]  # output, differing elements, elements


class Engine:
    """A compiled model that takes and returns the element types of the model's own file.

    `compile` makes of a module what runs it, `compiled`.
    """

    def __init__(
        self,
        module: ir.Module,
        compile: Callable[[ir.Module], Callable[..., list[Array]]],
        entry: str = "",
    ) -> None:
        try:
            self.compiled = compile(module)
        except (JitError, ValueError) as error:
            raise ModelError(str(error)) from None
        self._interface = model_interface(module, entry)

    def __call__(self, inputs: list[Array]) -> list[Array]:
        """Runs one step; state is kept between steps. Raises ModelError on wrong inputs."""
        tensors = self._interface.inputs
        plain = [_signless(x, t) for x, t in zip(inputs, tensors, strict=False)]
        try:
            outputs = self.compiled(*plain, *inputs[len(plain) :])
        except ValueError as error:
            raise ModelError(str(error)) from None
        return [y.view(t.dtype) for y, t in zip(outputs, self._interface.outputs, strict=True)]


def _signless(array: Array, tensor: Tensor) -> Array:
    """Unsigned codes travel in signless integers: same bits, and the ops know the sign."""
    is_unsigned = np.dtype(tensor.dtype).kind == "u" and array.dtype == tensor.dtype
    return array.view(f"i{array.itemsize}") if is_unsigned else array


def compile_model(
    module: ir.Module, target: str | None, *, collapse: bool = False, entry: str = ""
) -> Engine:
    """Compiles `module`, fused for `target` or not at all. The module is lowered in place."""
    passes = list(COLLAPSE) if collapse else []
    if target is not None:
        passes += fusion_passes(target)
    run_pipeline(module, *passes, "convert-lutfuse-to-tosa")
    return Engine(module, partial(JitModule, function=entry), entry)


def runner(model: CpuModel) -> Run:
    """A model of the CPU engine as something to compare; wrong inputs are a ModelError."""

    def run(inputs: list[Array]) -> list[Array]:
        try:
            return model.run(*inputs)
        except ValueError as error:
            raise ModelError(str(error)) from None

    return run


def _load(path: Path) -> Any:
    try:
        return np.load(path, allow_pickle=False)
    except OSError as error:
        reason = error.strerror or "no NumPy file"
        raise ModelError(f"'{path}': expected a readable file but got {reason}") from None
    except (ValueError, EOFError):
        raise ModelError(f"'{path}': expected an NPY or NPZ file but got something else") from None


def _steps(path: Path) -> list[tuple[list[Array], list[Array]]]:
    """Inputs and outputs of every step of a golden file, in order."""
    archive = _load(path)
    if not hasattr(archive, "files"):
        raise ModelError(f"'{path}': expected an NPZ with stepS_inputK and stepS_outputK")
    found: dict[int, tuple[dict[int, Array], dict[int, Array]]] = {}
    for key in archive.files:
        match = re.fullmatch(r"step(\d+)_(input|output)(\d+)", key)
        if match is None:
            raise ModelError(f"'{path}': expected stepS_inputK or stepS_outputK but got '{key}'")
        step, side, index = int(match[1]), match[2] == "output", int(match[3])
        found.setdefault(step, ({}, {}))[side][index] = archive[key]
    if not found:
        raise ModelError(f"'{path}': expected at least one step but got none")
    return [
        ([ins[k] for k in sorted(ins)], [outs[k] for k in sorted(outs)])
        for _, (ins, outs) in sorted(found.items())
    ]


def compare(engine: Run, golden: Path) -> list[Difference]:
    """Differing elements of every output, summed over the steps of a golden file."""
    totals: dict[int, tuple[int, int]] = {}
    for inputs, expected in _steps(golden):
        got = engine(inputs)
        if len(got) != len(expected):
            raise ModelError(
                f"'{golden}': expected {len(got)} outputs as the model has but got {len(expected)}"
            )
        for index, (y, want) in enumerate(zip(got, expected, strict=True)):
            _check_same_form(golden, index, y, want)
            differing, elements = totals.get(index, (0, 0))
            totals[index] = differing + int(np.count_nonzero(y != want)), elements + y.size
    return [(f"output{index}", d, n) for index, (d, n) in sorted(totals.items())]


def _check_same_form(golden: Path, index: int, got: Array, expected: Array) -> None:
    if (got.dtype, got.shape) == (expected.dtype, expected.shape):
        return
    raise ModelError(
        f"'{golden}': expected output{index} of {got.dtype}{list(got.shape)} as the model has but "
        f"got {expected.dtype}{list(expected.shape)}"
    )


def run_once(engine: Run, inputs: tuple[Path, ...], output: Path | None) -> None:
    """Runs one step on NPY inputs; writes the outputs, or prints them where no file is named.

    Standard output takes NPY, or NPZ where there are several.
    """
    outputs = engine([_load(path) for path in inputs])
    if output is None:
        for index, y in enumerate(outputs):
            print(f"output{index} {y.dtype}{list(y.shape)}")
            print(y)
        return
    several = len(outputs) != 1
    if output.suffix == ".npz" or (output == STDOUT and several):
        named = {f"output{index}": y for index, y in enumerate(outputs)}
        return write_atomically(output, lambda file: np.savez(file, allow_pickle=False, **named))
    if several:
        raise ModelError(f"'{output}': expected .npz for {len(outputs)} outputs")
    write_atomically(output, lambda file: np.save(file, outputs[0], allow_pickle=False))
