"""Runtimes: which kinds each can compute, on which storages, and how.

A runtime is listed only with rules that are proven against it: `test_numerics.py` runs LiteRT's
reference kernels and the TOSA converter on the same codes and allows no differing entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from lutfuse.numerics import exact, libm, tflite, tflite_16, tosa_converter
from lutfuse.numerics.domain import Domain
from lutfuse.numerics.fixed_point import Int64
from lutfuse.numerics.functions import KINDS
from lutfuse.numerics.lut import Function, full_range, populate_8, populate_16

# Input domain, result domain, slope.
Rule = Callable[[Domain, Domain, float | None], Int64]
Rules = Mapping[tuple[str, str], Rule]  # by storage and kind


@dataclass(frozen=True)
class Runtime:
    """How one runtime computes activations.

    `tables` build 256 entries, or 513 points for i16; `kernels` compute the result of every code
    where the runtime has no such table. A rule raises ValueError on what the runtime refuses.
    """

    name: str
    description: str
    tables: Rules
    kernels: Rules = field(default_factory=dict[tuple[str, str], Rule])


def _lut_8(function: Function) -> Rule:
    return lambda x, y, slope: populate_8(function, x, y)


def _lut_16(function: Function) -> Rule:
    return lambda x, y, slope: populate_16(function, full_range(x, y))


def _log_16(x: Domain, y: Domain, slope: float | None) -> Int64:
    return populate_16(tflite.log(y), full_range(x, y))


def _symmetric(rule: Rule) -> Rule:
    def checked(x: Domain, y: Domain, slope: float | None) -> Int64:
        tflite.symmetric(x, y)
        return rule(x, y, slope)

    return checked


def _plain(kernel: Callable[[Domain, Domain], Int64]) -> Rule:
    return lambda x, y, slope: kernel(x, y)


def _leaky(kernel: Callable[[Domain, Domain, float], Int64]) -> Rule:
    return lambda x, y, slope: kernel(x, y, 0.0 if slope is None else slope)


_TFLITE_8: dict[str, Rule] = {
    "sigmoid": _plain(tflite.sigmoid_8),
    "tanh": _lut_8(libm.tanh),
    "gelu": _lut_8(tflite.gelu),
    "gelu_tanh": _lut_8(tflite.gelu_tanh),
    "silu": _plain(tflite.silu),
    "hard_swish": _plain(tflite.hard_swish),
    "leaky_relu": _leaky(tflite.leaky_relu),
}
_TFLITE_I8: dict[str, Rule] = {
    **_TFLITE_8,
    "elu": _lut_8(tflite.elu),
    "exp": _lut_8(libm.exp),
    "log": lambda x, y, slope: populate_8(tflite.log(y), x, y),
    "sqrt": _plain(tflite.sqrt),
    "rsqrt": _plain(tflite.rsqrt),
}
_TFLITE_I16: dict[str, Rule] = {
    # GELU alone takes zero points, and leaves that of the result out.
    "gelu": _lut_16(tflite.gelu),
    "gelu_tanh": _lut_16(tflite.gelu_tanh),
    "exp": _symmetric(_lut_16(libm.exp)),
    "log": _symmetric(_log_16),
    "rsqrt": _symmetric(lambda x, y, slope: populate_16(tflite.rsqrt_16(y), full_range(x, y))),
}
_TFLITE_I16_KERNELS: dict[str, Rule] = {
    "sigmoid": _plain(tflite_16.sigmoid),
    "tanh": _plain(tflite_16.tanh),
    "leaky_relu": _leaky(tflite.leaky_relu),
    "sqrt": _plain(tflite.sqrt),
}


def _converted_8(function: Function) -> Rule:
    return lambda x, y, slope: tosa_converter.populate_8(function, x, y)


def _converted_16(function: Function) -> Rule:
    return lambda x, y, slope: populate_16(function, tosa_converter.unit_range(x, y))


_CONVERTER_I8: dict[str, Rule] = {
    "sigmoid": _converted_8(tosa_converter.sigmoid),
    "tanh": _converted_8(tosa_converter.tanh),
    "gelu": _converted_8(tflite.gelu),
    "gelu_tanh": _converted_8(tflite.gelu_tanh),
    "exp": _converted_8(libm.exp),
    "log": lambda x, y, slope: tosa_converter.populate_8(tflite.log(y), x, y),
    "rsqrt": _plain(tflite.rsqrt),
    "hard_swish": _plain(tflite.hard_swish),
    "silu": _plain(tosa_converter.silu),
    "leaky_relu": _leaky(tosa_converter.leaky_relu),
}
_CONVERTER_I16: dict[str, Rule] = {
    "sigmoid": _converted_16(tosa_converter.sigmoid),
    "tanh": _converted_16(tosa_converter.tanh),
    "exp": _lut_16(libm.exp),
    "log": _log_16,
}


def _exact(kind: str, rounding: exact.Rounding) -> Rule:
    def rule(x: Domain, y: Domain, slope: float | None) -> Int64:
        codes = np.arange(-32768, 32769, 128) if x.storage == "i16" else x.codes()
        return exact.results(kind, slope, x.reals(codes), y, rounding)

    return rule


def _exact_code(kind: str, rounding: exact.Rounding) -> Rule:
    return lambda x, y, slope: exact.results(kind, slope, x.reals(), y, rounding)


def _exact_runtime(name: str, description: str, rounding: exact.Rounding) -> Runtime:
    kinds = [(storage, kind) for storage in ("i8", "u8", "i16") for kind in KINDS]
    return Runtime(
        name,
        description,
        {key: _exact(key[1], rounding) for key in kinds},
        {key: _exact_code(key[1], rounding) for key in kinds},
    )


def _by_storage(**rules: Mapping[str, Rule]) -> Rules:
    return {(storage, kind): rule for storage, of in rules.items() for kind, rule in of.items()}


RUNTIMES: dict[str, Runtime] = {
    runtime.name: runtime
    for runtime in (
        Runtime(
            "tflite",
            "LiteRT's reference kernels: float32 tables, fixed-point hard-swish and leaky ReLU",
            _by_storage(i8=_TFLITE_I8, u8=_TFLITE_8, i16=_TFLITE_I16),
            _by_storage(i16=_TFLITE_I16_KERNELS),
        ),
        Runtime(
            "tosa-converter",
            "what tosa-converter-for-tflite writes into tables, or amounts to one",
            _by_storage(i8=_CONVERTER_I8, i16=_CONVERTER_I16),
            _by_storage(i16={"leaky_relu": _leaky(tosa_converter.leaky_relu)}),
        ),
        _exact_runtime("exact", "the real function, ties away from zero", exact.half_away),
        _exact_runtime("exact-even", "the real function, ties to even", exact.half_even),
    )
}
