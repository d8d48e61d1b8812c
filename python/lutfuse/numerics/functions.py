"""The real functions behind the activation kinds, in float64.

Each is within 8 units in the last place of the real function wherever its result is not
subnormal: what cancels (GELU far below zero, ELU near zero) is written so that it does not.
Where a function has no value, the limit from the defined side stands in (`log` of what is not
positive is -inf, `rsqrt` is inf, `sqrt` of what is negative 0), as runtimes write their tables.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Real = NDArray[np.float64]
RealFunction = Callable[[Real], Real]


def _each(function: Callable[[float], float]) -> RealFunction:
    def apply(x: Real) -> Real:
        return np.fromiter(map(function, x.ravel().tolist()), np.float64, x.size).reshape(x.shape)

    return apply


_erfc = _each(math.erfc)


def sigmoid(x: Real) -> Real:
    """`1 / (1 + exp(-x))`."""
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, e) / (1.0 + e)


def gelu(x: Real) -> Real:
    """`x * Phi(x)`, by the complementary error function."""
    return 0.5 * x * _erfc(x * -math.sqrt(0.5))


def gelu_tanh(x: Real) -> Real:
    """`0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))`."""
    return x * sigmoid(2.0 * math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3))


def silu(x: Real) -> Real:
    """`x * sigmoid(x)`."""
    return x * sigmoid(x)


def hard_sigmoid(x: Real) -> Real:
    """`clip(x + 3, 0, 6) / 6`."""
    return np.clip(x + 3.0, 0.0, 6.0) / 6.0


def hard_swish(x: Real) -> Real:
    """`x * clip(x + 3, 0, 6) / 6`."""
    return x * np.clip(x + 3.0, 0.0, 6.0) / 6.0


def elu(x: Real) -> Real:
    """`x` above zero, `exp(x) - 1` below."""
    return np.where(x < 0, np.expm1(np.minimum(x, 0.0)), x)


def leaky_relu(x: Real, slope: float) -> Real:
    """`x` above zero, `slope * x` below."""
    return np.where(x < 0, slope * x, x)


def exp(x: Real) -> Real:
    """`exp(x)`, inf where it overflows."""
    with np.errstate(over="ignore"):
        return np.exp(x)


def log(x: Real) -> Real:
    """`log(x)`, -inf where x is not positive."""
    return np.where(x > 0, np.log(np.where(x > 0, x, 1.0)), -np.inf)


def sqrt(x: Real) -> Real:
    """`sqrt(x)`, 0 where x is negative."""
    return np.sqrt(np.maximum(x, 0.0))


def rsqrt(x: Real) -> Real:
    """`1 / sqrt(x)`, inf where x is not positive."""
    return np.where(x > 0, 1.0 / np.sqrt(np.where(x > 0, x, 1.0)), np.inf)


def reciprocal(x: Real) -> Real:
    """`1 / x`, inf at zero."""
    return np.where(x == 0, np.inf, 1.0 / np.where(x == 0, 1.0, x))


def softplus(x: Real) -> Real:
    """`log(1 + exp(x))`."""
    return np.maximum(x, 0.0) + np.log1p(np.exp(-np.abs(x)))


def mish(x: Real) -> Real:
    """`x * tanh(softplus(x))`."""
    return x * np.tanh(softplus(x))


FUNCTIONS: dict[str, RealFunction] = {
    "sigmoid": sigmoid,
    "tanh": np.tanh,
    "gelu": gelu,
    "gelu_tanh": gelu_tanh,
    "silu": silu,
    "hard_swish": hard_swish,
    "hard_sigmoid": hard_sigmoid,
    "elu": elu,
    "exp": exp,
    "log": log,
    "sqrt": sqrt,
    "rsqrt": rsqrt,
    "reciprocal": reciprocal,
    "softplus": softplus,
    "mish": mish,
    "sin": np.sin,
    "cos": np.cos,
}

# Every kind with a function: `custom` has none, and `leaky_relu` has a parameter.
KINDS = (*FUNCTIONS, "leaky_relu")


def real_function(kind: str, slope: float | None = None) -> RealFunction:
    """The function of a kind; `slope` is that of `leaky_relu`, and of no other kind.

    Raises ValueError on an unknown kind and on a slope that is missing or too much.
    """
    if kind not in KINDS:
        raise ValueError(f"expected a kind among {', '.join(sorted(KINDS))} but got '{kind}'")
    if kind != "leaky_relu":
        if slope is not None:
            raise ValueError(f"expected no slope for kind '{kind}' but got {slope}")
        return FUNCTIONS[kind]
    if slope is None or not math.isfinite(slope):
        raise ValueError(f"expected a finite slope for kind 'leaky_relu' but got {slope}")
    return lambda x: leaky_relu(x, slope)
