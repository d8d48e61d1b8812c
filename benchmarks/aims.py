"""The speeds that this project aims at: how many times faster it wants to be than which engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from benchmarks.results import Record

PEERS = ("xnnpack", "onnxruntime", "openvino", "iree")
_POINTWISE = ("conv1x1-56x56-64-64-*", "conv1x1-112x112-16-96-*", "conv1x1-14x14-512-512-*")
_DEPTHWISE = ("depthwise3x3-56x56-64-64-*", "depthwise3x3-112x112-96-96-*")
_SINGLE = (*_POINTWISE, *_DEPTHWISE)


@dataclass(frozen=True)
class Aim:
    """On cases that match, be `factor` times as fast as the fastest of `engines`."""

    cases: tuple[str, ...]
    engines: tuple[str, ...]
    factor: float


# Layers with a table: sigmoid, hard-swish, leaky.
TABLES = ("*-sigmoid", "*-hard-swish", "*-leaky")
AIMS = (
    Aim(("conv3x3-56x56-64-64-*",), PEERS, 1.0),
    Aim(("conv3x3-56x56-64-64-*",), ("xnnpack",), 1.8),
    Aim(_SINGLE, PEERS, 1.2),
    Aim(_SINGLE, ("xnnpack",), 1.5),
    Aim((*_DEPTHWISE, "conv1x1-112x112-16-96-*"), ("lutfuse-unfused",), 1.15),
    Aim(("face_landmark*", "selfie_seg*"), ("xnnpack", "iree"), 3.0),
    Aim(("face_landmark*", "selfie_seg*"), ("xnnpack-float",), 1.0),
    Aim(("unet_like_allint*",), ("xnnpack",), 2.0),
    Aim(("oww_embedding*",), ("xnnpack",), 1.0),
    Aim(("oww_embedding*",), ("xnnpack-float",), 1.0),
)


@dataclass(frozen=True)
class Outcome:
    """An aim on one case: the fastest rival, and how many times as fast we are.

    `by_median` is the rival's median over ours, `by_least` the same of the shortest runs and
    `by_cpu` of processor times, which other load on the machine disturbs less. `limit` is what no
    code could exceed: the rival's shortest run over the time at the arithmetic ceiling.
    """

    case: str
    rival: str
    factor: float
    by_median: float
    by_least: float
    by_cpu: float
    limit: float

    @property
    def is_met(self) -> bool:
        """Whether the medians reach the aim."""
        return self.by_median >= self.factor


def outcomes(records: Sequence[Record]) -> Iterator[Outcome]:
    """All aims of which both sides were measured."""
    for aim in AIMS:
        for ours in records:
            if ours.engine == "lutfuse" and _applies(aim, ours.case):
                rivals = [r for r in records if r.case == ours.case and r.engine in aim.engines]
                yield from _outcome(aim, ours, rivals)


def _applies(aim: Aim, case: str) -> bool:
    is_layer = case.startswith(("conv", "depthwise"))
    if is_layer and not any(fnmatchcase(case, pattern) for pattern in TABLES):
        return False
    return any(fnmatchcase(case, pattern) for pattern in aim.cases)


def _outcome(aim: Aim, ours: Record, rivals: Sequence[Record]) -> Iterator[Outcome]:
    ran = [rival for rival in rivals if rival.median_ms is not None]
    if ours.median_ms is None or not ran:
        return
    fastest = min(ran, key=lambda rival: rival.median_ms or 0.0)

    def ratio(figure: Callable[[Record], float]) -> float:
        return min(map(figure, ran)) / figure(ours)

    yield Outcome(
        ours.case,
        fastest.engine,
        aim.factor,
        ratio(_median),
        ratio(_least),
        ratio(_processor),
        ratio(_least) / (ours.utilisation or 1.0),
    )


def _median(record: Record) -> float:
    return record.median_ms or 0.0


def _least(record: Record) -> float:
    return record.least_ms or 0.0


def _processor(record: Record) -> float:
    return record.cpu_ms or _median(record)
