"""The proof on activations without a table: by their definition, and as their lowering says."""

from __future__ import annotations

import pytest

from support.equivalence import passed_through, proof_of, proved, the_failure

ONE = "<multiplier = [1073741824], shift = [30], rounding = double_round>"
ACTIVATION = """
!u = !quant.uniform<{storage}:f32, 1.0:{zero_point}>
func.func @main(%u: tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u> {{
  %y = lutfuse.{op} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}}
"""
FUSED = """
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<{storage}:f32, 2.0:{zero_point}>
func.func @main(%x: tensor<1x8x8x4x!x>) -> tensor<1x8x8x3x!u> {{
  %0 = "tosa.const"() {{values = dense<[[[[3, -5, 7, 1]]], [[[2, 2, -9, 4]]], [[[9, 1, 8, 5]]]]>
    : tensor<3x1x1x4xi8>}} : () -> tensor<3x1x1x4xi8>
  %w = quant.scast %0 : tensor<3x1x1x4xi8> to tensor<3x1x1x4x!w>
  %y = lutfuse.fused_conv2d %x, %w activation {op} intermediate !u
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x8x8x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x8x8x3x!u>
  return %y : tensor<1x8x8x3x!u>
}}
"""


def clip(low: int = 7, high: int = 90) -> str:
    return f"<min = {low}, max = {high}>"


def leaky(slope: int = 1717986918, factor: str = "-1") -> str:
    negative = f"<multiplier = [{slope}], shift = [34], rounding = double_round>"
    return f"<positive = {ONE}, negative = {negative}, factor = [{factor}]>"


DOMAINS = [{"storage": "i8", "zero_point": -3}, {"storage": "u8", "zero_point": 9}]
FAULTS = [
    ("clip", clip(), clip(low=8)),
    ("clip", clip(), clip(high=89)),
    ("leaky_relu", leaky(), leaky(factor="1")),
    ("leaky_relu", leaky(), leaky(slope=1 << 30)),
    ("leaky_relu", leaky(factor="-1, 0, 2"), leaky(factor="-1, 1, 2")),
]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@pytest.mark.parametrize(("op", "right", "wrong"), FAULTS)
def test_activation(op: str, right: str, wrong: str, domain: dict[str, object]) -> None:
    text = ACTIVATION.format(op=f"{op} %u {right}", **domain)
    proved(text, passed_through(text, "convert-lutfuse-to-tosa"))
    fault = ACTIVATION.format(op=f"{op} %u {wrong}", **domain)
    example = the_failure(text, fault).counter_example
    assert example is not None and example.code is not None
    if op == "clip":
        codes = {example.code_before, example.code_after}
        assert codes in ({7, 8}, {89, 90})


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@pytest.mark.parametrize(("op", "right", "wrong"), FAULTS)
def test_fused_activation(op: str, right: str, wrong: str, domain: dict[str, object]) -> None:
    text = FUSED.format(op=f"{op} {right}", **domain)
    plain = passed_through(text, "unfuse-lut-activation")
    assert f"lutfuse.{op}" in plain
    (certificate,) = proved(plain, text).certificates
    assert certificate.op == "lutfuse.fused_conv2d"
    proved(text, passed_through(plain, "convert-lutfuse-to-tosa"))
    fault = FUSED.format(op=f"{op} {wrong}", **domain)
    certificate = the_failure(plain, fault)
    assert certificate.code_map == "differ" and certificate.requantization == "identical"
    assert certificate.counter_example is not None and certificate.counter_example.inputs


def test_clip_in_the_wrong_domain() -> None:
    """A ReLU from 0 where it should be from the zero point."""
    texts = [FUSED.format(op=f"clip <min = {low}, max = 127>", **DOMAINS[0]) for low in (-3, 0)]
    assert proof_of(*texts).verdict == "refuted"
