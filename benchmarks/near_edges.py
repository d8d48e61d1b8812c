"""Which samples find the planted faults: numbers and plots of `docs/sampling-near-edges.md`.

    python -m benchmarks.near_edges            # writes the page and its plots
    python -m benchmarks.near_edges --check    # exit code 1 if the page is stale; no plots

Right and wrong results are those of the NumPy contract that the tests use, on the samples that
the tests use, beside uniform random ones. Seeds are fixed.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

TOP = Path(__file__).parents[1]
sys.path.insert(0, str(TOP / "test"))

from support.faults import FAULTS, RANDOM, Fault  # noqa: E402
from support.layer import Layer  # noqa: E402

Array = np.ndarray[Any, np.dtype[Any]]

PAGE = TOP / "docs" / "sampling-near-edges.md"
IMAGES = 32  # of 32x32 pixels and 8 channels: 262144 results
TEST = 1000  # results that an ordinary test of one layer compares
INPUTS, SUMS, EDGES = "random inputs", "random accumulators", "constructed"
COLOURS = {INPUTS: "#c2571a", SUMS: "#8a8f98", EDGES: "#1f6f8b"}


class Sums(Layer):
    """A layer whose samples are accumulators already."""

    def accumulators(self, x: Array) -> Array:
        return x


def sums_of(layer: Layer) -> Layer:
    """The same layer behind its convolution."""
    return Sums(**vars(layer))


def random_inputs(layer: Layer) -> Array:
    """Uniform codes of the input's storage."""
    half = 2**15 if layer.storage[0] == "i16" else 2**7
    return RANDOM(5).randint(-half, half, (IMAGES, *layer.shape[1:]))


def random_sums(layer: Layer) -> Array:
    """Uniform accumulators of 32 or 48 bits, as many as there are results of random inputs."""
    half = 2 ** (47 if layer.wide else 31)
    return RANDOM(6).randint(-half, half, (IMAGES, 32, 32, 8), np.int64)


@dataclass(frozen=True)
class Found:
    """How many of all samples show a fault."""

    count: int
    size: int

    @property
    def share(self) -> float:
        return self.count / self.size

    @property
    def by_a_test(self) -> float:
        """Probability that one of `TEST` samples shows it."""
        return 1 - (1 - self.share) ** TEST


def _found(exposed: Array) -> Found:
    return Found(int(exposed.sum()), exposed.size)


@dataclass(frozen=True)
class Row:
    """One fault and what each kind of samples finds of it."""

    name: str
    fault: Fault

    @cached_property
    def found(self) -> dict[str, Found]:
        """A padding fault is in the sums, so that it has none of random accumulators."""
        layer = self.fault.before
        found = {INPUTS: _found(self.fault.exposed(layer, random_inputs(layer)))}
        if self.fault.padding is None:
            found[SUMS] = _found(self.fault.exposed(sums_of(layer), random_sums(layer)))
        return {**found, EDGES: _found(self.fault.exposed(*self.fault.constructed()))}


# The page --------------------------------------------------------------------------------------


def _percent(share: float) -> str:
    return "none" if share == 0 else f"{share * 100:.2g} %" if share < 0.995 else "100 %"


def _line(row: Row) -> str:
    inputs, edges = row.found[INPUTS], row.found[EDGES]
    sums = _percent(row.found[SUMS].share) if SUMS in row.found else "not applicable"
    cells = [_percent(inputs.share), _percent(inputs.by_a_test), sums]
    return f"| {row.name} | {' | '.join(cells)} | {edges.count} of {edges.size} |"


def _saturated(layer: Layer, x: Array) -> float:
    u = layer.intermediate(x)
    return float(np.isin(u, layer.range).mean())


def page(rows: list[Row]) -> str:
    """The page's text."""
    layer = rows[0].fault.before
    inputs, sums = random_inputs(layer), random_sums(layer)
    results = rows[0].found[INPUTS].size
    hidden = [row.name for row in rows if row.found[INPUTS].by_a_test < 0.5]
    return TEMPLATE.format(
        results=f"{results:,}",
        test=f"{TEST:,}",
        hidden=len(hidden),
        faults=len(rows),
        saturated=_percent(1 - _saturated(sums_of(layer), sums)),
        ends=_percent(_saturated(layer, inputs)),
        table="\n".join(map(_line, rows)),
        edges="\n".join(f"| {' | '.join(edge)} |" for edge in CONSTRUCTED),
    )


CONSTRUCTED = (
    (
        "first accumulator of each code, and both neighbours",
        "bisection: a stage is monotone",
        "scale, zero point, bounds, multiplier",
    ),
    (
        "ties of both roundings, and their neighbours",
        "`a m = 2^(s-1)` modulo `2^s`, and 2^30 beside it",
        "rounding mode, one unit of a multiplier",
    ),
    (
        "saturation at both ends, and the last accumulators before it",
        "first accumulators of the end codes",
        "first and last entry, narrow range",
    ),
    (
        "zero, and the zero point with its neighbours",
        "first accumulators of these codes",
        "clamps at a literal 0, leaky slopes",
    ),
    (
        "each segment end of an interpolated table, one code around",
        "first accumulators of every 128th code",
        "points, index and fraction of 16-bit tables",
    ),
    ("the largest legal accumulators", "the scaled value fits 32 bits", "overflow"),
)

