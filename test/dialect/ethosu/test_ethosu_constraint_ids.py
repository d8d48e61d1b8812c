"""A constraint's id stands in the ODS, over its check in C++ and in the names of its tests."""

from __future__ import annotations

import re
from pathlib import Path

_TESTS = Path(__file__).resolve().parent
_DIALECT = _TESTS.parents[2] / "dialect" / "ethosu"
_ID = r"([a-z]+_c\d+)"


def _text(folder: Path, pattern: str) -> str:
    """All files of a pattern, joined."""
    paths = sorted(folder.glob(pattern))
    assert paths, f"no {pattern} in {folder}"
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def _declared() -> set[str]:
    return set(re.findall(rf"- `{_ID}`:", _text(_DIALECT, "*.td")))


def test_every_id_stands_over_its_check() -> None:
    sources = _text(_DIALECT, "*.cpp") + _text(_DIALECT, "*.td")
    comments = re.findall(rf"^ *// ((?:{_ID}(?:, )?)+)", sources, re.MULTILINE)
    assert set(re.findall(rf"\b{_ID}\b", "\n".join(one[0] for one in comments))) == _declared()


def test_every_id_has_a_negative_test() -> None:
    assert set(re.findall(rf"@{_ID}_", _text(_TESTS, "*-invalid.mlir"))) == _declared()


def test_every_id_has_a_positive_twin() -> None:
    assert set(re.findall(rf"@{_ID}_", _text(_TESTS, "*-valid.mlir"))) == _declared()


def test_every_split_has_one_error_and_its_own_name() -> None:
    splits = [
        split
        for path in sorted(_TESTS.glob("*-invalid.mlir"))
        for split in path.read_text(encoding="utf-8").split("// -----")
    ]
    assert [split for split in splits if split.count("expected-error") != 1] == []
    names = re.findall(r"@(\w+_c\d+_\w+) ?(?:on|\()", "\n".join(splits))
    assert {name for name in names if names.count(name) > 2} == set()
