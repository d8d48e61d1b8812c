"""Every reason for which a pass leaves an op alone is tested: no guard without its own test.

The tests themselves are `*-refusals*.mlir`, where lit checks each remark.
"""

from __future__ import annotations

import re

import pytest

from lutfuse.passes.fusion.guards import GUARDS
from support.paths import ROOT, TESTS

PASSES = ROOT / "passes"


def _splits(pass_name: str) -> list[str]:
    paths = sorted(TESTS.glob(f"passes/*/{pass_name}-refusals*.mlir"))
    return [split for path in paths for split in path.read_text("utf-8").split("// -----\n")]


def _sole_reasons(split: str) -> set[str]:
    """Reasons of the remarks in `split` that state one alone."""
    return set(re.findall(r"expected-remark.*\bReason=([\w-]+),", split))


FUSION = _splits("fuse-lut-activation")


@pytest.mark.parametrize("reason", GUARDS)
def test_guard_refuses_alone(reason: str) -> None:
    assert any(reason in _sole_reasons(split) for split in FUSION)


@pytest.mark.parametrize("reason", GUARDS)
def test_guard_has_a_twin_that_fuses(reason: str) -> None:
    splits = [split for split in FUSION if reason in _sole_reasons(split)]
    assert any("[Passed] fused" in split for split in splits)


@pytest.mark.parametrize("reason", GUARDS)
def test_guard_is_one_of_several(reason: str) -> None:
    lists = re.findall(r'Reason="([^"]+)"', "".join(FUSION))
    assert any(reason in several.split(", ") for several in lists)


def test_reasons_are_those_of_the_guards() -> None:
    assert set().union(*map(_sole_reasons, FUSION)) == set(GUARDS)


@pytest.mark.parametrize(
    ("pass_name", "sources"),
    [
        ("convert-tosa-to-lutfuse", ["tosa/convert_tosa_to_lutfuse.py", "ir/rescale.py"]),
        ("convert-lutfuse-to-tosa", ["tosa/convert_lutfuse_to_tosa.py"]),
        ("decompose-grouped-convolutions", ["fusion/decompose_grouped_convolutions.py"]),
    ],
)
def test_reasons_of_other_passes(pass_name: str, sources: list[str]) -> None:
    text = "".join((PASSES / source).read_text("utf-8") for source in sources)
    given = set(re.findall(r'(?:NotRepresentable|LeftWhole)\(\s*"([\w-]+)"', text))
    assert given
    assert set().union(*map(_sole_reasons, _splits(pass_name))) == given
