"""Table slots in shared RAM: what a table is for each type, and the look-up.

A table starts at a slot of 256 bytes and may take several: 256 results of 8, 16 or 32 bits by an
8-bit index, or 512 pairs of base (low half) and slope for 16-bit interpolation (Vela's `lut.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutfuse.dialects.accelerators import SLOT_BYTES, TABLE_BYTES, Accelerator
from lutfuse.ethosu.faults import TableFault, UnwrittenFault
from lutfuse.ethosu.memory import SHARED, Memory, Range

Int64 = NDArray[np.int64]

_FRACTION = 7


def table_range(accelerator: Accelerator, slot: int, index_bits: int, item: int) -> Range:
    """The bytes of a table: `item` is the size of a result. Raises TableFault past the end."""
    size = TABLE_BYTES if index_bits == 16 else 256 * item
    start = slot * SLOT_BYTES
    if start + size > TABLE_BYTES:
        raise TableFault(f"expected a table of {size} bytes to fit from slot {slot}")
    return Range(
        SHARED, accelerator.table_address + start, accelerator.table_address + start + size
    )


def read_table(memory: Memory, span: Range, slot: int, item: int) -> Int64:
    """Entries of a table; raises TableFault if a byte of it was not loaded or did not survive."""
    try:
        data = memory.read_flat(span)
    except UnwrittenFault:
        raise TableFault(f"looks up table slot {slot}, which holds no loaded table") from None
    kind = f"<i{4 if span.end - span.start == TABLE_BYTES else item}"
    return np.frombuffer(data, kind).astype(np.int64)


def look_up(entries: Int64, values: Int64, lowest: int, index_bits: int) -> Int64:
    """Results of values whose lowest code is `lowest`."""
    index = values - lowest
    if index_bits == 8:
        return entries[index]
    pairs = entries[index >> _FRACTION]
    base, slope = _signed16(pairs), pairs >> 16
    fraction = index & ((1 << _FRACTION) - 1)
    return base + ((slope * fraction + (1 << (_FRACTION - 1))) >> _FRACTION)


def _signed16(pairs: Int64) -> Int64:
    return ((pairs + 0x8000) & 0xFFFF) - 0x8000
