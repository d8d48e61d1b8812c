"""Attributes of the dialect in Python, and so the C API below them: parts, and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from mlir import ir

import lutfuse
from lutfuse.dialects.lutfuse import (
    ActivationKindAttr,
    ClipAttr,
    LeakyReluAttr,
    RequantAttr,
    RequantF32Attr,
    TableHeaderAttr,
)

# An attribute's text, its class, and its parts.
ONE = "multiplier = [5], shift = [7], rounding = double_round"
CASES: list[tuple[str, type, dict[str, Any]]] = [
    (
        "#lutfuse.requant<multiplier = [5, 6], shift = [7, 8], rounding = double_round>",
        RequantAttr,
        {"multiplier": [5, 6], "shift": [7, 8], "rounding": "double_round", "multiplier_bits": 32},
    ),
    (
        "#lutfuse.requant<multiplier = [5], shift = [7], rounding = single_round,"
        " multiplier_bits = 16>",
        RequantAttr,
        {"multiplier": [5], "shift": [7], "rounding": "single_round", "multiplier_bits": 16},
    ),
    ("#lutfuse.requant_f32<scale = [0.5, 0.0625]>", RequantF32Attr, {"scale": [0.5, 0.0625]}),
    ("#lutfuse.activation_kind<hard_swish>", ActivationKindAttr, {"value": "hard_swish"}),
    ("#lutfuse.clip<min = -3, max = 57>", ClipAttr, {"min": -3, "max": 57}),
    (
        f"#lutfuse.leaky_relu<positive = <{ONE}>, negative = <{ONE}> negate = true,"
        " factor = [-64, 127]>",
        LeakyReluAttr,
        {"factor": [-64, 127], "negate": True},
    ),
    (
        "#lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated"
        " fraction_bits = 7 rounding = double_round, input = !quant.uniform<i16:f32, 0.5>,"
        " result = !quant.uniform<i16:f32, 0.25>>",
        TableHeaderAttr,
        {
            "first": -32768,
            "entries": 513,
            "lookup": "interpolated",
            "fraction_bits": 7,
            "rounding": "double_round",
        },
    ),
]


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context, ir.Location.unknown():
        lutfuse.register(context)
        yield context


@pytest.mark.parametrize(("text", "cls", "parts"), CASES)
def test_parts(text: str, cls: type, parts: dict[str, Any]) -> None:
    attribute = ir.Attribute.parse(text)
    assert type(attribute) is cls
    assert {name: getattr(attribute, name) for name in parts} == parts


@pytest.mark.parametrize("text", [text for text, _, _ in CASES])
def test_each_is_of_one_class(text: str) -> None:
    attribute = ir.Attribute.parse(text)
    classes = {cls for _, cls, _ in CASES if cls.isinstance(attribute)}
    assert classes == {type(attribute)}


def test_what_is_built_is_what_is_parsed() -> None:
    domains = [ir.Type.parse(f"!quant.uniform<i16:f32, {scale}>") for scale in (0.5, 0.25)]
    one = RequantAttr.get([5], [7], "double_round")
    built = [
        RequantAttr.get([5, 6], [7, 8], "double_round"),
        RequantAttr.get([5], [7], "single_round", 16),
        RequantF32Attr.get([0.5, 0.0625]),
        ActivationKindAttr.get("hard_swish"),
        ClipAttr.get(-3, 57),
        LeakyReluAttr.get(one, one, [-64, 127], True),
        TableHeaderAttr.get(-32768, 513, *domains, "interpolated", 7, "double_round"),
    ]
    assert built == [ir.Attribute.parse(text) for text, _, _ in CASES]
    leaky, header = built[5], built[6]
    assert isinstance(leaky, LeakyReluAttr) and (leaky.positive, leaky.negative) == (one, one)
    assert isinstance(header, TableHeaderAttr) and [header.input, header.result] == domains


def test_wrong_value_is_one_value_error() -> None:
    domain = ir.Type.parse("!quant.uniform<i8:f32, 0.5>")
    channels = ir.Type.parse("!quant.uniform<i8:f32:0, {0.5, 0.25}>")
    one, clip = RequantAttr.get([5], [7], "double_round"), ClipAttr.get(0, 1)
    with pytest.raises(ValueError, match=r"^expected a rounding mode but got 'up'$"):
        RequantAttr.get([5], [7], "up")
    with pytest.raises(ValueError, match=r"^'requant' expected shifts in \[2, 62\] but got 1$"):
        RequantAttr.get([5], [1], "single_round")
    with pytest.raises(ValueError, match=r"^'requant_f32' expected at least one scale"):
        RequantF32Attr.get([])
    with pytest.raises(ValueError, match=r"^expected a look-up mode but got 'linear'$"):
        TableHeaderAttr.get(-128, 256, domain, domain, "linear")
    with pytest.raises(ValueError, match=r"^expected a rounding mode but got 'up'$"):
        TableHeaderAttr.get(-128, 256, domain, domain, rounding="up")
    with pytest.raises(ValueError, match=r"^expected a per-tensor quantized type but got 'i8'$"):
        TableHeaderAttr.get(-128, 256, ir.IntegerType.get_signless(8), domain)
    with pytest.raises(
        ValueError, match=r"^expected a per-tensor .* but got '!quant.*:f32:0, .*'$"
    ):
        TableHeaderAttr.get(-128, 256, domain, channels)
    with pytest.raises(ValueError, match=r"^expected a requantization by integers but got #lutf"):
        LeakyReluAttr.get(one, clip)  # pyright: ignore[reportArgumentType]
