"""The C library's own elementary functions, in float32 and float64.

A runtime's table depends on the last bit of `expf` and its like, which differs between C
libraries and from NumPy's vector code. These are the functions that a runtime on this machine
calls; tables of a runtime that ran elsewhere may differ where a value falls on a rounding tie.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable
from functools import cache

import numpy as np

from lutfuse.numerics.domain import FloatArray

Elementwise = Callable[[FloatArray], FloatArray]


@cache
def _library() -> ctypes.CDLL:
    process = ctypes.CDLL(None)
    return process if hasattr(process, "expf") else ctypes.CDLL(ctypes.util.find_library("m"))


@cache
def _scalar(name: str) -> Callable[[float], float]:
    function = getattr(_library(), name)
    kind = ctypes.c_float if name.endswith("f") else ctypes.c_double
    function.restype, function.argtypes = kind, [kind]
    return function


def _elementwise(name: str) -> Elementwise:
    def apply(x: FloatArray) -> FloatArray:
        function = _scalar(f"{name}f" if x.dtype == np.float32 else name)
        return np.fromiter(map(function, x.tolist()), x.dtype, x.size)

    apply.__doc__ = f"C's `{name}` of each element of a one-dimensional array, in its precision."
    return apply


exp = _elementwise("exp")
expm1 = _elementwise("expm1")
log = _elementwise("log")
tanh = _elementwise("tanh")
erfc = _elementwise("erfc")
