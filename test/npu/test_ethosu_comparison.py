"""The page that compares our compilations with Vela's: what it says of given rows."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace

from support.needs import needs_vela
from support.paths import ROOT

pytestmark = needs_vela

_SPEC = importlib.util.spec_from_file_location("_comparison", ROOT / "benchmarks" / "ethosu.py")
assert _SPEC is not None and _SPEC.loader is not None
ethosu = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = ethosu
_SPEC.loader.exec_module(ethosu)

OURS = ethosu.Row("m", "ethos-u55-128", "fused", 1, 60, 1, 256, 9000, 4096, 1, 0, 0, 100)
VELAS = replace(OURS, compiler="Vela", commands=80)


def test_as_many_loads_are_not_more() -> None:
    assert ethosu.more_loads([OURS, VELAS]) == []


def test_more_loads_are_named() -> None:
    worse = replace(OURS, table_loads=2)
    assert ethosu.more_loads([worse, VELAS]) == [worse]
    assert "more than Vela in m (fused, ethos-u55-128)" in ethosu.page([worse, VELAS])


def test_a_row_of_the_page() -> None:
    page = ethosu.page([OURS, replace(VELAS, differing=None)])
    assert "| m | fused | 1 | 60 | 1 | 256 | 9,000 | 4,096 | 1 | 0 | 0 of 100 |" in page
    assert "| m | Vela | 1 | 80 | 1 | 256 | 9,000 | 4,096 | 1 |  | not run |" in page
    assert "Outputs differ in 0 of 2 rows" in page


def test_the_committed_page_has_all_models_and_is_by_this_generator() -> None:
    text = ethosu.PAGE.read_text("utf-8")
    head = ethosu.page([]).split("We load")[0]
    assert text.startswith(head)
    for name in ethosu.NAMES:
        assert text.count(f"| {name} | ") == 3 * len(ethosu.ACCELERATORS)
