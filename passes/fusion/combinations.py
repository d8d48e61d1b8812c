"""Candidates with what their target says of them: the combination is read once, and asked once."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from mlir import ir

from lutfuse.dialects.lutfuse import (
    ClipOp,
    LeakyReluOp,
    LutActivationOp,
    TableHeaderAttr,
)
from lutfuse.dialects.quant_types import storage_of
from lutfuse.numerics.parametric import clip_codes
from lutfuse.passes.fusion.candidates import AnyActivation, Candidate, activation_name
from lutfuse.passes.ir.convolution import Convolution, as_convolution
from lutfuse.passes.ir.views import element_of, is_view
from lutfuse.targets import Combination, Target


def producer_name(conv: Convolution) -> str:
    """What a target calls the convolution. One group is none, whatever it was called before."""
    if conv.group == 1:
        return "transposed" if conv.is_transposed else "convolution"
    if conv.is_transposed:
        return "grouped"
    filter_type = ir.RankedTensorType(conv.filter.type)
    return "depthwise" if filter_type.get_dim_size(3) == 1 else "grouped"


@dataclass
class Finder:
    """Makes candidates for one run of a pass, in one context."""

    target: Target
    duplicate_up_to: int = 0
    _read: dict[ir.Type, tuple[ir.Type, str]] = field(
        default_factory=dict[ir.Type, tuple[ir.Type, str]]
    )
    _tables: dict[ir.Type, tuple[int, int]] = field(default_factory=dict[ir.Type, tuple[int, int]])

    def candidate(self, activation: AnyActivation) -> Candidate:
        """Looks for the producer of the activation's codes, and asks the target."""
        views: list[ir.OpView] = []
        owner = activation.operation.operands[0].owner
        while isinstance(owner, ir.OpView) and is_view(owner.operation):
            views.append(owner)
            owner = owner.operation.operands[0].owner
        producer = owner if isinstance(owner, ir.OpView) else None
        convolution = None if producer is None else as_convolution(producer)
        header = activation.header if isinstance(activation, LutActivationOp) else None
        what = self.combination(activation, convolution, header)
        return Candidate(
            activation,
            producer,
            convolution,
            tuple(views),
            self.target,
            what,
            header,
            None if convolution is None else self._codes(convolution.result)[0],
            self.target.refusal(what),
            duplicate_up_to=self.duplicate_up_to,
        )

    def combination(
        self,
        activation: AnyActivation,
        convolution: Convolution | None,
        header: TableHeaderAttr | None,
    ) -> Combination:
        """The pair as a target sees it."""
        producer = source = intermediate = None
        if convolution is not None:
            producer = producer_name(convolution)
            source = self._codes(convolution.input)[1]
            if not convolution.is_fused:
                intermediate = self._codes(convolution.result)[1]
        result = self._codes(activation.operation.results[0])[1]
        pair = producer, source, intermediate, result, activation_name(activation)
        if header is not None:
            rows, size = self._table(activation.operation.operands[1].type)
            return Combination(*pair, header.lookup, rows, size)
        if isinstance(activation, ClipOp):
            return Combination(*pair, bounds=self._bounds(activation))
        if isinstance(activation, LeakyReluOp) and self.target.limits_slopes:
            return Combination(*pair, slopes=tuple(slopes_of(activation)))
        return Combination(*pair)

    # A model has few types, and reading one takes longer than to find it again.

    def _codes(self, value: ir.Value) -> tuple[ir.Type, str]:
        """Element type and storage of a quantized tensor."""
        type_ = value.type
        found = self._read.get(type_)
        if found is None:
            element = element_of(type_)
            found = self._read[type_] = element, storage_of(element)
        return found

    def _table(self, type_: ir.Type) -> tuple[int, int]:
        """Rows and bytes of a table."""
        found = self._tables.get(type_)
        if found is None:
            table = ir.RankedTensorType(type_)
            size = prod(table.shape) * ((ir.IntegerType(table.element_type).width + 7) // 8)
            found = self._tables[type_] = prod(table.shape[:-1]), size
        return found

    def _bounds(self, op: ClipOp) -> frozenset[tuple[float, float]] | None:
        """Those of the bounds that the target names which the clip has, by its codes."""
        named = self.target.clip_bounds_named
        if not named:
            return None
        codes = op.parameters.min, op.parameters.max
        type_ = element_of(op.operation.results[0].type)
        return frozenset(pair for pair in named if clip_codes(type_, *pair) == codes)


def slopes_of(op: LeakyReluOp) -> list[Fraction | None]:
    """Exact slopes, of each channel where there are several; None where the positive half is 0."""
    parameters = op.parameters
    positive, negative = parameters.positive, parameters.negative
    unit = Fraction(positive.multiplier[0], 1 << positive.shift[0])
    sign = -1 if parameters.negate else 1
    count = max(len(parameters.factor), len(negative.multiplier))
    factors, multipliers, shifts = (
        values * count if len(values) == 1 else values
        for values in (parameters.factor, negative.multiplier, negative.shift)
    )
    return [
        Fraction(sign * factor * multiplier, 1 << shift) / unit if unit else None
        for factor, multiplier, shift in zip(factors, multipliers, shifts, strict=True)
    ]
