"""What goes into a function and comes out of it: the arrays that callers pass.

TOSA has signless integers only. What the model's file has instead stands in `lutfuse.type` of
arguments and results, and their names in `lutfuse.name`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import func
from mlir.dialects.quant import QuantizedType, UniformQuantizedType

Array = np.ndarray[Any, np.dtype[Any]]

_WIDTHS = (8, 16, 32, 64)
_SIGNS = ("", "s", "u")
_INTEGERS = (f"{sign}i{width}" for sign in _SIGNS for width in _WIDTHS)
_ELEMENTS = ("i1", *_INTEGERS, "index", "f32", "f64")


@dataclass(frozen=True)
class Tensor:
    """An input or output; `scale` and `zero_point` are None for plain numbers."""

    name: str
    dtype: str  # NumPy's name
    shape: tuple[int, ...]
    scale: float | None = None
    zero_point: int | None = None

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}"

    def fits(self, array: Array) -> bool:
        """Whether an array has this element type and shape."""
        return array.dtype == self.dtype and array.shape == self.shape


@dataclass(frozen=True)
class Interface:
    """Inputs and outputs, in the order of arguments and results."""

    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]


def form_of(array: Array) -> str:
    """Element type and shape of an array, as a `Tensor` prints them."""
    return f"{array.dtype}{list(array.shape)}"


def _dtype(element: ir.Type) -> str | None:
    """NumPy's name of an element type; what has no sign is signed."""
    if isinstance(element, ir.IntegerType) and element.width in _WIDTHS:
        return f"{'u' if element.is_unsigned else ''}int{element.width}"
    if isinstance(element, ir.IntegerType) and element.width == 1:
        return "bool"
    if isinstance(element, ir.IndexType):
        return "int64"
    if isinstance(element, ir.F32Type | ir.F64Type):
        return f"float{element.width}"
    return None


def tensor_of(name: str, type_: ir.Type) -> Tensor:
    """A tensor type as arrays of it are.

    Raises TypeError for elements that no array has, ValueError for a dynamic or an empty shape;
    both say `name`.
    """
    ranked = isinstance(type_, ir.RankedTensorType)
    dtype = _dtype(type_.element_type) if ranked else None
    if not ranked or dtype is None:
        elements = ", ".join(_ELEMENTS)
        raise TypeError(f"{name}: expected a ranked tensor of {elements}, got '{type_}'")
    if not type_.has_static_shape or 0 in type_.shape:
        raise ValueError(f"{name}: expected a static, non-empty shape, got '{type_}'")
    return Tensor(name, dtype, tuple(type_.shape))


def interface_of(function: func.FuncOp) -> Interface:
    """Inputs and outputs with what the model's file says of them. Raises as `tensor_of` does."""
    type_ = function.type
    return Interface(
        _side(function, "arg_attrs", "input", type_.inputs),
        _side(function, "res_attrs", "output", type_.results),
    )


def _side(
    function: func.FuncOp, attribute: str, what: str, types: list[ir.Type]
) -> tuple[Tensor, ...]:
    plain = [tensor_of(f"{what}{n}", type_) for n, type_ in enumerate(types)]
    if attribute not in function.attributes:
        return tuple(plain)
    said = map(ir.DictAttr, ir.ArrayAttr(function.attributes[attribute]))
    return tuple(_stated(tensor, one) for tensor, one in zip(plain, said, strict=True))


def _stated(tensor: Tensor, said: ir.DictAttr) -> Tensor:
    """A tensor with its name, and with its sign and scale, where the file has them."""
    name, dtype = tensor.name, np.dtype(tensor.dtype)
    if "lutfuse.name" in said:
        name = ir.StringAttr(said["lutfuse.name"]).value
    domain = ir.TypeAttr(said["lutfuse.type"]).value if "lutfuse.type" in said else None
    # Unsigned codes travel in signless integers: same bits, and the ops know the sign.
    if domain is not None and _is_unsigned(domain):
        dtype = np.dtype(f"u{dtype.itemsize}")
    if not isinstance(domain, UniformQuantizedType):
        return Tensor(name, dtype.name, tensor.shape)
    return Tensor(name, dtype.name, tensor.shape, domain.scale, domain.zero_point)


def _is_unsigned(element: ir.Type) -> bool:
    if isinstance(element, QuantizedType):
        return not element.is_signed
    return isinstance(element, ir.IntegerType) and element.is_unsigned
