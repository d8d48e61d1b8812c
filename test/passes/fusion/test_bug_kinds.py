"""The ways in which fusing activations into quantized convolutions went wrong in public.

Each test carries the number and name of the bug's kind, shows that the wrong value differs on its
data, and that the passes compute the right one. Kinds of tables are in `test_bug_kinds_tables.py`,
those of parametric activations in `test_parametric.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.core import remarks
from lutfuse.targets import TARGETS, Size, SpecializedKernel, Target
from support import contract
from support.bug_kinds import FUSE, LOWER, RAISE, RNG, after, assert_right, codes, layer, run
from support.edges import activated
from support.layer import Table, stored
from support.layer_text import bits, const, tensor, tosa
from support.layer_text import lutfuse as lutfuse_text
from support.parametric import Case, Clip, Codes
from support.paths import TESTS

REFERENCE = "builtin.module(fuse-lut-activation{target=reference})"


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def test_kind_01_scale_and_offset_replaced_by_those_of_the_activation() -> None:
    case = layer()
    x = codes(case)
    assert_right(case, x, replace(case, zu=case.table.zero_point).reference(x))
    before, fused = after(lutfuse_text(case)), after(lutfuse_text(case), FUSE)
    requant = re.search(r"requant <[^>]*>", before)[0]
    assert requant in fused
    assert "intermediate !quant.uniform<i8:f32, 1.000000e+00:-3>" in fused


def test_kind_02_activation_of_the_unscaled_accumulator() -> None:
    """act(acc) requantized is another function than act(requantized acc)."""
    case = layer()
    x = codes(case)
    acted = case.table.reference(contract.saturate(case.accumulators(x), -128, 127))
    scaled = contract.requantize(acted, case.multiplier, case.shift, case.double_round)
    assert_right(case, x, contract.saturate(scaled + case.zu, -128, 127))


@pytest.mark.parametrize("zero_point", [-128, -3, 0, 100])
def test_kind_03_relu_dropped_or_clamped_at_a_wrong_zero(zero_point: int) -> None:
    """ReLU clamps at the zero point: dropping it is right at the lowest code only, clamping at 0
    where the zero point is 0 only. The result's zero point is another one."""
    relu = Table(np.maximum(np.arange(-128, 128), zero_point) - zero_point - 128, zero_point=-128)
    case = layer(zu=zero_point, table=relu)
    x = codes(case)
    u = case.intermediate(x)
    if zero_point > -128:
        assert_right(case, x, u - zero_point - 128)
    if zero_point != 0:
        assert_right(case, x, np.maximum(u, 0) - zero_point - 128)


def test_kind_06_bias_discarded() -> None:
    case = layer()
    x = codes(case)
    assert_right(case, x, replace(case, b=None).reference(x))


def test_kind_07_second_consumer_of_the_convolution() -> None:
    """The skip connection needs the intermediate codes: nothing fuses, both results are right."""
    case = layer()
    x = codes(case)
    type_ = tensor(case.result_shape, "i8")
    text = tosa(case).replace(f") -> {type_} {{", f") -> ({type_}, {type_}) {{")
    text = text.replace("return %y : ", f"return %u, %y : {type_}, ")
    raised = after(text, RAISE)
    assert "lutfuse.conv2d" in raised and "lutfuse.lut_activation" in raised
    assert after(text, RAISE, FUSE) == raised
    u, y = run(after(text, RAISE, FUSE, LOWER), stored(x, "i8"))
    assert (u == case.intermediate(x)).all() and (y == case.reference(x)).all()


@pytest.mark.parametrize("x_storage", ["i8", "u8"])
def test_kind_15_padding_is_0_instead_of_the_zero_point(x_storage: str) -> None:
    case = layer(storage=(x_storage, "i8", "i8"))
    x = codes(case)
    literal = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    wrong = replace(case, shape=literal.shape, pad=(0, 0, 0, 0)).reference(literal)
    assert (wrong == case.reference(x))[:, 1:-1, 1:-1].all()
    assert_right(case, x, wrong)


