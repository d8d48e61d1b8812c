"""Leaky ReLUs on 8-bit codes as tables: every code is evaluated, so nothing is lost."""

from __future__ import annotations

import numpy as np
from mlir import ir

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.numerics.parametric import parametric_results
from lutfuse.passes.ethosu.steps import Refusal


def leaky_table(parameters: lf.LeakyReluAttr, input_type: ir.Type, result_type: ir.Type) -> bytes:
    """256 bytes in the order of codes; raises Refusal where channels differ, or for wide codes."""
    if len(parameters.factor) > 1 or len(parameters.negative.multiplier) > 1:
        raise Refusal("per-channel-table", "expected one slope for all channels")
    if any(storage_of(one)[1:] != "8" for one in (input_type, result_type)):
        raise Refusal("wide-input", f"expected 8-bit codes but got {input_type} to {result_type}")
    low, high = storage_range(storage_of(input_type))
    entries = parametric_results(parameters, np.arange(low, high + 1), input_type, result_type)
    return entries.astype(np.uint8).tobytes()
