"""Kernels of a target that are faster, but take no activation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lutfuse.targets.words import (
    KINDS,
    PARAMETRIC,
    PRODUCERS,
    STORAGES,
    outside,
    own_kinds,
    raise_problems,
)

Pair = tuple[int, int]


@dataclass(frozen=True)
class Size:
    """Condition on a size: `at_least`, `at_most`, `multiple_of`. A dynamic size meets none."""

    at_least: int = 1
    at_most: int | None = None
    multiple_of: int = 1

    def __post_init__(self) -> None:
        raise_problems(self._problems())

    def _problems(self) -> Iterator[str]:
        for field in ("at_least", "multiple_of"):
            if getattr(self, field) < 1:
                yield f"expected a positive {field} but got {getattr(self, field)}"
        if self.at_most is not None and self.at_most < self.at_least:
            yield f"expected at_most of at least {self.at_least} but got {self.at_most}"

    def admits(self, size: int) -> bool:
        """Whether a size meets the condition; MLIR's dynamic size is negative."""
        within = size >= self.at_least and (self.at_most is None or size <= self.at_most)
        return within and size % self.multiple_of == 0


@dataclass(frozen=True)
class ConvolutionShape:
    """What `SpecializedKernel` asks of a convolution. Pairs are height, width; see its fields."""

    producer: str
    storage: str
    kernel: Pair
    stride: Pair
    dilation: Pair
    group: int
    input_channels: int
    output_channels: int
    height: int
    width: int


@dataclass(frozen=True)
class SpecializedKernel:
    """Convolutions for which the target has a faster kernel that takes no activation.

    All conditions must hold, None is no condition. `kernel`, `stride` and `dilation` are height,
    width, `height` and `width` are the result's, `storages` are those of the input. `activations`
    are the kinds of table and the parametric activations that this kernel takes all the same.
    """

    description: str
    producers: frozenset[str] = PRODUCERS
    storages: frozenset[str] = STORAGES
    kernel: Pair | None = None
    stride: Pair | None = None
    dilation: Pair | None = None
    group: int | None = None
    input_channels: Size | None = None
    output_channels: Size | None = None
    height: Size | None = None
    width: Size | None = None
    activations: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        raise_problems(self._problems())

    def _problems(self) -> Iterator[str]:
        yield from outside("producers", self.producers, PRODUCERS)
        yield from outside("storages", self.storages, STORAGES)
        known = KINDS | PARAMETRIC | own_kinds(self.activations)
        yield from outside("activations", self.activations, known)
        for field in ("kernel", "stride", "dilation"):
            pair: Pair | None = getattr(self, field)
            if pair is not None and min(pair) < 1:
                yield f"expected a positive {field} but got {list(pair)}"
        if self.group is not None and self.group < 1:
            yield f"expected a positive group but got {self.group}"

    def serves(self, conv: ConvolutionShape) -> bool:
        """Whether the kernel computes this convolution."""
        if conv.producer not in self.producers or conv.storage not in self.storages:
            return False
        for field in ("kernel", "stride", "dilation", "group"):
            if getattr(self, field) not in (None, getattr(conv, field)):
                return False
        for field in ("input_channels", "output_channels", "height", "width"):
            size: Size | None = getattr(self, field)
            if size is not None and not size.admits(getattr(conv, field)):
                return False
        return True
