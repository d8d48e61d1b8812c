"""The ways in which fusing activations into quantized convolutions went wrong in public.

Each test carries the name of the bug's kind, shows that the wrong value differs on its data, and
that the passes compute the right one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import _contract as contract
import numpy as np
import pytest
from _contract import Array
from _layer import Layer, Table, stored
from _layer_text import const, tensor, tosa
from _layer_text import lutfuse as lutfuse_text
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.jit import JitModule
from lutfuse.passes import remarks

RAISE, FUSE = "convert-tosa-to-lutfuse", "fuse-lut-activation{target=cpu}"
LOWER = "convert-lutfuse-to-tosa,canonicalize"
REFERENCE = "builtin.module(fuse-lut-activation{target=reference})"
RNG = np.random.default_rng(5)


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def after(text: str, *passes: str) -> str:
    module = ir.Module.parse(text)
    PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
    return module.operation.get_asm(enable_debug_info=False, use_local_scope=True)


def run(text: str, *inputs: Array) -> list[Array]:
    return JitModule(ir.Module.parse(text))(*inputs)


def layer(**changed: object) -> Layer:
    """A padded 3x3 convolution whose intermediate codes use the whole range, with zero points."""
    plain = Layer(
        shape=(1, 6, 6, 3),
        w=RNG.integers(-127, 128, (4, 3, 3, 3)),
        b=RNG.integers(-20000, 20000, 4),
        multiplier=np.array([1518500250]),
        shift=np.array([39]),
        zx=31,
        zu=-3,
        pad=(1, 1, 1, 1),
        table=Table(RNG.permutation(256) - 128, zero_point=-128),
    )
    return replace(plain, **changed)


def codes(case: Layer) -> Array:
    return RNG.integers(*contract.RANGES[case.storage[0]], case.shape, endpoint=True)


def assert_right(case: Layer, x: Array, wrong: Array) -> None:
    """Fused and not, the layer computes the contract; `wrong`, the bug's values, differ from it."""
    right = case.reference(x)
    assert (wrong != right).any()
    for text in (after(lutfuse_text(case), LOWER), after(lutfuse_text(case), FUSE, LOWER)):
        assert (run(text, stored(x, case.storage[0]))[0] == right).all()
    assert "lutfuse.lut_activation" not in after(lutfuse_text(case), FUSE)


def test_scale_and_offset_replaced_by_those_of_the_activation() -> None:
    case = layer()
    x = codes(case)
    assert_right(case, x, replace(case, zu=case.table.zero_point).reference(x))
    before, fused = after(lutfuse_text(case)), after(lutfuse_text(case), FUSE)
    requant = re.search(r"requant <[^>]*>", before)[0]
    assert requant in fused
    assert "intermediate !quant.uniform<i8:f32, 1.000000e+00:-3>" in fused


def test_activation_of_the_unscaled_accumulator() -> None:
    """act(acc) requantized is another function than act(requantized acc)."""
    case = layer()
    x = codes(case)
    acted = case.table.reference(contract.saturate(case.accumulators(x), -128, 127))
    scaled = contract.requantize(acted, case.multiplier, case.shift, case.double_round)
    assert_right(case, x, contract.saturate(scaled + case.zu, -128, 127))


@pytest.mark.parametrize("zero_point", [-128, -3, 0, 100])
def test_relu_dropped_or_clamped_at_a_wrong_zero(zero_point: int) -> None:
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


def test_bias_discarded() -> None:
    case = layer()
    x = codes(case)
    assert_right(case, x, replace(case, b=None).reference(x))


def test_second_consumer_of_the_convolution() -> None:
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
def test_padding_is_0_instead_of_the_zero_point(x_storage: str) -> None:
    case = layer(storage=(x_storage, "i8", "i8"))
    x = codes(case)
    literal = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    wrong = replace(case, shape=literal.shape, pad=(0, 0, 0, 0)).reference(literal)
    assert (wrong == case.reference(x))[:, 1:-1, 1:-1].all()
    assert_right(case, x, wrong)


@pytest.mark.parametrize("group", [1, 3])
def test_padding_is_0_where_the_span_is_cut(group: int) -> None:
    """Trimming the padding at the end must leave the one at the start."""
    w = RNG.integers(-127, 128, (3, 2, 2, 3 // group))
    case = layer(w=w, b=None, stride=(3, 3), pad=(1, 2, 2, 1), group=group)
    x = codes(case)
    padded = np.pad(x, ((0, 0), (1, 2), (2, 1), (0, 0)))
    wrong = replace(case, shape=padded.shape, pad=(0, 0, 0, 0)).reference(padded)
    assert_right(case, x, wrong)


def test_zero_point_per_channel_read_as_a_scalar() -> None:
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


def test_location_of_the_activation_lost() -> None:
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
    for split in path.read_text().split("// -----\n")
    if "[Missed] refused" in split or "Reason=" in split
]


@pytest.mark.parametrize("split", REFUSED)
def test_mutated_then_refused(split: str) -> None:
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


def test_bounds_overwritten_instead_of_composed() -> None:
    """A narrow intermediate range is a clamp of its own, before the table and after the rescale."""
    case = layer(narrow=(-50, 40), table=Table(RNG.permutation(256) - 128))
    x = codes(case)
    assert_right(case, x, replace(case, narrow=None).reference(x))


def test_clamp_then_table() -> None:
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


def test_second_activation_overwrites_the_first() -> None:
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
def test_one_of_the_lowerings_ignores_the_activation(window: dict[str, object]) -> None:
    case = layer(**{"b": None, **window})
    x = codes(case)
    assert_right(case, x, case.intermediate(x))
