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


def constant(value: ir.Value) -> IntArray | None:
    """The integers of a dense constant in the shape of its tensor, None for all else.

    A reshape of a constant counts as one: importers leave such filters behind. Integers of 48
    bits come as int64.
    """
    owner = value.owner
    if not isinstance(owner, ir.OpView):
        return None
    name = owner.operation.name
    if name == "tosa.reshape":
        inner = constant(owner.operation.operands[0])
        return None if inner is None else inner.reshape(ir.RankedTensorType(value.type).shape)
    attributes = owner.operation.attributes
    key = {"tosa.const": "values", "arith.constant": "value"}.get(name)
    if key is None or not isinstance(attributes[key], ir.DenseIntElementsAttr):
        return None
    elements = cast(ir.DenseIntElementsAttr, attributes[key])
    shape = ir.RankedTensorType(elements.type).shape
    if ir.IntegerType(ir.RankedTensorType(elements.type).element_type).width not in (8, 16, 32, 64):
        return np.array(_lutfuse.int_elements(elements), np.int64).reshape(shape)
    return np.array(elements)


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
