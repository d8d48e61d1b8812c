"""A constraint's id stands in the ODS, over its check in C++ and in the names of its tests."""

from __future__ import annotations

import re
from pathlib import Path

_TESTS = Path(__file__).resolve().parent
_DIALECT = _TESTS.parents[2] / "dialect" / "lutfuse"

# `requant_f32_c1`, or several at once in the name of a test: `table_c1_to_c4`.
_ID = r"([a-z]+(?:_f32)?)_c(\d+)(?:_to_c(\d+))?"


def _text(folder: Path, pattern: str) -> str:
    """All files of a pattern, joined."""
    paths = sorted(folder.glob(pattern))
    assert paths, f"no {pattern} in {folder}"
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def _ids(pattern: str, text: str) -> set[str]:
    """The ids that a pattern with the groups of `_ID` finds."""
    found: set[str] = set()
    for family, first, last in re.findall(pattern, text):
        found |= {f"{family}_c{n}" for n in range(int(first), int(last or first) + 1)}
    return found


def _declared() -> set[str]:
    return _ids(rf"- `{_ID}`:", _text(_DIALECT, "*.td"))


def test_every_family_is_declared() -> None:
    families = {name.rpartition("_")[0] for name in _declared()}
    assert families >= {"conv", "table", "fused", "requant", "requant_f32", "header"}


def test_every_id_stands_over_its_check() -> None:
    sources = _text(_DIALECT, "*.cpp") + _text(_DIALECT, "*.td")
    comments = re.findall(rf"^ *// ((?:{_ID}(?:, )?)+)", sources, re.MULTILINE)
    assert _ids(rf"\b{_ID}\b", "\n".join(found[0] for found in comments)) == _declared()


def test_every_id_has_a_negative_test() -> None:
    assert _ids(rf"@{_ID}_", _text(_TESTS, "*-invalid.mlir")) == _declared()


def test_every_id_has_a_positive_twin() -> None:
    assert _ids(rf"@{_ID}_", _text(_TESTS, "*-valid.mlir")) == _declared()


def test_every_convolution_constraint_is_tested_on_a_fused_op() -> None:
    convolution = {name for name in _declared() if name.startswith("conv_")}
    assert _ids(rf"@{_ID}_fused_", _text(_TESTS, "fused-*invalid.mlir")) >= convolution


def test_every_split_has_one_error_and_its_own_name() -> None:
    splits = [
        split
        for path in sorted(_TESTS.glob("*-invalid.mlir"))
        for split in path.read_text(encoding="utf-8").split("// -----")
    ]
    assert [split for split in splits if split.count("expected-error") != 1] == []
    names = re.findall(r"func\.func (?:private )?@(\w+)", "\n".join(splits))
    assert {name for name in names if names.count(name) > 1} == set()
