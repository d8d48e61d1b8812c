"""Every guard of `fuse-lut-activation` is tested alone, beside a pair that fuses.

The tests themselves are `fuse-lut-activation-refusals*.mlir`, where lit checks each remark.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lutfuse.passes.fusion_guards import GUARDS

SPLITS = [
    split
    for path in sorted(Path(__file__).parent.glob("fuse-lut-activation-refusals*.mlir"))
    for split in path.read_text().split("// -----\n")
]


def _sole_reasons(split: str) -> set[str]:
    """Reasons of the refusals in `split` that one guard alone makes."""
    return set(re.findall(r"expected-remark.*\bReason=([\w-]+),", split))


@pytest.mark.parametrize("reason", GUARDS)
def test_guard_refuses_alone(reason: str) -> None:
    assert any(reason in _sole_reasons(split) for split in SPLITS)


@pytest.mark.parametrize("reason", GUARDS)
def test_guard_has_a_twin_that_fuses(reason: str) -> None:
    splits = [split for split in SPLITS if reason in _sole_reasons(split)]
    assert any("[Passed] fused" in split for split in splits)


@pytest.mark.parametrize("reason", GUARDS)
def test_guard_is_one_of_several(reason: str) -> None:
    lists = re.findall(r'Reason="([^"]+)"', "".join(SPLITS))
    assert any(reason in several.split(", ") for several in lists)


def test_reasons_are_those_of_the_guards() -> None:
    tested = set().union(*map(_sole_reasons, SPLITS))
    assert tested == set(GUARDS)
