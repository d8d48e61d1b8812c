"""Element-wise kernels against NumPy, op by op on whole tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlir import ir

from lutfuse.kernels.elementwise.kernel import Elementwise, ElementwiseKernel
from lutfuse.kernels.elementwise.ops import Binary, Mapped, Node, Read, Rescale, evaluate
from lutfuse.kernels.elementwise.stages import Pair, simplify
from lutfuse.kernels.elementwise.two_input_forms import (
    NumpyFloats,
    Plane,
    Product,
    Sum,
    Truth,
    find_form,
)
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.vectors import VectorUnit
from support.contract import requantize
from support.kernels import Kernel, runnable
from support.prelu import prelu_rows
from support.tosa_kernels import NAMES, Array, Compiled, function, random, tensor

CPUS = runnable()
SEEDS = st.integers(0, 2**32)
SHAPES = [(1, 5, 7, 16), (2, 3, 5, 24), (1, 9, 3, 21), (1, 2, 2, 64), (1, 3, 3, 1), (3, 2, 1, 8)]
FLAGS = "per_channel = {}, scale32 = true, input_unsigned = {}, output_unsigned = {}"


@dataclass(frozen=True)
class Value:
    """A value of the function, and what it is for the inputs at hand."""

    name: str
    element: str
    data: Array

    @property
    def type(self) -> str:
        return tensor(self.data.shape, self.element)


def wrapped(data: Array, element: str) -> Array:
    if element == "i1":
        return data.astype(bool).astype(np.int64)
    return data.astype(np.int64).astype(NAMES[element]).astype(np.int64)


class Function:
    """A TOSA function that is written and computed op by op."""

    def __init__(self, rng: Any) -> None:
        self.rng, self.lines, self.inputs = rng, [], []

    def op(self, text: str, element: str, data: Array) -> Value:
        value = Value(f"%v{len(self.lines)}", element, wrapped(data, element))
        self.lines.append(f"{value.name} = {text} -> {value.type}")
        return value

    def input(self, shape: Sequence[int], element: str = "i8") -> Value:
        self.inputs.append(random(self.rng, shape, element))
        value = Value(f"%{len(self.inputs) - 1}", element, self.inputs[-1].astype(np.int64))
        return value

    def constant(self, data: Array | Sequence[int], element: str) -> Value:
        data = wrapped(np.asarray(data), element)
        values = f"dense<{data.tolist()}> : {tensor(data.shape, element)}"
        return self.op(f'"tosa.const"() <{{values = {values}}}> : ()', element, data)

    def call(
        self, name: str, values: Sequence[Value], element: str, data: Array, a: str = ""
    ) -> Value:
        names = ", ".join(value.name for value in values)
        types = ", ".join(value.type for value in values)
        return self.op(f"tosa.{name} {names} {a} : ({types})", element, data)

    def rescale(
        self,
        x: Value,
        multiplier: Any,
        shift: Any,
        zeros: tuple[int, int] = (0, 0),
        element: str = "i8",
        unsigned: tuple[bool, bool] = (False, False),
        double: bool = True,
    ) -> Value:
        m, s = np.atleast_1d(multiplier).astype(np.int64), np.atleast_1d(shift).astype(np.int64)
        data = x.data & (2 ** int(x.element[1:]) - 1) if unsigned[0] else x.data
        data = data - zeros[0]
        data = requantize(data, m, s, double) + zeros[1]
        bits = int(element[1:])
        low, high = (0, 2**bits - 1) if unsigned[1] else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        constants = [self.constant(m, "i32"), self.constant(s, "i8")]
        constants += [
            self.constant([z], e) for z, e in zip(zeros, (x.element, element), strict=True)
        ]
        flags = FLAGS.format(*(str(f).lower() for f in (m.size > 1, *unsigned)))
        mode = "DOUBLE_ROUND" if double else "SINGLE_ROUND"
        attributes = f"{{{flags}, rounding_mode = {mode}}}"
        return self.call("rescale", [x, *constants], element, np.clip(data, low, high), attributes)

    def binary(
        self, name: str, a: Value, b: Value, element: str, compute: Callable[..., Any]
    ) -> Value:
        extra = [self.constant([0], "i8")] if name == "mul" else []
        return self.call(name, [a, b, *extra], element, compute(a.data, b.data))

    def check(self, result: Value, cpu: str) -> None:
        """Compiles for a processor and compares all elements."""
        types = [
            tensor(x.shape, next(name for name, t in NAMES.items() if x.dtype == t))
            for x in self.inputs
        ]
        body = "\n".join(
            [*self.lines, f"%r = tosa.identity {result.name} : ({result.type}) -> {result.type}"]
        )
        text = function(types, result.type, body)
        Compiled(text, cpu).check(result.data.astype(NAMES[result.element]), *self.inputs)


def scaling(factor: float) -> tuple[int, int]:
    """Multiplier and shift, as TFLite makes them."""
    mantissa, exponent = np.frexp(factor)
    return round(mantissa * 2**31), 31 - int(exponent)


def operand(f: Function, shape: tuple[int, ...], kind: str) -> Value:
    batch, channels = shape[0], shape[-1]
    sizes = {"full": shape, "channel": (1, 1, 1, channels), "one": (1, 1, 1, 1)}
    sizes["batch"] = (batch, 1, 1, channels)
    if kind == "constant":
        return f.constant(f.rng.integers(-128, 128, sizes["channel"]), "i8")
    return f.input(sizes[kind])


def addition(f: Function, a: Value, b: Value, unsigned: bool) -> Value:
    """TFLite's ADD: both moved 20 bits to the left, one rescaled or both."""
    scales = f.rng.uniform(0.01, 0.1, 3)
    if f.rng.integers(3) == 0:
        scales[1] = scales[0] = scales[2]
    twice = 2 * max(scales[:2])
    zeros = f.rng.integers(-30, 30, 3) + 128 * unsigned
    wide = [
        f.rescale(x, 1 << 30, 10, (int(zero), 0), "i32", (unsigned, False))
        for x, zero in zip((a, b), zeros, strict=False)
    ]
    wide = [
        f.rescale(w, *scaling(s / twice), element="i32") for w, s in zip(wide, scales, strict=False)
    ]
    total = f.binary("add", wide[0], wide[1], "i32", np.add)
    return f.rescale(
        total, *scaling(twice / (scales[2] * 2**20)), (0, int(zeros[2])), "i8", (False, unsigned)
    )


