"""Fails where the module does not compute the same as a reference module, for all inputs.

Run it last in a pipeline, with the file that the pipeline read as reference: it proves what the
passes before it did, not that they may be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir

from lutfuse.passes.core import remarks
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.proof.certificates import PROVED, REFUTED, Certificate, Proof
from lutfuse.passes.proof.prove import prove
from lutfuse.passes.proof.reference_module import read_reference

_KINDS = {PROVED: "passed", REFUTED: "failed"}


@register
@dataclass(frozen=True)
class CheckEquivalence(ModulePass):
    """Prove that the module computes the same as a reference module, for all inputs.

    The module stays as it is. It passes where the reference has

    ```mlir
    %u = lutfuse.conv2d %x, %w requant #requant : (...) -> tensor<1x8x8x8x!u>
    %y = lutfuse.lut_activation <sigmoid> %u, %table header #h : (...) -> tensor<1x8x8x8x!y>
    ```

    and the module

    ```mlir
    // remark: proved, Accumulators=identical, Requantization=identical, CodeMap=identical
    %y = lutfuse.fused_conv2d %x, %w lut %table kind <sigmoid> header #h intermediate !u
        requant #requant : (...) -> tensor<1x8x8x8x!y>
    ```

    For each convolution and table, and for each other op that is not the reference's, there is
    one remark:

    - `proved`: the codes are equal for all inputs. Where operands are equal this is exhaustive:
      the same sums, the same requantization for every accumulator that they can reach, the same
      code map for every code.
    - `refuted`: from equal operands the two ops compute different codes, for the accumulator or
      code given. Whether the rest of the module ever makes such operands is not looked at.
    - `undecided`: no rule says that the two are equal; what differs first.

    Anything but `proved` is an error. Assumed is what TOSA demands: accumulators and scaled
    values do not overflow. The reference may be in TOSA, this dialect, or both.
    """

    name: ClassVar[str] = "check-equivalence"
    reference: str = option("", "MLIR file, text or bytecode, that the module must be equal to")

    def run(self, module: ir.Operation) -> None:
        reference = read_reference(self.reference)
        proof = prove(reference.operation, module)
        if remarks.wanted(module.context):
            _say(module, proof)
        if proof.verdict != PROVED:
            raise PassError(_complaint(self.reference, proof), proof.failed[0].location)


def _complaint(reference: str, proof: Proof) -> str:
    first = proof.failed[0]
    more = f" (and {len(proof.failed) - 1} more)" if len(proof.failed) > 1 else ""
    example = "" if first.counter_example is None else f"; {first.counter_example}"
    what = f"'{first.op}' is" if first.op else "it is"
    return (
        f"expected a module equal to '{reference}' but {what} {first.verdict}: "
        f"{first.difference}{example}{more}"
    )


def _details(certificate: Certificate) -> dict[str, str]:
    parts = {
        "Op": certificate.op,
        "Reference": certificate.reference,
        "Accumulators": certificate.accumulators,
        "Requantization": certificate.requantization,
        "CodeMap": certificate.code_map,
        "Difference": certificate.difference,
        "CounterExample": str(certificate.counter_example or ""),
    }
    return {key: value for key, value in parts.items() if value}


def _say(module: ir.Operation, proof: Proof) -> None:
    """One remark for each certificate, at its op and in the name of its function."""
    category = CheckEquivalence.name
    inside = _functions(module)
    for certificate in proof.certificates:
        kind = _KINDS.get(certificate.verdict, "missed")
        location = certificate.location or module.location
        remark = Remark(kind, category, certificate.verdict, location, (), _details(certificate))
        remarks.emit(remark, inside.get(certificate.function, module))
    counts: dict[str, str] = {}
    for certificate in proof.certificates:
        verdict = certificate.verdict.capitalize()
        counts[verdict] = str(int(counts.get(verdict, 0)) + 1)
    remarks.emit(Remark("analysis", category, "summary", module.location, details=counts), module)


def _functions(module: ir.Operation) -> dict[str, ir.Operation]:
    """Some op inside of each function, by the function's name."""
    found: dict[str, ir.Operation] = {}
    for block in module.regions[0].blocks:
        for op in (view.operation for view in block.operations):
            if "sym_name" not in op.attributes or not len(op.regions):
                continue
            name = ir.StringAttr(op.attributes["sym_name"]).value
            for inner in op.regions[0].blocks:
                found.setdefault(name, inner.operations[0].operation)
    return found
