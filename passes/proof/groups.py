"""Channels taken apart and put together again: convolutions on slices as one grouped convolution.

`concat(act(conv(slice(x, 0))), act(conv(slice(x, 1))))` along the channels is one convolution of
x: grouped where the slices are all of the channels, in order and of one size. Other slices make it
a convolution of all channels with weights of 0, so that a slice in the wrong place is another sum,
and is refuted as one. Whatever is put together must have the same window, and differ between
channels only in what may: weights, biases, factors, codes to results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
from mlir import ir

from lutfuse.passes.proof.activations import Operands, shape_of, width_of
from lutfuse.passes.proof.nodes import (
    CODE_WIDTHS,
    DYNAMIC,
    Array,
    Node,
    Pool,
    array_of,
    every_code,
    repeated,
)
from lutfuse.passes.proof.stages import Stage, canonical
from lutfuse.passes.proof.windows import Window, spread

MOST_WEIGHTS = 1 << 24  # that are written out for slices in no order

Merge = Callable[[Pool, Sequence[Node]], Node | None]


def sliced(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """`tosa.slice` of constant start, which its result's shape gives the size of."""
    shape, start = shape_of(op.results[0].type), _start(op)
    if operands[0].kind == "constant" or start is None or shape is None or DYNAMIC in shape:
        return None
    return pool.make("slice", start, operands[:1], shape, width_of(op.results[0].type))


def _start(op: ir.Operation) -> tuple[int, ...] | None:
    owner = op.operands[1].owner
    if not isinstance(owner, ir.OpView) or owner.operation.name != "tosa.const_shape":
        return None
    values = np.array(owner.operation.attributes["values"]).astype(np.int64)
    return tuple(values.reshape(-1).tolist())