def product(f: Function, a: Value, b: Value, unsigned: bool) -> Value:
    """TFLite's MUL."""
    zeros = f.rng.choice([-128, -118, 3, 40], 3) + 128 * unsigned
    wide = [
        f.rescale(x, 1 << 30, 30, (int(zero), 0), "i32", (unsigned, False))
        for x, zero in zip((a, b), zeros, strict=False)
    ]
    result = f.binary("mul", wide[0], wide[1], "i32", np.multiply)
    scale = scaling(float(f.rng.uniform(0.002, 0.02)))
    return f.rescale(result, *scale, (0, int(zeros[2])), "i8", (False, unsigned))


@settings(max_examples=12)
@given(
    st.sampled_from(CPUS),
    SEEDS,
    st.sampled_from(SHAPES),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_two_inputs(
    cpu: str, seed: int, shape: tuple[int, ...], unsigned: bool, swapped: bool, multiply: bool
) -> None:
    f = Function(np.random.default_rng(seed))
    kind = str(f.rng.choice(["full", "channel", "one", "batch", "constant"]))
    operands = [operand(f, shape, "full"), operand(f, shape, kind)]
    a, b = reversed(operands) if swapped else operands
    f.check((product if multiply else addition)(f, a, b, unsigned), cpu)


@pytest.mark.parametrize("cpu", CPUS)
def test_chain_of_forms(cpu: str) -> None:
    """A product by channel, an addition of a clamped third input, and a table at the end."""
    f = Function(np.random.default_rng(3))
    shape = (2, 3, 11, 24)
    a, gate, other = f.input(shape), f.input((2, 1, 1, 24)), f.input(shape)
    clamped = f.call(
        "clamp",
        [other],
        "i8",
        np.clip(other.data, -100, 90),
        "{min_val = -100 : i8, max_val = 90 : i8}",
    )
    total = addition(f, product(f, a, gate, False), clamped, False)
    table = f.constant(f.rng.integers(-128, 128, 256), "i8")
    f.check(f.call("table", [total, table], "i8", table.data[total.data + 128]), cpu)


@pytest.mark.parametrize("cpu", CPUS)
def test_saturated_sum(cpu: str) -> None:
    """A sum that leaves the codes on both sides, before slopes by channel: all pairs of codes."""
    rng, size = np.random.default_rng(12), 1 << 16
    a, b = Read(8, (), 0, size), Read(8, (), 1, size)
    wide = [Rescale(32, (x,), np.array([1_700_000_001]), np.array([20])) for x in (a, b)]
    ends = np.array([1_100_000_007]), np.array([41]), True, (0, -9)
    total = Rescale(8, (Binary(32, (wide[0], wide[1])),), *ends)
    root = Mapped(8, (total,), prelu_rows(rng, 16))

    def write(unit: VectorUnit, constants: Constants, buffers: Any, *threads: ir.Value) -> None:
        program = Elementwise(simplify(root, size, fused=unit.fused), 1, size)
        sums = [node for node in program.nodes if isinstance(node, Pair)]
        assert sums and all(node.centred is not None for node in sums)
        ElementwiseKernel(program, unit, constants).emit(buffers[:2], buffers[2], *threads)

    x, y = np.divmod(rng.permutation(size), 256)
    x, y = x.astype(np.uint8), y.astype(np.uint8)
    known: dict[Node, Any] = {
        read: v.view(np.int8).astype(np.int64).reshape(-1, 16).T for read, v in ((a, x), (b, y))
    }
    found = Kernel([[size]] * 3, write, cpu)(x, y)
    assert np.array_equal(found.view(np.int8), evaluate(root, known).T.reshape(-1))


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("shape", [(1, 5, 3, 21), (1, 1, 1, 40)])
def test_slopes_by_channel(cpu: str, shape: tuple[int, ...]) -> None:
    """A PReLU after an addition, and a rescale by channel that is no PReLU."""
    f = Function(np.random.default_rng(4))
    total = addition(f, f.input(shape), f.input(shape), False)
    wide = f.rescale(total, 1 << 30, 30, (-7, 0), "i32")
    slopes = f.constant(f.rng.integers(-90, 90, (1, 1, 1, shape[-1])), "i32")
    below = f.rescale(f.binary("mul", wide, slopes, "i32", np.multiply), 1 << 30, 37, (0, 4))
    above = f.rescale(wide, *scaling(0.83), (0, 4))
    zero = f.constant(np.zeros((1, 1, 1, 1)), "i32")
    positive = f.binary("greater_equal", wide, zero, "i1", np.greater_equal)
    chosen = np.where(positive.data, above.data, below.data)
    f.check(f.call("select", [positive, above, below], "i8", chosen), cpu)


@settings(max_examples=6)
@given(st.sampled_from(CPUS), SEEDS, st.sampled_from(SHAPES), st.sampled_from(["i8", "i16", "i32"]))
def test_integer_ops(cpu: str, seed: int, shape: tuple[int, ...], element: str) -> None:
    """What has no form keeps its ops: two wide inputs, comparisons, bits, casts."""
    f = Function(np.random.default_rng(seed))
    x, y = f.input(shape, "i32"), f.input((shape[0], 1, 1, shape[-1]), "i32")
    shift = int(f.rng.integers(33, 56))
    a = f.rescale(x, 0x5555_5555, shift, (0, 0), "i16", double=bool(f.rng.integers(2)))
    b = f.rescale(y, 1 << 30, 46, (0, 0), "i16")
    a, b = (f.call("cast", [v], "i32", v.data) for v in (a, b))
    bits = f.binary("bitwise_xor", a, b, "i32", np.bitwise_xor)
    most = f.binary("maximum", f.binary("sub", a, b, "i32", np.subtract), bits, "i32", np.maximum)
    less = f.binary("greater", a, bits, "i1", np.greater)
    either = f.binary(
        "logical_or", less, f.binary("equal", a, b, "i1", np.equal), "i1", np.bitwise_or
    )
    result = f.call("select", [either, most, a], "i32", np.where(either.data, most.data, a.data))
    f.check(result if element == "i32" else f.call("cast", [result], element, result.data), cpu)


@pytest.mark.parametrize("cpu", CPUS)
def test_no_form(cpu: str) -> None:
    """A sum that is clamped before its rescale is no plane: its integer ops are kept."""
    f = Function(np.random.default_rng(6))
    wide = [f.rescale(f.input((1, 3, 5, 16)), 1 << 30, 21, element="i32") for _ in range(2)]
    total = f.binary("add", wide[0], wide[1], "i32", np.add)
    limits = "{min_val = -9000 : i32, max_val = 70000 : i32}"
    clamped = f.call("clamp", [total], "i32", np.clip(total.data, -9000, 70000), limits)
    f.check(f.rescale(clamped, 1_717_986_918, 41, (0, -3)), cpu)


def test_fused_multiply_add_rounds_once() -> None:
    rng = np.random.default_rng(0)
    x, y, z = (rng.standard_normal(300) * 2.0 ** rng.integers(-8, 9, 300) for _ in range(3))
    x, y, z = (v.astype(np.float32) for v in (x, y, z))
    z[::2] = -(x * y)[::2]  # what is left is the product's own rounding
    found = NumpyFloats(True).fma(x, y, z)
    exact = [
        Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        for a, b, c in zip(x, y, z, strict=True)
    ]
    for value, result in zip(exact, found, strict=True):
        beside = [np.nextafter(result, np.float32(side)) for side in (-np.inf, np.inf)]
        error = abs(Fraction(float(result)) - value)
        assert all(error <= abs(Fraction(float(other)) - value) for other in beside)


def test_forms_are_proved() -> None:
    """One pair of codes that differs is enough to refuse a form."""
    codes = np.arange(-128, 128)
    plane = Plane(0.25, 0.7, 0.3, 0.0)
    rounded = np.floor(plane.at(codes[:, None], codes[None, :]) + 0.5)
    truth = Truth(codes, codes, np.clip(rounded, -128, 127).astype(np.int64), -128, 127)
    form = find_form(truth, plane, 0.0, fused=True)
    assert isinstance(form, Sum)
    truth.codes[200, 17] += 1
    assert find_form(truth, plane, 0.0, fused=True) is None


def test_sign_of_the_bias() -> None:
    """DOUBLE_ROUND moves results away from zero, which a product's form has to follow."""
    codes = np.arange(-128, 128)
    wide = (codes[:, None] + 5) * (codes[None, :] - 9)
    scaled = requantize(wide, np.int64(1_518_500_249), np.int64(38), double_round=True)
    truth = Truth(codes, codes, np.clip(scaled, -128, 127), -128, 127)
    factor = 1_518_500_249 / 2**38
    plane = Plane(-45 * factor, -9 * factor, 5 * factor, factor)
    form = find_form(truth, plane, 2.0**-8, fused=True)
    assert isinstance(form, Product) and form.bias
