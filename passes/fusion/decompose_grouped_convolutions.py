"""Splits grouped convolutions into their groups, for targets that have none.

A group reads a part of the input's channels and makes a part of the result's, so that a grouped
convolution is one convolution for each group, on slices, and a concatenation. An activation is
element-wise: it is split as well, or it would be behind the concatenation, where nothing fuses.
This runs before fusion, which then sees one pair for each group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from mlir import ir, rewrite
from mlir.dialects import tosa

from lutfuse import _lutfuse
from lutfuse.dialects.lutfuse import LutActivationOp
from lutfuse.passes.core import remarks
from lutfuse.passes.core.attribute_rules import Transfer, of_parts
from lutfuse.passes.core.locations import part_location
from lutfuse.passes.core.patterns import apply_patterns
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.fusion.candidates import (
    ACTIVATIONS,
    MERGED_BOUNDARY,
    AnyActivation,
    Candidate,
    activation_name,
)
from lutfuse.passes.fusion.channel_parts import (
    part_of_filter,
    part_of_parameters,
    part_of_requant,
    part_of_rows,
    with_channels,
)
from lutfuse.passes.fusion.combinations import Finder, producer_name
from lutfuse.passes.fusion.guards import OF_GRAPH
from lutfuse.passes.ir.constants import constant, shape_constant
from lutfuse.passes.ir.convolution import (
    CONVOLUTIONS,
    AnyConvolution,
    Convolution,
    as_convolution,
)
from lutfuse.passes.ir.storage import as_quantized, as_storage, behind_casts, erase_unused
from lutfuse.passes.ir.views import element_of, is_view, rebuild
from lutfuse.targets import Target, find_target

# What is about the pair as it will be, and not about whether the activation may be moved.
_NOT_ASKED = ("loses-specialized-kernel", "merge-difference-too-large", "already-fused")


@register
@dataclass(frozen=True)
class DecomposeGroupedConvolutions(ModulePass):
    """Split grouped convolutions into one for each group, where the target asks for it.

    Before:

    ```mlir
    %u = lutfuse.conv2d %x, %w group 2 requant #r : (tensor<1x8x8x4x!x>, ...) -> tensor<1x8x8x6x!u>
    %y = lutfuse.lut_activation <gelu> %u, %table header #h : (...) -> tensor<1x8x8x6x!y>
    ```

    After, with casts to storage around the slices and the concatenation:

    ```mlir
    %x0 = tosa.slice %x, %start0, %size : (...) -> tensor<1x8x8x2x!x>
    %u0 = lutfuse.conv2d %x0, %w0 requant #r0 : (tensor<1x8x8x2x!x>, ...) -> tensor<1x8x8x3x!u>
    %y0 = lutfuse.lut_activation <gelu> %u0, %table header #h : (...) -> tensor<1x8x8x3x!y>
    // ... and the other group
    %y = tosa.concat %y0, %y1 {axis = 3} : (...) -> tensor<1x8x8x6x!y>
    ```

    A target asks with `decompose_groups`. Then a convolution is split where the target takes its
    groups and not the whole, with the activation that reads it, if the two would fuse. Depthwise
    convolutions are never split; fused ones are split like others. Filter, bias, requantization,
    tables and slopes for each channel are divided as channels are.

    What cannot be split stays, with a remark `left-whole` and a reason: `dynamic-shape`,
    `filter-not-constant`, `bias-not-constant`, `table-not-constant` and `merged-boundary`.
    Discardable attributes stay on each part where their rule says so, and are dropped with a
    remark otherwise. `check-equivalence` proves that nothing changed. Unfusing does not put the
    groups together again.
    """

    name: ClassVar[str] = "decompose-grouped-convolutions"
    dialects: ClassVar[tuple[str, ...]] = ("lutfuse", "quant", "tosa")
    target: str = option("cpu", "target that says whether it has grouped convolutions")

    def run(self, module: ir.Operation) -> None:
        try:
            target = find_target(self.target)
        except ValueError as error:
            raise PassError(str(error), module.location) from None
        if not target.decompose_groups:
            return
        work = _Decomposition(Finder(target))
        activations = dict.fromkeys(ACTIVATIONS, work.rewrite_pair)
        apply_patterns(module, {**activations, **dict.fromkeys(CONVOLUTIONS, work.rewrite)})
        work.summarize(module)


class _LeftWhole(Exception):
    """Why a convolution cannot be split: `reason` in one word, then a line."""

    def __init__(self, reason: str, line: str) -> None:
        super().__init__(line)
        self.reason = reason


@dataclass
class _Decomposition:
    """The patterns with their counts."""

    finder: Finder
    split: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])

    def rewrite(self, op: AnyConvolution, rewriter: rewrite.PatternRewriter) -> bool:
        """A convolution alone. One whose activation is split with it waits for that."""
        conv = as_convolution(op)
        assert conv is not None
        if not self._asks(conv) or self._pair_of(conv) is not None:
            return False
        if not _lacks_groups(self.finder.target, conv) or not self._may(conv):
            return False
        with rewriter.ip, op.location:
            value = _Parts(conv).build(conv.result.type)
        self._say_split(conv, None, _dropped(conv.operation))
        operands = list(conv.operation.operands)
        rewriter.replace_op(conv.operation, [value])
        erase_unused(operands, rewriter.erase_op)
        return True

    def rewrite_pair(self, activation: AnyActivation, rewriter: rewrite.PatternRewriter) -> bool:
        """An activation with the convolution before it."""
        found = self.finder.candidate(activation)
        conv = found.convolution
        if conv is None or not self._asks(conv) or not self._goes_along(found):
            return False
        if not self._may(conv):
            return False
        views, operands = found.views, list(conv.operation.operands)
        domain = element_of(activation.operation.results[0].type)
        result = conv.result.type if views else activation.operation.results[0].type
        result = ir.RankedTensorType.get(ir.RankedTensorType(result).shape, domain)
        with rewriter.ip, conv.operation.location:
            value = _Parts(conv, activation).build(result)
        if views:
            value = rebuild(views, value, domain, rewriter.ip)
        dropped = [*_dropped(conv.operation), *_dropped(activation.operation)]
        self._say_split(conv, activation, dropped)
        rewriter.replace_op(activation.operation, [value])
        for op in (*(view.operation for view in views), conv.operation):
            rewriter.erase_op(op)
        erase_unused(operands, rewriter.erase_op)
        return True

    def _asks(self, conv: Convolution) -> bool:
        return producer_name(conv) == "grouped"

    def _pair_of(self, conv: Convolution) -> Candidate | None:
        """The only activation of a convolution, where it is to be split as well."""
        value = conv.result
        while _lutfuse.use_count(value, 2) == 1:
            user = next(iter(value.uses)).owner
            if isinstance(user, ACTIVATIONS):
                found = self.finder.candidate(user)
                return found if found.convolution is not None and self._goes_along(found) else None
            if not is_view(user.operation):
                return None
            value = user.operation.results[0]
        return None

    def _goes_along(self, c: Candidate) -> bool:
        """Whether the pair of one group would fuse, and the whole pair does not."""
        if c.refusal is None or c.convolution is None or c.convolution.is_fused:
            return False
        part = c.what._replace(producer=_part_name(c.convolution))
        if self.finder.target.refusal(part) is not None:
            return False
        guards = (guard for reason, guard in OF_GRAPH.items() if reason not in _NOT_ASKED)
        return all(guard.check(c) is None for guard in guards)

    def _may(self, conv: Convolution) -> bool:
        try:
            _check(conv)
        except _LeftWhole as why:
            self.refused[why.reason] += 1
            op, category = conv.operation, DecomposeGroupedConvolutions.name
            details = {"Convolution": op.name, why.reason: str(why)}
            remark = Remark("missed", category, "left-whole", op.location, (why.reason,), details)
            remarks.emit(remark, op)
            return False
        return True

    def _say_split(
        self, conv: Convolution, activation: AnyActivation | None, dropped: list[Transfer]
    ) -> None:
        self.split += 1
        op, category = conv.operation, DecomposeGroupedConvolutions.name
        details = {"Convolution": op.name, "Groups": str(conv.group)}
        if activation is not None:
            details["Activation"] = activation_name(activation)
        remark = Remark("passed", category, "decomposed", op.location, (), details)
        remarks.emit(remark, op)
        for transfer in dropped:
            transfer.say_dropped(category)

    def summarize(self, module: ir.Operation) -> None:
        """How many were split, and what was in the way of others."""
        if not (self.split or self.refused):
            return
        details = {"Decomposed": str(self.split)}
        details.update((reason, str(count)) for reason, count in sorted(self.refused.items()))
        category = DecomposeGroupedConvolutions.name
        remark = Remark("analysis", category, "summary", module.location, details=details)
        remarks.emit(remark, module)


def _part_name(conv: Convolution) -> str:
    return "transposed" if conv.is_transposed else "convolution"


def _lacks_groups(target: Target, conv: Convolution) -> bool:
    """Whether a target takes no grouped convolution at all, but what one is made of."""
    taken = frozenset[str]().union(*(rule.producers or () for rule in target.rules))
    return "grouped" not in taken and _part_name(conv) in taken


def _check(conv: Convolution) -> None:
    """Raises _LeftWhole."""
    values = (conv.input, conv.filter, conv.result)
    shapes = [ir.RankedTensorType(value.type).shape for value in values]
    if any(size < 0 for shape in shapes for size in shape):
        raise _LeftWhole("dynamic-shape", "expected a convolution of static shape")
    if constant(behind_casts(conv.filter)) is None:
        raise _LeftWhole("filter-not-constant", "expected a constant filter")
    if conv.bias is not None and constant(behind_casts(conv.bias)) is None:
        raise _LeftWhole("bias-not-constant", "expected a constant bias")
    if conv.is_fused and MERGED_BOUNDARY in conv.operation.attributes:
        raise _LeftWhole("merged-boundary", "expected a boundary but got one given up")
    table = conv.table
    rows = 1 if table is None else ir.RankedTensorType(table.type).rank
    if table is not None and rows == 2 and constant(behind_casts(table)) is None:
        raise _LeftWhole("table-not-constant", "expected a constant table for each channel")


def _dropped(op: ir.Operation) -> list[Transfer]:
    return [of_parts(op)] if _lutfuse.discardable_attributes(op) else []


@dataclass(frozen=True)
class _Parts:
    """Makes the groups of a convolution, and of its activation, at the current place."""

    conv: Convolution
    activation: AnyActivation | None = None

    def build(self, result: ir.Type) -> ir.Value:
        """All groups on slices of the input, put together to `result`."""
        source = self.conv.input
        codes, domain = as_storage(source), element_of(source.type)
        parts: list[ir.Value] = []
        for number, value in enumerate(self._slices(codes)):
            part = self._convolution(as_quantized(value, domain), number)
            if self.activation is not None:
                part = self._activated(self.activation, part, number)
            parts.append(as_storage(part))
        return as_quantized(tosa.ConcatOp(parts, 3).output, element_of(result))

    def _slices(self, codes: ir.Value) -> Iterator[ir.Value]:
        *outer, channels = ir.RankedTensorType(codes.type).shape
        step = channels // self.conv.group
        for start in range(0, channels, step):
            begin, size = [0] * len(outer) + [start], [*outer, step]
            type_ = with_channels(codes.type, step)
            yield tosa.SliceOp(type_, codes, shape_constant(begin), shape_constant(size)).output

    def _channels(self, number: int) -> slice:
        """The result channels of a group."""
        count = ir.RankedTensorType(self.conv.result.type).shape[3]
        step = count // self.conv.group
        return slice(number * step, (number + 1) * step)

    def _convolution(self, codes: ir.Value, number: int) -> ir.Value:
        op, channels = self.conv.operation, self._channels(number)
        attributes = _inherent(op)
        del attributes["group"]
        attributes["requant"] = part_of_requant(attributes["requant"], channels)
        if "activation" in attributes:
            attributes["activation"] = part_of_parameters(attributes["activation"], channels)
        operands = [codes, part_of_filter(self.conv.filter, channels)]
        if self.conv.bias is not None:
            operands.append(part_of_rows(self.conv.bias, channels))
        if self.conv.table is not None:
            operands.append(_part_of_table(self.conv.table, channels))
        return self._made(op, operands, attributes, number)

    def _activated(self, activation: AnyActivation, codes: ir.Value, number: int) -> ir.Value:
        op, channels = activation.operation, self._channels(number)
        attributes, operands = _inherent(op), [codes]
        if isinstance(activation, LutActivationOp):
            operands.append(_part_of_table(op.operands[1], channels))
        else:
            attributes["parameters"] = part_of_parameters(attributes["parameters"], channels)
        return self._made(op, operands, attributes, number)

    def _made(
        self,
        op: ir.Operation,
        operands: list[ir.Value],
        attributes: dict[str, ir.Attribute],
        number: int,
    ) -> ir.Value:
        channels = self._channels(number)
        shape = ir.RankedTensorType(self.conv.result.type).shape
        sizes = [*shape[:3], channels.stop - channels.start]
        made = ir.Operation.create(
            op.name,
            [ir.RankedTensorType.get(sizes, element_of(op.results[0].type))],
            operands,
            attributes,
            loc=part_location(op.location, number, self.conv.group),
        )
        of_parts(op).apply(made)
        return made.results[0]


def _inherent(op: ir.Operation) -> dict[str, ir.Attribute]:
    dropped = _lutfuse.discardable_attributes(op)
    return {name: op.attributes[name] for name in op.attributes if name not in dropped}


def _part_of_table(table: ir.Value, channels: slice) -> ir.Value:
    """The table, or the rows of some channels."""
    return table if ir.RankedTensorType(table.type).rank == 1 else part_of_rows(table, channels)
