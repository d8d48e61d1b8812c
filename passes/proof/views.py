"""Reshapes and transpositions: which element of their operand each element of a result is.

The rule by which an activation may move over a reshape: elements are numbered in row-major order.
A reshape leaves the number of an element alone, so a function of each element commutes with it.
What differs between channels is a function of the number as well: of element i it is row
i modulo R, where R rows are one for each index of the last axis. Both sides are therefore compared
on as many elements as the least common multiple of their rows. Nothing is demanded of the shapes
but that they are known; an open one leaves a reshape an op that is equal to itself only.

A transposition renumbers elements. Where it moves axes of size 1 only it is a reshape; else the
numbers themselves are compared (`equivalence_arrangements`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.proof.activations import Operands, shape_of
from lutfuse.passes.proof.nodes import DYNAMIC, Node, Pool


def reshaped(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """Any op whose result has the elements of its first operand in row-major order."""
    shape, source = shape_of(op.results[0].type), operands[0]
    if source.kind == "constant" or (source.shape is None and source.kind != "view"):
        return None
    if shape is not None and DYNAMIC not in shape:
        return pool.view(source, shape)
    # How large the open sizes are is said by attributes and further operands.
    dropped = _lutfuse.discardable_attributes(op)
    names = sorted(name for name in op.attributes if name not in dropped)
    attributes = tuple((name, str(op.attributes[name])) for name in names)
    data = op.name, attributes, source.shape
    return pool.make("view", data, operands, shape, source.width)


def transposed(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """`tosa.transpose`."""
    axes = tuple(int(axis) for axis in cast(Iterable[int], op.attributes["perms"]))
    shape, source = shape_of(op.results[0].type), operands[0]
    if source.kind == "constant" or source.shape is None or shape is None:
        return None
    long = [axis for axis in axes if source.shape[axis] != 1]
    if long == sorted(long):
        return reshaped(pool, op, operands)
    if DYNAMIC in source.shape or DYNAMIC in shape:
        return None
    return pool.make("transposition", axes, [source], shape, source.width)
