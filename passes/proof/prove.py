"""Proves that two modules compute the same for all inputs, or says where they do not.

Both modules become normal forms in one pool (`equivalence_reader`), so whatever is built alike
is one node, and proved by that. The rest is compared in pairs, from the results of functions of
the same name down to their arguments. A pair is judged on the assumption that its operands are
equal, and the operands become a pair of their own: when every pair is judged equal, so is every
result, by induction over the program.

Codes are compared as functions of their root. Where both roots are requantizations of equal sums
the two functions of the accumulator are compared on every accumulator within the bounds that
filter, zero point and input codes give; elsewhere on every code. Both are exhaustive.

Assumed is what TOSA demands: accumulators and scaled values do not overflow. Refuted is an op,
by equal operands for which it computes different codes: whether the rest of the module ever
makes such operands is not looked at. What no rule can decide is undecided, never equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from mlir import ir

from lutfuse.passes.core.locations import label
from lutfuse.passes.core.registry import check_resources
from lutfuse.passes.proof.arrangements import judge_arrangement, rearranged
from lutfuse.passes.proof.certificates import (
    PROVED,
    REFUTED,
    UNDECIDED,
    Certificate,
    CounterExample,
    Proof,
    worst,
)
from lutfuse.passes.proof.codes import Verdict, alike, judge
from lutfuse.passes.proof.differences import constant_difference, mismatch
from lutfuse.passes.proof.maps import Maps
from lutfuse.passes.proof.nodes import CODE_WIDTHS, Node, OpData, Pool, chain
from lutfuse.passes.proof.reader import Side, read


def prove(before: ir.Operation, after: ir.Operation) -> Proof:
    """Compares two modules, which may be of different contexts. Neither is changed.

    Raises PassError for a constant whose data is missing.
    """
    check_resources(before)
    check_resources(after)
    pool = Pool()
    reference = read(pool, before)
    known = len(pool)
    comparison = _Comparison(pool, reference, read(pool, after))
    comparison.run()
    return Proof(tuple(_certificates(comparison, known)))


@dataclass
class _Finding:
    """The verdict on one pair of nodes."""

    function: str
    before: Node
    after: Node
    verdict: Verdict
    milliseconds: float = 0.0


class _Comparison:
    """All pairs that decide whether two modules are equal."""

    def __init__(self, pool: Pool, before: Side, after: Side) -> None:
        self.before, self.after = before, after
        self.maps = Maps(pool, [before, after])
        self.findings: list[_Finding] = []
        self._codes: list[_Finding] = []
        self._pending: list[tuple[str, Node, Node]] = []
        self._seen: set[tuple[int, int]] = set()

    def run(self) -> None:
        """Visits all pairs, then judges those of codes, which may have to be compiled."""
        for name in {**self.before.functions, **self.after.functions}:
            pair = self.before.functions.get(name), self.after.functions.get(name)
            if pair[0] is None or pair[1] is None:
                self._missing(name, pair[0] or pair[1])
            else:
                self._push(name, pair[0], pair[1])
        while self._pending:
            self._visit(*self._pending.pop())
        self._judge_codes()

    def _missing(self, name: str, node: Node | None) -> None:
        assert node is not None
        where = "reference" if name in self.before.functions else "module"
        line = f"expected '{name}' in both modules but only the {where} has it"
        self.findings.append(_Finding(name, node, node, Verdict(UNDECIDED, difference=line)))

    def _push(self, function: str, before: Node, after: Node) -> None:
        pair = before.number, after.number
        if before is not after and pair not in self._seen:
            self._seen.add(pair)
            self._pending.append((function, before, after))

    def _visit(self, function: str, before: Node, after: Node) -> None:
        arranged = judge_arrangement(before, after)
        if arranged is not None:
            verdict, *bases = arranged
            self.findings.append(_Finding(function, before, after, verdict))
            return self._push(function, *bases)
        sources = _sources(before, after)
        if sources is None:
            return self._compare(function, before, after)
        if before.width not in CODE_WIDTHS and not mismatch(before, after):
            return self._compare(function, before, after)  # the difference is in their codes
        known = alike(self.maps, before, after) is not None
        if not known and not (self.maps.request(before) and self.maps.request(after)):
            return self._compare(function, before, after)
        self._codes.append(_Finding(function, before, after, Verdict(UNDECIDED)))
        if sources[0].kind != "acc":
            return self._push(function, *sources)
        # What else differs in two convolutions is judged together with their stages.
        for operands in zip(sources[0].operands, sources[1].operands, strict=True):
            self._push(function, *operands)

    def _compare(self, function: str, before: Node, after: Node) -> None:
        """Nodes that are equal if all about them is, and their operands are."""
        line = mismatch(before, after)
        if line:
            verdict = Verdict(UNDECIDED, difference=line)
            self.findings.append(_Finding(function, before, after, verdict))
            return
        for index, pair in enumerate(zip(before.operands, after.operands, strict=True)):
            if pair[0] is pair[1]:
                continue
            if pair[0].kind == pair[1].kind == "constant":
                verdict = _constants(before, after, index)
                self.findings.append(_Finding(function, before, after, verdict))
            else:
                self._push(function, *pair)

    def _judge_codes(self) -> None:
        start = perf_counter()
        self.maps.evaluate()
        share = (perf_counter() - start) / max(1, len(self._codes))
        for finding in self._codes:
            start = perf_counter()
            finding.verdict = judge(self.maps, finding.before, finding.after)
            finding.milliseconds = (perf_counter() - start + share) * 1000
        self.findings += self._codes


def _sources(before: Node, after: Node) -> tuple[Node, Node] | None:
    """The roots of two values, or the sums behind them, of which both are functions.

    None where they are to be compared as ops: they have no such source, are one themselves, or
    their sources have nothing in common.
    """
    if before.root is None or after.root is None or before.shape != after.shape:
        return None
    found = before.root, after.root
    if found[0].kind == found[1].kind == "stage":
        found = found[0].operands[0], found[1].operands[0]
        if found[0].kind == found[1].kind == "acc":
            return found if len(found[0].operands) == len(found[1].operands) else None
    elif found[0] is before and found[1] is after:
        return None
    return None if found[0] is not found[1] and mismatch(*found) else found


def _constants(before: Node, after: Node, index: int) -> Verdict:
    """Two ops that differ in a constant. A pad's constant is in its result if anything is."""
    line, values = constant_difference(before.operands[index], after.operands[index])
    line = f"operand {index}: {line}"
    data = before.data
    pads = isinstance(data, OpData) and data.name == "tosa.pad" and index == 2
    if pads and values is not None and before.shape != before.operands[0].shape:
        example = CounterExample(values[0], values[1])
        return Verdict(REFUTED, difference=line, counter_example=example)
    return Verdict(UNDECIDED, difference=line)


