"""What the command line prints: tables for people, JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from mlir import ir
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lutfuse.tools.files import messages

if TYPE_CHECKING:
    from lutfuse.runtime.program import ProgramInterface
    from lutfuse.tools.fuse import FusionReport


def _print_json(data: object, to: TextIO | None = None) -> None:
    print(json.dumps(data, indent=2), file=to)


def print_warnings(warnings: Sequence[str]) -> None:
    """One line each, on stderr."""
    console = Console(stderr=True)
    for warning in warnings:
        console.print(f"warning: {warning}", markup=False, highlight=False, soft_wrap=True)


def print_import(module: ir.Module, warnings: Sequence[str], output: Path, as_json: bool) -> None:
    """Counts of the ops of a module."""
    counts: Counter[str] = Counter()

    def visit(op: ir.Operation) -> ir.WalkResult:
        counts[op.name] += 1
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    found = {name: n for name, n in sorted(counts.items()) if name.startswith("lutfuse.")}
    if as_json:
        report = {"output": str(output), "ops": found, "warnings": list(warnings)}
        return _print_json(report, messages(output))
    print_warnings(warnings)
    text = ", ".join(f"{n} {name}" for name, n in found.items()) or "no quantized convolution"
    print(f"{output}: {text}", file=messages(output))


def print_fusion(
    report: FusionReport, warnings: Sequence[str], as_json: bool, output: Path | None = None
) -> None:
    """One row for every candidate, then the counts, and what is in the way of each that stays."""
    if as_json:
        return _print_json({**report.to_json(), "warnings": list(warnings)}, messages(output))
    print_warnings(warnings)
    console = Console(file=messages(output))
    table = Table("activation", "kind", "convolution", "verdict", title=f"target {report.target}")
    for a in report.activations:
        verdict = f"[red]{', '.join(a.reason)}" if a.reason else "[green]fused"
        if a.boundary.startswith("merged"):
            verdict += f", {a.boundary}"
        table.add_row(escape(a.name), escape(a.kind), escape(a.producer), verdict)
    if report.activations:
        console.print(table)
    console.print(_summary(report))


def _summary(report: FusionReport) -> Table:
    table = Table("", "count", "of which", title="summary", title_justify="left")
    if report.decomposed:
        table.add_row("decomposed", str(report.decomposed), "convolutions, into their groups")
    table.add_row("candidates", str(len(report.activations)))
    table.add_row("fused", str(report.fused.total()), _counts(report.fused))
    refused = sum(1 for a in report.activations if a.reason)
    table.add_row("refused", str(refused), _counts(report.refused))
    for (reason, line), count in report.reasons.most_common():
        table.add_row(f"  {reason}", str(count), escape(line))
    if report.check is None:
        table.add_row("certificates", "0", "not checked")
        return table
    counts = report.check.counts
    table.add_row("certificates", str(counts.total()), f"in {report.check.milliseconds:.0f} ms")
    for verdict in ("proved", "undecided", "refuted"):
        table.add_row(f"  {verdict}", str(counts[verdict]))
    if report.check.merged:
        table.add_row(
            "  merged on request", str(report.check.merged), "not equal, and not meant to be"
        )
    for c in report.check.undecided:
        table.add_row("  undecided", "", escape(f"{c.op} {c.name}: {c.difference}"))
    return table


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in counts.most_common())


def print_program(interface: ProgramInterface, output: Path, header: Path | None) -> None:
    """What was compiled: its function, its tensors, and the memory that it works in."""
    to = messages(output, header)
    for side, tensors in (("input", interface.inputs), ("output", interface.outputs)):
        for position, tensor in enumerate(tensors):
            print(f"{side}{position} {tensor} {tensor.name}", file=to)
    print(f"{output}: {interface.run}, arena of {interface.arena} bytes", file=to)


def print_comparison(
    differences: Sequence[tuple[str, int, int]],
    warnings: Sequence[str],
    as_json: bool,
    counts: Sequence[str] = (),
) -> None:
    """Differing elements of every output, and what the engine counted."""
    if as_json:
        rows = [{"output": name, "differing": d, "elements": n} for name, d, n in differences]
        report = {"outputs": rows, "warnings": list(warnings)}
        return _print_json({**report, "programs": list(counts)} if counts else report)
    print_warnings(warnings)
    for line in counts:
        print(line)
    for name, differing, elements in differences:
        print(f"{name}: differing elements: {differing} / {elements}")
