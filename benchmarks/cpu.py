"""Compares CPU engines on the same int8 models: speed, exactness, and what our own code does.

    python -m benchmarks.cpu --json cpu.json
    python -m benchmarks.cpu --cases 'depthwise*' 'conv1x1*' --engines lutfuse xnnpack reference
    python -m benchmarks.cpu --models examples/models --no-layers --profile

Every engine is a process of its own; all are loaded with one case, then run in turns, one at a
time. Engines that are not installed are reported as absent.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks import aims, build, kernels, machine, results, work
from benchmarks.cases import Case
from benchmarks.ceiling import Ceiling, compile_ceiling
from benchmarks.engines import ENGINES, OURS
from benchmarks.layers import ACTIVATIONS
from benchmarks.results import Record
from benchmarks.rounds import ROOT, Peer, Plan, measure
from lutfuse.runtime.models import ModelError

MODELS = ROOT / "examples" / "models"


def _parser() -> argparse.ArgumentParser:
    about, examples = (__doc__ or "").split("\n\n", 1)
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cpu",
        description=about,
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--engines",
        nargs="+",
        choices=list(ENGINES),
        default=list(ENGINES),
        metavar="NAME",
        help=f"of {', '.join(ENGINES)}",
    )
    add("--cases", nargs="+", default=[], metavar="GLOB", help="only cases of these names")
    add(
        "--activations",
        nargs="+",
        choices=ACTIVATIONS,
        default=ACTIVATIONS,
        metavar="NAME",
        help=f"of {', '.join(ACTIVATIONS)}",
    )
    add(
        "--models",
        nargs="+",
        type=Path,
        default=[MODELS],
        metavar="PLACE",
        help="int8 .tflite files, or folders of them (default: the examples)",
    )
    add("--no-layers", action="store_true", help="whole models only")
    add("--rounds", type=int, default=Plan.rounds, help="turns of every engine (%(default)s)")
    add("--seconds", type=float, default=Plan.seconds, help="of one turn (%(default)s)")
    add("--threads", type=int, default=1, help="of every engine (%(default)s)")
    add(
        "--peer-python",
        default=sys.executable,
        metavar="PYTHON",
        help="interpreter of an environment that has the other engines (default: this one)",
    )
    add("--json", type=Path, metavar="OUT", help="write all figures here")
    add("--profile", action="store_true", help="also time every kernel of whole models")
    return parser


def _cases(options: argparse.Namespace, folder: Path) -> Iterator[Callable[[], Case]]:
    """The cases that are wanted, each made when it is its turn."""
    if not options.no_layers:
        for layer in build.layers(options.activations):
            if build.matches(layer.name, options.cases):
                yield lambda layer=layer: build.layer_case(layer, folder)
    for model in build.models(options.models):
        if build.matches(model.stem, options.cases):
            yield lambda model=model: build.model_case(model, folder)


def _with_work(case: Case, records: Sequence[Record], ceiling: float, plan: Plan) -> list[Record]:
    """Records with what only this process knows: work, ceiling, machine."""
    known: dict[str, work.Work] = {}
    try:
        for engine, fused in zip(OURS, (True, False), strict=True):
            known[engine] = work.count(work.outline(case.model, fused=fused))
    except ModelError:
        return [replace(r, machine=machine.describe(), threads=plan.threads) for r in records]
    macs = known[OURS[0]].macs
    return [
        replace(
            record,
            macs=macs,
            ceiling_gmacs=ceiling,
            threads=plan.threads,
            machine=machine.describe(),
            intermediate_bytes=known[record.engine].intermediate_bytes if mine else None,
            table_loads=known[record.engine].table_loads if mine else None,
            table_lookups=known[record.engine].table_lookups if mine else None,
        )
        for record in records
        for mine in [record.engine in known]
    ]


def _show(case: Case, records: Sequence[Record]) -> None:
    """The figures of one case."""
    first = records[0]
    print(
        f"\n{case.name}: {first.macs / 1e6:.2f} million multiply-adds, "
        f"ceiling {first.ceiling_gmacs:.0f} GMAC/s"
    )
    for record in records:
        title = ENGINES[record.engine].title
        if record.median_ms is None or record.spread is None:
            print(f"  {title:24} {record.error}")
            continue
        spread = record.spread
        quartiles = f"{spread.q1_ms:.4f}..{spread.q3_ms:.4f}"
        used = f"{record.utilisation:5.1%}" if record.utilisation is not None else "    -"
        differ = "?" if record.differing_elements is None else str(record.differing_elements)
        print(
            f"  {title:24} median {record.median_ms:8.4f} ms  min {spread.min_ms:8.4f}  "
            f"quartiles {quartiles:18} {used} of ceiling  {differ:>6} differ  "
            f"load {record.load_s:.2f} s ({record.load_cpu_s:.2f} s of processor)",
            flush=True,
        )


def _show_aims(records: Sequence[Record]) -> None:
    found = list(aims.outcomes(records))
    if found:
        print("\ntimes as fast as the fastest rival: aim, medians, shortest, processor, limit")
    for one in found:
        mark = "met   " if one.is_met else "missed"
        print(
            f"  {mark} {one.case:40} {one.rival:16} {one.factor:5.2f} "
            f"{one.by_median:6.2f} {one.by_least:6.2f} {one.by_cpu:6.2f} {one.limit:6.1f}"
        )


def _run(options: argparse.Namespace, folder: Path) -> list[Record]:
    plan = Plan(options.rounds, options.seconds, options.threads)
    pythons = {name: sys.executable if name in OURS else options.peer_python for name in ENGINES}
    peers = [Peer(name, pythons[name], plan) for name in ENGINES if name in options.engines]
    ceiling: Ceiling = compile_ceiling()
    records: list[Record] = []
    try:
        for make in _cases(options, folder):
            case = make()
            speed = ceiling.measure()
            found = _with_work(case, measure(case, peers, plan, folder), speed, plan)
            _show(case, found)
            records += found
            if options.json:
                results.write(options.json, records)
            if options.profile and case.layer is None:
                print(kernels.table(kernels.profile(case.model), speed))
    finally:
        for peer in peers:
            peer.stop()
    return records


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures; returns 1 for wrong arguments."""
    options = _parser().parse_args(arguments)
    print(machine.describe())
    try:
        with tempfile.TemporaryDirectory() as folder:
            records = _run(options, Path(folder))
    except (ValueError, ModelError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    _show_aims(records)
    if not records:
        print("error: expected cases to measure but none has such a name", file=sys.stderr)
    return 0 if records else 1


if __name__ == "__main__":
    sys.exit(main())
