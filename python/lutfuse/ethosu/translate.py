"""From programs of the dialect `ethosu` to command words and driver payloads, through Vela.

Vela's operations have scales in float; ours have integers. Where Vela takes integers it gets
them. The sum of two scaled operands is the exception: it gets scales from which Vela computes
exactly our integers, which `_sum_scales` explains.
"""

from __future__ import annotations

from typing import Any

from mlir import ir

from lutfuse.dialects.ethosu import FeatureMap, Kernel, ProgramOp, Range
from lutfuse.ethosu import vela
from lutfuse.ethosu.operations import Dma, Operation, read_operation

# As in Vela: weights, scratch, fast scratch; the memory inside the NPU has a number of its own.
REGIONS = {"constants": 0, "scratch": 1, "fast": 2, "shram": 1 << 8 | 3}
_ELEMENTS = {"i8": "INT8", "u8": "UINT8", "i16": "INT16", "u16": "UINT16", "i32": "INT32"}
_ROUNDINGS = {"tfl": "TFL", "truncate": "TRUNCATE", "natural": "NATURAL"}
_UPSCALES = {"none": "NONE", "nearest": "NEAREST", "zeros": "TRANSPOSE"}
# What the operand that is not scaled is multiplied with: x << 19, or x << 14 of 16 bits.
OPERAND_SHIFT = {"i8": 19, "u8": 19, "i16": 14}


def command_stream(program: ProgramOp) -> list[int]:
    """The command words of a program."""
    name = ir.StringAttr(program.operation.attributes["accelerator"]).value
    operations = [npu_operation(read_operation(op.operation)) for op in program.body.blocks[0]]
    return vela.command_words(operations, name)


def payload(program: ProgramOp) -> bytes:
    """The driver payload of a program."""
    name = ir.StringAttr(program.operation.attributes["accelerator"]).value
    return vela.driver_payload(command_stream(program), name)


def npu_operation(operation: Operation | Dma) -> Any:
    """Vela's operation of a command."""
    if isinstance(operation, Dma):
        return vela.api().NpuDmaOperation(_range(operation.source), _range(operation.destination))
    made = _MAKERS[operation.kind](operation)
    api = vela.api()
    scales = _sum_scales(operation)
    made.ifm = _map(operation.ifm, scales[0])
    made.ofm = _map(operation.ofm, scales[2])
    made.kernel = _kernel(operation.kernel or Kernel())
    top, bottom, left, right = operation.pad or (0, 0, 0, 0)
    made.padding = api.NpuPadding(top, left, bottom, right)
    made.block_config = api.NpuShape3D(*operation.block)
    made.rounding_mode = api.NpuRoundingMode[_ROUNDINGS[operation.rounding or "tfl"]]
    made.ifm_upscale = api.NpuResamplingMode[_UPSCALES[operation.upscale or "none"]]
    made.activation = _activation(operation)
    made.weights = [_range(one) for one in operation.weights or ()]
    made.biases = [_range(one) for one in operation.biases or ()]
    return made


def _range(one: Range) -> Any:
    return vela.api().NpuAddressRange(REGIONS[one.region], one.address, one.length)


def _map(one: FeatureMap, scale: float = 1.0) -> Any:
    api = vela.api()
    made = api.NpuFeatureMap()
    made.data_type = api.NpuDataType[_ELEMENTS[one.element]]
    made.region = REGIONS[one.region]
    made.shape = api.NpuShape3D(*one.shape)
    made.tiles = api.NpuTileBox(one.shape[0], 0, one.shape[1], [one.address, 0, 0, 0])
    made.quantization = api.NpuQuantization(scale, one.zero_point)
    made.layout = api.NpuLayout[one.layout.upper()]
    if one.strides is not None:
        made.strides = api.NpuShape3D(*one.strides)
    return made


def _kernel(one: Kernel) -> Any:
    (height, width), (down, right), (rows, columns) = one.size, one.stride, one.dilation
    return vela.api().NpuKernel(width, height, right, down, columns, rows)


def _activation(operation: Operation) -> Any:
    """Clamp and table. Vela subtracts the zero point from codes: it takes real numbers."""
    api, kinds = vela.api(), vela.api().NpuActivationOp
    if operation.clamp is None and operation.table is None:
        return None
    table = operation.table
    made = api.NpuActivation(kinds.NONE_OR_RELU if table is None else kinds.TABLE_LOOKUP)
    if table is not None:
        made.lookup_table_index = table.slot or 0
    if operation.clamp is not None and operation.ofm.element != "i32":
        scale = _sum_scales(operation)[2]
        made.min = (operation.clamp.low - operation.ofm.zero_point) * scale
        made.max = (operation.clamp.high - operation.ofm.zero_point) * scale
    return made


def _conv2d(operation: Operation) -> Any:
    api = vela.api()
    made = api.NpuConv2DOperation()
    part = operation.traversal == "part_kernel_first"
    order = api.NpuBlockTraversal
    made.block_traversal = order.PART_KERNEL_FIRST if part else order.DEPTH_FIRST
    return made


def _depthwise(_: Operation) -> Any:
    return vela.api().NpuConvDepthWiseOperation()


def _pooling(operation: Operation) -> Any:
    api = vela.api()
    made = api.NpuPoolingOperation(api.NpuPoolingOp[(operation.mode or "").upper()])
    if operation.scale is not None:
        made.rescale = vela.explicit_scaling(operation.scale.multiplier, operation.scale.shift)
    return made


def _elementwise(operation: Operation) -> Any:
    api = vela.api()
    made = api.NpuElementWiseOperation(api.NpuElementWiseOp[(operation.mode or "").upper()])
    if operation.ifm2 is not None:
        made.ifm2 = _map(operation.ifm2, _sum_scales(operation)[1])
    if operation.scalar is not None:
        made.ifm2 = _map(operation.ifm)
        made.ifm2_scalar = float(operation.scalar - operation.ifm.zero_point)
    scaled = operation.scale_ifm is not None or operation.scale_ifm2 is not None
    if operation.scale is not None and not scaled:
        made.rescale = (operation.scale.multiplier, operation.scale.shift)
    return made


_MAKERS = {
    "conv2d": _conv2d,
    "depthwise_conv2d": _depthwise,
    "pooling": _pooling,
    "elementwise": _elementwise,
}


def _sum_scales(operation: Operation) -> tuple[float, float, float]:
    """Scales of both inputs and the output of a sum, 1 of all else.

    With `s` the smaller and `t` the larger input scale, Vela computes `s * 2^k / 2t` for the
    operand that it scales (k is 20, or 15 of 16 bits) and `2t / (y * 2^k)` for the output, each
    rounded to 31 bits. With `t = 1` doubles hold what gives our multipliers. Of two equal inputs
    Vela would make another, simpler command: half a unit keeps them apart.
    """
    one, two, out = operation.scale_ifm, operation.scale_ifm2, operation.scale
    scaled = one or two
    if scaled is None or out is None:
        return 1.0, 1.0, 1.0
    unit = float(1 << OPERAND_SHIFT[operation.ifm.element])
    small = scaled.multiplier * 2.0**-scaled.shift / unit
    if small == 1.0:
        small = 1.0 - 2.0**-45
    result = 1.0 / (out.multiplier * 2.0**-out.shift * unit)
    return (small, 1.0, result) if one is not None else (1.0, small, result)
