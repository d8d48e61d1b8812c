"""Attribute rules: every inherent attribute has one that is true, and users register theirs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes.core import remarks
from lutfuse.passes.core.attribute_rules import (
    INHERENT,
    Action,
    Rule,
    Side,
    find_rule,
    register_attribute_rule,
    unregister_attribute_rule,
)

HEAD = """
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#p = #lutfuse.requant<multiplier = [1073741824], shift = [29], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
"""
CONVOLUTIONS = {
    "lutfuse.conv2d": "stride [2, 2] pad [1, 0, 1, 0] dilation [2, 2] group 2",
    "lutfuse.conv_transpose2d": "stride [2, 3] out_pad [1, 0, 0, 1] group 2",
}
ACTIVATIONS = {
    "lutfuse.lut_activation": ("<tanh> %u, %t header #h", "!y"),
    "lutfuse.clip": ("%u <min = -3, max = 9>", "!u"),
    "lutfuse.leaky_relu": ("%u <positive = #p, negative = #p, factor = [0]>", "!y"),
}
STRUCTURE = {"intermediate_type", "operandSegmentSizes"}


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def pair(
    convolution: str = "lutfuse.conv2d",
    activation: str = "lutfuse.clip",
    of_convolution: str = "",
    of_activation: str = "",
) -> ir.Module:
    """A convolution and its activation, with discardable attributes in braces."""
    codes = "tensor<1x?x?x4x!u>"
    parts, domain = ACTIVATIONS[activation]
    result = f"tensor<1x?x?x4x{domain}>"
    table = ", tensor<256xi8>" if "%t" in parts else ""
    return ir.Module.parse(
        f"""{HEAD}
        func.func @f(%x: tensor<1x?x?x4x!x>, %w: tensor<4x1x1x2x!w>) -> {result} {{
          %t = "tosa.const"() <{{values = dense<7> : tensor<256xi8>}}> : () -> tensor<256xi8>
          %u = {convolution} %x, %w {CONVOLUTIONS[convolution]} requant #r {of_convolution}
            : (tensor<1x?x?x4x!x>, tensor<4x1x1x2x!w>) -> {codes} loc("conv")
          %y = {activation} {parts} {of_activation} : ({codes}{table}) -> {result} loc("act")
          return %y : {result}
        }}"""
    )


def ops(module: ir.Module) -> dict[str, ir.Operation]:
    """Ops of the dialect by name."""
    found: dict[str, ir.Operation] = {}

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name.startswith("lutfuse."):
            found[op.name] = op
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def run(module: ir.Module, *passes: str) -> ir.Operation:
    """Runs the passes and returns the last op of the dialect."""
    pipeline = f"builtin.module({','.join(passes or ('fuse-lut-activation',))})"
    PassManager.parse(pipeline).run(module.operation)
    return list(ops(module).values())[-1]


@contextmanager
def rule(
    name: str,
    action: Action = "keep",
    side: Side = "both",
    *,
    op: str = "*",
    **more: object,
) -> Iterator[None]:
    register_attribute_rule(name, Rule(action, side, "it says so", **more), op)  # type: ignore
    try:
        yield
    finally:
        unregister_attribute_rule(name, op)


# Inherent attributes ----------------------------------------------------------------------------


@pytest.mark.parametrize("op", INHERENT)
def test_every_inherent_attribute_has_a_rule(op: str) -> None:
    assert set(INHERENT[op]) == set(_lutfuse.inherent_attributes(op))


def test_every_op_that_fuses_has_rules() -> None:
    assert {*CONVOLUTIONS, *ACTIVATIONS} == set(INHERENT)


@pytest.mark.parametrize("convolution", CONVOLUTIONS)
def test_every_attribute_of_a_fused_op_comes_from_a_rule(convolution: str) -> None:
    rules = (INHERENT[op].items() for op in (convolution, *ACTIVATIONS))
    targets = {one.becomes or name for pairs in rules for name, one in pairs}
    fused = convolution.replace("conv", "fused_conv", 1)
    assert targets | STRUCTURE == set(_lutfuse.inherent_attributes(fused))


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("convolution", CONVOLUTIONS)
def test_fusion_does_what_the_rules_say(convolution: str, activation: str) -> None:
    module = pair(convolution, activation)
    before = {
        one.becomes or name: str(op.attributes[name])
        for op in ops(module).values()
        for name, one in INHERENT[op.name].items()
    }
    fused = run(module)
    assert fused.name == convolution.replace("conv", "fused_conv", 1)
    after = {n: str(fused.attributes[n]) for n in fused.attributes if n not in STRUCTURE}
    assert after == before


def test_an_op_that_is_not_registered_has_no_inherent_attributes() -> None:
    assert _lutfuse.inherent_attributes("lutfuse.none") == []


# Rules of discardable attributes ----------------------------------------------------------------


def test_the_most_specific_rule_counts() -> None:
    with (
        rule("npu.", "drop"),
        rule("npu.plan.", "keep", "activation"),
        rule("npu.plan.slot", "keep", "convolution"),
        rule("npu.plan.slot", "keep", "both", op="lutfuse.clip"),
    ):
        sides = [
            (found.action, found.side)
            for found in (
                find_rule("lutfuse.clip", "npu.plan.slot"),
                find_rule("lutfuse.conv2d", "npu.plan.slot"),
                find_rule("lutfuse.conv2d", "npu.plan.bank"),
                find_rule("lutfuse.conv2d", "npu.core"),
            )
            if found is not None
        ]
        assert sides == [
            ("keep", "both"),
            ("keep", "convolution"),
            ("keep", "activation"),
            ("drop", "both"),
        ]
        assert find_rule("lutfuse.conv2d", "npux.core") is None
    assert find_rule("lutfuse.clip", "npu.plan.slot") is None


@pytest.mark.parametrize(
    ("name", "op", "message"),
    [
        ("stride", "*", "expected an attribute of another dialect but got 'stride'"),
        (".", "*", "expected an attribute of another dialect but got '.'"),
        ("lutfuse.kind", "*", "expected an attribute of another dialect but got 'lutfuse.kind'"),
        ("npu.a", "tosa.conv2d", "expected '\\*' or one of lutfuse.conv2d, .* got 'tosa.conv2d'"),
    ],
)
def test_names_that_can_have_no_rule(name: str, op: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        register_attribute_rule(name, Rule("keep", "both", "why"), op)


@pytest.mark.parametrize(
    ("name", "becomes", "message"),
    [
        ("npu.", "npu.b", "expected whole names but got 'npu.' that becomes 'npu.b'"),
        ("npu.a", "npu.", "expected whole names but got 'npu.a' that becomes 'npu.'"),
        ("npu.a", "pad", "expected an attribute of another dialect but got 'pad'"),
    ],
)
def test_names_that_nothing_can_become(name: str, becomes: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        register_attribute_rule(name, Rule("keep", "both", "why", becomes=becomes))


def test_one_rule_for_one_name() -> None:
    message = "expected one rule for 'npu.a' of '\\*' but got two"
    with rule("npu.a"), pytest.raises(ValueError, match=message):
        register_attribute_rule("npu.a", Rule("drop", "both", "why"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("move", "both", "why"), "expected a rule's action among .* but got 'move'"),
        (("keep", "left", "why"), "expected a rule's side among .* but got 'left'"),
        (("keep", "both", ""), "expected a rule to say why but got nothing"),
        (("convert", "both", "why"), "expected 'convert' with action 'convert' only"),
        (("keep", "both", "why", max), "expected 'convert' with action 'convert' only"),
    ],
)
def test_rules_that_say_nothing(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rule(*arguments)  # type: ignore


def test_two_attributes_that_become_one() -> None:
    braces = "{npu.a = 1 : i32, npu.b = 2 : i32}"
    with (
        rule("npu.a"),
        rule("npu.b", becomes="npu.a"),
        remarks.collect() as log,
    ):
        fused = run(pair(of_convolution=braces))
    assert str(fused.attributes["npu.a"]) == "1 : i32"
    dropped = [r.details for r in log if r.name == "dropped-attribute"]
    assert [(d["Attribute"], d["Why"]) for d in dropped] == [
        ("npu.b", "'npu.a' has its name on the fused op")
    ]


def test_what_comes_back_from_a_conversion_is_an_attribute() -> None:
    with (
        rule("npu.a", "convert", convert=lambda *_: 3),
        pytest.raises(ir.MLIRError) as caught,  # type: ignore
    ):
        run(pair(of_convolution="{npu.a}"))
    (error,) = caught.value.error_diagnostics
    assert error.message == (
        "pass 'fuse-lut-activation': expected an attribute or None from the rule of 'npu.a' "
        "but got 'int'"
    )
    assert str(error.location) == 'loc("conv")'


def test_an_exception_in_a_conversion_is_one_line() -> None:
    def convert(*_: object) -> None:
        raise KeyError("range")

    with (
        rule("npu.a", "convert", convert=convert),
        pytest.raises(ir.MLIRError) as caught,  # type: ignore
    ):
        run(pair(of_activation="{npu.a}"))
    (error,) = caught.value.error_diagnostics
    assert error.message.endswith("the rule of 'npu.a' failed: KeyError: 'range'")
    assert str(error.location) == 'loc("act")'


def test_a_merged_boundary_has_no_codes_to_describe() -> None:
    with (
        rule("npu.range", side="convolution"),
        rule("npu.core"),
        remarks.collect() as log,
    ):
        braces = "{npu.core = 1 : i32, npu.range = [0, 1]}"
        module = pair(activation="lutfuse.leaky_relu", of_convolution=braces)
        kept = run(module)
        assert "npu.range" in kept.attributes
        module = pair(activation="lutfuse.leaky_relu", of_convolution=braces)
        merged = run(module, "fuse-lut-activation{boundary=merge}")
    assert "lutfuse.merged_boundary" in merged.attributes
    assert "npu.core" in merged.attributes and "npu.range" not in merged.attributes
    (dropped,) = (r for r in log if r.name == "dropped-attribute")
    assert dropped.details["Why"].startswith("its codes are not computed where the boundary")


# Other passes that replace activations ----------------------------------------------------------


COMPOSED = """
    %a = lutfuse.clip %u <min = -3, max = 57> {npu.core = 1 : i32, npu.range = [0, 1], npu.x}
      : (tensor<4x!u>) -> tensor<4x!u> loc("first")
    %y = lutfuse.clip %a <min = 0, max = 9> {npu.core = CORE : i32, npu.range = [2, 3]}
      : (tensor<4x!u>) -> tensor<4x!u> loc("second")
