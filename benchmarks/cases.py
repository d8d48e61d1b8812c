"""What is measured, as the driver hands it to the workers: files, and how a layer was drawn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.layers import Array, Layer


@dataclass(frozen=True)
class Case:
    """An int8 `.tflite` model, its inputs as a `.npz` file, and the same as TOSA bytecode.

    `layer` is set where the model is one generated layer, `tosa` where the converter can read it.
    """

    name: str
    model: Path
    inputs: Path
    layer: Layer | None = None
    tosa: Path | None = None

    def arrays(self) -> list[Array]:
        """The inputs, in the model's order."""
        with np.load(self.inputs) as file:
            return [file[name] for name in sorted(file.files)]

    def encode(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self) | {
            "model": str(self.model),
            "inputs": str(self.inputs),
            "tosa": str(self.tosa) if self.tosa else None,
        }

    @staticmethod
    def decode(fields: dict[str, Any]) -> Case:
        """The inverse of `encode`."""
        layer, tosa = fields["layer"], fields["tosa"]
        return Case(
            fields["name"],
            Path(fields["model"]),
            Path(fields["inputs"]),
            Layer(**layer) if layer else None,
            Path(tosa) if tosa else None,
        )


def write_arrays(path: Path, arrays: list[Array]) -> None:
    """Writes a `.npz` file that `Case.arrays` reads."""
    named: dict[str, Any] = {f"a{n:03}": array for n, array in enumerate(arrays)}
    np.savez(path, **named)


def read_arrays(path: Path) -> list[Array]:
    """Reads what `write_arrays` wrote."""
    with np.load(path) as file:
        return [file[name] for name in sorted(file.files)]
