"""Fusion with a report that programs and people can read, and the proof that it changed nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from time import perf_counter
from typing import Any

from mlir import ir

from lutfuse.passes.core import remarks
from lutfuse.passes.core.locations import label, leaves
from lutfuse.passes.fusion.decompose_grouped_convolutions import DecomposeGroupedConvolutions
from lutfuse.passes.fusion.fuse_lut_activation import FuseLutActivation
from lutfuse.passes.proof.certificates import REFUTED, UNDECIDED, Certificate, Proof
from lutfuse.passes.proof.prove import prove
from lutfuse.passes.tables.collapse_elementwise_to_table import CollapseElementwiseToTable
from lutfuse.passes.tables.compose_activations import ComposeActivations
from lutfuse.runtime.models import ModelError, run_pipeline

# A clamp is a candidate like any other, and what collapse has to leave alone (dynamic shapes, 16
# bits) may still be composed.
COLLAPSE = (
    "convert-tosa-to-lutfuse{clamp-to-clip=true}",
    CollapseElementwiseToTable.name,
    ComposeActivations.name,
)


@dataclass(frozen=True)
class Activation:
    """One candidate: an activation, the convolution before it, and the verdict."""

    name: str
    kind: str
    producer: str
    verdict: str  # "fused" or "refused"
    reason: list[str]  # every guard that blocks
    why: dict[str, str] = field(default_factory=dict[str, str])  # a line for each reason
    boundary: str = ""  # where a merge was asked for: what became of it, and the difference


@dataclass(frozen=True)
class Check:
    """Certificates of the ops that fusion left, without those whose boundary it was to merge."""

    proof: Proof
    merged: int
    milliseconds: float

    @property
    def counts(self) -> Counter[str]:
        """Certificates by verdict."""
        return Counter(c.verdict for c in self.proof.certificates)

    @property
    def undecided(self) -> list[Certificate]:
        """Certificates that no rule could decide."""
        return [c for c in self.proof.certificates if c.verdict == UNDECIDED]

    def to_json(self) -> dict[str, Any]:
        """Counts, and the certificates that prove nothing."""
        verdicts = ("proved", "undecided", "refuted")
        return {
            **{verdict: self.counts[verdict] for verdict in verdicts},
            "merged": self.merged,
            "milliseconds": self.milliseconds,
            "failed": [c.to_json() for c in self.proof.failed],
        }


@dataclass(frozen=True)
class FusionReport:
    """All candidates of a module in program order, and the proof where one was asked for."""

    target: str
    activations: list[Activation]
    check: Check | None = None
    decomposed: int = 0  # convolutions that were split into their groups first

    @property
    def fused(self) -> Counter[str]:
        """Fused activations by kind."""
        return Counter(a.kind for a in self.activations if a.verdict == "fused")

    @property
    def refused(self) -> Counter[str]:
        """Refusals by reason; an activation with two reasons counts for both."""
        return Counter(reason for a in self.activations for reason in a.reason)

    @property
    def reasons(self) -> Counter[tuple[str, str]]:
        """Refusals by reason and the line that says what is in the way."""
        return Counter(item for a in self.activations for item in a.why.items())

    def to_json(self) -> dict[str, Any]:
        """The report as `lutfuse fuse --json` prints it."""
        return {
            "target": self.target,
            "candidates": len(self.activations),
            "fused": dict(self.fused),
            "refused": dict(self.refused),
            "decomposed": self.decomposed,
            "activations": [asdict(a) for a in self.activations],
            "certificates": None if self.check is None else self.check.to_json(),
        }


def fuse(
    module: ir.Module,
    target: str,
    *,
    collapse: bool = False,
    boundary: str = "keep",
    max_difference: int = -1,
    duplicate_producer_up_to: int = 0,
    reference: ir.Operation | None = None,
) -> FusionReport:
    """Runs `fuse-lut-activation` on `module` and reports every candidate.

    A target that has no groups, and asks for it, gets convolutions split into theirs first: each
    group is a candidate of its own.

    With `collapse`, clamps and element-wise graphs become activations first, and so candidates.
    The other options are those of the pass. With `reference`, a module that may be in TOSA, the
    result is proved to compute the same: raises ModelError where it does not.
    """
    name = FuseLutActivation.name
    before = COLLAPSE if collapse else ()
    with remarks.collect() as log:
        options = (
            f"target={target} boundary={boundary} max-difference={max_difference} "
            f"duplicate-producer-up-to={duplicate_producer_up_to}"
        )
        decompose = f"{DecomposeGroupedConvolutions.name}{{target={target}}}"
        run_pipeline(module, *before, decompose, f"{name}{{{options}}}")
    split = [r for r in log if r.category == DecomposeGroupedConvolutions.name]
    verdicts = [r for r in log if r.category == name and r.name in ("fused", "refused")]
    activations = [_activation(remark) for remark in verdicts]
    check = None if reference is None else _check(reference, module, activations)
    return FusionReport(target, activations, check, _decomposed(split))


def _decomposed(log: list[remarks.Remark]) -> int:
    return sum(remark.name == "decomposed" for remark in log)


def _activation(remark: remarks.Remark) -> Activation:
    producer = "" if remark.note is None else label(remark.note[0])
    return Activation(
        label(remark.location),
        remark.details["Activation"],
        producer,
        remark.name,
        list(remark.reasons),
        {reason: remark.details[reason] for reason in remark.reasons},
        remark.details.get("Boundary", ""),
    )


def _check(reference: ir.Operation, module: ir.Module, activations: list[Activation]) -> Check:
    start = perf_counter()
    certificates = prove(reference, module.operation).certificates
    milliseconds = (perf_counter() - start) * 1000
    merged = {a.name for a in activations if a.boundary.startswith("merged")}
    kept = tuple(c for c in certificates if not merged or not _is_among(c, merged))
    for certificate in kept:
        if certificate.verdict == REFUTED:
            raise ModelError(_refutation(certificate))
    return Check(Proof(kept), len(certificates) - len(kept), milliseconds)


def _is_among(certificate: Certificate, names: set[str]) -> bool:
    return certificate.location is not None and not names.isdisjoint(leaves(certificate.location))


def _refutation(certificate: Certificate) -> str:
    where = f"'{certificate.op}' at {certificate.name}" if certificate.op else "the module"
    example = certificate.counter_example
    line = f"expected {where} to compute what it did before fusion but got {certificate.difference}"
    return line if example is None else f"{line}; {example}"