"""


@pytest.mark.parametrize("core", [1, 2])
def test_composing_keeps_what_holds_for_the_last(core: int) -> None:
    body = COMPOSED.replace("CORE", str(core))
    with (
        rule("npu.range", side="activation"),
        rule("npu.core"),
        remarks.collect() as log,
    ):
        module = ir.Module.parse(
            f"{HEAD} func.func @f(%u: tensor<4x!u>) -> tensor<4x!u> {{ {body} "
            "return %y : tensor<4x!u> }"
        )
        clip = run(module, "compose-activations")
    attributes = {n: str(clip.attributes[n]) for n in _lutfuse.discardable_attributes(clip)}
    expected = {"npu.range": "[2, 3]"}
    assert attributes == ({"npu.core": "1 : i32", **expected} if core == 1 else expected)
    dropped = [(r.location, r.details["Attribute"]) for r in log if r.name == "dropped-attribute"]
    differing = [] if core == 1 else [("first", "npu.core"), ("second", "npu.core")]
    assert sorted((loc.name_str, name) for loc, name in dropped) == sorted(
        [("first", "npu.range"), ("first", "npu.x"), *differing]
    )


def test_collapsing_names_what_it_leaves_behind() -> None:
    text = """
    func.func @f(%x: tensor<4xi8>) -> tensor<4xi8> {
      %a = tosa.clamp %x {max_val = 50 : i8, min_val = -50 : i8, npu.x = unit}
        : (tensor<4xi8>) -> tensor<4xi8> loc("low")
      %b = tosa.bitwise_not %a : (tensor<4xi8>) -> tensor<4xi8> loc("not")
      return %b : tensor<4xi8>
    }"""
    with remarks.collect() as log:
        run(ir.Module.parse(text), "collapse-elementwise-to-table")
    dropped = [(str(r.location), dict(r.details)) for r in log if r.name == "dropped-attribute"]
    details = {"Attribute": "npu.x", "Op": "tosa.clamp", "Why": "its op became a table"}
    assert dropped == [('loc("low")', details)]


# Rules from a file ------------------------------------------------------------------------------


def _opt(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "lutfuse.tools.opt", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, input="")
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "': expected a readable file but got No such file or directory"),
        ("x = (", "': expected Python but line 1: '(' was never closed"),
        ("\nraise ValueError('a\\nb')", "', line 2: ValueError: a b"),
    ],
)
def test_a_file_that_cannot_be_loaded(tmp_path: Path, text: str | None, complaint: str) -> None:
    path = tmp_path / "rules.py"
    if text is not None:
        path.write_text(text, "utf-8")
    code, stderr = _opt("--load-python", str(path))
    assert (code, stderr) == (1, f"lutfuse-opt: error: '{path}{complaint}\n")
    command = [sys.executable, "-m", "lutfuse.tools.cli", f"--load-python={path}", "targets"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (1, f"error: '{path}{complaint}\n")


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    code, stderr = _opt(f"--load-python={path}")
    complaint = f"lutfuse-opt: error: '{path}': expected a file that ends in '.py'\n"
    assert (code, stderr) == (1, complaint)


def test_a_file_brings_a_pass(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from lutfuse.passes.core.registry import ModulePass, PassError, option, register\n"
        "@register\n"
        "@dataclass(frozen=True)\n"
        "class Mine(ModulePass):\n"
        "    '''Complain.'''\n"
        "    name = 'mine'\n"
        "    word: str = option('no', 'what to say')\n"
        "    def run(self, module):\n"
        "        raise PassError(self.word, module.location)\n",
        "utf-8",
    )
    code, stderr = _opt(f"--load-python={path}", "--mine=word=yes")
    assert code == 1 and "error: pass 'mine': yes" in stderr
