"""Activation tables bit for bit as runtimes build them, exact functions, identification.

    from lutfuse.numerics import Domain, build_table

    table = build_table("sigmoid", Domain("i8", 0.05, 3), Domain("i8", 1 / 256, -128), "tflite")

No rule is listed for Vela (`ethos-u-vela`): only what is proven against the runtime itself is.
"""

from lutfuse.numerics.domain import Domain, domain_of
from lutfuse.numerics.functions import KINDS, real_function
from lutfuse.numerics.runtimes import RUNTIMES, Runtime
from lutfuse.numerics.tables import build_table, find_runtime, interpolate, results

__all__ = [
    "KINDS",
    "RUNTIMES",
    "Domain",
    "Runtime",
    "build_table",
    "domain_of",
    "find_runtime",
    "interpolate",
    "real_function",
    "results",
]
