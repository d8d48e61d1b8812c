"""Activation tables as each runtime builds them, and what it returns for every code."""

from __future__ import annotations

import numpy as np

from lutfuse.numerics.domain import Domain, IntArray
from lutfuse.numerics.functions import real_function
from lutfuse.numerics.lut import look_up
from lutfuse.numerics.rescale import rescale
from lutfuse.numerics.runtimes import RUNTIMES, Runtime


def find_runtime(name: str) -> Runtime:
    """The runtime of that name; raises ValueError that lists the known ones."""
    if name not in RUNTIMES:
        raise ValueError(f"expected a runtime among {', '.join(RUNTIMES)} but got '{name}'")
    return RUNTIMES[name]


def _checked(kind: str, x: Domain, y: Domain, runtime: str, slope: float | None) -> Runtime:
    real_function(kind, slope)
    found = find_runtime(runtime)
    if x.storage != y.storage and not runtime.startswith("exact"):
        raise ValueError(f"expected one storage on both sides but got {x.storage} and {y.storage}")
    return found


def _missing(kind: str, storage: str, runtime: Runtime) -> ValueError:
    kinds = ", ".join(sorted(k for s, k in runtime.tables if s == storage)) or "none"
    return ValueError(
        f"expected a kind that '{runtime.name}' has a table of for {storage} ({kinds}) "
        f"but got '{kind}'"
    )


def build_table(
    kind: str, x: Domain, y: Domain, runtime: str = "tflite", slope: float | None = None
) -> IntArray:
    """The table of an activation, bit for bit as `runtime` builds it.

    8-bit input: 256 entries in the type of `y`, from the lowest code of the storage. i16 input:
    513 points, 128 codes apart from code -32768; between them results are interpolated. `slope`
    is that of `leaky_relu`. Entries are what the runtime has for *every* code of the storage: a
    narrower range of `x` does not matter, and one of `y` only to the exact runtimes.

    Raises ValueError, one line, on a kind or domain that the runtime does not take.
    """
    found = _checked(kind, x, y, runtime, slope)
    rule = found.tables.get((x.storage, kind))
    if rule is None:
        raise _missing(kind, x.storage, found)
    return rule(x, y, slope).astype(y.dtype)


def results(
    kind: str, x: Domain, y: Domain, runtime: str = "tflite", slope: float | None = None
) -> IntArray:
    """What `runtime` returns for every code of the storage of `x`: 256 or 65536 codes of `y`.

    This is `build_table` for 8-bit codes. For i16 it interpolates where the runtime does, and has
    the kinds that the runtime computes without a table; the exact runtimes round every code.

    Raises ValueError as `build_table` does.
    """
    found = _checked(kind, x, y, runtime, slope)
    kernel = found.kernels.get((x.storage, kind))
    if kernel is not None:
        return kernel(x, y, slope).astype(y.dtype)
    rule = found.tables.get((x.storage, kind))
    if rule is None:
        raise _missing(kind, x.storage, found)
    values = rule(x, y, slope)
    return (look_up(values) if x.storage == "i16" else values).astype(y.dtype)


def interpolate(points: IntArray, fraction_bits: int = 7, double_round: bool = False) -> IntArray:
    """Results of an interpolated table for every int16 code, as a table header defines them.

        v = (t[i] << fraction_bits) + (t[i + 1] - t[i]) * f
        y = sat(rescale(v)) by 2^30 and a shift of 30 + fraction_bits

    `points` are int16, the first at code -32768. Unlike TFLite's `LUTLookup` nothing wraps.
    """
    table = points.astype(np.int64)
    offsets = np.arange(1 << 16, dtype=np.int64)
    index, fraction = offsets >> fraction_bits, offsets & ((1 << fraction_bits) - 1)
    value = (table[index] << fraction_bits) + (table[index + 1] - table[index]) * fraction
    result = rescale(value, 1 << 30, 30 + fraction_bits, double_round)
    return np.clip(result, -32768, 32767).astype(np.int16)
