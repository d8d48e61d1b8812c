"""What `fuse-lut-activation` costs per pair of convolution and activation, by number of pairs.

A module of N pairs is one chain, as in a network: the result of activation i is the input of
convolution i + 1, and all activations read one constant table. All guards are on, and so are
remarks: each is built, emitted, and turned into a diagnostic, which a handler then drops. Only
the pass is timed: parsing, verification and the end of the context are not. The pass has one
thread, so time is the processor time of the process: what else runs on the machine counts less.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time
from typing import Any

from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse import _lutfuse

PASS = "fuse-lut-activation"

# Microseconds per pair at the first size, and how many times that the last size may cost.
MOST_PER_PAIR = 100.0
MOST_GROWTH = 1.3

HEAD = """\
!x = !quant.uniform<i8:f32, 0.00390625:-128>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 0.0625:-3>
#requant = #lutfuse.requant<multiplier = [1073741824], shift = [36], rounding = double_round>
#header = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !u, result = !x>
func.func @chain(%y0: tensor<1x8x8x8x!x>, %w: tensor<8x1x1x8x!w>, %b: tensor<8xi32>)
    -> tensor<1x8x8x8x!x> {
  %table = "tosa.const"() {values = dense<0> : tensor<256xi8>} : () -> tensor<256xi8>
"""
PAIR = """\
  %u{i} = lutfuse.conv2d %y{i}, %w bias %b requant #requant
    : (tensor<1x8x8x8x!x>, tensor<8x1x1x8x!w>, tensor<8xi32>) -> tensor<1x8x8x8x!u>
  %y{j} = lutfuse.lut_activation <sigmoid> %u{i}, %table header #header
    : (tensor<1x8x8x8x!u>, tensor<256xi8>) -> tensor<1x8x8x8x!x>
"""
TAIL = "  return %y{n} : tensor<1x8x8x8x!x>\n}}\n"


@dataclass(frozen=True)
class Cost:
    """Microseconds per pair over several runs, each on a module and a context of its own."""

    pairs: int
    runs: int
    median_us: float
    min_us: float
    max_us: float


def chain(pairs: int) -> str:
    """Text of a module with a chain of `pairs` convolutions, each with its activation."""
    body = (PAIR.format(i=i, j=i + 1) for i in range(pairs))
    return HEAD + "".join(body) + TAIL.format(n=pairs)


def run_once(text: str, pairs: int) -> float:
    """Seconds of one run of the pass; raises RuntimeError unless it fused and said so."""
    remarks = 0

    def drop(diagnostic: ir.Diagnostic) -> bool:
        nonlocal remarks
        remarks += 1
        return True

    with ir.Context() as context:
        lutfuse.register(context)
        _lutfuse.enable_remarks(context, PASS)
        context.attach_diagnostic_handler(drop)
        module = ir.Module.parse(text)
        manager = PassManager.parse(f"builtin.module({PASS}{{target=cpu}})")
        manager.enable_verifier(False)
        gc.collect()
        start = process_time()
        manager.run(module.operation)
        seconds = process_time() - start
    if remarks != pairs + 1:  # one for each pair, and the summary
        raise RuntimeError(f"expected {pairs + 1} remarks but got {remarks}")
    return seconds


def measure(pairs: int, runs: int) -> Cost:
    """The cost at one size, from `runs` runs after one that does not count."""
    text = chain(pairs)
    run_once(chain(100), 100)
    costs = [run_once(text, pairs) / pairs * 1e6 for _ in range(runs)]
    return Cost(pairs, runs, statistics.median(costs), min(costs), max(costs))


def cpu_name() -> str:
    """Name of the processor, as far as the system tells."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def figures(costs: Sequence[Cost]) -> dict[str, Any]:
    """All figures by name; `growth` is the cost per pair at the last size over the first."""
    return {
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "lutfuse": lutfuse.__version__,
        "costs": [asdict(cost) for cost in costs],
        "growth": costs[-1].median_us / costs[0].median_us,
        "limits": {"median_us": MOST_PER_PAIR, "growth": MOST_GROWTH},
    }


def print_table(found: dict[str, Any]) -> None:
    """The figures for people."""
    print(f"{PASS} on {found['cpu']}, Python {found['python']}: microseconds per pair")
    print(f"{'pairs':>8} {'runs':>5} {'median':>7} {'min':>7} {'max':>7}")
    for cost in found["costs"]:
        us = " ".join(f"{cost[key]:>7.1f}" for key in ("median_us", "min_us", "max_us"))
        print(f"{cost['pairs']:>8} {cost['runs']:>5} {us}")
    print(f"last over first: {found['growth']:.2f}")
    print(f"limits: {MOST_PER_PAIR:.0f} us at the first size, {MOST_GROWTH} times at the last")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures every size; returns 1 where a limit is exceeded."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fusion_scaling")
    parser.add_argument("--pairs", type=int, nargs="+", default=[20_000, 100_000])
    parser.add_argument("--runs", type=int, default=5, help="runs for each size")
    parser.add_argument("--json", type=Path, metavar="OUT", help="also write the figures here")
    options = parser.parse_args(arguments)
    found = figures([measure(pairs, options.runs) for pairs in options.pairs])
    print_table(found)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    within = found["costs"][0]["median_us"] <= MOST_PER_PAIR and found["growth"] <= MOST_GROWTH
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
