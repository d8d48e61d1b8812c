"""Checks that tables hold what their kind, their domains and their runtime say.

A table is data and travels through every pass as it is. Whether the data is right is another
question: a table built in float where the runtime has fixed point, shifted by one code, or taken
from another tensor is well-formed. Here each table is built again, and compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from mlir import ir

from lutfuse.dialects.lutfuse import LutActivationOp, TableHeaderAttr
from lutfuse.numerics import KINDS, RUNTIMES, build_table, domain_of, find_runtime
from lutfuse.numerics.compare import Difference, Table
from lutfuse.numerics.domain import IntArray
from lutfuse.numerics.fit import Fit, fit_kind, identify, says_something
from lutfuse.passes.core import remarks
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ir.constants import constant
from lutfuse.passes.ir.convolution import AnyFused

LookUp = LutActivationOp | AnyFused


@register
@dataclass(frozen=True)
class CheckLutTables(ModulePass):
    """Check constant tables against kind, domains and a runtime's rounding.

    The module stays as it is:

    ```mlir
    // remark: verified, Kind=sigmoid, Runtime=tflite
    %y = lutfuse.lut_activation <sigmoid> %u, %table header #h : (...) -> tensor<1x8x8x8x!y>
    ```

    For each table there is one remark:

    - `verified`: the runtime named builds this very table (or one within `tolerance`).
    - `differs`: none of the runtimes does; how many entries differ, by how much at most, the
      first of them, and a hint where the table is shifted, of another kind or of another runtime.
    - `identified`: a table of kind `custom` is that of the kind named, up to the largest
      difference given; `unidentified`: it is close to no known kind.
    - `unknown-domain`: an integer-unit scale (1), which says nothing about the real numbers.
    - `no-rule`: the runtimes do not have the kind, or not for these domains; how far the table
      is from the real function.
    - `table-not-constant`: there is nothing to check.

    A table has to agree with one runtime as a whole. Entries that no code of the input's range
    selects are not looked at. 16-bit kinds that the runtime computes without a table of this
    layout are compared in the results of all codes.
    """

    name: ClassVar[str] = "check-lut-tables"
    runtime: str = option("tflite", "runtimes that count, in order of preference, comma-separated")
    tolerance: int = option(0, "largest difference in codes that counts as verified")
    fail_on_difference: bool = option(False, "whether a table that differs is an error")

    def run(self, module: ir.Operation) -> None:
        runtimes = self._runtimes(module)
        if not (self.fail_on_difference or remarks.wanted(module.context)):
            return
        verdicts = [_check(op, runtimes, self.tolerance) for op in _look_ups(module)]
        for verdict in verdicts:
            _say(verdict)
        _summarize(module, verdicts)
        wrong = [verdict for verdict in verdicts if verdict.name == "differs"]
        if self.fail_on_difference and wrong:
            raise PassError(_complaint(wrong), wrong[0].op.location)

    def _runtimes(self, module: ir.Operation) -> list[str]:
        if self.tolerance < 0:
            message = f"expected a tolerance of 0 or more but got {self.tolerance}"
            raise PassError(message, module.location)
        try:
            return [find_runtime(name).name for name in self.runtime.split(",")]
        except ValueError as error:
            raise PassError(str(error), module.location) from None


@dataclass(frozen=True)
class _Verdict:
    """The remark about one op. `kind` is how remarks are classed, `name` the verdict itself."""

    op: LookUp
    kind: str
    name: str
    details: dict[str, str] = field(default_factory=dict[str, str])
    reason: str = ""


def _look_ups(module: ir.Operation) -> list[LookUp]:
    found: list[LookUp] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        view = op.opview
        if isinstance(view, LookUp) and view.table is not None:
            found.append(view)
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def _tables(entries: IntArray, header: TableHeaderAttr) -> list[Table]:
    """One table, or one for each channel; raises ValueError on what no runtime has."""
    x, y = domain_of(header.input), domain_of(header.result)
    if header.lookup == "interpolated" and header.fraction_bits != 7:
        raise ValueError(f"expected points 128 codes apart but got {1 << header.fraction_bits}")
    rows = entries.view(y.dtype).reshape(-1, entries.shape[-1])
    step, double = 1 << header.fraction_bits, header.rounding == "double_round"
    return [Table(row, x, y, header.first, step, double) for row in rows]


def _check(op: LookUp, runtimes: Sequence[str], tolerance: int) -> _Verdict:
    assert op.table is not None and op.kind is not None and op.header is not None
    kind, header = op.kind.value, op.header
    entries = constant(op.table)
    if entries is None:
        return _Verdict(op, "missed", "table-not-constant", {"Kind": kind})
    try:
        tables = _tables(entries, header)
    except ValueError as error:
        return _no_rule(op, kind, runtimes, error)
    if 1.0 in (tables[0].x.scale, tables[0].y.scale):
        return _Verdict(op, "missed", "unknown-domain", {"Kind": kind})
    if kind == "custom":
        return _identified(op, tables, runtimes)
    if kind not in KINDS:
        unknown = ValueError(f"expected a kind of known function but got '{kind}'")
        return _no_rule(op, kind, runtimes, unknown)
    try:
        return _verified(op, tables, kind, runtimes, tolerance)
    except ValueError as error:
        exact = _together([fit_kind(table, kind, ["exact"]) for table in tables])
        return _no_rule(op, kind, runtimes, error, exact)


def _no_rule(
    op: LookUp,
    kind: str,
    runtimes: Sequence[str],
    error: ValueError,
    exact: Difference | None = None,
) -> _Verdict:
    """With the distance from the real function, where that is all there is to compare with."""
    details = {"Kind": kind, "Runtime": ", ".join(runtimes), "no-rule": str(error)}
    if exact is not None:
        details["FromExact"] = f"{exact.count} entries, by at most {exact.largest}"
    return _Verdict(op, "missed", "no-rule", details, "no-rule")


# Known kinds ----------------------------------------------------------------------------------


def _together(fits: Sequence[Fit]) -> Difference:
    """The differences of all channels as one; the first are those of the first wrong channel."""
    wrong = [fit.difference for fit in fits if fit.difference.count]
    if not wrong:
        return Difference(0, 0)
    largest = max(difference.largest for difference in wrong)
    return Difference(sum(difference.count for difference in wrong), largest, wrong[0].first)


def _names(fits: Sequence[Fit]) -> dict[str, str]:
    """Kind, runtime and slope, for the details of a remark."""
    runtimes = dict.fromkeys(fit.runtime for fit in fits)
    details = {"Kind": fits[0].kind, "Runtime": ", ".join(runtimes)}
    slopes = sorted({fit.slope for fit in fits if fit.slope is not None})
    if slopes:
        ends = dict.fromkeys((slopes[0], slopes[-1]))
        details["Slope"] = " to ".join(f"{slope:.6g}" for slope in ends)
    return details


def _distance(difference: Difference) -> dict[str, str]:
    if not difference.count:
        return {}
    return {"Differing": str(difference.count), "Largest": str(difference.largest)}


def _verified(
    op: LookUp, tables: Sequence[Table], kind: str, runtimes: Sequence[str], tolerance: int
) -> _Verdict:
    fits = [fit_kind(table, kind, runtimes) for table in tables]
    difference = _together(fits)
    details = {**_names(fits), **_distance(difference)}
    if difference.largest <= tolerance:
        return _Verdict(op, "passed", "verified", details)
    details["First"] = str(difference)
    channel = next(i for i, fit in enumerate(fits) if fit.difference.count)
    if len(fits) > 1:
        details["Channel"] = str(channel)
    hint = _hint(tables[channel], fits[channel], runtimes)
    return _Verdict(op, "failed", "differs", details | ({"Hint": hint} if hint else {}))


def _hint(table: Table, fit: Fit, runtimes: Sequence[str]) -> str:
    """What the table is instead, where that can be said."""
    others = [name for name in RUNTIMES if name not in runtimes]
    for other in others:
        try:
            again = fit_kind(table, fit.kind, [other])
        except ValueError:
            continue
        if not again.difference.count:
            return f"equals the table of '{other}'"
    if table.step == 1 and table.entries.size == 256 and _is_shifted(table, fit):
        return "shifted by one code"
    found = [other for other in identify(table, runtimes) if other.kind != fit.kind]
    if found and found[0].rank < fit.rank:
        return f"closer to kind '{found[0].kind}'"
    return ""


def _is_shifted(table: Table, fit: Fit) -> bool:
    built = build_table(fit.kind, table.x, table.y, fit.runtime, fit.slope)
    got = table.entries
    return bool(np.array_equal(got[1:], built[:-1]) or np.array_equal(got[:-1], built[1:]))


# Kind unknown ---------------------------------------------------------------------------------


def _identified(op: LookUp, tables: Sequence[Table], runtimes: Sequence[str]) -> _Verdict:
    """The kind that explains all channels best, and the kinds that explain them as well."""
    kinds = KINDS
    fits: dict[str, list[Fit]] = {}
    for table in tables:
        if not says_something(table):
            continue
        found = identify(table, runtimes, kinds)
        fits = {fit.kind: [*fits.get(fit.kind, []), fit] for fit in found}
        kinds = tuple(fits)
    if not fits:
        return _Verdict(op, "missed", "unidentified", {"Kind": "custom"})
    ranked = sorted(fits.values(), key=lambda of: (_together(of).largest, _together(of).count))
    best = _together(ranked[0])
    details = {**_names(ranked[0]), "Differing": str(best.count), "Largest": str(best.largest)}
    equal = [of[0].kind for of in ranked[1:] if _together(of) == best]
    if equal:
        details["Also"] = ", ".join(equal)
    return _Verdict(op, "analysis", "identified", details)


# Remarks --------------------------------------------------------------------------------------


def _say(verdict: _Verdict) -> None:
    op = verdict.op.operation
    reasons = (verdict.reason,) if verdict.reason else ()
    category = CheckLutTables.name
    remark = Remark(verdict.kind, category, verdict.name, op.location, reasons, verdict.details)
    remarks.emit(remark, op)


def _summarize(module: ir.Operation, verdicts: Sequence[_Verdict]) -> None:
    if not verdicts:
        return
    details = {"Tables": str(len(verdicts))}
    counts = Counter(verdict.name for verdict in verdicts)
    details.update((name, str(count)) for name, count in sorted(counts.items()))
    category = CheckLutTables.name
    remarks.emit(Remark("analysis", category, "summary", module.location, details=details), module)


def _complaint(wrong: Sequence[_Verdict]) -> str:
    details = wrong[0].details
    entries = "entry" if details["Differing"] == "1" else "entries"
    line = (
        f"expected the table of kind '{details['Kind']}' that '{details['Runtime']}' builds "
        f"but got {details['Differing']} other {entries}: {details['First']}"
    )
    more = len(wrong) - 1
    return f"{line}; {more} more of the tables differ" if more else line
