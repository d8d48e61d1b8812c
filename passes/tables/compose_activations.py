"""Composes activations that follow each other into one, exact for every code.

Two clips become one, and a table takes in a clip or a table before or after it. A convolution
then has one activation after it, where two would leave one outside of the fused op.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from mlir import ir, rewrite
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.passes.core import attribute_rules, remarks
from lutfuse.passes.core.patterns import apply_patterns
from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ir.code_maps import CodeMap, code_map, compose, entries_of
from lutfuse.passes.ir.constants import make_constant
from lutfuse.passes.ir.storage import erase_unused

Composable = lf.ClipOp | lf.LutActivationOp


@register
@dataclass(frozen=True)
class ComposeActivations(ModulePass):
    """Compose clips and tables that follow each other into one.

    Before:

    ```mlir
    %0 = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x8x8x8x!u>) -> tensor<1x8x8x8x!u>
    %1 = lutfuse.clip %0 <min = 0, max = 100> : (tensor<1x8x8x8x!u>) -> tensor<1x8x8x8x!u>
    %y = lutfuse.lut_activation <sigmoid> %1, %t header #h : (...) -> tensor<1x8x8x8x!y>
    ```

    After, with another table:

    ```mlir
    %y = lutfuse.lut_activation <custom> %u, %0 header #h : (...) -> tensor<1x8x8x8x!y>
    ```

    The value between must have no other user, and tables must be 8-bit constants. A table whose
    entries stay what they were keeps its kind.
    """

    name: ClassVar[str] = "compose-activations"
    dialects: ClassVar[tuple[str, ...]] = ("lutfuse", "tosa")

    def run(self, module: ir.Operation) -> None:
        apply_patterns(module, {lf.ClipOp: _rewrite, lf.LutActivationOp: _rewrite})


@dataclass(frozen=True)
class _Pair:
    """Two activations, the second on the result of the first, and the casts between."""

    first: Composable
    second: Composable
    casts: tuple[ir.OpView, ...]  # last first

    @property
    def domains(self) -> tuple[UniformQuantizedType, UniformQuantizedType]:
        """Of the codes that go in and of those that come out."""
        ends = self.first.operation.operands[0], self.second.operation.results[0]
        x, y = (UniformQuantizedType(ir.RankedTensorType(v.type).element_type) for v in ends)
        return x, y

    @property
    def bounds(self) -> tuple[int, int] | None:
        """Bounds of both where they are clips of one domain, None else.

        Where the bounds of the two do not meet, all codes end at one bound of the second clip.
        """
        if not isinstance(self.first, lf.ClipOp) or not isinstance(self.second, lf.ClipOp):
            return None
        if self.domains[0] != self.domains[1] or self.casts:
            return None
        first, second = self.first.parameters, self.second.parameters
        low, high = (int(np.clip(c, second.min, second.max)) for c in (first.min, first.max))
        return low, high


def _pair(second: Composable) -> _Pair | None:
    casts: list[ir.OpView] = []
    owner = second.operation.operands[0].owner
    while isinstance(owner, ir.OpView) and owner.operation.name == "quant.scast":
        casts.append(owner)
        owner = owner.operation.operands[0].owner
    if not isinstance(owner, Composable):
        return None
    return _Pair(owner, second, tuple(casts))


def _why_not(pair: _Pair) -> tuple[str, str] | None:
    """Reason and line why two activations stay two."""
    for op in (pair.first, *pair.casts):
        users = sum(1 for _ in op.operation.results[0].uses)
        if users != 1:
            return "multiple-users", f"expected one user of the first result but got {users}"
    if pair.first.operation.block != pair.second.operation.block:
        return "different-region", "expected both activations in one block but got two"
    if pair.bounds is not None:
        return None
    for op in (pair.first, pair.second):
        if code_map(op) is None:
            name = op.operation.name
            return "not-a-code-map", f"expected a clip or constant table of 8 bits in '{name}'"
    return None


def _rewrite(second: Composable, rewriter: rewrite.PatternRewriter) -> bool:
    pair = _pair(second)
    if pair is None:
        return False
    why = _why_not(pair)
    if why is not None:
        _say(pair, "missed", "left-alone", why)
        return False
    _say(pair, "passed", "composed")
    taken = attribute_rules.compose(pair.first.operation, second.operation)
    taken.say_dropped(ComposeActivations.name)
    constants = [v for op in (pair.first, second) for v in list(op.operation.operands)[1:]]
    locations = [pair.first.location, second.location]
    metadata = ir.StringAttr.get(ComposeActivations.name)
    source, bounds = pair.first.operation.operands[0], pair.bounds
    with rewriter.ip, ir.Location.fused(locations, metadata):
        new = _table(pair) if bounds is None else lf.clip(source, *bounds)
    assert isinstance(new.owner, ir.OpView)
    taken.apply(new.owner.operation)
    rewriter.replace_op(second.operation, [new])
    for op in (*pair.casts, pair.first):
        rewriter.erase_op(op.operation)
    erase_unused(constants, rewriter.erase_op)
    return True


def _table(pair: _Pair) -> ir.Value:
    first, second = code_map(pair.first), code_map(pair.second)
    assert first is not None and second is not None  # _why_not checked it
    composed = compose(first, second)
    x, y = pair.domains
    low, entries = entries_of(composed, x)
    source = pair.first.operation.operands[0]
    return lf.lut_activation(
        ir.RankedTensorType.get(ir.RankedTensorType(source.type).shape, y),
        source,
        make_constant(entries),
        kind=_kind(pair, composed),
        header=lf.TableHeaderAttr.get(low, 256, x, y),
    )


def _kind(pair: _Pair, composed: CodeMap) -> str:
    """A table's own kind where the other op leaves its entries and domains alone."""
    for op in (pair.first, pair.second):
        if isinstance(op, lf.LutActivationOp):
            same, own = (op.header.input, op.header.result) == pair.domains, code_map(op)
            if same and own is not None and np.array_equal(own, composed):
                return op.kind.value
    return "custom"


def _say(pair: _Pair, kind: str, name: str, why: tuple[str, str] | None = None) -> None:
    op = pair.second.operation
    details = {"First": pair.first.operation.name, "Second": op.name}
    if why is None:
        details["Result"] = "a table" if pair.bounds is None else "a clip"
    else:
        details[why[0]] = why[1]
    note = (pair.first.location, "the first activation")
    reasons = () if why is None else (why[0],)
    category = ComposeActivations.name
    remarks.emit(Remark(kind, category, name, op.location, reasons, details, note), op)
