"""What a driver gets: the payload around a command stream, and the model that carries it.

Formats are those of Vela's `driver_actions` (`COP1`) and of its `.tflite` output: one custom
operator `ethos-u` whose first inputs are payload, constants, scratch and fast scratch (the third
twice where there is no fast one), then the feature maps. Regions 0, 1, 2 are inputs 1, 2, 3;
feature maps lie in scratch where the metadata `OfflineMemoryAllocation` puts them.
"""

# The `tflite` package is generated and untyped; this module is the typed boundary around it.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

MAGIC = b"COP1"
CUSTOM_CODE = b"ethos-u"
ALLOCATION = b"OfflineMemoryAllocation"

# Driver actions: the low byte of a tag (`DACommands`).
_CONFIG, _COMMANDS, _NOP = 0x01, 0x02, 0x05
_PRODUCTS = {0: "ethos-u55", 1: "ethos-u65"}


class PayloadError(ValueError):
    """A payload or model that is not as Vela writes it: `expected ..., got ...`."""


@dataclass(frozen=True)
class Payload:
    """Accelerator that the configuration word names, and the words of the command stream."""

    accelerator: str
    words: tuple[int, ...]


@dataclass(frozen=True)
class Placed:
    """A feature map that the host reads or writes: its region and byte offset there."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    region: int
    offset: int

    @property
    def size(self) -> int:
        """Bytes."""
        return int(np.prod(self.shape, dtype=np.int64)) * np.dtype(self.dtype).itemsize


@dataclass(frozen=True)
class VelaModel:
    """One NPU operator of a model: all that running it needs.

    `constants` are region 0; `scratch` and `fast_scratch` the bytes of regions 1 and 2, which are
    one memory where `fast_scratch` is None.
    """

    payload: Payload
    constants: bytes
    scratch: int
    fast_scratch: int | None
    inputs: tuple[Placed, ...]
    outputs: tuple[Placed, ...]


def read_payload(data: bytes) -> Payload:
    """Unpack driver actions; raises PayloadError on a bad magic number, tag or length."""
    if data[:4] != MAGIC or len(data) % 4:
        raise PayloadError(f"expected a payload that starts with {MAGIC!r}, got {data[:4]!r}")
    words = struct.unpack(f"<{len(data) // 4}I", data)
    accelerator, position = "", 1
    while position < len(words):
        tag = words[position]
        if tag & 0xFF == _CONFIG:
            accelerator = _accelerator(words[position + 1])
            position += 3
        elif tag & 0xFF == _COMMANDS:
            return Payload(accelerator, _stream(words, position))
        elif tag & 0xFF == _NOP:
            position += 1
        else:
            raise PayloadError(f"expected a driver action at word {position}, got {tag:#010x}")
    raise PayloadError("expected a command stream, got the end of the payload")


def _stream(words: tuple[int, ...], position: int) -> tuple[int, ...]:
    length = (words[position] >> 8 & 0xFF) << 16 | words[position] >> 16
    stream = words[position + 1 : position + 1 + length]
    if len(stream) != length:
        raise PayloadError(f"expected {length} command words, got {len(stream)}")
    return stream


def _accelerator(configuration: int) -> str:
    """`config_r`: product in bits 28 to 31, log2 of multiplies for each cycle in bits 0 to 3."""
    product = _PRODUCTS.get(configuration >> 28)
    if product is None:
        raise PayloadError(f"expected Ethos-U55 or -U65, got product {configuration >> 28}")
    return f"{product}-{1 << (configuration & 0xF)}"


def read_vela_model(data: bytes) -> VelaModel:
    """Read a `.tflite` that Vela mapped onto the NPU whole.

    Inputs and outputs are in the order of the model, which that of the operator may not be.
    Raises PayloadError if the operator is not the only one.
    """
    model = _model(data)
    graph = model.Subgraphs(0)
    operators = read_npu_operators(data)
    if len(operators) != 1 or graph.OperatorsLength() != 1:
        got = f"{len(operators)} of {graph.OperatorsLength()}"
        raise PayloadError(f"expected one operator, for the NPU, got {got}")
    offsets = _allocation(model)
    inputs = tuple(_placed(graph, int(index), offsets) for index in graph.InputsAsNumpy())
    outputs = tuple(_placed(graph, int(index), offsets) for index in graph.OutputsAsNumpy())
    return replace(operators[0], inputs=inputs, outputs=outputs)


def read_npu_operators(data: bytes) -> tuple[VelaModel, ...]:
    """The NPU operators of a `.tflite` that Vela wrote, in file order; others are left out."""
    model = _model(data)
    graph = model.Subgraphs(0)
    operators = [graph.Operators(index) for index in range(graph.OperatorsLength())]
    ours = [one for one in operators if _custom_code(model, one) == CUSTOM_CODE]
    offsets = _allocation(model) if ours else []
    return tuple(_read_operator(model, graph, one, offsets) for one in ours)


def _model(data: bytes) -> Any:
    import tflite  # not above: hundreds of modules, which most programs that import this never need

    return tflite.Model.GetRootAsModel(data, 0)


@cache
def _dtypes() -> Mapping[int, str]:
    """NumPy names of the element types of integers."""
    from tflite import TensorType

    names = {code: name for name, code in vars(TensorType).items() if name.startswith("INT")}
    return {code: name.lower() for code, name in names.items()} | {TensorType.UINT8: "uint8"}


def _custom_code(model: Any, operator: Any) -> bytes | None:
    return model.OperatorCodes(operator.OpcodeIndex()).CustomCode()


def _read_operator(model: Any, graph: Any, operator: Any, offsets: list[int]) -> VelaModel:
    indices = [int(index) for index in operator.InputsAsNumpy()]
    outputs = [int(index) for index in operator.OutputsAsNumpy()]
    scratch, fast = (int(graph.Tensors(index).Shape(0)) for index in indices[2:4])
    return VelaModel(
        read_payload(_buffer(model, graph, indices[0])),
        _buffer(model, graph, indices[1]),
        scratch,
        fast if indices[3] != indices[2] else None,
        tuple(_placed(graph, index, offsets) for index in indices[4:]),
        tuple(_placed(graph, index, offsets) for index in outputs),
    )


def _buffer(model: Any, graph: Any, tensor: int) -> bytes:
    buffer = model.Buffers(graph.Tensors(tensor).Buffer())
    return buffer.DataAsNumpy().tobytes() if buffer.DataLength() else b""


def _allocation(model: Any) -> list[int]:
    """Arena offsets of all tensors of the first subgraph (after version, subgraphs, count)."""
    for index in range(model.MetadataLength()):
        entry = model.Metadata(index)
        if entry.Name() == ALLOCATION:
            data = model.Buffers(entry.Buffer()).DataAsNumpy().tobytes()
            return np.frombuffer(data, np.int32)[3:].tolist()
    raise PayloadError(f"expected metadata {ALLOCATION!r}, got none")


def _placed(graph: Any, index: int, offsets: list[int]) -> Placed:
    tensor = graph.Tensors(index)
    dtype = _dtypes().get(tensor.Type())
    if dtype is None:
        raise PayloadError(f"expected an integer feature map, got type {tensor.Type()}")
    shape = tuple(int(extent) for extent in tensor.ShapeAsNumpy())
    return Placed(tensor.Name().decode(), shape, dtype, 1, offsets[index])