TEMPLATE = """# Where uniform random samples miss faults

Written by `python -m benchmarks.near_edges`, plots included.

The tests do not sample accumulators, they construct them: for each channel's requantization they
solve for the sums at which something happens, and put a convolution there through its bias, or
through products alone (`test/support/edges.py`). This page says why. A realistic layer (3x3 over
16 channels, 8 output channels, SiLU; the range of the intermediate codes is five standard
deviations of random sums) gets one planted fault at a time. {results} results of uniform random
input codes and filters, as many uniform random accumulators, and the constructed ones are
compared by the numeric contract.

| fault | random inputs | seen by {test} results | random accumulators | constructed |
| --- | --- | --- | --- | --- |
{table}

The shares are samples that show the fault. The second column is how likely a test of {test} results
of random inputs sees it at all: for {hidden} of {faults} faults it is less likely than not.
Constructed samples show each one in every run, and need no luck.

![share of samples that show each fault](sampling-near-edges-faults.svg)

## What random samples reach

![share of samples for each intermediate code](sampling-near-edges-codes.svg)

*Random inputs* are sums of many products, so the codes are a bell around the zero point: {ends}
are at an end of the range. What is wrong at saturation, at the last entry of a table, at a clip's
bound or at a code that a narrow range forbids lies in its tails.

*Random accumulators* are flat over 32 bits, of which a layer uses a small part: {saturated} are not
saturated. They see both ends, again and again the same two codes, and next to nothing between.

*Neither* is made to land on ties. Double rounding differs from single rounding within 2^30 of a
tie, where a step of the codes is 2^41 or 2^42. A multiplier that is off by one unit differs where
the product is closer to a tie than the sum is large. Here that is the tie itself, in the one
channel whose factor is a power of two: the ties of an odd factor of 31 bits are out of reach.

## What is constructed

| edge | solved from | finds |
| --- | --- | --- |
{edges}

A fault in the sums (padding, bias, filter) needs no edge: what it adds moves a sum across one.
Random inputs find such faults well, and the tests draw them too, for windows, strides, groups and
paddings, with each channel's bias moved so that one of its results is on an edge.
"""


# Plots -----------------------------------------------------------------------------------------


def _plot(rows: list[Row]) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update(
        {"svg.hashsalt": "lutfuse", "svg.fonttype": "none", "font.size": 9}
        | {f"axes.spines.{side}": False for side in ("top", "right")}
    )
    for name, figure in (("faults", _faults(rows)), ("codes", _codes(rows[0].fault.before))):
        path = PAGE.with_name(f"{PAGE.stem}-{name}.svg")
        figure.savefig(path, metadata={"Date": None, "Creator": None}, bbox_inches="tight")
        text = path.read_text("utf-8")
        path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", "utf-8")


def _faults(rows: list[Row]) -> Any:
    """One line for each fault: which share of each kind of samples shows it."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.4))
    none = 2e-7
    for kind, offset, marker in ((INPUTS, 0.2, "o"), (SUMS, 0.0, "s"), (EDGES, -0.2, "D")):
        for empty in (False, True):
            points = [
                (max(row.found[kind].share, none), len(rows) - i + offset)
                for i, row in enumerate(rows)
                if kind in row.found and (row.found[kind].count == 0) == empty
            ]
            x, y = zip(*points, strict=True) if points else ((), ())
            face = "white" if empty else COLOURS[kind]
            label = None if empty else kind
            style = {"marker": marker, "edgecolors": COLOURS[kind], "label": label}
            axes.scatter(x, y, 22, face, **style)
    axes.set_xscale("log")
    axes.set_xticks([none, 1e-6, 1e-4, 1e-2, 1], ["none", "1e-6", "0.0001", "0.01", "1"])
    axes.minorticks_off()
    axes.set_yticks(range(len(rows), 0, -1), [row.name for row in rows])
    axes.set_xlabel("share of samples that show the fault")
    axes.grid(axis="y", linewidth=0.4, alpha=0.5)
    axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.4, 1.0))
    return figure


def _codes(layer: Layer) -> Any:
    """How often each intermediate code occurs."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 2.6))
    constructed = FAULTS["rounding mode changed"].constructed()
    for kind, one, x in (
        (INPUTS, layer, random_inputs(layer)),
        (SUMS, sums_of(layer), random_sums(layer)),
        (EDGES, *constructed),
    ):
        codes = one.intermediate(x).ravel()
        share = np.bincount(codes + 128, minlength=256) / codes.size
        shown = np.where(share > 0, share, np.nan)
        style = {"marker": ".", "linestyle": "", "markersize": 3} if kind == SUMS else {}
        style |= {"color": COLOURS[kind], "label": kind, "linewidth": 1}
        axes.plot(np.arange(-128, 128), shown, **style)
    axes.set_yscale("log")
    axes.set_xticks([-128, -64, layer.zu, 64, 127], ["-128", "-64", "zero point", "64", "127"])
    axes.set_xlabel("intermediate code")
    axes.set_ylabel("share of samples")
    axes.legend(frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    return figure


def main(arguments: list[str] | None = None) -> int:
    """Writes or checks the page; the exit code is 1 if it is stale."""
    parser = argparse.ArgumentParser(prog="near_edges", description="numbers and plots of the note")
    parser.add_argument("--check", action="store_true", help="only compare the page")
    options = parser.parse_args(arguments)
    rows = [Row(name, fault) for name, fault in FAULTS.items()]
    text = page(rows)
    if options.check:
        fresh = PAGE.exists() and PAGE.read_text("utf-8") == text
        if not fresh:
            hint = "python -m benchmarks.near_edges"
            print(f"docs/{PAGE.name} is stale: run '{hint}'", file=sys.stderr)
        return 0 if fresh else 1
    try:
        _plot(rows)
    except ModuleNotFoundError as error:
        print(f"expected '{error.name}' for the plots but got none: pip install '.[plots]'")
        return 1
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
