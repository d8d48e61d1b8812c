"""Compares values of which transpositions made one, element by element.

A value is a function of one element of some base for each of its own elements: activations say
which function, reshapes leave the number of the element alone, transpositions renumber. That is
written out for all elements, and the two are compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lutfuse.passes.proof.certificates import PROVED, REFUTED, CounterExample
from lutfuse.passes.proof.codes import Verdict
from lutfuse.passes.proof.differences import mismatch
from lutfuse.passes.proof.nodes import CODE_WIDTHS, DYNAMIC, Array, Node, array_of, every_code
from lutfuse.passes.proof.stages import Stage

MOST_ELEMENTS = 1 << 22
MOST_FUNCTIONS = 1 << 12


@dataclass(frozen=True)
class _Arrangement:
    """A value element by element: `functions[row]` of element `index` of `base`."""

    base: Node
    index: Array  # [elements]
    row: Array  # [elements]
    functions: Array  # [functions, codes]


def rearranged(node: Node) -> Iterator[Node]:
    """A value and those that it is made of by activations, reshapes and transpositions."""
    yield node
    while node.kind in ("map", "transposition") or (node.kind == "view" and node.data == ()):
        node = node.operands[0]
        yield node


def _arrangement(node: Node) -> _Arrangement | None:
    shape = node.shape
    if shape is None or DYNAMIC in shape or math.prod(shape) > MOST_ELEMENTS:
        return None
    if node.width not in CODE_WIDTHS:
        return None
    index = np.arange(math.prod(shape))
    row, functions = np.zeros_like(index), every_code(node.width)[None]
    for one in rearranged(node):
        node = one
        if one.kind == "transposition":
            source = one.operands[0].shape
            assert source is not None and isinstance(one.data, tuple)
            index = np.arange(index.size).reshape(source).transpose(one.data).reshape(-1)[index]
        elif one.kind == "map":
            table = np.atleast_2d(array_of(one))
            keys, row = np.unique(row * len(table) + index % len(table), return_inverse=True)
            if len(keys) > MOST_FUNCTIONS:
                return None
            inner = table[keys % len(table)] + functions.shape[1] // 2
            functions = np.take_along_axis(functions[keys // len(table)], inner, axis=1)
    return _Arrangement(node, index, row, functions)


def judge_arrangement(before: Node, after: Node) -> tuple[Verdict, Node, Node] | None:
    """Compares two values of which a transposition made one, on two bases that are equal.

    The bases, which remain to be compared, come with the verdict; None where there are none.
    """
    roots = before.root, after.root
    if not any(root is not None and root.kind == "transposition" for root in roots):
        return None
    if before.shape != after.shape or before.width != after.width:
        return None
    old, new = _arrangement(before), _arrangement(after)
    if old is None or new is None:
        return None
    if (old.base.shape, old.base.width) != (new.base.shape, new.base.width):
        return None
    stages = old.base.kind == new.base.kind == "stage"
    if not stages and mismatch(old.base, new.base):
        return None
    return _compared(old, new), old.base, new.base


def _codes(base: Node) -> Array:
    return base.data.codes() if isinstance(base.data, Stage) else every_code(base.width)


def _compared(old: _Arrangement, new: _Arrangement) -> Verdict:
    codes = np.intersect1d(_codes(old.base), _codes(new.base))
    at = codes + old.functions.shape[1] // 2
    moved = old.index != new.index
    pairs = np.stack([old.row, new.row, moved], axis=1)
    _, elements = np.unique(pairs, axis=0, return_index=True)
    for element in sorted(elements.tolist()):
        row, other, apart = pairs[element].tolist()
        found = _differ(old.functions[row, at], new.functions[other, at], codes, apart)
        if found is None:
            continue
        left, right = found
        example = CounterExample(
            int(old.functions[row, at[left]]),
            int(new.functions[other, at[right]]),
            code=None if apart else int(codes[left]),
            element=element,
        )
        line = "expected equal codes but some differ"
        if apart:
            sources = int(old.index[element]), int(new.index[element])
            line = f"expected element {element} to be element {sources[0]} but got {sources[1]}"
        return Verdict(REFUTED, code_map="differ", difference=line, counter_example=example)
    return Verdict(PROVED, code_map=f"equal on {len(codes)} codes")


def _differ(old: Array, new: Array, codes: Array, apart: bool) -> tuple[int, int] | None:
    """Places of codes for which functions differ: of one element, or of two that are `apart`."""
    if not apart:
        wrong = np.flatnonzero(old != new)
        nearest = wrong[np.argsort(np.abs(codes[wrong]), kind="stable")[:1]].tolist()
        return (nearest[0], nearest[0]) if nearest else None
    for left, right in ((old, new[:1]), (old[:1], new)):
        wrong = np.flatnonzero(left != right)
        if len(wrong):
            return (int(wrong[0]), 0) if len(left) > 1 else (0, int(wrong[0]))
    return None
