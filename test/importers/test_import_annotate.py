"""`lutfuse.importers.annotate` on small modules: what it writes, and what each refusal says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mlir import ir

from lutfuse.importers.annotate import annotate
from lutfuse.importers.flatbuffer import FileTensor, Model, Operator

# sx * sw / su is 2^-8 and 2^-9, so the multipliers at shift 38 are 2^30 and 2^29.
X = FileTensor("x", "int8", (1, 4, 4, 3), (0.5,), (3,))
W = FileTensor("w", "int8", (2, 1, 1, 3), (0.0078125, 0.00390625), (0, 0))
U = FileTensor("u", "int8", (1, 4, 4, 2), (1.0,), (-7,))
Y = FileTensor("y", "int8", (1, 4, 4, 2), (0.00390625,), (-128,))
CONV = Operator("CONV_2D", (X, W, None), (U,))
SIGMOID = Operator("LOGISTIC", (U,), (Y,))

CONVOLUTION = """
func.func @main(%x: tensor<1x4x4x3xi8>) -> tensor<1x4x4x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<[1073741824, 536870912]> : tensor<2xi32>}>
    : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<2xi8>}> : () -> tensor<2xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %z {acc_type = i32, dilation = array<i64: 1, 1>,
    pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x4x4x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>)
    -> tensor<1x4x4x2xi32> loc("u")
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false,
    per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x4x4x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>)
    -> tensor<1x4x4x2xi8> loc("u")
  return %u : tensor<1x4x4x2xi8>
}
"""

TABLE = """
func.func @main(%u: tensor<1x4x4x2xi8>, %t: tensor<256xi8>) -> tensor<1x4x4x2xi8> {
  %y = tosa.table %u, %t : (tensor<1x4x4x2xi8>, tensor<256xi8>) -> tensor<1x4x4x2xi8> loc("y")
  return %y : tensor<1x4x4x2xi8>
}
"""

STEP = TABLE.replace(
    "return",
    """%z = tosa.identity %y : (tensor<1x4x4x2xi8>) -> tensor<1x4x4x2xi8> loc("y")
  return""",
)

WIDE_TABLE = """
func.func @main(%u: tensor<4xi16>, %t: tensor<513xi16>) -> tensor<4xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %v = tosa.table %u, %t : (tensor<4xi16>, tensor<513xi16>) -> tensor<4xi32> loc("y")
  %y = tosa.rescale %v, %m, %s, %az, %z {input_unsigned = false, output_unsigned = false,
    per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
    : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>)
    -> tensor<4xi16> loc("y")
  return %y : tensor<4xi16>
}
"""


def annotated(text: str, *operators: Operator) -> tuple[tuple[str, ...], str]:
    """The warnings, and the module after annotation."""
    with ir.Context():
        module = ir.Module.parse(text)
        warnings = annotate(module, Model(operators, (), ()))
        return warnings, str(module)


def with_filter(filter_: FileTensor) -> Operator:
    return replace(CONV, inputs=(X, filter_, None))


def test_convolution_gets_its_three_types() -> None:
    warnings, asm = annotated(CONVOLUTION, CONV)
    assert warnings == ()
    assert "lutfuse.input_type = !quant.uniform<i8:f32, 5.000000e-01:3>" in asm
    assert "lutfuse.filter_type = !quant.uniform<i8:f32:0, {7.812500e-03,3.906250e-03}>" in asm
    assert "lutfuse.result_type = !quant.uniform<i8:f32, 1.000000e+00:-7>" in asm


def test_one_filter_scale_is_repeated_for_a_per_channel_rescale() -> None:
    one = with_filter(replace(W, scales=(0.0078125,), zero_points=(0,)))
    warnings, asm = annotated(CONVOLUTION.replace("536870912", "1073741824"), one)
    assert warnings == ()
    assert "lutfuse.filter_type = !quant.uniform<i8:f32:0, {7.812500e-03,7.812500e-03}>" in asm


def test_unsigned_tensors_are_the_same_domain_in_signed_storage() -> None:
    x = replace(X, dtype="uint8", zero_points=(131,))
    u = replace(U, dtype="uint8", zero_points=(121,))
    warnings, asm = annotated(CONVOLUTION, replace(CONV, inputs=(x, W, None), outputs=(u,)))
    assert warnings == ()
    assert "lutfuse.input_type = !quant.uniform<i8:f32, 5.000000e-01:3>" in asm


def test_multiplier_one_unit_away_agrees() -> None:
    assert annotated(CONVOLUTION.replace("1073741824", "1073741825"), CONV)[0] == ()


def test_float_convolution_is_no_concern_of_ours() -> None:
    text = """
    func.func @main(%x: tensor<1x4x4x3xf32>, %w: tensor<2x1x1x3xf32>, %b: tensor<2xf32>,
                    %z: tensor<1xf32>) -> tensor<1x4x4x2xf32> {
      %u = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>,
        pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
        : (tensor<1x4x4x3xf32>, tensor<2x1x1x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>)
        -> tensor<1x4x4x2xf32>
      return %u : tensor<1x4x4x2xf32>
    }
    """
    assert annotated(text)[0] == ()


@pytest.mark.parametrize(
    ("operator", "message"),
    [
        (replace(CONV, outputs=(Y,)), "expected operator count 1, got 0"),
        (replace(CONV, inputs=(X,)), "expected operand 1 of CONV_2D, got none"),
        (
            replace(CONV, inputs=(replace(X, scales=()), W)),
            "quantization of the input, got that of",
        ),
        (
            replace(CONV, inputs=(replace(X, scales=(1.0, 1.0), zero_points=(3, 3)), W)),
            "expected input scale count 1, got 2",
        ),
        (
            with_filter(replace(W, scales=(0.0, 1.0))),
            "quantization of the filter, got that of int8 'w'",
        ),
        (with_filter(replace(W, dtype="int16")), "expected filter storage i8, got i16"),
        (with_filter(replace(W, zero_points=(0, 5))), "expected filter zero point 0, got 0, 5"),
        (replace(CONV, outputs=(replace(U, zero_points=(-8,)),)), "result zero point -7, got -8"),
        (with_filter(replace(W, axis=3)), "expected quantized filter axis 0, got 3"),
        (
            with_filter(replace(W, scales=(1.0,) * 3, zero_points=(0,) * 3)),
            "expected filter scale count 2, got 3",
        ),
        (
            with_filter(replace(W, scales=(0.0078125, 0.0078125))),
            "expected multiplier 1073741824.00 at 1, got 536870912",
        ),
    ],
)
def test_disagreeing_convolution_is_left_bare(operator: Operator, message: str) -> None:
    (warning,), asm = annotated(CONVOLUTION, operator)
    assert warning.startswith("'u': tosa.conv2d left bare: ")
    assert message in warning
    assert "lutfuse." not in asm


def test_multiplier_two_units_away_disagrees() -> None:
    (warning,), _ = annotated(CONVOLUTION.replace("1073741824", "1073741826"), CONV)
    assert warning.endswith("expected multiplier 1073741824.00 at 0, got 1073741826")


def test_convolution_without_rescale_is_left_bare() -> None:
    (warning,), _ = annotated(
        CONVOLUTION.replace("-> tensor<1x4x4x2xi8> {", "-> tensor<1x4x4x2xi32> {").replace(
            "return %u : tensor<1x4x4x2xi8>", "return %acc : tensor<1x4x4x2xi32>"
        ),
        CONV,
    )
    assert warning.endswith("expected tosa.rescale as its only user, got func.return, tosa.rescale")


@pytest.mark.parametrize(
    ("operator", "kind"),
    [
        (SIGMOID, "sigmoid"),
        (replace(SIGMOID, kind="HARD_SWISH"), "hard_swish"),
        (replace(SIGMOID, kind="GELU"), "gelu"),
        (replace(SIGMOID, kind="GELU", approximate=True), "gelu_tanh"),
        (replace(SIGMOID, kind="SQUARE"), "custom"),
    ],
)
def test_table_gets_its_kind_and_types(operator: Operator, kind: str) -> None:
    warnings, asm = annotated(TABLE, operator)
    assert warnings == ()
    assert f'lutfuse.kind = "{kind}"' in asm
    assert "lutfuse.input_type = !quant.uniform<i8:f32, 1.000000e+00:-7>" in asm
    assert "lutfuse.result_type = !quant.uniform<i8:f32, 3.906250e-03:-128>" in asm


def test_wide_table_has_the_type_behind_its_rescale() -> None:
    u = replace(U, dtype="int16", zero_points=(0,))
    y = replace(Y, dtype="int16", zero_points=(0,))
    warnings, asm = annotated(WIDE_TABLE, Operator("TANH", (u,), (y,)))
    assert warnings == ()
    assert "lutfuse.result_type = !quant.uniform<i16:f32, 3.906250e-03>" in asm


@pytest.mark.parametrize(
    ("text", "operator", "message"),
    [
        (TABLE, replace(SIGMOID, inputs=(U, U)), "expected LOGISTIC input count 1, got 2"),
        (TABLE, replace(SIGMOID, inputs=(replace(U, dtype="int16"),)), "storage i8, got i16"),
        (
            STEP,
            replace(SIGMOID, kind="SOFTMAX"),
            "expected all of SOFTMAX, got one step of it",
        ),
    ],
    ids=["inputs", "storage", "step"],
)
def test_disagreeing_table_is_left_bare(text: str, operator: Operator, message: str) -> None:
    (warning,), asm = annotated(text, operator)
    assert warning.startswith("'y': tosa.table left bare: ")
    assert warning.endswith(message)
    assert "lutfuse." not in asm
