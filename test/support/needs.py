"""What a test needs of the machine, in one place: skipped without it, but never in CI.

`make install` brings all of it but a C compiler, which the extension is built with. In CI a test
runs whatever is there, and fails without.
"""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest


def _needs(found: bool, what: str) -> pytest.MarkDecorator:
    skipped = not found and not os.environ.get("CI")
    return pytest.mark.skipif(skipped, reason=f"expected {what} but got none")


def _has(package: str) -> bool:
    """Whether a module is there; its package may be a folder without a module."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


needs_cc = _needs(shutil.which("cc") is not None, "cc")
needs_vela = _needs(_has("ethosu.vela"), "the extra 'ethos-u'")
needs_build = _needs(
    _has("scikit_build_core") and Path(sys.executable).with_name("cmake").exists(),
    "the dependency group 'build'",
)
