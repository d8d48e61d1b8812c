"""What a target can do, as plain data: guards ask it, users write it in Python or in TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan
from typing import Literal

PRODUCERS = frozenset({"convolution", "depthwise", "transposed"})
STORAGES = frozenset({"i8", "u8", "i16"})
# Activations given by parameters; `prelu` is a leaky ReLU with slopes for each channel.
PARAMETRIC = frozenset({"clip", "leaky_relu", "prelu"})
# Functions that a table stands for, as `#lutfuse.activation_kind` has them.
KINDS = frozenset(
    {
        *("custom", "sigmoid", "tanh", "gelu", "gelu_tanh", "silu", "hard_swish", "hard_sigmoid"),
        *("elu", "leaky_relu", "exp", "log", "sqrt", "rsqrt", "reciprocal", "softplus", "mish"),
        *("sin", "cos"),
    }
)

Pair = tuple[int, int]
Bounds = tuple[float, float]
Groups = bool | Literal["depthwise"]

# A pipeline must be able to name a target, and a name must not look like a file.
_NAME = re.compile(r"(?!.*\.toml$)[A-Za-z0-9][A-Za-z0-9._+-]*")


def _raise(problems: Iterator[str]) -> None:
    text = "; ".join(problems)
    if text:
        raise ValueError(text)


def _outside(field: str, got: frozenset[str] | None, known: frozenset[str]) -> Iterator[str]:
    unknown = (got or frozenset()) - known
    if unknown:
        yield f"expected {field} among {sorted(known)} but got {sorted(unknown)}"


@dataclass(frozen=True)
class Size:
    """Condition on a size: `at_least`, `at_most`, `multiple_of`. A dynamic size meets none."""

    at_least: int = 1
    at_most: int | None = None
    multiple_of: int = 1

    def __post_init__(self) -> None:
        _raise(self._problems())

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
        _raise(self._problems())

    def _problems(self) -> Iterator[str]:
        yield from _outside("producers", self.producers, PRODUCERS)
        yield from _outside("storages", self.storages, STORAGES)
        yield from _outside("activations", self.activations, KINDS | PARAMETRIC)
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


@dataclass(frozen=True)
class Target:
    """Capabilities of one target: what its post-processing takes after a convolution.

    - `activations`: kinds of table that fuse, None for every table.
    - `parameters`: activations without a table that fuse, among `clip`, `leaky_relu` and
      `prelu`, which is a leaky ReLU with slopes for each channel.
    - `storages`: storage types of the intermediate codes.
    - `groups`: whether grouped convolutions fuse, or `depthwise` if only depthwise ones do.
    - `producers`: convolutions that fuse, among `convolution`, `depthwise` (groups of one input
      channel) and `transposed`.
    - `table_bytes`: largest table, None for any: entries times bytes of the result's storage, and
      all rows of a table for each channel together. 256 8-bit entries are 256 bytes, an
      interpolated 16-bit table of 513 points is 1026.
    - `per_channel_tables`: whether tables with a row for each channel fuse.
    - `clip_bounds`: real bounds of the clips that fuse, None for any: `(0, inf)` is ReLU,
      `(0, 6)` is ReLU6. A clip has one of them if its codes are those which TFLite computes.
    - `slopes`: smallest and largest slope of the leaky ReLUs and PReLUs that fuse, None for any.
    - `faster_unfused`: kernels that are faster, but lost where an activation is fused.

    Raises ValueError with one line that names every field in which a value makes no sense.
    """

    name: str
    description: str
    activations: frozenset[str] | None = None
    parameters: frozenset[str] = frozenset()
    storages: frozenset[str] = STORAGES
    groups: Groups = True
    producers: frozenset[str] = PRODUCERS
    table_bytes: int | None = None
    per_channel_tables: bool = True
    clip_bounds: tuple[Bounds, ...] | None = None
    slopes: Bounds | None = None
    faster_unfused: tuple[SpecializedKernel, ...] = ()

    def __post_init__(self) -> None:
        _raise(self._problems())

    def _problems(self) -> Iterator[str]:
        if not _NAME.fullmatch(self.name):
            yield f"expected a name of letters, digits and ._+- without .toml but got '{self.name}'"
        yield from _outside("activations", self.activations, KINDS)
        yield from _outside("parameters", self.parameters, PARAMETRIC)
        yield from _outside("storages", self.storages, STORAGES)
        yield from _outside("producers", self.producers, PRODUCERS)
        if not isinstance(self.groups, bool) and self.groups != "depthwise":
            yield f"expected groups to be true, false or 'depthwise' but got '{self.groups}'"
        if self.table_bytes is not None and self.table_bytes < 1:
            yield f"expected a positive table_bytes but got {self.table_bytes}"
        yield from self._limit_problems()

    def _limit_problems(self) -> Iterator[str]:
        for field, bounds, limited in (
            ("clip_bounds", self.clip_bounds, {"clip"}),
            ("slopes", None if self.slopes is None else (self.slopes,), {"leaky_relu", "prelu"}),
        ):
            if bounds is None:
                continue
            if not limited & self.parameters:
                names = " or ".join(sorted(limited))
                yield f"expected {names} among the parameters that {field} limits but got neither"
            for low, high in bounds:
                if isnan(low) or isnan(high) or low > high:
                    yield f"expected {field} from low to high but got [{low:g}, {high:g}]"

    def takes(self, activation: str, *, table: bool) -> bool:
        """Whether an activation fuses: a kind of table, or one that is given by parameters."""
        if not table:
            return activation in self.parameters
        return self.activations is None or activation in self.activations
