"""Modules in which ops of the dialect stand among other ops, calls and control flow."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse.passes.upstream.jit import JitModule
from lutfuse.runtime.cpu import CpuModel, prepare
from lutfuse.runtime.models import ModelError, run_pipeline
from support.contract import Array
from support.layer import Layer, Table
from support.layer_text import lutfuse as layer_text

RNG = np.random.default_rng(5)
SHAPE = (1, 6, 7, 4)
T = "tensor<1x6x7x4xi8>"
# Keeps its shape, so that it can stand in a loop; saturates, and its table has no structure.
LAYER = Layer(
    SHAPE,
    RNG.integers(-128, 128, (4, 3, 3, 4)),
    RNG.integers(-5000, 5000, 4),
    RNG.integers(1 << 30, 1 << 31, 4),
    np.array([40, 41, 40, 42]),
    zx=3,
    zu=-7,
    per_channel=True,
    pad=(1, 1, 1, 1),
    table=Table(RNG.integers(-128, 128, 256)),
)
LAYER_TEXT = layer_text(LAYER).replace("@main", "private @layer")
INPUT = RNG.integers(-128, 128, SHAPE).astype(np.int8)
ADD_SEVEN = f"""
func.func private @add_seven(%x: {T}) -> {T} {{
  %e = tensor.empty() : {T}
  %0 = linalg.generic {{
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>,
                       affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
      ins(%x : {T}) outs(%e : {T}) {{
  ^bb0(%in: i8, %out: i8):
    %seven = arith.constant 7 : i8
    %sum = arith.addi %in, %seven : i8
    linalg.yield %sum : i8
  }} -> {T}
  return %0 : {T}
}}
"""


@pytest.fixture(autouse=True)
def context(monkeypatch: pytest.MonkeyPatch) -> Iterator[ir.Context]:
    monkeypatch.setenv("LUTFUSE_CACHE", "0")
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def load(text: str, entry: str = "", threads: int = 1) -> CpuModel:
    return lutfuse.load(ir.Module.parse(text), entry=entry, threads=threads)


def layer(x: Array) -> Array:
    return LAYER.reference(x.astype(np.int64))


def add_seven(x: Array) -> Array:
    return (x.astype(np.int64) + 7).astype(np.int8)  # wraps, as arith.addi does


def test_among_linalg_ops_by_several_threads() -> None:
    text = f"""{LAYER_TEXT}{ADD_SEVEN}
    func.func @main(%x: {T}) -> ({T}, {T}) {{
      %0 = func.call @add_seven(%x) : ({T}) -> {T}
      %1 = func.call @layer(%0) : ({T}) -> {T}
      %e = tensor.empty() : {T}
      %2 = linalg.add ins(%1, %0 : {T}, {T}) outs(%e : {T}) -> {T}
      %3 = func.call @layer(%2) : ({T}) -> {T}
      return %3, %2 : {T}, {T}
    }}"""
    first = add_seven(INPUT)
    second = (layer(first).astype(np.int64) + first).astype(np.int8)
    for threads in (1, 3):
        got = load(text, threads=threads).run(INPUT)
        assert [np.array_equal(*pair) for pair in zip(got, (layer(second), second), strict=True)]
        assert np.array_equal(got[0], layer(second))
        assert np.array_equal(got[1], second)


BRANCH = f"""{LAYER_TEXT}{ADD_SEVEN}
func.func @main(%flag: i1, %x: {T}) -> {T} {{
  %0 = scf.if %flag -> {T} {{
    %1 = func.call @layer(%x) : ({T}) -> {T}
    scf.yield %1 : {T}
  }} else {{
    %1 = func.call @add_seven(%x) : ({T}) -> {T}
    scf.yield %1 : {T}
  }}
  return %0 : {T}
}}"""


@pytest.mark.parametrize("flag", [False, True])
def test_in_a_branch(flag: bool) -> None:
    (y,) = load(BRANCH).run(np.array(flag), INPUT)
    assert np.array_equal(y, layer(INPUT) if flag else add_seven(INPUT))


LOOP = f"""{LAYER_TEXT}
func.func @main(%n: index, %x: {T}) -> ({T}, index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0, %count = scf.for %i = %c0 to %n step %c1
      iter_args(%v = %x, %k = %c0) -> ({T}, index) {{
    %1 = func.call @layer(%v) : ({T}) -> {T}
    %j = arith.addi %k, %i : index
    scf.yield %1, %j : {T}, index
  }}
  return %0, %count : {T}, index
}}"""


@pytest.mark.parametrize("turns", [0, 1, 5])
def test_in_a_loop(turns: int) -> None:
    y, count = load(LOOP).run(np.array(turns), INPUT)
    expected = INPUT
    for _ in range(turns):
        expected = layer(expected)
    assert np.array_equal(y, expected)
    assert count == sum(range(turns))


def test_upstream_computes_the_same() -> None:
    for text, first in ((BRANCH, np.array(True)), (BRANCH, np.array(False)), (LOOP, np.array(3))):
        module = ir.Module.parse(text)
        run_pipeline(module, "convert-lutfuse-to-tosa")
        expected = JitModule(module)(first, INPUT)
        got = load(text).run(first, INPUT)
        assert all(np.array_equal(a, b) for a, b in zip(got, expected, strict=True))


CODES = """
!q = !quant.uniform<i8:f32, 0.5:3>
!t = tensor<4x8x!q>
func.func @main(%flag: i1, %n: index, %x: tensor<4x8xi8>) -> tensor<4x8xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = "tosa.const"() {values = dense<"0xTABLE"> : tensor<256xi8>} : () -> tensor<256xi8>
  %q = quant.scast %x : tensor<4x8xi8> to !t
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %q) -> !t {
    %2 = lutfuse.lut_activation <custom> %v, %t
        header <first = -128, entries = 256, lookup = direct, input = !q, result = !q>
      : (!t, tensor<256xi8>) -> !t
    scf.yield %2 : !t
  }
  %1 = scf.if %flag -> !t {
    %2 = lutfuse.clip %0 <min = -20, max = 90> : (!t) -> !t
    scf.yield %2 : !t
  } else {
    scf.yield %0 : !t
  }
  %y = quant.scast %1 : !t to tensor<4x8xi8>
  return %y : tensor<4x8xi8>
}"""


@pytest.mark.parametrize(("flag", "turns"), [(True, 0), (False, 1), (True, 4)])
def test_codes_pass_through_control_flow(flag: bool, turns: int) -> None:
    table = RNG.permutation(np.arange(-128, 128)).astype(np.int8)
    x = RNG.integers(-128, 128, (4, 8)).astype(np.int8)
    expected = x
    for _ in range(turns):
        expected = table[expected.astype(np.int64) + 128]
    if flag:
        expected = np.clip(expected, -20, 90)
    text = CODES.replace("TABLE", table.tobytes().hex().upper())
    (y,) = load(text).run(np.array(flag), np.array(turns), x)
    assert np.array_equal(y, expected)


def test_activations_fuse_inside_of_branches() -> None:
    module = ir.Module.parse(BRANCH.replace("func.call @layer(%x)", "func.call @layer(%x)"))
    run_pipeline(module, "select-entry")
    prepare(module, "cpu")
    branch = str(module).split("scf.if")[1].split("else")[0]
    assert "lutfuse.fused_conv2d" in branch


def test_helpers_of_helpers_called_twice() -> None:
    text = f"""{LAYER_TEXT}{ADD_SEVEN}
    func.func @twice(%x: {T}) -> {T} {{
      %0 = func.call @layer(%x) : ({T}) -> {T}
      %1 = func.call @add_seven(%0) : ({T}) -> {T}
      %2 = func.call @layer(%1) : ({T}) -> {T}
      return %2 : {T}
    }}
    func.func @four(%x: {T}) -> {T} {{
      %0 = func.call @twice(%x) : ({T}) -> {T}
      %1 = func.call @twice(%0) : ({T}) -> {T}
      return %1 : {T}
    }}"""

    def twice(x: Array) -> Array:
        return layer(add_seven(layer(x)))

    assert np.array_equal(load(text, "twice").run(INPUT)[0], twice(INPUT))
    assert np.array_equal(load(text, "four").run(INPUT)[0], twice(twice(INPUT)))


def test_truth_values_in_tensors_and_between_kernels() -> None:
    text = """
    func.func @main(%p: tensor<4xi1>, %x: tensor<4xi8>) -> (tensor<4xi1>, tensor<4xi8>) {
      %zero = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
      %0 = tosa.greater %x, %zero : (tensor<4xi8>, tensor<1xi8>) -> tensor<4xi1>
      %1 = tosa.logical_and %0, %p : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
      %2 = tosa.select %1, %x, %zero : (tensor<4xi1>, tensor<4xi8>, tensor<1xi8>) -> tensor<4xi8>
      return %1, %2 : tensor<4xi1>, tensor<4xi8>
    }"""
    p, x = np.array([True, True, False, False]), np.array([5, -5, 7, -7], np.int8)
    truth, y = load(text).run(p, x)
    assert (truth.tolist(), y.tolist()) == ([True, False, False, False], [5, 0, 0, 0])


def test_wide_numbers_keep_their_place() -> None:
    text = """
    func.func @main(%x: tensor<5xf64>, %n: tensor<3xindex>) -> (tensor<5xf64>, tensor<3xindex>) {
      %e = tensor.empty() : tensor<5xf64>
      %0 = linalg.add ins(%x, %x : tensor<5xf64>, tensor<5xf64>)
          outs(%e : tensor<5xf64>) -> tensor<5xf64>
      %f = tensor.empty() : tensor<3xindex>
      %1 = arith.muli %n, %n : tensor<3xindex>
      return %0, %1 : tensor<5xf64>, tensor<3xindex>
    }"""
    x, n = RNG.random(5), np.array([-3, 1 << 30, 5])
    y, m = load(text).run(x, n)
    assert np.array_equal(y, x + x)
    assert np.array_equal(m, n * n)


ONE = f"func.func @NAME(%x: {T}) -> {T} {{ return %x : {T} }}\n"


@pytest.mark.parametrize(
    ("names", "entry", "found"),
    [(["main", "f"], "", True), (["f"], "", True), (["f", "g"], "g", True), (["f"], "main", False)],
)
def test_entry(names: list[str], entry: str, found: bool) -> None:
    text = "".join(ONE.replace("NAME", name) for name in names)
    if found:
        assert np.array_equal(load(text, entry).run(INPUT)[0], INPUT)
        return
    with pytest.raises(ModelError, match=r"expected a function 'main' with a body but got 'f'$"):
        load(text, entry)


def call(name: str) -> str:
    return f"%0 = func.call @{name}(%x) : ({T}) -> {T}\n return %0 : {T}"


REFUSED = {
    "two entries": (
        ONE.replace("NAME", "f") + ONE.replace("NAME", "g"),
        r"expected a function 'main' or one public function with a body but got 'f', 'g'",
    ),
    "recursion": (
        f"func.func @f(%x: {T}) -> {T} {{\n {call('g')} }}\n"
        f"func.func private @g(%x: {T}) -> {T} {{\n {call('f')} }}",
        r"-:5:7: expected calls that end but got the recursion f -> g -> f",
    ),
    "no body": (
        f"func.func private @g(%x: {T}) -> {T}\nfunc.func @f(%x: {T}) -> {T} {{\n {call('g')} }}",
        r"-:3:7: 'func.call': expected a function with a body but 'g' has none",
    ),
    "indirect call": (
        f"func.func private @g(%x: {T}) -> {T} {{\n return %x : {T} }}\n"
        f"func.func @f(%x: {T}) -> {T} {{\n %g = func.constant @g : ({T}) -> {T}\n"
        f" %0 = func.call_indirect %g(%x) : ({T}) -> {T}\n return %0 : {T} }}",
        r"-:4:7: expected calls of functions by name but got 'func.constant'",
    ),
    "branches": (
        f"func.func @f(%x: {T}) -> {T} {{\n cf.br ^b\n ^b: return %x : {T} }}",
        r"-:2:2: 'cf.br': expected control flow in regions but got branches of blocks",
    ),
    "dynamic argument": (
        "func.func @f(%x: tensor<?xi8>) -> tensor<?xi8> {\n return %x : tensor<?xi8> }",
        r"-:1:1: 'func.func': input0: expected a static, non-empty shape, got 'tensor<\?xi8>'",
    ),
    "dynamic value": (
        "func.func @f(%n: index) -> tensor<4xi8> {\n %0 = tensor.empty(%n) : tensor<?xi8>\n"
        " %1 = tosa.abs %0 : (tensor<?xi8>) -> tensor<?xi8>\n"
        " %2 = tensor.cast %1 : tensor<?xi8> to tensor<4xi8>\n return %2 : tensor<4xi8> }",
        r"-:2:7: pass 'outline-cpu-kernels': 'tensor.empty': expected a number or a tensor of "
        r"static shape but got 'tensor<\?xi8>'",
    ),
    "buffer": (
        "func.func @f(%x: memref<4xi8>) {\n return }",
        r"-:1:1: 'func.func': input0: expected a ranked tensor of .*, got 'memref<4xi8>'",
    ),
    "other dialect": (
        "func.func @f(%x: tensor<4xi8>) -> tensor<4xi8> {\n"
        " %0 = shape.shape_of %x : tensor<4xi8> -> tensor<1xindex>\n"
        " %c = arith.constant 0 : index\n"
        " %d = tensor.extract %0[%c] : tensor<1xindex>\n"
        " %b = scf.for %i = %c to %d step %d iter_args(%v = %x) -> tensor<4xi8> {\n"
        " scf.yield %v : tensor<4xi8> }\n return %b : tensor<4xi8> }",
        r"-:2:7: pass 'outline-cpu-kernels': expected an op that is lowered to LLVM but got "
        r"'shape.shape_of'",
    ),
    "not lowered": (
        "func.func @f(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {\n"
        " %0 = linalg.softmax dimension(1) ins(%x : tensor<2x4xf32>) outs(%x : tensor<2x4xf32>)"
        " -> tensor<2x4xf32>\n return %0 : tensor<2x4xf32> }",
        r"-:2:7: .*'linalg.softmax'",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_compiled_is_named(what: str) -> None:
    text, message = REFUSED[what]
    with pytest.raises(ModelError) as caught:
        load(text)
    assert re.fullmatch(message, str(caught.value)), str(caught.value)
