"""The compressed weight stream, decoded to weights in the order in which the hardware eats them.

A stream is a sequence of slices. A slice holds indices of weights and, where it says so, lengths of
the runs of zeros between them, both as Golomb-Rice codes: a chunk of up to 12 unary quotients
of each kind in turn, their remainders one chunk later. The format is that of Vela's `mlw_codec`;
a test compares the results with its `decode`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.faults import WeightFault

Weights = NDArray[np.int16]

_NO_ZERO_RUNS, _END = 6, 7
_UNCOMPRESSED = 7
_CHUNK = 12


class _Bits:
    """Bits of a byte string, the lowest bit of a byte first."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.size = len(data) * 8
        self.position = 0

    def take(self, count: int) -> int:
        """The next bits as a number; the first is the lowest."""
        start, end = self.position, self.position + count
        if end > self.size:
            raise WeightFault(f"expected {count} more bits of weights, got {self.size - start}")
        self.position = end
        value = int.from_bytes(self._data[start >> 3 : (end + 7) >> 3], "little")
        return value >> (start & 7) & ((1 << count) - 1)

    def many(self, count: int, width: int) -> list[int]:
        """The next `count` numbers of `width` bits each."""
        value, mask = self.take(count * width), (1 << width) - 1
        return [value >> (n * width) & mask for n in range(count)]

    def align(self) -> None:
        """Skip to the next byte."""
        self.position = (self.position + 7) & ~7


@dataclass
class _Palette:
    """How an index becomes a weight: an entry, or beyond the entries a code plus an offset."""

    offset: int
    entries: list[int]
    bits: int

    def weights(self, indices: NDArray[np.int64]) -> NDArray[np.int64]:
        """Signed weights; codes hold the sign in their lowest bit."""
        size = len(self.entries)
        codes = indices - size + self.offset
        if size:
            known = np.array(self.entries)[np.minimum(indices, size - 1)]
            codes = np.where(indices < size, known, codes)
        return np.where(codes & 1, -(codes >> 1), codes >> 1)

    def index_bits(self) -> int:
        """Width of an index in an uncompressed slice."""
        return (len(self.entries) - 1).bit_length() if self.entries else self.bits


def _palette(bits: _Bits) -> _Palette:
    offset, size, width = bits.take(5), bits.take(5), bits.take(3) + 2
    return _Palette(offset, bits.many(size + 1 if size else 0, width), width)


@dataclass
class _Unary:
    """Quotients of one kind: those complete in the last chunk, and what the next continues."""

    wanted: int
    divisor: int
    values: list[int] = field(default_factory=list[int])
    pending: list[int] = field(default_factory=list[int])
    carry: int = 0
    complete: int = 0

    @property
    def is_open(self) -> bool:
        """Whether quotients are missing."""
        return self.complete < self.wanted

    def add(self, steps: list[tuple[int, bool]]) -> list[int]:
        """Quotients that (increment, is last) steps complete."""
        done: list[int] = []
        for increment, last in steps:
            self.carry += increment
            if last:
                done.append(self.carry)
                self.carry = 0
        self.complete += len(done)
        return done

    def remainders(self, bits: _Bits) -> None:
        """Read remainders of the chunk before; surplus quotients have none."""
        count = min(len(self.pending), self.wanted - len(self.values))
        if self.divisor == 0:
            self.values += self.pending[:count]
            return
        low = bits.many(count, self.divisor)
        self.values += [
            (high << self.divisor) + one for high, one in zip(self.pending, low, strict=False)
        ]


def _zero_steps(unary: int, length: int) -> list[tuple[int, bool]]:
    """A one counts, a zero ends."""
    return [(1, False) if unary >> n & 1 else (0, True) for n in range(length)]


