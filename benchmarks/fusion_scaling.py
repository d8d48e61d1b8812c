"""What fusion, its proof and `collapse-elementwise-to-table` cost per pair, by number of pairs.

A pair is a convolution and an activation. A module of N pairs is one chain, as in a network: the
result of activation i is the input of convolution i + 1, and all activations read one constant
table. All guards are on, and so are remarks: each is built, emitted, and turned into a diagnostic,
which a handler then drops. Only the pass is timed: parsing, verification and the end of the context
are not. The pass has one thread, so time is the processor time of the process: what else runs on
the machine counts less.

The certificates are those of `prove`, for the fused module against the one before. Collapse is
measured on a chain whose activations are leaky ReLUs as the TFLite converter writes them (three
rescales and a maximum): its pairs are alike, so that what is compiled is one graph, and the price
is that of finding, comparing and replacing 20,000 of them.
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
from typing import Any, NamedTuple

from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes.proof.prove import prove

PASS = "fuse-lut-activation"
COLLAPSE = "collapse-elementwise-to-table"

# Microseconds per pair at the first size, and how many times that the last size may cost.
MOST_PER_PAIR = 50.0
MOST_GROWTH = 1.1
MOST_PER_CERTIFICATE = 10_000.0

HEAD = """\
!x = !quant.uniform<i8:f32, 0.00390625:-128>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 0.0625:-3>
#requant = #lutfuse.requant<multiplier = [1073741824], shift = [36], rounding = double_round>
#header = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !u, result = !x>
func.func @chain(%y0: tensor<1x8x8x8x!x>, %w: tensor<8x1x1x8x!w>, %b: tensor<8xi32>)
    -> tensor<1x8x8x8x!x> {
"""
CONVOLUTION = """\
  %u{i} = lutfuse.conv2d %y{i}, %w bias %b requant #requant
    : (tensor<1x8x8x8x!x>, tensor<8x1x1x8x!w>, tensor<8xi32>) -> tensor<1x8x8x8x!u>
"""
TABLE = """\
  %table = "tosa.const"() {values = dense<0> : tensor<256xi8>} : () -> tensor<256xi8>
"""
LOOKUP = """\
  %y{j} = lutfuse.lut_activation <sigmoid> %u{i}, %table header #header
    : (tensor<1x8x8x8x!u>, tensor<256xi8>) -> tensor<1x8x8x8x!x>
"""
CONSTANTS = """\
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %n = "tosa.const"() {values = dense<1288490189> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<33> : tensor<1xi8>} : () -> tensor<1xi8>
  %z = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
  %zero = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
"""
_HOW = (
    "{{input_unsigned = false, output_unsigned = false, per_channel = false, "
    "rounding_mode = DOUBLE_ROUND, scale32 = true}}"
)
_WIDEN = (
    f"{_HOW} : (tensor<1x8x8x8xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>)"
    " -> tensor<1x8x8x8xi32>"
)
_NARROW = (
    f"{_HOW} : (tensor<1x8x8x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>)"
    " -> tensor<1x8x8x8xi8>"
)
LEAKY_RELU = f"""\
  %i{{i}} = quant.scast %u{{i}} : tensor<1x8x8x8x!u> to tensor<1x8x8x8xi8>
  %a{{i}} = tosa.rescale %i{{i}}, %m, %s, %z, %zero {_WIDEN}
  %b{{i}} = tosa.rescale %i{{i}}, %n, %s, %z, %zero {_WIDEN}
  %c{{i}} = tosa.maximum %a{{i}}, %b{{i}}
    : (tensor<1x8x8x8xi32>, tensor<1x8x8x8xi32>) -> tensor<1x8x8x8xi32>
  %d{{i}} = tosa.rescale %c{{i}}, %m, %s, %zero, %z {_NARROW}
  %y{{j}} = quant.scast %d{{i}} : tensor<1x8x8x8xi8> to tensor<1x8x8x8x!x>
"""
TAIL = "  return %y{n} : tensor<1x8x8x8x!x>\n}}\n"


class Seconds(NamedTuple):
    """What one run took."""

    fusion: float
    proof: float
    collapse: float


@dataclass(frozen=True)
class Cost:
    """Microseconds per pair over several runs, each on a module and a context of its own."""

    pairs: int
    runs: int
    median_us: float
    min_us: float
    max_us: float
    certificate_us: float  # medians
    collapse_us: float


def chain(pairs: int, constants: str = TABLE, activation: str = LOOKUP) -> str:
    """Text of a module with a chain of `pairs` convolutions, each with its activation."""
    pair = CONVOLUTION + activation
    body = (pair.format(i=i, j=i + 1) for i in range(pairs))
    return HEAD + constants + "".join(body) + TAIL.format(n=pairs)


def timed_pass(module: ir.Module, pipeline: str) -> float:
    """Seconds of a pass on `module`, without verification."""
    manager = PassManager.parse(f"builtin.module({pipeline})")
    manager.enable_verifier(False)
    gc.collect()
    start = process_time()
    manager.run(module.operation)
    return process_time() - start


def run_fusion(text: str, pairs: int) -> tuple[float, float]:
    """Seconds of fusion and of its proof; raises RuntimeError unless all fused and was proved."""
    remarks = 0

    def drop(diagnostic: ir.Diagnostic) -> bool:
        nonlocal remarks
        remarks += 1
        return True

    context = ir.Context()
    lutfuse.register(context)
    with context:
        _lutfuse.enable_remarks(context, PASS)
        context.attach_diagnostic_handler(drop)
        module = ir.Module.parse(text)
        before = module.operation.clone(ip=False)
        fusion = timed_pass(module, f"{PASS}{{target=cpu}}")
        if remarks != pairs + 1:  # one for each pair, and the summary
            raise RuntimeError(f"expected {pairs + 1} remarks but got {remarks}")
        start = process_time()
        proof = prove(before, module.operation)
        seconds = process_time() - start
    if proof.verdict != "proved" or len(proof.certificates) != pairs:
        raise RuntimeError(f"expected {pairs} proofs but got {len(proof.certificates)}")
    return fusion, seconds


def run_collapse(text: str) -> float:
    """Seconds of collapse."""
    context = ir.Context()
    lutfuse.register(context)
    with context:
        return timed_pass(ir.Module.parse(text), COLLAPSE)


def measure(pairs: int, runs: int) -> Cost:
    """The costs at one size, from `runs` runs after one that does not count."""
    tables, graphs = chain(pairs), chain(pairs, CONSTANTS, LEAKY_RELU)
    run_fusion(chain(100), 100)
    run_collapse(chain(100, CONSTANTS, LEAKY_RELU))
    found = [Seconds(*run_fusion(tables, pairs), run_collapse(graphs)) for _ in range(runs)]
    fusion, proof, collapse = ([s / pairs * 1e6 for s in part] for part in zip(*found, strict=True))
    medians = statistics.median(proof), statistics.median(collapse)
    return Cost(pairs, runs, statistics.median(fusion), min(fusion), max(fusion), *medians)


def cpu_name() -> str:
    """Name of the processor, as far as the system tells."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
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
        "certificate_growth": costs[-1].certificate_us / costs[0].certificate_us,
        "limits": {
            "median_us": MOST_PER_PAIR,
            "growth": MOST_GROWTH,
            "certificate_us": MOST_PER_CERTIFICATE,
        },
    }


