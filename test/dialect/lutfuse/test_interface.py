"""Inputs and outputs of a function as callers pass them."""

from __future__ import annotations

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse.dialects.interface import Interface, Tensor, interface_of, tensor_of

SIGNATURE = """
func.func private @main(
    tensor<1x3xi8> {lutfuse.name = "x", lutfuse.type = !quant.uniform<u8:f32, 0.5:7>},
    tensor<2xi8> {lutfuse.type = ui8}, tensor<2xi8>, tensor<4xf32>)
  -> (tensor<1x3xi16> {lutfuse.name = "y", lutfuse.type = !quant.uniform<i16:f32, 0.25>})
"""


def interface_in(text: str) -> Interface:
    context = ir.Context()
    lutfuse.register(context)
    module = ir.Module.parse(text, context)  # functions do not keep it alive
    return interface_of(module.body.operations[0])


def test_names_signs_and_scales_are_those_of_the_file() -> None:
    assert interface_in(SIGNATURE) == Interface(
        (
            Tensor("x", "uint8", (1, 3), 0.5, 7),
            Tensor("input1", "uint8", (2,)),
            Tensor("input2", "int8", (2,)),
            Tensor("input3", "float32", (4,)),
        ),
        (Tensor("y", "int16", (1, 3), 0.25, 0),),
    )


def test_what_a_file_says_nothing_of_is_as_the_types_are() -> None:
    got = interface_in("func.func private @main(tensor<2xui16>) -> tensor<1xi64>")
    expected = (Tensor("input0", "uint16", (2,)),), (Tensor("output0", "int64", (1,)),)
    assert got == Interface(*expected)


@pytest.mark.parametrize(
    ("type_", "error", "message"),
    [
        ("tensor<?xi8>", ValueError, "x: expected a static, non-empty shape, got 'tensor<?xi8>'"),
        ("tensor<0xi8>", ValueError, "x: expected a static, non-empty shape, got 'tensor<0xi8>'"),
        (
            "tensor<2xi4>",
            TypeError,
            "x: expected a ranked tensor of i1, i8, .*, got 'tensor<2xi4>'",
        ),
        ("tensor<*xi8>", TypeError, r"x: expected a ranked tensor of .*, got 'tensor<\*xi8>'"),
        ("index", TypeError, "x: expected a ranked tensor of .*, got 'index'"),
    ],
)
def test_what_no_array_is(type_: str, error: type[Exception], message: str) -> None:
    pattern = message if error is TypeError else message.replace("?", r"\?")
    with ir.Context(), pytest.raises(error, match=f"^{pattern}$"):
        tensor_of("x", ir.Type.parse(type_))


def test_an_array_fits_by_type_and_shape() -> None:
    tensor = Tensor("x", "uint8", (1, 3))
    assert tensor.fits(np.zeros((1, 3), np.uint8))
    assert not tensor.fits(np.zeros((1, 3), np.int8))
    assert not tensor.fits(np.zeros(3, np.uint8))
    assert str(tensor) == "uint8[1, 3]"
