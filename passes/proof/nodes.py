"""Normal forms of values: what a value is computed from, without a word of MLIR.

Both modules of a proof build their nodes in one `Pool`, which gives out one node for one
meaning: the same kind, data and operands are the same object. Equal nodes are equal values for
all inputs, whatever context, module or dialect they came from. Locations, names and discardable
attributes are not part of a node.

Kinds:

- `argument`, and `constant`, which element-wise ops may compute from others
- `op`: any other operation, known by name, attributes and types only
- `acc`: the sums of a convolution without bias; `accumulator`: those with a constant bias
- `stage`: 8-bit or 16-bit codes made from wide integers by a requantization
- `map`: any function of the 8-bit or 16-bit codes of its operand, written out for every code
- `view`: the elements of its operand in row-major order, of another shape; `transposition`
- `slice`: elements of its operand from a start on, as many as its shape says
- `lookup`: codes looked up in a table that is no constant; `biased`: sums with such a bias
- `entry` and `state`: side effects before a block, and the content of a variable
- `unknown`: a value of which nothing is known yet, equal to nothing
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Shape = tuple[int, ...]

DYNAMIC = -1
CODE_WIDTHS = (8, 16)


@dataclass(eq=False, slots=True)
class Node:
    """One value. `root` are the codes of which it is a function, element by element.

    Elements count in row-major order, whatever the shape: reshapes leave the root alone.
    An 8-bit or 16-bit value that is no such function of other codes is its own root. `width` is
    the number of bits of its integers, 0 where it has others. Codes are compared as they are
    stored: the same bits are the same code.
    """

    number: int
    kind: str
    data: Hashable
    operands: tuple[Node, ...]
    shape: Shape | None
    width: int
    root: Node | None


@dataclass(frozen=True)
class OpData:
    """What is known of an operation that nothing more is known of."""

    name: str
    attributes: tuple[tuple[str, str], ...]
    types: tuple[str, ...]  # of operands, then of the result
    index: int  # of the result
    regions: Hashable = ()
    unique: int = 0  # not 0 where some content cannot be compared


class Pool:
    """Gives out one node for one meaning."""

    def __init__(self) -> None:
        self._nodes: dict[Hashable, Node] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def make(
        self,
        kind: str,
        data: Hashable,
        operands: Sequence[Node] = (),
        shape: Shape | None = None,
        width: int = 0,
        root: Node | None = None,
    ) -> Node:
        """The node with this meaning. Codes without a root are their own."""
        key = (kind, data, tuple(o.number for o in operands), shape, width)
        node = self._nodes.get(key)
        if node is None:
            node = Node(len(self._nodes), kind, data, tuple(operands), shape, width, root)
            if root is None and width in CODE_WIDTHS and kind != "constant":
                node.root = node
            self._nodes[key] = node
        return node

    def constant(self, array: Array, width: int, element: str) -> Node:
        """A tensor of integers, equal by content."""
        data = element, array.dtype.str, np.ascontiguousarray(array).tobytes()
        return self.make("constant", data, shape=array.shape, width=width)

    def view(self, source: Node, shape: Shape) -> Node:
        """The elements of `source` in row-major order, of a static shape."""
        if source.kind == "view":
            source = source.operands[0]
        if source.shape == shape:
            return source
        return self.make("view", (), [source], shape, source.width, source.root)

    def _viewed(self, view: Node, value: Node) -> Node:
        """`view` of another value of the same shape."""
        root = value.root if view.data == () else None
        operands = [value, *view.operands[1:]]
        return self.make("view", view.data, operands, view.shape, value.width, root)

    def mapped(self, source: Node, values: Array, width: int) -> Node:
        """The map of the codes of `source` to `values`, [N] or [C, N], in order of stored code.

        A map of a map is one map, unless it leads to wider integers: then the codes between keep
        a node of their own. That of every code to itself is no map at all. A map moves above a
        view, where both have the same channels if it tells them apart.
        """
        if source.kind == "map" and width in CODE_WIDTHS:
            return self.mapped(source.operands[0], compose(values, array_of(source)), width)
        rows = values.reshape(-1, values.shape[-1])
        if (rows == rows[:1]).all():
            values = rows[0]
        if source.kind == "view" and width in CODE_WIDTHS:
            inner = source.operands[0]
            if values.ndim == 1 or (inner.shape and source.shape and _same_channels(inner, source)):
                made = self.mapped(inner, values, width)
                return self._viewed(source, made)
        if width == source.width and values.ndim == 1 and np.array_equal(values, every_code(width)):
            return source
        stored = np.ascontiguousarray(values.astype(f"<i{width // 8}"))
        data = stored.dtype.str, values.shape, stored.tobytes()
        return self.make("map", data, [source], source.shape, width, source.root)


def _same_channels(inner: Node, outer: Node) -> bool:
    sizes = [node.shape[-1:] for node in (inner, outer) if node.shape]
    return len(sizes) == 2 and sizes[0] == sizes[1] != (DYNAMIC,)


def every_code(width: int) -> Array:
    """All codes of a width as they are stored, signed, in ascending order."""
    half = 1 << (width - 1)
    return np.arange(-half, half, dtype=np.int64)


def stored(codes: Array, width: int) -> Array:
    """Codes of any storage as they are stored: unsigned ones above the half are negative."""
    half = 1 << (width - 1)
    return ((codes + half) & ((1 << width) - 1)) - half


def compose(outer: Array, inner: Array) -> Array:
    """`outer` after `inner`: the codes of `inner` as indices into `outer`.

    Row r of R is for all elements whose number is r modulo R.
    """
    index = inner + outer.shape[-1] // 2
    if outer.ndim == 1 or inner.ndim == 1:
        return outer[..., index]
    rows = math.lcm(len(outer), len(inner))
    return np.take_along_axis(repeated(outer, rows), repeated(index, rows), axis=1)


def repeated(values: Array, rows: int) -> Array:
    """As many rows, [N] or [R, N] over and over."""
    values = np.atleast_2d(values)
    return np.tile(values, (rows // len(values), 1))


def array_of(node: Node) -> Array:
    """The content of a `constant` of integers or of a `map`."""
    assert isinstance(node.data, tuple)
    if node.kind == "map":
        dtype, shape, data = node.data
        return np.frombuffer(data, dtype).reshape(shape).astype(np.int64)
    _, dtype, data = node.data
    return np.frombuffer(data, dtype).reshape(node.shape or ())


def is_integers(node: Node) -> bool:
    """Whether a node is a constant whose integers are known."""
    return node.kind == "constant" and isinstance(node.data, tuple)


def is_codes(node: Node) -> bool:
    """Whether all about a node follows from one code: itself, or a map of one."""
    return node.kind == "map" or (node.root is not None and node.width in CODE_WIDTHS)


def chain(node: Node) -> list[Node]:
    """Every value from the root of `node` up to it, operands first; none without a root."""
    found: dict[int, Node] = {}
    pending = [node]
    while pending:
        one = pending[-1]
        left = [o for o in one.operands if o.root is node.root and o.number not in found]
        if node.root is None or one.number in found or one is node.root or not left:
            found.setdefault(pending.pop().number, one)
        else:
            pending += left
    return [one for one in found.values() if one.root is not None]
