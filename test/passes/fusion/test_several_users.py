"""Several ops read the value between convolution and activation: executed, and proved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.core import remarks
from lutfuse.passes.fusion import users
from lutfuse.passes.fusion.users import DEBUG_OPS, register_debug_op
from lutfuse.passes.upstream.jit import JitModule
from support.equivalence import passed_through, proved
from support.paths import option

MACS = 5 * 6 * 8 * 3 * 3 * 4  # positions of the result, times entries of the filter
DUPLICATE = f"fuse-lut-activation{{duplicate-producer-up-to={MACS}}}"
LOWER = "convert-lutfuse-to-tosa,canonicalize"
SHAPE = "1x5x6x8"


def module(body: str, results: str) -> str:
    """A convolution `%u` with 8-bit tables `%s`, `%t`, a copy `%c` of `%s`, and what reads it."""
    rng = np.random.default_rng(7)
    w, s, t = (rng.integers(-128, 128, n, np.int8) for n in ((8, 3, 3, 4), 256, 256))
    kinds = [part.strip() for part in results.split(",")]
    integers = ", ".join([f"tensor<{SHAPE}xi8>"] * len(kinds))
    casts = "\n".join(
        f"  %r{i} = quant.scast %{kind} : tensor<{SHAPE}x!{kind[0]}> to tensor<{SHAPE}xi8>"
        for i, kind in enumerate(kinds)
    )
    returned = ", ".join(f"%r{i}" for i in range(len(kinds)))
    return f"""
