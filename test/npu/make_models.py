"""Makes `models/`: small layers compiled by Vela, with inputs and LiteRT's outputs.

They let the simulator's tests run where Vela is not installed. Run as `python make_models.py` with
the folder `test` on the path, and with the extra `ethos-u`.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from support.layers import Array, Layer, build, litert, typical
from support.npu_operators import operators
from support.vela import compile_model

MODELS = Path(__file__).parent / "models"

_CONV = Layer("conv", (1, 5, 7, 3), 20)
LAYERS = {
    "conv_sigmoid": ("ethos-u55-128", replace(_CONV, activation="sigmoid")),
    "conv_sigmoid_cores": ("ethos-u65-512", replace(_CONV, activation="sigmoid")),
    "conv_silu": ("ethos-u55-256", replace(_CONV, activation="silu")),
    "conv_relu6_dilated": ("ethos-u65-256", replace(_CONV, dilation=(2, 2), fused="relu6")),
    "conv_tanh_int16": ("ethos-u55-64", replace(_CONV, storage="int16", activation="tanh")),
    "depthwise_gelu": (
        "ethos-u55-32",
        Layer("depthwise", (1, 9, 11, 17), kernel=(5, 3), activation="gelu"),
    ),
    "transpose_tanh": (
        "ethos-u65-256",
        Layer("transpose", (1, 3, 4, 3), 5, (4, 2), (2, 2), activation="tanh"),
    ),
}
OPERATORS = ("softmax", "average-same", "sub-reversed")


def _save(name: str, accelerator: str, data: bytes, steps: list[list[Array]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        compiled = compile_model(data, accelerator, Path(folder))
    (MODELS / f"{name}.tflite").write_bytes(compiled)
    results = litert(data, steps)
    arrays: dict[str, Array] = {}
    for number, (inputs, outputs) in enumerate(zip(steps, results, strict=True)):
        arrays |= {f"step{number}_input{n}": value for n, value in enumerate(inputs)}
        arrays |= {f"step{number}_output{n}": value for n, value in enumerate(outputs)}
    np.savez_compressed(MODELS / f"{name}.npz", **arrays)


def main() -> None:
    """Write all files."""
    for name, (accelerator, layer) in LAYERS.items():
        whole = typical(layer, per_channel=True)
        _save(name, accelerator, build([whole]), [[x] for x in whole.inputs()[-1:]])
    for name in OPERATORS:
        operator = operators("int8")[name]
        _save(name, "ethos-u55-128", operator.build(), operator.steps(1))


if __name__ == "__main__":
    main()
