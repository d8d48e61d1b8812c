"""Short names for the ops that kernels consist of.

All functions build at the ambient insertion point and location. Index arithmetic folds integers,
so that `at(base, 0)` is `base`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, cast

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref, scf, vector

Index = int | ir.Value

# Of the function that is being written: the block for its constants, and those made so far.
_Pool = tuple[ir.Block, dict[Hashable, ir.Value]]
_pool: ContextVar[_Pool | None] = ContextVar("constants", default=None)


@contextmanager
def constants_at(block: ir.Block) -> Generator[None, None, None]:
    """Within, equal constants are made once, at the start of the block: fewer ops compile faster.

    The block must dominate all code that is built.
    """
    token = _pool.set((block, {}))
    try:
        yield
    finally:
        _pool.reset(token)


def _constant(type_: ir.Type, value: float, make: Callable[[], ir.Attribute]) -> ir.Value:
    pool = _pool.get()
    if pool is None:
        return arith.constant(type_, make())
    block, made = pool
    key = (type_, repr(value))  # negative zero is another constant than zero
    if key not in made:
        with ir.InsertionPoint.at_block_begin(block):
            made[key] = arith.constant(type_, make())
    return made[key]


def i(bits: int) -> ir.IntegerType:
    """Signless integer type."""
    return ir.IntegerType.get_signless(bits)


def vec(size: int, element: ir.Type) -> ir.VectorType:
    """One-dimensional vector type."""
    return ir.VectorType.get([size], element)


def size_of(value: ir.Value) -> int:
    """Number of elements of a vector value."""
    return ir.VectorType(value.type).shape[0]


def index(value: Index) -> ir.Value:
    """An index value; an integer becomes a constant."""
    if isinstance(value, ir.Value):
        return value
    return scalar(ir.IndexType.get(), value)


def scalar(type_: ir.Type, value: int) -> ir.Value:
    """Constant index or integer."""
    return _constant(type_, value, lambda: ir.IntegerAttr.get(type_, value))


def add(a: Index, b: Index) -> Index:
    """Sum of two indices."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if isinstance(a, int):
        a, b = b, a
    return a if b == 0 and isinstance(b, int) else arith.addi(index(a), index(b))


def mul(a: Index, b: Index) -> Index:
    """Product of two indices."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if isinstance(a, int):
        a, b = b, a
    if isinstance(b, int) and b in (0, 1):
        return a if b else 0
    return arith.muli(index(a), index(b))


def splat(type_: ir.Type, value: float) -> ir.Value:
    """Constant vector of one value."""

    def make() -> ir.Attribute:
        element = ir.VectorType(type_).element_type
        attribute = (
            ir.IntegerAttr.get(element, int(value))
            if isinstance(element, ir.IntegerType)
            else ir.FloatAttr.get(element, value)
        )
        return ir.DenseElementsAttr.get_splat(type_, attribute)

    return _constant(type_, value, make)


def dense(values: np.ndarray[Any, np.dtype[Any]], type_: ir.Type) -> ir.Attribute:
    """The elements of a tensor or vector of that type."""
    return ir.DenseElementsAttr.get(cast(Any, values), type=type_)


def literal(values: np.ndarray[Any, np.dtype[Any]]) -> ir.Value:
    """Constant vector of the given values, signless integers or floats."""
    element = (
        {4: ir.F32Type, 8: ir.F64Type}[values.dtype.itemsize].get()
        if values.dtype.kind == "f"
        else i(8 * values.dtype.itemsize)
    )
    type_ = vec(values.size, element)
    return arith.constant(type_, dense(np.ascontiguousarray(values), type_))


def load(buffer: ir.Value, at: Index, size: int) -> ir.Value:
    """`size` elements from `at` on."""
    return vector.load(vec(size, ir.MemRefType(buffer.type).element_type), buffer, [index(at)])


def store(value: ir.Value, buffer: ir.Value, at: Index) -> None:
    """Writes a vector from `at` on."""
    vector.store(value, buffer, [index(at)])


def bitcast(value: ir.Value, size: int, element: ir.Type) -> ir.Value:
    """The same bits as a vector of other elements."""
    return vector.bitcast(vec(size, element), value)


def shuffle(a: ir.Value, b: ir.Value, order: Sequence[int]) -> ir.Value:
    """Elements of `a` and then `b`, picked by `order`."""
    return vector.shuffle(a, b, list(order))


def part(value: ir.Value, start: int, size: int) -> ir.Value:
    """A slice of a vector."""
    if start == 0 and size == size_of(value):
        return value
    type_ = vec(size, ir.VectorType(value.type).element_type)
    return vector.extract_strided_slice(type_, value, [start], [size], [1])


def concat(values: Sequence[ir.Value]) -> ir.Value:
    """Vectors of one type and a power of two in number, one after the other."""
    values = list(values)
    while len(values) > 1:
        order = range(2 * size_of(values[0]))
        values = [shuffle(a, b, order) for a, b in zip(values[::2], values[1::2], strict=True)]
    return values[0]


def flat(buffer: ir.Value) -> ir.Value:
    """A buffer of any rank as one row of elements."""
    type_ = ir.MemRefType(buffer.type)
    if type_.rank == 1:
        return buffer
    size = int(np.prod(type_.shape, dtype=np.int64))
    if type_.rank == 0:
        one = ir.MemRefType.get([1], type_.element_type)
        return memref.expand_shape(one, buffer, [], [], [1])
    groups = [list(range(type_.rank))]
    return memref.collapse_shape(ir.MemRefType.get([size], type_.element_type), buffer, groups)


def for_each(
    start: Index,
    stop: Index,
    step: int,
    body: Callable[..., Sequence[ir.Value]],
    carried: Sequence[ir.Value] = (),
) -> list[ir.Value]:
    """A loop; `body` gets the counter and the carried values, and returns the next ones."""
    loop = scf.ForOp(index(start), index(stop), index(step), list(carried))
    with ir.InsertionPoint(loop.body):
        scf.yield_(list(body(loop.induction_variable, *loop.inner_iter_args)))
    return list(loop.results)


def share(total: int, thread: ir.Value, threads: ir.Value) -> tuple[ir.Value, ir.Value]:
    """First and last-but-one of the items that `thread` of `threads` does."""

    def bound(which: ir.Value) -> ir.Value:
        return arith.divui(arith.muli(which, index(total)), threads)

    return bound(thread), bound(arith.addi(thread, index(1)))


def store_part(value: ir.Value, start: int, size: int, target: ir.Value, at: Index) -> None:
    """Stores `size` elements of a vector from `start` on, in pieces of powers of two."""
    done = 0
    while done < size:
        piece = 1 << ((size - done).bit_length() - 1)
        store(part(value, start + done, piece), target, add(at, done))
        done += piece
