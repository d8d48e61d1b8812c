"""How many sums a tile of a convolution holds: pixels times vectors of channels."""

from __future__ import annotations

from dataclasses import dataclass

from lutfuse.kernels.unit.vectors import VectorUnit

MOST_SUMS = 20  # of a tile


@dataclass(frozen=True)
class Tiling:
    """Pixels and vectors of channels of a tile, and the steps of a pixel's sum."""

    pixels: int
    vectors: int


def choose_tiling(columns: int, channel_vectors: int, unit: VectorUnit) -> Tiling:
    """The tile with the least cost for a row."""
    return min(
        (Tiling(m, n) for n in range(1, channel_vectors + 1) for m in _pixels(columns, n, unit)),
        key=lambda t: (_cost(columns, channel_vectors, t), -t.pixels),
    )


def tiling_cost(columns: int, channel_vectors: int, unit: VectorUnit) -> float:
    """Cost of a row with its best tile, in cycles of one step."""
    return _cost(columns, channel_vectors, choose_tiling(columns, channel_vectors, unit))


def _pixels(columns: int, vectors: int, unit: VectorUnit) -> range:
    """Sizes of a tile that leave registers for the weights and one broadcast.

    More sums than hide the latency of a dot product gain nothing: they are longer to finish, and
    the code grows with them.
    """
    most = min((unit.registers - 1 - vectors) // vectors, MOST_SUMS // vectors)
    return range(1, max(1, min(most, columns)) + 1) if most >= 1 else range(0)


def _cost(columns: int, channel_vectors: int, tiling: Tiling) -> float:
    """Cycles of one step of a row: one dot product or one load a cycle, eight at least for a tile.

    Eight are the latency of a dot product. A broadcast that serves one dot product only costs as
    much as a quarter of it. Every tile pays a little for its start and end.
    """
    whole, rest = divmod(columns, tiling.pixels)
    blocks, last = divmod(channel_vectors, tiling.vectors)

    def tile(m: int, n: int) -> float:
        single = 1.25 if n == 1 else 1.0
        return max(m * n * single, m + n, 8) + 0.25 if m and n else 0.0

    return blocks * (whole * tile(tiling.pixels, tiling.vectors) + tile(rest, tiling.vectors)) + (
        whole * tile(tiling.pixels, last) + tile(rest, last)
    )
