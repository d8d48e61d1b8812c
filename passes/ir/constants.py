"""Constants of integer tensors, read into NumPy and written back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from mlir import ir
from mlir.dialects import tosa
from numpy.typing import NDArray

from lutfuse import _lutfuse

IntArray = NDArray[np.integer]


# Ops that make a constant of an attribute, and its name.
_DATA = {"arith.constant": "value", "tosa.const": "values", "tosa.const_shape": "values"}


def makes_constant(op: ir.Operation) -> bool:
    """Whether an op makes its result of an attribute."""
    return op.name in _DATA


def is_constant(value: ir.Value) -> bool:
    """Whether a value is the result of such an op."""
    owner = value.owner
    return isinstance(owner, ir.OpView) and makes_constant(owner.operation)


def constant_attribute(value: ir.Value) -> ir.Attribute | None:
    """The attribute of a constant, equal for equal contents, None where a value is none.

    A `dense_resource` comes as the `dense` attribute of its elements.
    """
    if not is_constant(value):
        return None
    return with_contents(_attribute(value.owner.operation))


def with_contents(attribute: ir.Attribute) -> ir.Attribute:
    """A `dense_resource` as the `dense` attribute of its elements, all others as they are."""
    return _lutfuse.dense_elements(attribute) or attribute


def _attribute(op: ir.Operation) -> ir.Attribute:
    return op.attributes[_DATA[op.name]]


def constant(value: ir.Value) -> IntArray | None:
    """The integers of a constant tensor in its shape, None for all else.

    A reshape of a constant counts as one: importers leave such filters behind. Integers of 48
    bits, and those of type index, come as int64. Raises ValueError for a `dense_resource` without
    its data, which no module has that a pass was given.
    """
    owner = value.owner
    if not isinstance(owner, ir.OpView):
        return None
    if owner.operation.name == "tosa.reshape":
        inner = constant(owner.operation.operands[0])
        return None if inner is None else inner.reshape(ir.RankedTensorType(value.type).shape)
    return integers(_attribute(owner.operation)) if makes_constant(owner.operation) else None


def integers(attribute: ir.Attribute) -> IntArray | None:
    """The integers of an attribute in the shape of its type, None for all else."""
    # MLIR's Python has no class for all of these: what it has for some is no `DenseElementsAttr`.
    data = _lutfuse.resource_bytes(attribute)
    if data is None and not isinstance(attribute, ir.DenseIntElementsAttr):
        return None
    type_ = ir.ShapedType(cast(Any, attribute).type)
    dtype = _dtype(type_.element_type)
    if dtype is None:
        return None
    if dtype == "":
        elements = cast(ir.Attribute, _lutfuse.dense_elements(attribute))
        return np.array(_lutfuse.int_elements(elements), np.int64).reshape(type_.shape)
    if data is not None:
        return np.frombuffer(data, dtype).reshape(type_.shape)
    # MLIR's Python gives elements of type index as unsigned.
    return np.array(cast(Any, attribute)).astype(dtype, copy=False)


def _dtype(element: ir.Type) -> str | None:
    """NumPy's name of a type of integers, empty where it has none; None for other types."""
    if isinstance(element, ir.IndexType):
        return "int64"
    if not isinstance(element, ir.IntegerType):
        return None
    sign = "u" if element.is_unsigned else ""
    return f"{sign}int{element.width}" if element.width in (8, 16, 32, 64) else ""


def sizes(value: ir.Value) -> list[int] | None:
    """The numbers of a constant of one axis, such as a `tosa.const_shape`."""
    numbers = constant(value)
    return None if numbers is None else [int(n) for n in numbers.reshape(-1)]


def scalar(value: ir.Value) -> int | None:
    """The one integer of a constant, None where it is none or holds several."""
    array = constant(value)
    return None if array is None or array.size != 1 else int(array.reshape(()))


def make_constant(array: IntArray, width: int | None = None) -> ir.Value:
    """A `tosa.const` of signless integers of `width` bits (the array's, by default)."""
    bits = width or array.dtype.itemsize * 8
    element = ir.IntegerType.get_signless(bits)
    if bits in (8, 16, 32, 64):
        signed = array.astype(f"int{bits}", order="C")
        return tosa.ConstOp(_elements(signed, element)).output
    type_ = ir.RankedTensorType.get(list(array.shape), element)
    values = [ir.IntegerAttr.get(element, int(v)) for v in array.reshape(-1)]
    return tosa.ConstOp(ir.DenseElementsAttr.get(values, type_)).output


def _elements(array: IntArray, element: ir.Type) -> ir.DenseElementsAttr:
    # MLIR's stubs want a buffer, which NumPy's say an array is from Python 3.12 on.
    return ir.DenseElementsAttr.get(cast(Any, array), type=element)


def shape_constant(sizes: Sequence[int]) -> ir.Value:
    """A `tosa.const_shape`."""
    values = _elements(np.array(sizes, np.int64), ir.IndexType.get())
    return tosa.ConstShapeOp(ir.Type.parse(f"!tosa.shape<{len(sizes)}>"), values).output


def reshape(value: ir.Value, shape: Sequence[int]) -> ir.Value:
    """`tosa.reshape` to a static shape."""
    return tosa.ReshapeOp(value, shape_constant(shape)).output
