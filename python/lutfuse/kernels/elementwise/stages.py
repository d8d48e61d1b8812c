"""Finds what element-wise ops compute between 8-bit values: one table, or a form of two codes.

Every 8-bit value on the way is a border: a clamp before an addition stays a clamp of bytes. Between
borders a function of one code is written out as a table, and one of two codes is looked for among
the float forms. What is neither keeps its integer ops.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from lutfuse.kernels.elementwise.ops import (
    Array,
    Constant,
    Mapped,
    Node,
    NoRealError,
    Read,
    Rescale,
    evaluate,
    inside,
    limits,
    wrap,
)
from lutfuse.kernels.elementwise.two_input_forms import (
    Form,
    NumpyFloats,
    Plane,
    Sum,
    Truth,
    find_form,
    result,
)

CODES = np.arange(-128, 128)


@dataclass(frozen=True, eq=False)
class Pair(Node):
    """A form of two 8-bit codes; `unsigned` says how a, b and the result are read.

    `reach` is where the floats lie that are rounded last.
    """

    form: Form = field(default_factory=lambda: Sum(1.0, 1.0, 0.0))
    unsigned: tuple[bool, bool, bool] = (False, False, False)
    reach: tuple[float, float] = (-128.0, 127.0)
    fused: bool = True

    @property
    def range(self) -> tuple[int, int]:
        """Where results are saturated."""
        return limits(8, self.unsigned[2])

    @cached_property
    def centred(self) -> Sum | None:
        """A plane half a code above `form`: saturated to +-127.5 and rounded down, it is the same.

        None where it is not for every pair, or codes are unsigned or no plane.
        """
        if not isinstance(self.form, Sum) or any(self.unsigned):
            return None
        moved = replace(self.form, offset=self.form.offset + 0.5)
        a, b = CODES.astype(np.float32)[:, None], CODES.astype(np.float32)[None, :]
        a, b = np.broadcast_arrays(a, b)
        ops = NumpyFloats(self.fused)
        made = np.floor(np.clip(moved.combine(ops, a, moved.prepare(ops, b)), -127.5, 127.5))
        return moved if np.array_equal(made, self.value(CODES[:, None], CODES[None, :])) else None

    def value(self, *args: Array) -> Array:
        a, b = (x & 255 if u else x for x, u in zip(args, self.unsigned, strict=False))
        return wrap(result(self.form, NumpyFloats(self.fused), a, b, *self.range), 8)


def simplify(root: Node, inner: int, *, fused: bool) -> Node:
    """The same function with tables and forms where they can be. `inner` as in `Elementwise`."""
    made: dict[Node, Node] = {}

    def visit(node: Node) -> Node:
        if node not in made:
            sources = tuple(visit(source) for source in node.sources)
            one = replace(node, sources=sources) if sources else node
            border = one.bits == 8 and bool(sources)
            made[node] = _stage(one, inner, fused) if border else one
        return made[node]

    return visit(root)


def is_repeated(node: Node, inner: int) -> bool:
    """Whether a value repeats along the inner index."""
    reads = [one for one in inside(node, []) if isinstance(one, Read)]
    return all(read.period < inner for read in reads)


def channels_of(node: Node) -> int:
    """How many channels a node's own parameters tell apart, 1 where they are for all."""
    if isinstance(node, Constant):
        return node.values.size
    if isinstance(node, Rescale):
        return node.multiplier.size
    return len(node.rows) if isinstance(node, Mapped) and node.rows.ndim > 1 else 1


def _leaves(node: Node) -> list[Node]:
    """The nearest 8-bit values, and reads of wider ones, that a node is computed from."""
    found: dict[Node, None] = {}

    def visit(one: Node) -> None:
        if isinstance(one, Constant):
            return
        if isinstance(one, Read) or one.bits == 8:
            found[one] = None
            return
        for source in one.sources:
            visit(source)

    for source in node.sources:
        visit(source)
    return list(found)


def _stage(node: Node, inner: int, fused: bool) -> Node:
    leaves = _leaves(node)
    if len(leaves) == 2:
        roots = [leaf.sources[0] if isinstance(leaf, Mapped) else leaf for leaf in leaves]
        leaves = roots[:1] if roots[0] is roots[1] else leaves
    if not leaves or any(leaf.bits != 8 for leaf in leaves):
        return node
    if len(leaves) == 1:
        return _table(node, leaves[0])
    return _pair(node, leaves, inner, fused) or node


def _table(node: Node, leaf: Node) -> Node:
    values = evaluate(node, {leaf: CODES})
    rows = np.broadcast_to(values, (*values.shape[:-1], 256))
    if rows.ndim > 1 and (rows == rows[:1]).all():
        rows = rows[0]
    if isinstance(leaf, Mapped):
        composed = Mapped(8, leaf.sources, _composed(rows, leaf.rows))
        return _table(composed, leaf.sources[0])
    if rows.ndim == 1 and np.array_equal(rows, CODES):
        return leaf
    return Mapped(8, (leaf,), rows)


def _composed(outer: Array, inner: Array) -> Array:
    if outer.ndim == 1 or inner.ndim == 1:
        return outer[..., inner + 128]
    return np.take_along_axis(outer, inner + 128, axis=1)


def _pair(node: Node, leaves: list[Node], inner: int, fused: bool) -> Node | None:
    members = inside(node, leaves)
    if any(channels_of(one) > 1 for one in members) or not isinstance(node, Rescale):
        return None
    if is_repeated(leaves[0], inner) and not is_repeated(leaves[1], inner):
        leaves = leaves[::-1]  # what is prepared for all pixels comes second
    a, b = leaves
    unsigned = [
        any(isinstance(m, Rescale) and m.unsigned[0] and m.sources[0] is leaf for m in members)
        for leaf in (a, b)
    ]
    x, y = (CODES + 128 * u for u in unsigned)
    codes = evaluate(node, {a: wrap(x, 8)[:, None], b: wrap(y, 8)[None, :]})
    codes = codes & 255 if node.unsigned[1] else codes
    corners = np.array([0.0, 1.0])
    try:
        plane = Plane.through(evaluate(node, {a: corners[:, None], b: corners[None, :]}, real=True))
    except NoRealError:
        return None
    form = find_form(Truth(x, y, codes, *node.range), plane, node.bias, fused=fused)
    if form is None:
        return None
    ends = plane.at(x[[0, -1], None], y[None, [0, -1]])
    reach = float(ends.min()) - 1, float(ends.max()) + 1
    signs = unsigned[0], unsigned[1], node.unsigned[1]
    return Pair(8, (a, b), form, signs, reach, fused)
