"""`check-lut-tables` on real models and on tables with planted faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.numerics import KINDS, Domain, build_table, find_runtime
from lutfuse.passes.core import remarks
from lutfuse.passes.core.remarks import Remark
from lutfuse.runtime.models import load_model
from support.paths import MODELS

U, V = Domain("i8", 0.125, -2), Domain("i8", 0.0625, 10)
GATE, UNIT = Domain("i8", 2.0**-8, -128), Domain("i8", 2.0**-7)
WIDE, WIDE_UNIT = Domain("i16", 2.0**-12), Domain("i16", 2.0**-15)


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        context.emit_error_diagnostics = True
        yield context


def type_of(domain: Domain) -> str:
    narrow = "" if domain.low is None else "<{}:{}>".format(*domain.range)
    return f"!quant.uniform<{domain.storage}{narrow}:f32, {domain.scale!r}:{domain.zero_point}>"


def function(name: str, kind: str, entries: np.ndarray, x: Domain, y: Domain) -> str:
    """A look-up in a table, or in one for each of four channels, at location `name`."""
    wide = x.storage == "i16"
    n, first = entries.shape[-1], int(np.iinfo(x.dtype).min)
    lookup = "interpolated fraction_bits = 7" if wide else "direct"
    table = f"tensor<{'x'.join(map(str, entries.shape))}xi{8 * entries.itemsize}>"
    u, v = type_of(x), type_of(y)
    signed = entries.view(f"i{entries.itemsize}").tolist()
    return f"""
    func.func @{name}(%u: tensor<4x{u}>) -> tensor<4x{v}> {{
      %t = "tosa.const"() {{values = dense<{signed}> : {table}}} : () -> {table}
      %y = lutfuse.lut_activation <{kind}> %u, %t header <first = {first}, entries = {n},
        lookup = {lookup}, input = {u}, result = {v}>
        : (tensor<4x{u}>, {table}) -> tensor<4x{v}> loc("{name}")
      return %y : tensor<4x{v}>
    }}"""


def check(module: ir.Module, options: str = "") -> list[Remark]:
    """The remarks of the pass, which leaves the module as it was."""
    before = module.operation.get_asm(enable_debug_info=True)
    with remarks.collect() as log:
        pipeline = f"builtin.module(check-lut-tables{{{options}}})"
        PassManager.parse(pipeline).run(module.operation)
    assert module.operation.get_asm(enable_debug_info=True) == before
    return log


def check_one(kind: str, entries: np.ndarray, x: Domain, y: Domain, options: str = "") -> Remark:
    remark, summary = check(ir.Module.parse(function("f", kind, entries, x, y)), options)
    assert (remark.location.name_str, summary.name) == ("f", "summary")
    return remark


def failure(text: str, options: str) -> tuple[str, str]:
    """Location and message of the one error that the pass reports."""
    errors: list[tuple[str, str]] = []

    def note(diagnostic: ir.Diagnostic) -> bool:
        errors.append((str(diagnostic.location), diagnostic.message))
        return True

    module = ir.Module.parse(text)
    handler = module.context.attach_diagnostic_handler(note)
    with pytest.raises(ir.MLIRError):
        check(module, options)
    handler.detach()
    (error,) = errors
    return error


# Models ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("fuse", [False, True], ids=["plain", "fused"])
@pytest.mark.parametrize(
    ("model", "tables"),
    [
        ("selfie_seg.int8.tflite", {"hard_swish": 11, "sigmoid": 11}),
        ("okay_nabu.tflite", {"sigmoid": 1}),
    ],
)
@pytest.mark.parametrize("runtime", ["tflite", "tosa-converter"])
def test_every_table_of_the_models_is_verified(
    context: ir.Context, model: str, tables: dict[str, int], runtime: str, fuse: bool
) -> None:
    module, _ = load_model(MODELS / model, context)
    if fuse:
        pipeline = "builtin.module(fuse-lut-activation{target=cpu})"
        PassManager.parse(pipeline).run(module.operation)
    *log, summary = check(module, f"runtime={runtime} fail-on-difference=true")
    assert {(remark.name, remark.details["Runtime"]) for remark in log} == {("verified", runtime)}
    assert Counter(remark.details["Kind"] for remark in log) == tables
    count = str(sum(tables.values()))
    assert summary.details == {"Tables": count, "verified": count}


def test_fixed_point_hard_swish_is_not_the_real_function(context: ir.Context) -> None:
    module, _ = load_model(MODELS / "selfie_seg.int8.tflite", context)
    log = check(module, "runtime=exact")
    wrong = [remark for remark in log if remark.name == "differs"]
    assert {remark.details["Kind"] for remark in wrong} == {"hard_swish"}
    assert {remark.details["Hint"] for remark in wrong} == {"equals the table of 'tflite'"}
    assert {remark.details["Largest"] for remark in wrong} == {"1"}
    tolerant = check(module, "runtime=exact tolerance=1")
    assert {remark.name for remark in tolerant} == {"verified", "summary"}


# Verdicts -------------------------------------------------------------------------------------

SIGMOID = build_table("sigmoid", U, GATE)


@pytest.mark.parametrize("storage", ["i8", "u8", "i16"])
def test_every_kind_that_litert_has_a_table_of(storage: str) -> None:
    for kind in {kind for s, kind in find_runtime("tflite").tables if s == storage}:
        middle = 128 if storage == "u8" else 0
        x, y = (Domain(storage, s / 256 ** (storage == "i16"), middle) for s in (0.06, 0.05))
        y = Domain(storage, 2.0**-8) if kind == "sigmoid" else y
        slope = 0.2 if kind == "leaky_relu" else None
        remark = check_one(kind, build_table(kind, x, y, "tflite", slope), x, y)
        assert remark.name == "verified"
        assert remark.details == {"Kind": kind, "Runtime": "tflite"} | (
            {"Slope": "0.2"} if slope else {}
        )


@pytest.mark.parametrize("index", [0, 121, 255])
def test_one_wrong_entry(index: int) -> None:
    entries = SIGMOID.copy()
    entries[index] ^= 2
    details = check_one("sigmoid", entries, U, GATE).details
    line = f"code {index - 128}: expected {SIGMOID[index]}, got {entries[index]}"
    assert (details["Differing"], details["Largest"], details["First"]) == ("1", "2", line)
    assert "Hint" not in details


@pytest.mark.parametrize("shift", [-1, 1])
def test_shifted_table(shift: int) -> None:
    entries = np.roll(SIGMOID, shift)
    remark = check_one("sigmoid", entries, U, GATE)
    assert (remark.name, remark.details["Hint"]) == ("differs", "shifted by one code")


def test_table_of_another_kind() -> None:
    entries = build_table("silu", U, V)
    remark = check_one("gelu", entries, U, V)
    assert (remark.name, remark.details["Hint"]) == ("differs", "closer to kind 'silu'")


def test_leaky_relu_built_in_float_differs_by_one_code() -> None:
    x = Domain("i8", 0.049, -3)
    entries = build_table("leaky_relu", x, x, "exact", 0.1)
    remark = check_one("leaky_relu", entries, x, x)
    assert (remark.details.get("Largest", "0"), remark.details["Slope"]) == ("1", "0.1")
    assert check_one("leaky_relu", entries, x, x, "runtime=tflite,exact").name == "verified"


def test_the_first_runtime_that_agrees_is_named() -> None:
    far, low = Domain("i8", 3.0, 127), Domain("i8", 2.0**-7, -20)
    entries = build_table("tanh", far, low, "tosa-converter")
    for options, runtime in (
        ("runtime=tflite,tosa-converter", "tosa-converter"),
        ("runtime=tosa-converter,tflite", "tosa-converter"),
    ):
        remark = check_one("tanh", entries, far, low, options)
        assert (remark.name, remark.details["Runtime"]) == ("verified", runtime)
    remark = check_one("sigmoid", SIGMOID, U, GATE, "runtime=tosa-converter,tflite")
    assert remark.details["Runtime"] == "tosa-converter"


def test_a_code_outside_of_the_range_may_have_any_entry() -> None:
    narrow = Domain("i8", 0.125, -2, -127, 127)
    entries = SIGMOID.copy()
    entries[0] += 100
    assert check_one("sigmoid", entries, narrow, GATE).name == "verified"


def test_16_bit_sigmoid_of_the_converter() -> None:
    points = build_table("sigmoid", WIDE, WIDE_UNIT, "tosa-converter")
    assert (
        check_one("sigmoid", points, WIDE, WIDE_UNIT, "runtime=tosa-converter").name == "verified"
    )
    remark = check_one("sigmoid", points, WIDE, WIDE_UNIT)
    assert (remark.name, remark.details["Hint"]) == (
        "differs",
        "equals the table of 'tosa-converter'",
    )
    assert int(remark.details["Largest"]) <= 3 and int(remark.details["Differing"]) > 513


@pytest.mark.parametrize("kind", KINDS)
def test_custom_table_is_identified(kind: str) -> None:
    x, y = Domain("i8", 0.06, -20), GATE if kind == "sigmoid" else Domain("i8", 0.04, -30)
    slope = 0.2 if kind == "leaky_relu" else None
    runtime = "tflite" if ("i8", kind) in find_runtime("tflite").tables else "exact"
    remark = check_one("custom", build_table(kind, x, y, runtime, slope), x, y)
    assert remark.name == "identified"
    assert (remark.details["Kind"], remark.details["Largest"]) == (kind, "0")


def test_custom_16_bit_table_is_identified() -> None:
    points = build_table("tanh", WIDE, WIDE_UNIT, "tosa-converter")
    remark = check_one("custom", points, WIDE, WIDE_UNIT, "runtime=tosa-converter")
    assert (remark.details["Kind"], remark.details["Largest"]) == ("tanh", "0")


SLOPES = (0.1, 0.2, -0.5, 1.5)


def test_a_table_for_each_channel() -> None:
    entries = np.stack([build_table("leaky_relu", U, V, slope=slope) for slope in SLOPES])
    for kind, name in (("leaky_relu", "verified"), ("custom", "identified")):
        remark = check_one(kind, entries, U, V)
        assert (remark.name, remark.details["Slope"]) == (name, "-0.5 to 1.5")
    entries[2, 100] += 2
    details = check_one("leaky_relu", entries, U, V).details
    assert (details["Channel"], details["Differing"], details["Largest"]) == ("2", "1", "2")


def test_relu_is_a_slope_of_zero() -> None:
    x, y = Domain("i8", 0.1, 5), Domain("i8", 0.05, -128)
    entries = build_table("leaky_relu", x, y, slope=0.0)
    details = check_one("custom", entries, x, y).details
    assert (details["Kind"], details["Slope"], details["Also"]) == ("leaky_relu", "0", "elu")


def test_kind_without_a_rule_is_compared_with_the_real_function() -> None:
    entries = build_table("softplus", U, V, "exact")
    entries[200] -= 3
    remark = check_one("softplus", entries, U, V)
    assert (remark.name, remark.reasons) == ("no-rule", ("no-rule",))
    assert remark.details["FromExact"] == "1 entries, by at most 3"


# Options --------------------------------------------------------------------------------------


def test_a_difference_can_be_an_error() -> None:
    entries = SIGMOID.copy()
    entries[121] += 1
    good, wrong = (function(n, "sigmoid", e, U, GATE) for n, e in (("a", SIGMOID), ("b", entries)))
    line = (
        "pass 'check-lut-tables': expected the table of kind 'sigmoid' that 'tflite' builds but "
        "got 1 other entry: code -7: expected -39, got -38"
    )
    assert failure(good + wrong, "fail-on-difference=true") == ('loc("b")', line)
    third = function("c", "sigmoid", entries, U, GATE)
    _, message = failure(good + wrong + third, "fail-on-difference=true")
    assert message == f"{line}; 1 more of the tables differ"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "runtime=vela",
            "expected a runtime among tflite, tosa-converter, exact, exact-even but got 'vela'",
        ),
        ("tolerance=-1", "expected a tolerance of 0 or more but got -1"),
    ],
)
def test_wrong_options(options: str, message: str) -> None:
    assert failure("", options)[1] == f"pass 'check-lut-tables': {message}"
