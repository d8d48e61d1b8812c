"""Puts what the Ethos-U NPU computes exactly into programs for it; the rest stays on the host.

Nothing is approximated: an op whose rounding, range or shape the hardware does not have is
refused with a reason. Blocks and weight streams come from Vela, which is an extra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects.quant import QuantizedType

from lutfuse.dialects import ethosu
from lutfuse.dialects.accelerators import find_accelerator
from lutfuse.ethosu import vela
from lutfuse.ethosu.vela import MissingVela
from lutfuse.passes.core import remarks
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ethosu.clamps import lower_clamp
from lutfuse.passes.ethosu.convolutions import lower_activation, lower_convolution
from lutfuse.passes.ethosu.elementwise import lower_avg_pool, lower_max_pool, lower_rescale
from lutfuse.passes.ethosu.emission import write_program
from lutfuse.passes.ethosu.partition import Partition, partition, results_read_outside
from lutfuse.passes.ethosu.steps import ALIASES, Lowering, Refusal
from lutfuse.passes.ethosu.views import lower_concat, lower_pad, lower_slice
from lutfuse.passes.ir.constants import makes_constant
from lutfuse.passes.ir.storage import as_quantized, as_storage

_LOWERINGS: dict[str, Callable[[ir.Operation], Lowering]] = {
    "lutfuse.conv2d": lower_convolution,
    "lutfuse.conv_transpose2d": lower_convolution,
    "lutfuse.fused_conv2d": lower_convolution,
    "lutfuse.fused_conv_transpose2d": lower_convolution,
    "lutfuse.lut_activation": lower_activation,
    "lutfuse.clip": lower_activation,
    "lutfuse.leaky_relu": lower_activation,
    "tosa.clamp": lower_clamp,
    "tosa.rescale": lower_rescale,
    "tosa.max_pool2d": lower_max_pool,
    "tosa.avg_pool2d": lower_avg_pool,
    "tosa.concat": lower_concat,
    "tosa.slice": lower_slice,
    "tosa.pad": lower_pad,
}


@register
@dataclass(frozen=True)
class ConvertLutfuseToEthosu(ModulePass):
    """Convert what an Ethos-U NPU computes exactly to programs for it.

    Before:

    ```mlir
    %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
        requant #r : (...) -> tensor<1x8x8x16x!y>
    ```

    After:

    ```mlir
    ethosu.program @main_npu_0 on "ethos-u55-128" scratch 2048 inputs [...] outputs [...]
        constants dense<...> : tensor<3072xi8> {
      ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to ... table <<constants + 0, 256>>
    }
    %y = ethosu.call @main_npu_0(%x) : (tensor<1x8x8x16xi8>) -> tensor<1x8x8x16xi8>
    ```

    An op that stays on the host has a remark with the reason. `assign-table-slots` comes next.
    """

    name: ClassVar[str] = "convert-lutfuse-to-ethosu"
    dialects: ClassVar[tuple[str, ...]] = ("ethosu", "quant")
    accelerator: str = option("ethos-u55-128", "the NPU: ethos-u55-32 to -256, ethos-u65-256, -512")

    def run(self, module: ir.Operation) -> None:
        try:
            find_accelerator(self.accelerator)
        except ValueError as error:
            raise PassError(f"{error} for option 'accelerator'") from None
        functions = [op.operation for op in module.regions[0].blocks[0]]
        for function in [op for op in functions if op.name == "func.func"]:
            try:
                _convert(function, self.accelerator)
            except MissingVela as error:
                raise PassError(str(error), function.location) from None


def _convert(function: ir.Operation, accelerator: str) -> None:
    if len(function.regions[0].blocks) != 1:
        return
    block = function.regions[0].blocks[0]
    lowered, refusals = _lower(block)
    parts = partition(block, lowered)
    if parts.npu:
        vela.api()  # the error is that it is missing, whatever was compiled before
    _explain(parts, refusals)
    _rebuild(function, block, parts, accelerator)


def _lower(
    block: ir.Block,
) -> tuple[dict[ir.Operation, Lowering], dict[ir.Operation, Refusal]]:
    lowered: dict[ir.Operation, Lowering] = {}
    refusals: dict[ir.Operation, Refusal] = {}
    for op in block:
        lower = _LOWERINGS.get(op.operation.name)
        if lower is None:
            continue
        try:
            lowered[op.operation] = lower(op.operation)
        except Refusal as refusal:
            refusals[op.operation] = refusal
    return lowered, refusals


def _explain(parts: Partition, refusals: dict[ir.Operation, Refusal]) -> None:
    """A remark for each op that stays, and one for each region."""
    category = ConvertLutfuseToEthosu.name
    for op in [op for ops in parts.host.values() for op in ops]:
        if op.name in ALIASES or makes_constant(op):
            continue
        default = Refusal("no-command", f"expected an op that the NPU has but got {op.name}")
        refusal = refusals.get(op, default)
        details = {"Op": op.name, refusal.reason: str(refusal)}
        remark = Remark("missed", category, "host", op.location, (refusal.reason,), details)
        remarks.emit(remark, op)
    for level, lowerings in sorted(parts.npu.items()):
        op = lowerings[0].op
        details = {"Region": str(level), "Ops": str(len(lowerings))}
        remarks.emit(Remark("passed", category, "region", op.location, (), details), op)


def _rebuild(function: ir.Operation, block: ir.Block, parts: Partition, accelerator: str) -> None:
    """Orders host ops and calls by level, and erases what the programs took over."""
    terminator = [op.operation for op in block][-1]
    called: dict[ir.Value, ir.Value] = {}
    symbol = ir.StringAttr(function.attributes["sym_name"]).value
    for level in parts.levels:
        if level in parts.npu:
            name = f"{symbol}_npu_{level}"
            outputs = results_read_outside(parts, level, terminator)
            inputs = _inputs(parts.npu[level])
            with ir.InsertionPoint(function), parts.npu[level][0].op.location:
                write_program(name, accelerator, parts.npu[level], inputs, outputs)
            with ir.InsertionPoint(terminator), parts.npu[level][0].op.location:
                _call(name, inputs, outputs, called)
        for op in parts.host.get(level, []):
            op.move_before(terminator)
    for op in reversed(parts.dead):
        op.erase()


def _inputs(lowerings: Sequence[Lowering]) -> list[ir.Value]:
    """Values that a region reads and does not make."""
    made = {one.result for one in lowerings}
    read = dict.fromkeys(value for one in lowerings for value in one.inputs)
    return [value for value in read if value not in made]


def _call(
    name: str,
    inputs: Sequence[ir.Value],
    outputs: Sequence[ir.Value],
    called: dict[ir.Value, ir.Value],
) -> None:
    operands = [as_storage(called.get(value, value)) for value in inputs]
    call = ethosu.CallOp([_storage_type(value.type) for value in outputs], name, operands)
    for value, result in zip(outputs, call.operation.results, strict=True):
        element = ir.ShapedType(value.type).element_type
        called[value] = as_quantized(result, element)
        value.replace_all_uses_with(called[value])


def _storage_type(type_: ir.Type) -> ir.Type:
    element = ir.ShapedType(type_).element_type
    storage = element.storage_type if isinstance(element, QuantizedType) else element
    return ir.RankedTensorType.get(ir.RankedTensorType(type_).shape, storage)