@pytest.mark.parametrize("group", [1, 3])
def test_kind_15_padding_is_0_where_the_span_is_cut(group: int) -> None:
    """Trimming the padding at the end must leave the one at the start."""
    w = RNG.integers(-127, 128, (3, 2, 2, 3 // group))
    case = layer(w=w, b=None, stride=(3, 3), pad=(1, 2, 2, 1), group=group)
    x = codes(case)
    padded = np.pad(x, ((0, 0), (1, 2), (2, 1), (0, 0)))
    wrong = replace(case, shape=padded.shape, pad=(0, 0, 0, 0)).reference(padded)
    assert_right(case, x, wrong)


def test_kind_15_zero_point_per_channel_read_as_a_scalar() -> None:
    """TOSA has one filter zero point. Several are refused, and kept by fusion."""
    case = layer(
        zw=(0, 1, 2, 3), per_channel=True, multiplier=np.full(4, 1518500250), shift=np.full(4, 39)
    )
    fused = after(lutfuse_text(case), FUSE)
    assert re.search(r"i8:f32:0, \{[^:]+,[^:]+:1,[^:]+:2,[^:]+:3\}", fused)
    assert after(fused, "convert-lutfuse-to-tosa") == fused
    same = replace(case, zw=(2, 2, 2, 2))
    x = codes(same)
    assert_right(same, x, replace(same, zw=(0,) * 4).reference(x))


def test_kind_16_location_of_the_activation_lost() -> None:
    text = lutfuse_text(layer())
    text = re.sub(r"(= lutfuse.conv2d .*)", r'\1 loc("the convolution")', text)
    text = re.sub(r"(= lutfuse.lut_activation .*)", r'\1 loc("the activation")', text)
    module = ir.Module.parse(text)
    PassManager.parse(f"builtin.module({FUSE})").run(module.operation)
    assert "the convolution" in (asm := module.operation.get_asm(enable_debug_info=True))
    assert "the activation" in asm


REFUSED = [
    split
    for path in sorted(Path(__file__).parent.glob("fuse-lut-activation-refusals*.mlir"))
    for split in path.read_text("utf-8").split("// -----\n")
    if "[Missed] refused" in split or "Reason=" in split
]


@pytest.mark.parametrize("split", REFUSED)
def test_kind_17_mutated_then_refused(split: str) -> None:
    """A function in which nothing fuses is the same to the byte afterwards."""
    refused = 0
    for function in ir.Module.parse(split).body.operations:
        module = ir.Module.create(ir.Location.unknown())
        function.operation.clone(ip=ir.InsertionPoint(module.body))
        before = module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True)
        with remarks.collect() as found:
            PassManager.parse(REFERENCE).run(module.operation)
        if all(remark.kind != "passed" for remark in found):
            refused += any(remark.kind == "missed" for remark in found)
            after_it = module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True)
            assert after_it == before
    assert refused or "[Passed] fused" in split


@pytest.mark.parametrize("kind", ["sigmoid", "hard_swish", "gelu"])
def test_table_recomputed_from_the_kind(kind: str) -> None:
    """The kind is a label: entries that are no values of that function arrive as they are."""
    case = layer()
    x = codes(case)
    text = tosa(case).replace("%t :", f'%t {{lutfuse.kind = "{kind}"}} :')
    fused = after(text, RAISE, FUSE)
    assert f"kind <{kind}>" in fused
    assert (run(after(fused, LOWER), stored(x, "i8"))[0] == case.reference(x)).all()


def test_kind_20_bounds_overwritten_instead_of_composed() -> None:
    """A narrow intermediate range is a clamp of its own, before the table and after the rescale."""
    case = layer(narrow=(-50, 40), table=Table(RNG.permutation(256) - 128))
    x = codes(case)
    assert_right(case, x, replace(case, narrow=None).reference(x))


def test_kind_20_clamp_then_table() -> None:
    """A clamp between convolution and table stays between them."""
    case = layer(table=Table(RNG.permutation(256) - 128))
    x = codes(case)
    type_ = tensor(case.result_shape, "i8")
    clamp = f"%c = tosa.clamp %u {{max_val = 40 : i8, min_val = -50 : i8}} : ({type_}) -> {type_}"
    text = tosa(case).replace("  %t = ", f"  {clamp}\n  %t = ")
    text = text.replace("tosa.table %u", "tosa.table %c")
    assert after(text, RAISE, FUSE) == after(text, RAISE)
    u = contract.saturate(case.intermediate(x), -50, 40)
    expected = case.table.reference(u)
    assert (expected != case.reference(x)).any()
    assert (run(after(text, RAISE, FUSE, LOWER), stored(x, "i8"))[0] == expected).all()


def test_kind_20_second_activation_overwrites_the_first() -> None:
    case = layer()
    x = codes(case)
    second = Table(RNG.permutation(256) - 128)
    type_ = tensor(case.result_shape, "i8")
    entries = const("t2", second.entries, "i8")
    look_up = f"%z = tosa.table %y, %t2 : ({type_}, tensor<256xi8>) -> {type_}"
    text = tosa(case).replace("  return %y", f"  {entries}\n  {look_up}\n  return %z")
    fused = after(text, RAISE, FUSE)
    assert fused.count("lutfuse.fused_conv2d") == fused.count("lutfuse.lut_activation") == 1
    expected = second.reference(case.table.reference(case.intermediate(x)))
    assert (run(after(fused, LOWER), stored(x, "i8"))[0] == expected).all()


