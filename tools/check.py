"""`lutfuse check`: proves that two files compute the same, or prints what does not."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from lutfuse.runtime.models import new_context, read_model

if TYPE_CHECKING:
    from rich.console import Console

    from lutfuse.passes.proof.certificates import Certificate, Proof

_FILE = click.Path(path_type=Path)
_COLOURS = {"proved": "green", "refuted": "red", "undecided": "yellow"}


@click.command("check")
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def check_command(before: Path, after: Path, as_json: bool) -> None:
    """Prove that AFTER computes the same as BEFORE, for all inputs.

    Both are MLIR files in TOSA, in the dialect lutfuse, or in a mixture; either may be a .tflite
    file. There is a certificate for each convolution and activation of AFTER, and for each other
    op that differs: proved, refuted with the smallest counter-example, or undecided. The exit
    code is 0 if all is proved, else 1.
    """
    from lutfuse.passes.proof.prove import prove

    context = new_context()
    old, warnings = read_model(before, context)
    new, more = read_model(after, context)
    start = perf_counter()
    proof = prove(old.operation, new.operation)
    _print(proof, (perf_counter() - start) * 1000, (*warnings, *more), as_json)
    sys.exit(proof.verdict != "proved")


def _print(proof: Proof, milliseconds: float, warnings: Sequence[str], as_json: bool) -> None:
    counts = Counter(certificate.verdict for certificate in proof.certificates)
    if as_json:
        data = {
            "verdict": proof.verdict,
            "milliseconds": milliseconds,
            "certificates": [certificate.to_json() for certificate in proof.certificates],
            "warnings": list(warnings),
        }
        print(json.dumps(data, indent=2))
        return
    from rich.console import Console

    from lutfuse.tools.report import print_warnings

    print_warnings(warnings)
    console = Console()
    if proof.certificates:
        _print_table(console, proof.certificates)
    for certificate in proof.failed:
        console.print(_failure(certificate), markup=False, highlight=False, soft_wrap=True)
    for verdict in ("refuted", "undecided"):
        if counts[verdict]:
            console.print(f"{verdict}: {_ops(counts[verdict])}", highlight=False)
    line = f"proved: {_ops(counts['proved'])} in {milliseconds:.0f} ms"
    console.print(line, highlight=False)


def _ops(count: int) -> str:
    return "1 op" if count == 1 else f"{count} ops"


def _print_table(console: Console, certificates: Sequence[Certificate]) -> None:
    from rich.table import Table

    table = Table("op", "location", "accumulator", "requant", "code map", "ms", "verdict")
    for c in certificates:
        parts = c.accumulators, c.requantization, c.code_map
        verdict = f"[{_COLOURS[c.verdict]}]{c.verdict}"
        table.add_row(c.op, c.name, *parts, f"{c.milliseconds:.1f}", verdict)
    console.print(table)


def _failure(certificate: Certificate) -> str:
    where = " ".join(part for part in (certificate.op, certificate.name) if part)
    line = f"{certificate.verdict}: {where or certificate.function}: {certificate.difference}"
    if certificate.counter_example is None:
        return line
    return f"{line}\n  {certificate.counter_example}"