# Certificates ---------------------------------------------------------------------------------


def _certificates(comparison: _Comparison, known: int) -> Iterator[Certificate]:
    """One for each quantized op of the second module, and for each other pair that is not equal.

    Nodes below `known` are the reference's too.
    """
    quantized = comparison.after.quantized
    positions: dict[int, list[int]] = {}
    for place, (_, node) in enumerate(quantized):
        positions.setdefault(node.number, []).append(place)
    findings: dict[int, list[_Finding]] = {}
    others: list[_Finding] = []
    for finding in comparison.findings:
        places = _places(positions, finding, known)
        for place in places:
            findings.setdefault(place, []).append(finding)
        if not places and finding.verdict.verdict != PROVED:
            others.append(finding)
    for place, (op, node) in enumerate(quantized):
        found = findings.get(place)
        if found:
            verdict = worst([finding.verdict.verdict for finding in found])
            first = next(f for f in found if f.verdict.verdict == verdict)
            yield _certificate(comparison.before, first, op)
        elif node.number < known:
            verdict = Verdict(PROVED, *_parts(node))
            yield _certificate(comparison.before, _Finding("", node, node, verdict), op)
    for finding in others:
        op = comparison.after.origins.get(finding.after.number)
        yield _certificate(comparison.before, finding, op)


def _places(positions: dict[int, list[int]], finding: _Finding, known: int) -> list[int]:
    """Positions of the ops that a finding is about: all that it proves, or the one at fault.

    That is the convolution where its part differs, else the last activation that the reference
    has not. `positions` are those of the ops that a node is the result of.
    """
    verdict, after = finding.verdict, finding.after
    below = [] if after.root is None else list(rearranged(after.root))[:0:-1]
    parts = [*below, *chain(after)] if verdict.on_codes else [after]
    covered = [node.number for node in parts]
    if verdict.verdict == PROVED:
        return [place for number in covered for place in positions.get(number, ())]
    new = [number for number in covered if number >= known and number in positions]
    convolution = "differ" in (verdict.accumulators, verdict.requantization)
    return [
        place for number in (new[:1] if convolution else new[-1:]) for place in positions[number]
    ]


def _parts(node: Node) -> tuple[str, str, str]:
    """How accumulators, requantization and code map of an op that the reference has compare."""
    same = "identical"
    if node.root is None or node.root.kind != "stage":
        return "", "", same
    mapped = any(one.kind == "map" for one in chain(node))
    return same, same, same if mapped else ""


def _certificate(before: Side, finding: _Finding, op: ir.Operation | None) -> Certificate:
    counterpart = before.origins.get(finding.before.number)
    return Certificate(
        finding.function if op is None else _function(op),
        "" if op is None else op.name,
        "" if op is None else label(op.location),
        "" if counterpart is None else label(counterpart.location),
        **vars(finding.verdict),
        milliseconds=finding.milliseconds,
        location=None if op is None else op.location,
    )


def _function(op: ir.Operation) -> str:
    """Symbol name of the function around an op, or its own."""
    around: ir.Operation | None = op
    while around is not None:
        if "sym_name" in around.attributes:
            return ir.StringAttr(around.attributes["sym_name"]).value
        parent = around.parent
        around = None if parent is None else parent.operation
    return ""