def print_table(found: dict[str, Any]) -> None:
    """The figures for people."""
    print(f"{PASS} on {found['cpu']}, Python {found['python']}: microseconds per pair")
    names = ("median_us", "min_us", "max_us", "certificate_us", "collapse_us")
    heads = (name.removesuffix("_us").rjust(11) for name in names)
    print(f"{'pairs':>8} {'runs':>5} {' '.join(heads)}")
    for cost in found["costs"]:
        us = " ".join(f"{cost[key]:>11.1f}" for key in names)
        print(f"{cost['pairs']:>8} {cost['runs']:>5} {us}")
    print(f"last over first: {found['growth']:.2f}, certificates {found['certificate_growth']:.2f}")
    print(
        f"limits: {MOST_PER_PAIR:.0f} us at the first size, {MOST_GROWTH} times at the last; "
        f"{MOST_PER_CERTIFICATE:.0f} us for a certificate"
    )


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
    return 0 if is_within_limits(found) else 1


def is_within_limits(found: dict[str, Any]) -> bool:
    """Whether fusion, its growth, and the certificates of every size cost what they may."""
    fusion = found["costs"][0]["median_us"] <= MOST_PER_PAIR and found["growth"] <= MOST_GROWTH
    return fusion and all(c["certificate_us"] <= MOST_PER_CERTIFICATE for c in found["costs"])


if __name__ == "__main__":
    sys.exit(main())
