"""The compiled models in `models/` with inputs and outputs; `make_models.py` wrote them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from lutfuse.ethosu import Simulator, read_vela_model
from lutfuse.ethosu.payload import VelaModel
from lutfuse.ethosu.simulator import load_model
from support.layers import Array
from support.paths import TESTS

MODELS = TESTS / "npu" / "models"
NAMES = tuple(sorted(path.stem for path in MODELS.glob("*.tflite")))


def model(name: str) -> VelaModel:
    """One compiled model."""
    return read_vela_model((MODELS / f"{name}.tflite").read_bytes())


def steps(path: Path) -> list[tuple[list[Array], list[Array]]]:
    """Inputs and outputs of every step of an `.npz` file."""
    arrays = np.load(path)
    count = len({key.split("_")[0] for key in arrays.files})

    def part(step: int, kind: str) -> list[Array]:
        keys = [key for key in arrays.files if key.startswith(f"step{step}_{kind}")]
        return [arrays[key] for key in sorted(keys, key=len)]

    return [(part(step, "input"), part(step, "output")) for step in range(count)]


def loaded(name: str) -> tuple[Simulator, list[int]]:
    """A simulator with constants and inputs of a model in place, and the words to run."""
    found = model(name)
    simulator = load_model(found)
    for place, values in zip(found.inputs, steps(MODELS / f"{name}.npz")[0][0], strict=True):
        simulator.memory.region(place.region).fill(place.offset, values.tobytes())
    return simulator, list(found.payload.words)
