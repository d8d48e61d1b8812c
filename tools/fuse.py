"""Fusion with a report that programs and people can read."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from mlir import ir

from lutfuse.passes import remarks
from lutfuse.passes.collapse_elementwise_to_table import CollapseElementwiseToTable
from lutfuse.passes.fuse_lut_activation import FuseLutActivation
from lutfuse.passes.locations import label
from lutfuse.tools.models import run_pipeline


@dataclass(frozen=True)
class Activation:
    """One candidate: an activation, the convolution before it, and the verdict."""

    name: str
    kind: str
    producer: str
    verdict: str  # "fused" or "refused"
    reason: list[str]  # every guard that blocks


@dataclass(frozen=True)
class FusionReport:
    """All candidates of a module in program order."""

    target: str
    activations: list[Activation]

    @property
    def fused(self) -> Counter[str]:
        """Fused activations by kind."""
        return Counter(a.kind for a in self.activations if a.verdict == "fused")

    @property
    def refused(self) -> Counter[str]:
        """Refusals by reason; an activation with two reasons counts for both."""
        return Counter(reason for a in self.activations for reason in a.reason)

    def to_json(self) -> dict[str, Any]:
        """The report as `lutfuse fuse --json` prints it."""
        return {
            "target": self.target,
            "candidates": len(self.activations),
            "fused": dict(self.fused),
            "refused": dict(self.refused),
            "activations": [asdict(a) for a in self.activations],
        }


def fuse(module: ir.Module, target: str, *, collapse: bool = False) -> FusionReport:
    """Runs `fuse-lut-activation` on `module` and reports every candidate.

    With `collapse`, element-wise graphs become tables first, and so candidates.
    """
    name = FuseLutActivation.name
    before = [CollapseElementwiseToTable.name] if collapse else []
    with remarks.collect() as log:
        run_pipeline(module, *before, f"{name}{{target={target}}}")
    verdicts = [r for r in log if r.category == name and r.name in ("fused", "refused")]
    return FusionReport(target, [_activation(remark) for remark in verdicts])


def _activation(remark: remarks.Remark) -> Activation:
    producer = "" if remark.note is None else label(remark.note[0])
    return Activation(
        label(remark.location),
        remark.details["Activation"],
        producer,
        remark.name,
        list(remark.reasons),
    )
