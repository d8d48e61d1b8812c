"""What the command line prints: tables for people, JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mlir import ir
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from lutfuse.codegen.program import Interface
    from lutfuse.tools.fuse import FusionReport


def _print_json(data: object) -> None:
    print(json.dumps(data, indent=2))


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
        return _print_json({"output": str(output), "ops": found, "warnings": list(warnings)})
    print_warnings(warnings)
    text = ", ".join(f"{n} {name}" for name, n in found.items()) or "no quantized convolution"
    Console().print(f"{output}: {text}", markup=False, highlight=False, soft_wrap=True)


def print_fusion(report: FusionReport, warnings: Sequence[str], as_json: bool) -> None:
    """One row for every candidate, then the counts."""
    if as_json:
        return _print_json({**report.to_json(), "warnings": list(warnings)})
    print_warnings(warnings)
    console = Console()
    table = Table("activation", "kind", "convolution", "verdict", title=f"target {report.target}")
    for a in report.activations:
        verdict = f"[red]{', '.join(a.reason)}" if a.reason else "[green]fused"
        table.add_row(a.name, a.kind, a.producer, verdict)
    if report.activations:
        console.print(table)
    console.print(f"candidates: {len(report.activations)}")
    console.print(f"fused: {report.fused.total()} {_counts(report.fused)}")
    refused = sum(1 for a in report.activations if a.reason)
    console.print(f"refused: {refused} {_counts(report.refused)}")


def _counts(counts: Counter[str]) -> str:
    text = ", ".join(f"{name} {n}" for name, n in counts.most_common())
    return f"({text})" if text else ""


def print_program(interface: Interface, output: Path) -> None:
    """What was compiled: its function, its tensors, and the memory that it works in."""
    for side, tensors in (("input", interface.inputs), ("output", interface.outputs)):
        for position, tensor in enumerate(tensors):
            print(f"{side}{position} {tensor} {tensor.name}")
    print(f"{output}: {interface.run}, arena of {interface.arena} bytes")


def print_comparison(
    differences: Sequence[tuple[str, int, int]], warnings: Sequence[str], as_json: bool
) -> None:
    """Differing elements of every output."""
    if as_json:
        rows = [{"output": name, "differing": d, "elements": n} for name, d, n in differences]
        return _print_json({"outputs": rows, "warnings": list(warnings)})
    print_warnings(warnings)
    for name, differing, elements in differences:
        print(f"{name}: differing elements: {differing} / {elements}")
