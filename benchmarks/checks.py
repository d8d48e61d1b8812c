"""What checks cost: the proof of a whole model, and a module of tables by `check-lut-tables`.

Both have one thread, so time is the processor time of the process. `fusion_scaling` has the price
of a certificate on a chain of equal pairs; here they are those of a real model.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.importers.tflite import import_tflite
from lutfuse.numerics import Domain, build_table
from lutfuse.passes.core import remarks
from lutfuse.passes.proof.prove import prove

MODEL = Path(__file__).parents[1] / "examples" / "models" / "selfie_seg.int8.tflite"
RAISE, COLLAPSE = "convert-tosa-to-lutfuse", "collapse-elementwise-to-table"
FUSE, LOWER = "fuse-lut-activation{target=cpu}", "convert-lutfuse-to-tosa"
PIPELINES = (
    (RAISE, FUSE),
    (RAISE, COLLAPSE, FUSE),
    (RAISE, COLLAPSE, FUSE, LOWER),
)

TABLES = 80
KINDS = ("sigmoid", "tanh", "gelu", "hard_swish", "leaky_relu", "elu", "silu", "rsqrt")
LOOKUP = """
  %t{n} = "tosa.const"() {{values = dense<{entries}> : tensor<256xi8>}} : () -> tensor<256xi8>
  %y{n} = lutfuse.lut_activation <{kind}> %x{n}, %t{n}
    header <first = -128, entries = 256, lookup = direct, input = {x}, result = {y}>
    : (tensor<4x{x}>, tensor<256xi8>) -> tensor<4x{y}>"""

# Seconds of one proof and of all tables, and milliseconds of a proof's dearest certificate.
MOST_PER_PROOF = 3.0
MOST_FOR_TABLES = 0.5
MOST_PER_CERTIFICATE = 100.0


def seconds_of(action: Callable[[], object]) -> float:
    """Processor time of a call."""
    start = process_time()
    action()
    return process_time() - start


def run_passes(module: ir.Operation, passes: Sequence[str]) -> None:
    """Runs passes of the module."""
    PassManager.parse(f"builtin.module({','.join(passes)})", module.context).run(module)


def measure_proof(before: ir.Module, passes: Sequence[str], runs: int) -> bool:
    """Prints what the proof costs that `passes` change nothing; whether it is within limits.

    Raises RuntimeError where they do change something.
    """
    after = before.operation.clone(ip=False)
    run_passes(after, passes)
    seconds, largest = list[float](), list[float]()
    proof = prove(before.operation, after)
    for _ in range(runs):
        if proof.verdict != "proved":
            raise RuntimeError(f"expected a proof of {', '.join(passes)} but got {proof.verdict}")
        largest.append(max(c.milliseconds for c in proof.certificates))
        seconds.append(seconds_of(lambda: prove(before.operation, after)))
    whole, dearest = statistics.median(seconds), statistics.median(largest)
    print(
        f"proof of {', '.join(passes)}: {whole:.2f} s for {len(proof.certificates)} certificates, "
        f"the dearest {dearest:.2f} ms"
    )
    return whole <= MOST_PER_PROOF and dearest <= MOST_PER_CERTIFICATE


def tables(known: bool) -> str:
    """Text of a module with look-ups in TFLite's tables, of domains that all differ."""
    arguments, body = list[str](), ""
    for n in range(TABLES):
        kind = KINDS[n % len(KINDS)]
        x, y = Domain("i8", 0.03 + n / 2000, n - 90), Domain("i8", 0.02 + n / 3000, -n)
        y = Domain("i8", 2.0**-8, -128) if kind == "sigmoid" else y
        slope = 0.1 if kind == "leaky_relu" else None
        entries = build_table(kind, x, y, "tflite", slope).tolist()
        types = (f"!quant.uniform<i8:f32, {d.scale!r}:{d.zero_point}>" for d in (x, y))
        x_type, y_type = types
        label = kind if known else "custom"
        body += LOOKUP.format(n=n, kind=label, entries=entries, x=x_type, y=y_type)
        arguments.append(f"%x{n}: tensor<4x{x_type}>")
    return f"func.func @tables({', '.join(arguments)}) {{{body}\n  return\n}}"


def measure_tables(context: ir.Context, known: bool, runs: int) -> bool:
    """Prints what checking tables costs, by their kinds or by all; whether it is within limits."""
    module = ir.Module.parse(tables(known), context).operation
    with context, remarks.collect() as log:
        seconds = [
            seconds_of(lambda: run_passes(module, ["check-lut-tables"])) for _ in range(runs)
        ]
    if len(log) != runs * (TABLES + 1):  # one for each table, and the summary
        raise RuntimeError(f"expected {TABLES + 1} remarks a run but got {len(log) / runs}")
    median = statistics.median(seconds)
    print(f"{TABLES} tables of {'known' if known else 'unknown'} kinds: {median:.2f} s")
    return median <= MOST_FOR_TABLES


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every pipeline and the tables; returns 1 where a limit is exceeded."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checks")
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--runs", type=int, default=5, help="runs of each check")
    options = parser.parse_args(arguments)
    context = ir.Context()
    lutfuse.register(context)
    before = import_tflite(options.model, context).module
    kept = [measure_proof(before, passes, options.runs) for passes in PIPELINES]
    kept += [measure_tables(context, known, options.runs) for known in (True, False)]
    print(
        f"limits: {MOST_PER_PROOF:.0f} s for a proof, {MOST_PER_CERTIFICATE:.0f} ms for a "
        f"certificate, {MOST_FOR_TABLES} s for {TABLES} tables"
    )
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
