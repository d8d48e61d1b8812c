"""Lit files are short, and each has a name of its own: a failing test is found by its name."""

from __future__ import annotations

import re
from collections import Counter
from fnmatch import filter as matching
from statistics import median

from support.paths import TESTS

FILES = [path for path in TESTS.rglob("*.mlir") if "Inputs" not in path.parts]


def test_names_are_unique() -> None:
    counts = Counter(path.name for path in FILES)
    assert [name for name, count in counts.items() if count > 1] == []


def test_files_are_short() -> None:
    lines = {path.name: path.read_text("utf-8").count("\n") for path in FILES}
    # Every op in one module, which is printed and parsed in four forms.
    assert {name for name, count in lines.items() if count > 120} == {"ops.mlir"}
    assert median(lines.values()) <= 60


def test_comments_name_files_that_are_there() -> None:
    names = [path.name for path in FILES]
    unknown = [
        f"{path.name}: {name}"
        for path in FILES
        for line in path.read_text("utf-8").splitlines()
        if re.match(r"// (?![A-Z-]+:)", line)
        for name in re.findall(r"(?<![\w/%{}.])[\w*-]+\.mlir\b", line)
        if not matching(names, name)
    ]
    assert unknown == []
