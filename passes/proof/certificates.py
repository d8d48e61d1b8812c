"""What a proof says: one certificate for each op, and the smallest counter-example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mlir import ir

PROVED, REFUTED, UNDECIDED = "proved", "refuted", "undecided"
_RANK = (PROVED, UNDECIDED, REFUTED)


@dataclass(frozen=True)
class CounterExample:
    """An input for which the two ops compute different codes, from equal operands.

    Codes are those of the result, behind the activation, as they are stored: signed. A
    convolution has `channel`,
    `accumulator` and `accumulator_after` (they differ where bias or filter do), the `position`
    (row, column) of the result and `inputs`, the input codes ((row, column, channel), code) that
    give this accumulator, as the convolution reads them: signed. All others are irrelevant.
    Without `inputs` the accumulator is within its bounds, but no input was found. An op on
    codes has `code`, the one that it reads. `element` is the number of an element of the result,
    in row-major order, where its channel does not say which ones differ.
    """

    code_before: int
    code_after: int
    channel: int | None = None
    accumulator: int | None = None
    accumulator_after: int | None = None
    code: int | None = None
    position: tuple[int, int] | None = None
    inputs: tuple[tuple[tuple[int, int, int], int], ...] = ()
    element: int | None = None

    def __str__(self) -> str:
        at: list[str] = [] if self.channel is None else [f"channel {self.channel}"]
        if self.element is not None:
            at.append(f"element {self.element}")
        if self.accumulator is not None:
            at.append(f"accumulator {self.accumulator}")
        if self.accumulator_after not in (None, self.accumulator):
            at.append(f"which becomes {self.accumulator_after}")
        if self.code is not None:
            at.append(f"code {self.code}")
        codes = f"{self.code_before} before and {self.code_after} after"
        return f"{', '.join(at) or 'every input'}: {codes}"


@dataclass(frozen=True)
class Certificate:
    """The verdict on one op of the second module, and what it rests on.

    `accumulators`, `requantization` and `code_map` say how each part was compared: `identical`
    is the same normal form, `equal` the same function, and an empty string a part that the op
    does not have. `difference` says what differs where the verdict is not `proved`.
    """

    function: str
    op: str
    name: str  # the op's location
    reference: str  # its counterpart's location
    verdict: str
    accumulators: str = ""
    requantization: str = ""
    code_map: str = ""
    difference: str = ""
    counter_example: CounterExample | None = None
    milliseconds: float = 0.0
    location: ir.Location | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values; the location is the name."""
        fields = {k: v for k, v in vars(self).items() if k not in ("location", "counter_example")}
        example = self.counter_example
        return {**fields, "counter_example": None if example is None else asdict(example)}


@dataclass(frozen=True)
class Proof:
    """Certificates in program order. `proved` where every function is equal for all inputs."""

    certificates: tuple[Certificate, ...]

    @property
    def verdict(self) -> str:
        """The worst verdict of all."""
        return worst([certificate.verdict for certificate in self.certificates])

    @property
    def failed(self) -> tuple[Certificate, ...]:
        """Certificates that prove nothing."""
        return tuple(c for c in self.certificates if c.verdict != PROVED)


def worst(verdicts: Sequence[str]) -> str:
    """`refuted` before `undecided` before `proved`."""
    return max(verdicts, key=_RANK.index, default=PROVED)