!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 64.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [39], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @main(%i: tensor<{SHAPE[:-1]}4xi8>) -> ({integers}) {{
  %k = arith.constant dense<{w.tolist()}> : tensor<8x3x3x4xi8>
  %s = "tosa.const"() {{values = dense<{s.tolist()}> : tensor<256xi8>}} : () -> tensor<256xi8>
  %t = "tosa.const"() {{values = dense<{t.tolist()}> : tensor<256xi8>}} : () -> tensor<256xi8>
  %c = "tosa.const"() {{values = dense<{s.tolist()}> : tensor<256xi8>}} : () -> tensor<256xi8>
  %x = quant.scast %i : tensor<{SHAPE[:-1]}4xi8> to tensor<{SHAPE[:-1]}4x!x>
  %w = quant.scast %k : tensor<8x3x3x4xi8> to tensor<8x3x3x4x!w>
  %u = lutfuse.conv2d %x, %w pad [1, 1, 1, 1] requant #r
    : (tensor<{SHAPE[:-1]}4x!x>, tensor<8x3x3x4x!w>) -> tensor<{SHAPE}x!u>
{body}
{casts}
  return {returned} : {integers}
}}"""


def table(name: str, entries: str, kind: str = "custom") -> str:
    return f"""  %{name} = lutfuse.lut_activation <{kind}> %u, %{entries} header #h
    : (tensor<{SHAPE}x!u>, tensor<256xi8>) -> tensor<{SHAPE}x!y>"""


TWO = module(table("y0", "s") + "\n" + table("y1", "t"), "y0, y1")
SKIP = module(table("y0", "s"), "y0, u")
BOTH = module(table("y0", "s") + "\n" + table("y1", "t"), "y0, u, y1")
EQUAL = module("\n".join([table("y0", "s"), table("y1", "c"), table("y2", "s")]), "y0, y1, y2")
DEAD = module(table("y0", "s") + "\n" + table("y1", "t"), "y0")

CASES = {
    "two": (TWO, 2, 0, MACS),
    "skip": (SKIP, 1, 1, MACS),
    "both": (BOTH, 2, 1, 2 * MACS),
    "equal": (EQUAL, 1, 0, 0),
    "dead": (DEAD, 1, 0, 0),
}


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def run(text: str, x: np.ndarray) -> list[np.ndarray]:
    lowered = ir.Module.parse(passed_through(text, *LOWER.split(",")))
    return list(JitModule(lowered)(x))


@pytest.mark.parametrize("case", CASES)
def test_same_codes_and_a_proof(case: str) -> None:
    text, fused, plain, macs = CASES[case]
    with remarks.collect() as log:
        after = passed_through(text, DUPLICATE)
    assert after.count("= lutfuse.fused_conv2d") == fused
    assert after.count("= lutfuse.conv2d") == plain
    assert "= lutfuse.lut_activation" not in after
    assert sum(int(r.details.get("Macs", 0)) for r in log if r.name == "fused") == macs
    (summary,) = [remark for remark in log if remark.name == "summary"]
    assert int(summary.details.get("Macs", 0)) == macs

    assert len(proved(text, after).certificates) == fused + plain
    x = np.random.default_rng(1).integers(-128, 128, (1, 5, 6, 4), np.int8)
    expected, got = run(text, x), run(after, x)
    assert len(np.unique(expected[0])) > 80
    assert len(expected) == len(got)
    assert all(np.array_equal(a, b) for a, b in zip(expected, got, strict=True))


def test_what_is_paid_is_paid_once() -> None:
    """Nothing is left to duplicate for a second run, and two runs on one text agree."""
    once = passed_through(BOTH, DUPLICATE)
    assert passed_through(BOTH, DUPLICATE) == once
    assert passed_through(once, DUPLICATE) == once


def test_a_limit_below_the_cost_changes_nothing() -> None:
    limit = f"fuse-lut-activation{{duplicate-producer-up-to={MACS - 1}}}"
    assert passed_through(BOTH, limit) == passed_through(BOTH)


def test_sources_of_a_merged_activation_remain(tmp_path: Path) -> None:
    text = EQUAL
    for name in ("y0", "y1", "y2"):
        head, tail = text.split(f"%{name} = lutfuse", 1)
        line, rest = tail.split("!y>\n", 1)
        text = f'{head}%{name} = lutfuse{line}!y> loc("{name}")\n{rest}'
    path = tmp_path / "before.mlir"
    path.write_text(text, "utf-8")
    after = ir.Module.parseFile(str(path))
    pipeline = f"builtin.module({DUPLICATE},check-provenance{{reference={option(path)}}})"
    PassManager.parse(pipeline).run(after.operation)
    text = str(after.operation.get_asm(enable_debug_info=True))
    assert all(f'loc("{name}")' in text for name in ("y0", "y1", "y2"))


# Debug ops -------------------------------------------------------------------------------------


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch, context: ir.Context) -> None:
    monkeypatch.setattr(users, "DEBUG_OPS", set(DEBUG_OPS))
    context.allow_unregistered_dialects = True


PROBED = module(f'  "npu.probe"(%u) : (tensor<{SHAPE}x!u>) -> ()\n' + table("y0", "s"), "y0")


def fused_in_this_context(text: str) -> str:
    parsed = ir.Module.parse(text)
    PassManager.parse("builtin.module(fuse-lut-activation)").run(parsed.operation)
    return str(parsed)


@pytest.mark.usefixtures("probe")
@pytest.mark.parametrize("name", ["npu.probe", "npu."])
def test_debug_op_of_ones_own(name: str) -> None:
    assert "= lutfuse.lut_activation" in fused_in_this_context(PROBED)
    register_debug_op(name)
    after = fused_in_this_context(PROBED)
    assert "= lutfuse.fused_conv2d" in after
    assert "npu.probe" not in after and "= lutfuse.conv2d" not in after


@pytest.mark.usefixtures("probe")
@pytest.mark.parametrize("name", ["npu.prob", "np.", "npu.probe.more"])
def test_debug_op_of_another_name(name: str) -> None:
    register_debug_op(name)
    assert "npu.probe" in fused_in_this_context(PROBED)


def test_debug_op_without_a_dialect() -> None:
    with pytest.raises(ValueError, match=r"^expected 'dialect.op' or 'dialect.' but got 'probe'$"):
        register_debug_op("probe")


# Graph regions ---------------------------------------------------------------------------------


def test_a_circle_of_dead_ops_ends() -> None:
    """In a graph region two ops may use each other, and neither can be erased first."""
    head, rest = SKIP.split("func.func @main", 1)
    body = rest.split("{\n", 1)[1].split("  %r0 = ")[0]
    text = f"""{head}
  %i = arith.constant dense<1> : tensor<{SHAPE[:-1]}4xi8>
{body}
  %v = quant.scast %u : tensor<{SHAPE}x!u> to tensor<{SHAPE}xi8>
  %p = tosa.add %v, %q : (tensor<{SHAPE}xi8>, tensor<{SHAPE}xi8>) -> tensor<{SHAPE}xi8>
  %q = tosa.abs %p : (tensor<{SHAPE}xi8>) -> tensor<{SHAPE}xi8>
  %m = quant.scast %y0 : tensor<{SHAPE}x!y> to tensor<{SHAPE}xi8>
  %n = tosa.custom %m {{domain_name = "d", implementation_attrs = "", operator_name = "kept"}}
    : (tensor<{SHAPE}xi8>) -> tensor<{SHAPE}xi8>
"""
    after = passed_through(text, "fuse-lut-activation")
    assert "tosa.abs" in after and "= lutfuse.lut_activation" in after
