"""Bit fields of registers and operations, and their readable values.

Names and positions are those of the command structures in Vela's `ethos_u55_regs`
(`npu_set_*_t`) and of its `register_command_stream_generator` for what those leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lutfuse.ethosu.commands import Command

PRECISIONS_IFM = {0: "u8", 1: "s8", 4: "u16", 5: "s16", 9: "s32"}
PRECISIONS_OFM = {0: "u8", 1: "s8", 2: "u16", 3: "s16", 5: "s32"}
FORMATS = {0: "nhwc", 1: "nhcwb16"}
SCALE_MODES = {0: "both16", 1: "a32", 2: "b32"}
ROUNDINGS = {0: "tfl", 1: "truncate", 2: "natural"}
UPSCALES = {0: "none", 1: "nearest", 2: "transpose"}
ACTIVATIONS = {0: "none", 3: "tanh", 4: "sigmoid"} | {16 + i: f"table{i}" for i in range(8)}
CLIP_RANGES = {0: "ofm", 2: "u8", 3: "s8", 5: "s16"}
ACCUMULATORS = {0: "int32", 1: "int40", 2: "fp16"}
POOLINGS = {0: "max", 1: "average", 2: "reduce_sum"}
ELEMENTWISE = dict(
    enumerate(("mul", "add", "sub", "min", "max", "lrelu", "abs", "clz", "shr", "shl"))
)


@dataclass(frozen=True)
class Field:
    """Bits `[low, low + width)` of a parameter, with names of its values or an offset to add."""

    name: str
    low: int
    width: int
    values: Mapping[int, str] | None = None
    offset: int = 0

    def get(self, parameter: int) -> int:
        """The number in the field, the offset added."""
        return (parameter >> self.low & ((1 << self.width) - 1)) + self.offset

    def text(self, parameter: int) -> str:
        """`name=value`, with the name of the value if it has one."""
        value = self.get(parameter)
        return f"{self.name}={value if self.values is None else self.values.get(value, value)}"


def _flag(name: str, bit: int) -> Field:
    return Field(name, bit, 1)


def _dma_region() -> tuple[Field, ...]:
    return Field("region", 0, 8), _flag("shared", 8), Field("dimensions", 9, 2, None, 1)


FIELDS: dict[str, tuple[Field, ...]] = {
    "NPU_OP_POOL": (Field("mode", 0, 16, POOLINGS),),
    "NPU_OP_ELEMENTWISE": (Field("mode", 0, 16, ELEMENTWISE),),
    "NPU_OP_DMA_START": (Field("channel", 4, 4), Field("mode", 0, 4)),
    "NPU_OP_DMA_WAIT": (Field("channel", 4, 4), Field("outstanding", 0, 4)),
    "NPU_OP_KERNEL_WAIT": (Field("outstanding", 0, 4),),
    "NPU_OP_STOP": (Field("mask", 0, 16),),
    "NPU_SET_IFM_PRECISION": (
        Field("precision", 0, 4, PRECISIONS_IFM),
        Field("format", 6, 2, FORMATS),
        Field("scale", 8, 2, SCALE_MODES),
    ),
    "NPU_SET_IFM2_PRECISION": (
        Field("precision", 0, 4, PRECISIONS_IFM),
        Field("format", 6, 2, FORMATS),
    ),
    "NPU_SET_OFM_PRECISION": (
        Field("precision", 0, 3, PRECISIONS_OFM),
        Field("format", 6, 2, FORMATS),
        _flag("global_scale", 8),
        Field("rounding", 14, 2, ROUNDINGS),
    ),
    "NPU_SET_IFM_UPSCALE": (Field("upscale", 0, 2, UPSCALES),),
    "NPU_SET_KERNEL_STRIDE": (
        _flag("stride_x_low", 0),
        _flag("stride_y_low", 1),
        _flag("part_kernel_first", 2),
        Field("dilation_x", 3, 1, None, 1),
        Field("dilation_y", 4, 1, None, 1),
        Field("stride_x_high", 6, 3),
        Field("stride_y_high", 9, 3),
    ),
    "NPU_SET_PARALLEL_MODE": (Field("cores", 0, 16, None, 1),),
    "NPU_SET_ACC_FORMAT": (Field("accumulator", 0, 16, ACCUMULATORS),),
    "NPU_SET_ACTIVATION": (
        Field("function", 0, 12, ACTIVATIONS),
        Field("clip", 12, 4, CLIP_RANGES),
    ),
    "NPU_SET_DMA0_SRC_REGION": _dma_region(),
    "NPU_SET_DMA0_DST_REGION": _dma_region(),
    "NPU_SET_IFM2_BROADCAST": (
        _flag("height", 0),
        _flag("width", 1),
        _flag("depth", 2),
        _flag("reverse", 6),
        _flag("scalar", 7),
    ),
}


def field(register: str, name: str) -> Field:
    """The field of a register by name."""
    return next(one for one in FIELDS[register] if one.name == name)


def signed16(parameter: int) -> int:
    """A 16-bit parameter as a signed number."""
    return parameter - (1 << 16) if parameter & 0x8000 else parameter


def _strides(command: Command) -> str:
    x, y = kernel_strides(command.parameter)
    shown = [f"stride_y={y}", f"stride_x={x}"]
    hidden = ("stride_x", "stride_y")
    rest = [one for one in FIELDS[command.name] if not one.name.startswith(hidden)]
    return " ".join(shown + [one.text(command.parameter) for one in rest])


def kernel_strides(parameter: int) -> tuple[int, int]:
    """(x, y) strides of `NPU_SET_KERNEL_STRIDE`: one low bit each, three more above."""
    register = "NPU_SET_KERNEL_STRIDE"
    low = [field(register, f"stride_{axis}_low").get(parameter) for axis in "xy"]
    high = [field(register, f"stride_{axis}_high").get(parameter) for axis in "xy"]
    return low[0] + 2 * high[0] + 1, low[1] + 2 * high[1] + 1


def _scale(command: Command) -> str:
    return f"scale={command.payload} shift={command.parameter}"


_WHOLE: dict[str, Callable[[Command], str]] = {
    "NPU_SET_KERNEL_STRIDE": _strides,
    "NPU_SET_OFM_SCALE": _scale,
    "NPU_SET_OPA_SCALE": _scale,
    "NPU_SET_OPB_SCALE": _scale,
}
_SIGNED = ("_ZERO_POINT", "_MIN", "_MAX", "_SCALAR")
_HEX = ("_BASE", "_BASE0", "_BASE1", "_BASE2", "_BASE3", "_SRC", "_DST")


def describe(command: Command) -> str:
    """The decoded fields of a command; empty where the parameter says nothing."""
    name = command.name
    if name in _WHOLE:
        return _WHOLE[name](command)
    if name in FIELDS:
        return " ".join(one.text(command.parameter) for one in FIELDS[name])
    if command.is_operation:
        return ""
    if command.payload is not None:
        return f"{command.address:#x}" if name.endswith(_HEX) else str(command.address)
    if name.endswith("_M1"):
        return str(command.parameter + 1)
    return str(signed16(command.parameter) if name.endswith(_SIGNED) else command.parameter)
