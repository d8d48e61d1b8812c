"""Each lit file has a name of its own: a failing test is found by its name."""

from __future__ import annotations

from collections import Counter

from support.paths import TESTS

FILES = [path for path in TESTS.rglob("*.mlir") if "Inputs" not in path.parts]


def test_names_are_unique() -> None:
    counts = Counter(path.name for path in FILES)
    assert [name for name, count in counts.items() if count > 1] == []
