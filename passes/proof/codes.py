"""Compares two values as functions of accumulators or codes, on all of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from lutfuse.passes.proof.certificates import PROVED, REFUTED, UNDECIDED, CounterExample
from lutfuse.passes.proof.differences import window as window_difference
from lutfuse.passes.proof.maps import Maps
from lutfuse.passes.proof.nodes import DYNAMIC, Array, Node, every_code, repeated
from lutfuse.passes.proof.stages import Stage
from lutfuse.passes.proof.windows import Window, bounds, differing_channels
from lutfuse.passes.proof.witness import Layer, find, find_at

SEARCHED = 4  # channels in which inputs are looked for


@dataclass(frozen=True)
class Verdict:
    """The fields of a certificate that do not depend on where an op is."""

    verdict: str
    accumulators: str = ""
    requantization: str = ""
    code_map: str = ""
    difference: str = ""
    counter_example: CounterExample | None = None

    @property
    def on_codes(self) -> bool:
        """Whether codes were compared, and not ops."""
        return bool(self.accumulators or self.code_map)


def alike(maps: Maps, before: Node, after: Node) -> Verdict | None:
    """Proved where two nodes are the same ops with the same parameters on roots of one kind."""
    roots = before.root, after.root
    if roots[0] is None or roots[1] is None or maps.function(before) is not maps.function(after):
        return None
    code_map = "" if before is roots[0] else "identical"
    if "stage" not in (roots[0].kind, roots[1].kind):
        return Verdict(PROVED, code_map=code_map)
    sums = roots[0].operands[0], roots[1].operands[0]
    same = sums[0] is sums[1] or sums[0].kind != "acc" or sums[0].data == sums[1].data
    if roots[0].data != roots[1].data or not same:
        return None
    return Verdict(PROVED, _sums(*sums), "identical", code_map)


def _sums(before: Node, after: Node) -> str:
    return "identical" if before is after else "equal"


def judge(maps: Maps, before: Node, after: Node) -> Verdict:
    """Compares two nodes whose roots read equal values."""
    known = alike(maps, before, after)
    if known is not None:
        return known
    tables = maps.of(before), maps.of(after)
    if tables[0] is None or tables[1] is None:
        return Verdict(UNDECIDED, difference=f"expected ops that compile but got: {maps.error}")
    roots = before.root, after.root
    assert roots[0] is not None and roots[1] is not None
    stages = roots[0].data, roots[1].data
    if not isinstance(stages[0], Stage) or not isinstance(stages[1], Stage):
        return _judge_codes(tables[0], tables[1], after)
    sums = roots[0].operands[0], roots[1].operands[0]
    pair = _Pair(maps, sums, (stages[0], stages[1]), (tables[0], tables[1]))
    if sums[0].data != sums[1].data and sums[0].kind == sums[1].kind == "acc":
        return pair.judge_sums()
    return pair.judge_stages()


def _rows(tables: tuple[Array, Array], *further: int) -> int:
    """After how many elements both maps, and what else differs between elements, repeat."""
    return math.lcm(*(len(np.atleast_2d(table)) for table in tables), *further)


def _judge_codes(before: Array, after: Array, node: Node) -> Verdict:
    """Two maps of the same codes, the second of which is that of `node`."""
    rows = _rows((before, after))
    old, new = repeated(before, rows), repeated(after, rows)
    if np.array_equal(old, new):
        return Verdict(PROVED, code_map=f"equal on {old.shape[1]} codes")
    codes = np.arange(old.shape[1]) - old.shape[1] // 2
    wrong = np.argwhere(old != new)
    row, at = min(wrong.tolist(), key=lambda one: abs(codes[one[1]]))
    within = rows <= (node.shape or (rows,))[-1]
    example = CounterExample(
        int(old[row, at]),
        int(new[row, at]),
        row if rows > 1 and within else None,
        code=int(codes[at]),
        element=None if within else row,
    )
    line = f"expected equal codes but {len(wrong)} differ"
    return Verdict(REFUTED, code_map="differ", difference=line, counter_example=example)


@dataclass
class _Pair:
    """Two stages on sums, with the maps behind them."""

    maps: Maps
    sums: tuple[Node, Node]
    stages: tuple[Stage, Stage]
    tables: tuple[Array, Array]

    def judge_sums(self) -> Verdict:
        """Convolutions that are not the same: an input tells them apart, or nothing is known."""
        windows = self._windows()
        line = "expected equal sums but got others"
        if windows is None or not _same_shapes(*windows):
            return Verdict(UNDECIDED, "differ", difference=line)
        line = window_difference(*windows)
        channels = differing_channels(*windows)[:SEARCHED]
        example = find(*self._layers(windows), self._input_codes(), channels)
        verdict = UNDECIDED if example is None else REFUTED
        return Verdict(verdict, "differ", difference=line, counter_example=example)

    def judge_stages(self) -> Verdict:
        """Equal sums: both functions of the accumulator are compared on all of them."""
        sums = _sums(*self.sums)
        same = self.stages[0] == self.stages[1]
        nearest = self._differing_elements()
        if not nearest:
            requantization = "identical" if same else "equal on every accumulator"
            return Verdict(PROVED, sums, requantization, self._map_verdict())
        order = sorted(nearest, key=lambda one: abs(nearest[one][0]))
        accumulator, old, new = nearest[order[0]]
        channels = self._channels()
        example = CounterExample(old, new, order[0] % channels, accumulator)
        found: CounterExample | None = example
        if self.sums[0].kind == "acc":
            found = self._input(order[:SEARCHED])
        parts = ("identical", "differ") if same else ("differ", self._map_verdict())
        differ = "channels" if _rows(self.tables, channels) == channels else "elements"
        line = f"expected equal codes but {len(nearest)} {differ} differ"
        if found is None:
            line += ", at accumulators for which no input was found"
        verdict = UNDECIDED if found is None else REFUTED
        return Verdict(verdict, sums, *parts, line, found or example)

    def _input(self, elements: list[int]) -> CounterExample | None:
        """An input for which codes differ, in the first of the elements that has one."""
        windows = self._windows()
        if windows is None:
            return None
        channels = self._channels()
        if _rows(self.tables, channels) == channels:
            return find(*self._layers(windows), self._input_codes(), elements)
        shape = windows[0].result_shape
        known = DYNAMIC not in shape
        for element in (e for e in elements if known and e < math.prod(shape[1:])):
            row, column, channel = (int(i) for i in np.unravel_index(element, shape[1:]))
            layers = self._layers(windows, element)
            example = find_at(*layers, self._input_codes(), (row, column), channel)
            if example is not None:
                return replace(example, element=element)
        return None

    def _map_verdict(self) -> str:
        if all(np.array_equal(table, every_code(_width(table))) for table in self.tables):
            return ""
        return "identical" if np.array_equal(*self.tables) else "equal on every accumulator"

    def _windows(self) -> tuple[Window, Window] | None:
        found = self.sums[0].data, self.sums[1].data
        if not isinstance(found[0], Window) or not isinstance(found[1], Window):
            return None
        if found[0].weights is None or found[1].weights is None:
            return None
        return found[0], found[1]

    def _layers(
        self, windows: tuple[Window, Window], element: int | None = None
    ) -> tuple[Layer, Layer]:
        """Both convolutions with a map for each channel, or with the map of one element."""
        maps = [np.atleast_2d(table) for table in self.tables]
        if element is None:
            rows = [repeated(m, self._channels()) if len(m) > 1 else m[0] for m in maps]
        else:
            rows = [m[element % len(m)] for m in maps]
        before, after = (
            Layer(window, stage, row)
            for window, stage, row in zip(windows, self.stages, rows, strict=True)
        )
        return before, after

    def _input_codes(self) -> tuple[int, int]:
        """Lowest and highest code that the convolution reads, as far as is known."""
        source = self.sums[0].operands[0]
        table = self.maps.of(source) if source.root is not None else None
        codes = every_code(source.width) if table is None else table
        root = source.root
        if table is not None and root is not None and isinstance(root.data, Stage):
            codes = table[..., root.data.codes() + table.shape[-1] // 2]
        return int(codes.min()), int(codes.max())

    def _intervals(self, channels: int) -> tuple[Array, Array]:
        """Lowest and highest sum of each channel, without bias."""
        width = self.sums[0].width
        low = np.full(channels, -(1 << (width - 1)), np.int64)
        high = -1 - low
        bias = [self.stages[0].bias_of(channel) for channel in range(channels)]
        low, high = low - np.array(bias), high - np.array(bias)
        windows = self._windows()
        if windows is None:
            return low, high
        smallest, largest = bounds(windows[0], self._input_codes())
        return np.maximum(low, smallest), np.minimum(high, largest)

    def _channels(self) -> int:
        """All channels, or one where they are open and no channel differs from another."""
        shape, window = self.sums[0].shape, self.sums[0].data
        if isinstance(window, Window):
            return window.filter_shape[0]
        if shape and shape[-1] != DYNAMIC:
            return shape[-1]
        rows = [len(table) for table in self.tables if table.ndim > 1]
        return max(*(stage.channels for stage in self.stages), *rows, 1)

    def _differing_elements(self) -> dict[int, tuple[int, int, int]]:
        """Elements of which the codes differ: accumulator nearest to 0, code before and after.

        Those of the first position, as many as there are channels, stand for all others, unless
        a reshape gave maps behind it other channels.
        """
        channels = self._channels()
        lows, highs = self._intervals(channels)
        found: dict[int, tuple[int, int, int]] = {}
        for element in range(_rows(self.tables, channels)):
            channel = element % channels
            maps = [np.atleast_2d(table) for table in self.tables]
            row = [rows[element % len(rows)] for rows in maps]
            low, high = int(lows[channel]), int(highs[channel])
            if self._same(channel, row) or low > high:
                continue
            steps = [
                stage.steps(channel, stage.bias_of(channel), low, high).through(one)
                for stage, one in zip(self.stages, row, strict=True)
            ]
            wrong = steps[0].differences(steps[1])
            if len(wrong):
                bias = self.stages[0].bias_of(channel)
                nearest = np.clip(0, wrong[:, 0] + bias, wrong[:, 1] + bias)
                at = int(np.argmin(np.abs(nearest)))
                found[element] = int(nearest[at]), int(wrong[at, 2]), int(wrong[at, 3])
        return found

    def _same(self, channel: int, rows: list[Array]) -> bool:
        """Whether a channel has the same parameters and the same map of all codes it can make."""
        old, new = self.stages
        same = (
            old.requantization(channel) == new.requantization(channel)
            and old.bias_of(channel) == new.bias_of(channel)
            and (old.zero_point, old.low, old.high, old.unsigned, old.width)
            == (new.zero_point, new.low, new.high, new.unsigned, new.width)
        )
        index = old.codes() + len(rows[0]) // 2
        return same and np.array_equal(rows[0][index], rows[1][index])


def _same_shapes(before: Window, after: Window) -> bool:
    return (before.input_shape, before.result_shape) == (after.input_shape, after.result_shape)


def _width(table: Array) -> int:
    return table.shape[-1].bit_length() - 1