@pytest.mark.parametrize(
    "window",
    [
        {},
        {"w": RNG.integers(-127, 128, (3, 3, 3, 1)), "group": 3},
        {"w": RNG.integers(-127, 128, (2, 3, 3, 3)), "shape": (1, 6, 6, 6), "group": 2},
        {"transposed": True, "stride": (2, 2), "pad": (0, 0, 0, 0)},
        {"w": RNG.integers(-127, 128, (3, 3, 3, 1)), "transposed": True, "group": 3},
    ],
    ids=["conv2d", "depthwise", "grouped", "transposed", "grouped-transposed"],
)
def test_kind_13_one_of_the_lowerings_ignores_the_activation(window: dict[str, object]) -> None:
    case = layer(**{"b": None, **window})
    x = codes(case)
    assert_right(case, x, case.intermediate(x))


@pytest.mark.parametrize("target", ["cpu", "ethos-u55-128", "reference"])
@pytest.mark.parametrize(
    "other",
    [Codes("i8", -3, 2.0), Codes("i8", -4), Codes("u8", 125), Codes("i8", -3, 1.0, (-127, 127))],
    ids=["scale", "zero point", "sign", "range"],
)
def test_kind_14_refused_or_allowed_inconsistently(other: Codes, target: str) -> None:
    """Codes read in any other domain never fuse, whatever the target; in their own they do."""
    case = layer(table=None)
    own = Codes("i8", -3)
    for domain, fuses in ((own, target != "reference"), (other, False)):
        text = activated(case, Case(Clip(10, 90), domain, domain))
        u, v = (tensor(case.result_shape, str(d)) for d in (own, domain))
        plain = tensor(case.result_shape, bits("i8"))
        text = text.replace(
            "%a = lutfuse.clip %y",
            f"%i = quant.scast %y : {u} to {plain}\n  %v = quant.scast %i : {plain} to {v}\n"
            "  %a = lutfuse.clip %v",
        )
        fuse = f"fuse-lut-activation{{target={target}}}"
        assert ("lutfuse.fused_conv2d" in after(text, fuse)) == fuses
        x = codes(case)
        u = case.intermediate(x)
        read = u.astype(np.uint8).astype(np.int64) if domain.storage == "u8" else u
        expected = np.clip(np.clip(read, *domain.range), 10, 90).astype(np.uint8)
        (y,) = run(after(text, fuse, LOWER), stored(x, "i8"))
        assert (y.view(np.uint8) == expected).all()


def test_kind_14_activation_parameters_read_wrongly() -> None:
    """Bounds arrive as they are, in their order, and are not those of the next nearest ReLU."""
    case, domain = layer(table=None), Codes("i8", -3)
    x = codes(case)
    u = case.intermediate(x)
    for low, high in ((-3, 127), (-3, 57), (-3, 61), (-40, 34), (-128, 34)):
        fused = after(activated(case, Case(Clip(low, high), domain, domain)), FUSE)
        assert f"activation clip <min = {low}, max = {high}>" in fused
        (y,) = run(after(fused, LOWER), stored(x, "i8"))
        assert (y == np.clip(u, low, high)).all() and (y.min(), y.max()) == (low, high)


def test_kind_19_fusing_loses_a_faster_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel for output channels in fours takes no activation: it is kept, and so is y."""
    kernel = SpecializedKernel("output channels in fours", output_channels=Size(multiple_of=4))
    target = Target("with-kernel", "any table", faster_unfused=(kernel,))
    monkeypatch.setitem(TARGETS, target.name, target)
    fuse = f"fuse-lut-activation{{target={target.name}}}"
    for channels, fuses in ((4, False), (5, True), (8, False)):
        case = layer(w=RNG.integers(-127, 128, (channels, 3, 3, 3)), b=None)
        x = codes(case)
        module = ir.Module.parse(lutfuse_text(case))
        with remarks.collect() as found:
            PassManager.parse(f"builtin.module({fuse})").run(module.operation)
        assert ("lutfuse.fused_conv2d" in str(module)) == fuses
        reasons = {reason for r in found if r.name == "refused" for reason in r.reasons}
        assert reasons == (set() if fuses else {"loses-specialized-kernel"})
        assert (run(after(str(module), LOWER), stored(x, "i8"))[0] == case.reference(x)).all()


def test_every_kind_has_a_test_of_its_number() -> None:
    """All 20 kinds of public reports; several tests may share one."""
    files = TESTS.rglob("test_*.py")
    text = "\n".join(path.read_text("utf-8") for path in files)
    found = {int(number) for number in re.findall(r"^def test_kind_(\d\d)_\w+\(", text, re.M)}
    assert found == set(range(1, 21))