def concatenated(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """`tosa.concat` of the channels of convolutions that are parts of one."""
    shape = shape_of(op.results[0].type)
    axis = ir.IntegerAttr(op.attributes["axis"]).value
    if shape is None or len(shape) != 4 or axis != 3 or len(operands) < 2 or DYNAMIC in shape:
        return None
    return put_together(pool, operands)


def put_together(pool: Pool, parts: Sequence[Node]) -> Node | None:
    """The node of which `parts` are the channels, None where no rule knows one."""
    kinds = {part.kind for part in parts}
    merge = _MERGES["map"] if "map" in kinds else _MERGES.get(parts[0].kind)
    if merge is None or (len(kinds) > 1 and "map" not in kinds):
        return None
    return merge(pool, parts) if len({part.width for part in parts}) == 1 else None


def _shape(parts: Sequence[Node]) -> tuple[int, ...]:
    *outer, _ = parts[0].shape or (0,)
    return (*outer, sum(map(_channels, parts)))


def _channels(node: Node) -> int:
    return node.shape[-1] if node.shape else 0


def _each(parts: Sequence[Node], values: Iterable[Sequence[object]]) -> list[object]:
    """A value for each channel of all parts, of which each has one or as many as channels."""
    found: list[object] = []
    for part, own in zip(parts, values, strict=True):
        count = _channels(part)
        found += list(own) if len(own) == count else list(own) * count
    return found


# Codes ----------------------------------------------------------------------------------------


def _maps(pool: Pool, parts: Sequence[Node]) -> Node | None:
    """A part without a map maps each code to itself."""
    inner = [part.operands[0] if part.kind == "map" else part for part in parts]
    if any(one.width not in CODE_WIDTHS for one in inner):
        return None
    source = put_together(pool, inner)
    if source is None:
        return None
    tables = [_table(part, one) for part, one in zip(parts, inner, strict=True)]
    if any(len(table) != _channels(part) for part, table in zip(parts, tables, strict=True)):
        return None
    return pool.mapped(source, np.concatenate(tables), parts[0].width)


def _table(part: Node, inner: Node) -> Array:
    table = array_of(part) if part.kind == "map" else every_code(inner.width)
    return repeated(table, _channels(part))


def _stages(pool: Pool, parts: Sequence[Node]) -> Node | None:
    stages = [part.data for part in parts if isinstance(part.data, Stage)]
    common = {replace(stage, requantizations=(), bias=()) for stage in stages}
    core = put_together(pool, [part.operands[0] for part in parts])
    if core is None or len(common) != 1:
        return None
    requantizations = _each(parts, (stage.requantizations for stage in stages))
    bias = _each(parts, (stage.bias for stage in stages))
    stage = replace(
        stages[0],
        requantizations=canonical(requantizations),
        bias=canonical(bias),
    )
    return pool.make("stage", stage, [core], _shape(parts), parts[0].width)


# Sums -----------------------------------------------------------------------------------------


def _accumulators(pool: Pool, parts: Sequence[Node]) -> Node | None:
    core = put_together(pool, [part.operands[0] for part in parts])
    if core is None:
        return None
    bias = _each(parts, (part.data for part in parts if isinstance(part.data, tuple)))
    return pool.make("accumulator", canonical(bias), [core], _shape(parts), parts[0].width)


@dataclass(frozen=True)
class _Reading:
    """The sums of a part: of which channels of a base, behind equal maps of its codes."""

    window: Window
    base: Node
    maps: tuple[Node, ...]  # the last first
    start: int

    @property
    def count(self) -> int:
        return self.window.input_shape[-1]


def _sums(pool: Pool, parts: Sequence[Node]) -> Node | None:
    found = [_reading(part) for part in parts]
    readings = [one for one in found if one is not None]
    if len(readings) < len(parts) or not _alike(readings):
        return None
    window = _grouped(readings) if _in_order(readings) else _ungrouped(readings)
    if window is None:
        return None
    value = readings[0].base
    for one in reversed(readings[0].maps):
        value = pool.mapped(value, array_of(one), one.width)
    return pool.make("acc", window, [value], _shape(parts), parts[0].width)


def _reading(part: Node) -> _Reading | None:
    if not isinstance(part.data, Window) or part.data.weights is None:
        return None
    value, maps = part.operands[0], list[Node]()
    while value.kind == "map" and array_of(value).ndim == 1:
        maps.append(value)
        value = value.operands[0]
    base = value.operands[0] if value.kind == "slice" else None
    if base is None or base.shape is None or not isinstance(value.data, tuple):
        return None
    *outer, start = value.data
    whole = base.shape[:-1] == (value.shape or ())[:-1] and DYNAMIC not in base.shape
    if any(outer) or not whole:
        return None
    return _Reading(part.data, base, tuple(maps), int(start))


def _alike(readings: Sequence[_Reading]) -> bool:
    """Whether all read the same value through the same window."""
    common = {
        (
            replace(
                one.window, input_shape=(), result_shape=(), filter_shape=(), weights=None, group=1
            ),
            one.window.filter_shape[1:3],
            one.window.result_shape[:3],
            one.base.number,
            tuple(node.data for node in one.maps),
        )
        for one in readings
    }
    return len(common) == 1


def _in_order(readings: Sequence[_Reading]) -> bool:
    """Whether the parts are the groups of the base, one after the other."""
    shapes = {one.window.filter_shape for one in readings}
    ends = [0, *(one.start + one.count for one in readings)]
    starts = [*(one.start for one in readings), _channels(readings[0].base)]
    return starts == ends and len(shapes) == 1 and all(one.window.group == 1 for one in readings)


def _grouped(readings: Sequence[_Reading]) -> Window:
    weights = np.concatenate([one.window.filter for one in readings])
    return _window(readings, weights, len(readings))


def _ungrouped(readings: Sequence[_Reading]) -> Window | None:
    """All channels of the base, those that a part does not read with weights of 0."""
    channels = _channels(readings[0].base)
    outputs = sum(one.window.filter_shape[0] for one in readings)
    _, height, width, _ = readings[0].window.filter_shape
    if prod((outputs, height, width, channels)) > MOST_WEIGHTS:
        return None
    weights = [spread(one.window, channels, one.start) for one in readings]
    return _window(readings, np.concatenate(weights), 1)


def _window(readings: Sequence[_Reading], weights: Array, group: int) -> Window:
    first = readings[0].window
    return replace(
        first,
        input_shape=readings[0].base.shape or (),
        result_shape=(*first.result_shape[:3], len(weights)),
        filter_shape=weights.shape,
        group=group,
        weights=weights.astype(np.int16).tobytes(),
    )


_MERGES: dict[str, Merge] = {
    "acc": _sums,
    "accumulator": _accumulators,
    "map": _maps,
    "stage": _stages,
}


def parts_of(merged: Node, part: Node) -> Iterable[tuple[Node, Node]]:
    """What is a part of what, where `merged` was put together of `part` and others."""
    while merged.kind == part.kind or (merged.kind, part.kind) == ("map", "stage"):
        yield part, merged
        if part.kind not in ("map", "stage"):
            return
        down = part.kind == merged.kind
        merged, part = merged.operands[0], part.operands[0] if down else part
