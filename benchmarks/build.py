"""Makes cases: writes generated layers, finds models, adds inputs and TOSA bytecode."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np

from benchmarks.cases import Case, write_arrays
from benchmarks.layers import ACTIVATIONS, SHAPES, Array, Layer
from benchmarks.tflite_layers import write_layer
from lutfuse.importers.flatbuffer import FlatbufferError, read_model

SEED = 1  # of the inputs


def layers(activations: Sequence[str] = ACTIVATIONS) -> list[Layer]:
    """The grid: every shape with every activation."""
    return [replace(shape, activation=name) for shape in SHAPES for name in activations]


def models(places: Sequence[Path]) -> list[Path]:
    """The `.tflite` files that are named, or that lie in the folders that are named."""
    found: list[Path] = []
    for place in places:
        found += sorted(place.glob("*.tflite")) if place.is_dir() else [place]
    return found


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Whether a name matches one of the patterns, or there are none."""
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def layer_case(layer: Layer, folder: Path) -> Case:
    """Writes a layer and its inputs into `folder`."""
    model = folder / f"{layer.name}.tflite"
    model.write_bytes(write_layer(layer))
    return _case(layer.name, model, layer.inputs_from(SEED), folder, layer)


def model_case(model: Path, folder: Path) -> Case:
    """A model with the first inputs of the `.npz` beside it, or random ones.

    Raises ValueError with one line for a file that is no model.
    """
    try:
        data = model.read_bytes()
        inputs = list(_recorded(model)) or list(_random(data))
    except (OSError, FlatbufferError) as error:
        raise ValueError(f"'{model.name}': {error}") from None
    return _case(model.stem, model.resolve(), inputs, folder, None)


def _recorded(model: Path) -> Iterator[Array]:
    """Inputs of the first step, `step0_input0` and so on."""
    recorded = model.with_suffix(".npz")
    if not recorded.exists():
        return
    with np.load(recorded) as file:
        for name in sorted(n for n in file.files if re.fullmatch(r"step0_input\d+", n)):
            yield file[name]


def _random(data: bytes) -> Iterator[Array]:
    """Uniform codes, or normally distributed numbers."""
    rng = np.random.default_rng(SEED)
    for tensor in read_model(data).inputs:
        dtype = np.dtype(tensor.dtype)
        if dtype.kind == "f":
            yield rng.standard_normal(tensor.shape).astype(dtype)
        else:
            limits = np.iinfo(dtype)
            yield rng.integers(limits.min, limits.max, tensor.shape, dtype, endpoint=True)


def _case(name: str, model: Path, inputs: list[Array], folder: Path, layer: Layer | None) -> Case:
    path = folder / f"{name}.npz"
    write_arrays(path, inputs)
    return Case(name, model, path, layer, _tosa(model, folder / f"{name}.mlirbc"))


def _tosa(model: Path, path: Path) -> Path | None:
    """TOSA bytecode of a model, None where the converter refuses it."""
    command = [sys.executable, "-m", "tosa_converter_for_tflite.cli", "--bytecode"]
    done = subprocess.run([*command, str(model), "-o", str(path)], capture_output=True, check=False)
    return path if done.returncode == 0 and path.exists() else None
