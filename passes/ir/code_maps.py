"""Activations of 8-bit codes as maps from stored byte to stored byte.

A map has 256 entries, or a row of 256 for each channel. Bytes have no sign: what a cast between
two activations reads as another type is the same byte.
"""

from __future__ import annotations

import numpy as np
from mlir import ir
from numpy.typing import NDArray

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.passes.ir.constants import constant

CodeMap = NDArray[np.uint8]

_BYTES = np.arange(256).astype(np.uint8)


def _codes(domain: ir.Type) -> NDArray[np.int64]:
    """The code that each byte stands for."""
    signed = storage_of(domain) == "i8"
    return _BYTES.view(np.int8 if signed else np.uint8).astype(np.int64)


def full_table(entries: NDArray[np.integer], header: lf.TableHeaderAttr) -> NDArray[np.integer]:
    """256 entries, one for each code; entries for codes that never occur repeat the ends."""
    low, high = storage_range(storage_of(header.input))
    index = np.arange(low, high + 1) - header.first
    return entries[..., np.clip(index, 0, header.entries - 1)]


def code_map(op: lf.ClipOp | lf.LutActivationOp) -> CodeMap | None:
    """The map of a clip or of a constant table, None unless codes and results have 8 bits."""
    values = (op.operation.operands[0], op.operation.results[0])
    domains = [ir.RankedTensorType(value.type).element_type for value in values]
    if any(storage_of(domain) not in ("i8", "u8") for domain in domains):
        return None
    if isinstance(op, lf.ClipOp):
        return np.clip(_codes(domains[0]), op.parameters.min, op.parameters.max).astype(np.uint8)
    entries = constant(op.operation.operands[1])
    if entries is None:
        return None
    first = storage_range(storage_of(domains[0]))[0]
    return full_table(entries, op.header)[..., _codes(domains[0]) - first].astype(np.uint8)


def compose(first: CodeMap, second: CodeMap) -> CodeMap:
    """`second` after `first`; equal rows become one."""
    if second.ndim == 1:
        composed = second[first]
    else:
        composed = np.take_along_axis(second, np.broadcast_to(first, second.shape), axis=1)
    if composed.ndim == 2 and bool((composed == composed[:1]).all()):
        return composed[0]
    return composed


def entries_of(map_: CodeMap, domain: ir.Type) -> tuple[int, NDArray[np.int8]]:
    """First code of a domain's storage, and the entries of a table from there on."""
    low, high = storage_range(storage_of(domain))
    order = np.arange(low, high + 1).astype(np.uint8)
    return low, np.ascontiguousarray(map_[..., order].view(np.int8))
