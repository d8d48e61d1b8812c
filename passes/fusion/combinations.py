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
    _storages: dict[ir.Type, str] = field(default_factory=dict[ir.Type, str])

    def candidate(self, activation: AnyActivation) -> Candidate:
        """Looks for the producer of the activation's codes, and asks the target."""
        views: list[ir.OpView] = []
        owner = activation.operation.operands[0].owner
        while isinstance(owner, ir.OpView) and is_view(owner.operation):
            views.append(owner)
            owner = owner.operation.operands[0].owner
        producer = owner if isinstance(owner, ir.OpView) else None
        convolution = None if producer is None else as_convolution(producer)
        return Candidate(
            activation,
            producer,
            convolution,
            tuple(views),
            self.target,
            self.target.refusal(self.combination(activation, convolution)),
            duplicate_up_to=self.duplicate_up_to,
        )

    def combination(
        self, activation: AnyActivation, convolution: Convolution | None
    ) -> Combination:
        """The pair as a target sees it."""
        producer = source = intermediate = None
        if convolution is not None:
            producer = producer_name(convolution)
            source = self.storage(convolution.input)
            if not convolution.is_fused:
                intermediate = self.storage(convolution.result)
        result = self.storage(activation.operation.results[0])
        name = activation_name(activation)
        if isinstance(activation, LutActivationOp):
            table = ir.RankedTensorType(activation.operation.operands[1].type)
            shape, width = table.shape, ir.IntegerType(table.element_type).width
            size = prod(shape) * ((width + 7) // 8)
            lookup, rows = activation.header.lookup, prod(shape[:-1])
            return Combination(producer, source, intermediate, result, name, lookup, rows, size)
        bounds, slopes = None, ()
        if isinstance(activation, ClipOp):
            bounds = self._bounds(activation)
        elif self.target.limits_slopes:
            slopes = tuple(slopes_of(activation))
        return Combination(
            producer, source, intermediate, result, name, bounds=bounds, slopes=slopes
        )

    def storage(self, value: ir.Value) -> str:
        """Storage of a quantized tensor's codes. Models have few types, and reading one is slow."""
        type_ = value.type
        found = self._storages.get(type_)
        if found is None:
            found = self._storages[type_] = storage_of(element_of(type_))
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