def _weight_steps(unary: int, more: int, truncated: bool, length: int) -> list[tuple[int, bool]]:
    """Each step is 0, 1 or 2: `more` has a bit for each one of `unary`. Two goes on, if allowed."""
    steps: list[tuple[int, bool]] = []
    for n in range(length):
        code = unary >> n & 1
        if code:
            code, more = code + (more & 1), more >> 1
        steps.append((code, code < 2 or truncated))
    return steps


@dataclass(frozen=True)
class _Slice:
    """Header of a slice; `zero_divisor` is None where zeros are weights like any other."""

    count: int
    divisor: int
    truncated: bool
    uncompressed: bool
    zero_divisor: int | None
    starts_with_zeros: bool

    @property
    def chunk(self) -> int:
        """Indices in a chunk."""
        return 8 if self.uncompressed and self.divisor > 5 else _CHUNK


def _indices(bits: _Bits, header: _Slice) -> tuple[list[int], list[int]]:
    """Indices of weights, and lengths of runs of zeros."""
    weights = _Unary(header.count, header.divisor)
    zeros = _Unary(0, 0)
    if header.zero_divisor is not None:
        zeros = _Unary(header.count + header.starts_with_zeros, header.zero_divisor)
    length = _CHUNK if zeros.divisor < 3 else 8
    while True:
        lead = weights.complete - zeros.complete if zeros.wanted else 0
        has_weights, has_zeros = lead < 8 and weights.is_open, lead >= 0 and zeros.is_open
        unary = bits.take(_CHUNK) if has_weights and not header.uncompressed else 0
        new_zeros = zeros.add(_zero_steps(bits.take(length), length)) if has_zeros else []
        new_weights: list[int] = []
        if has_weights:
            more = bits.take(unary.bit_count())
            new_weights = weights.add(_weight_steps(unary, more, header.truncated, header.chunk))
        weights.remainders(bits)
        zeros.remainders(bits)
        weights.pending, zeros.pending = new_weights, new_zeros
        if not (has_weights or has_zeros):
            return weights.values, zeros.values


def _spread(weights: NDArray[np.int64], zeros: list[int], leading: bool) -> NDArray[np.int64]:
    """Weights with the runs of zeros after each, and before the first if `leading`."""
    if not zeros:
        return weights
    runs = np.array(zeros, np.int64)
    before = int(runs[0]) if leading else 0
    after = runs[1:] if leading else runs
    result = np.zeros(before + weights.size + int(after.sum()), np.int64)
    starts = np.concatenate(([0], np.cumsum(after[:-1] + 1))) + before
    result[starts] = weights
    return result


def _header(bits: _Bits, zero_code: int, palette: _Palette | None) -> tuple[_Slice, _Palette]:
    count, divisor = bits.take(15) + 1, bits.take(3)
    truncated, renewed = bool(bits.take(1)), bool(bits.take(1))
    palette = _palette(bits) if renewed else palette
    if palette is None:
        raise WeightFault("expected a palette in the first slice of weights, got none")
    uncompressed = divisor == _UNCOMPRESSED
    runs = None if zero_code == _NO_ZERO_RUNS else zero_code
    if zero_code in (4, 5) or divisor == 6:
        raise WeightFault(f"expected divisors that exist, got {zero_code} and {divisor}")
    width = palette.index_bits() if uncompressed else divisor
    return _Slice(count, width, truncated, uncompressed, runs, renewed), palette


@lru_cache(maxsize=256)
def decode_weights(data: bytes) -> Weights:
    """All weights of a stream, from -255 to 255; raises WeightFault on a damaged one."""
    bits, palette = _Bits(data), None
    found: list[NDArray[np.int64]] = []
    while bits.position < bits.size:
        zero_code = bits.take(3)
        if zero_code == _END:
            bits.align()
            palette = None
            continue
        header, palette = _header(bits, zero_code, palette)
        indices, zeros = _indices(bits, header)
        weights = palette.weights(np.array(indices, np.int64))
        found.append(_spread(weights, zeros, header.starts_with_zeros))
    return np.concatenate(found).astype(np.int16) if found else np.zeros(0, np.int16)
