"""Being here puts this folder on the path of the tests below it: they import `layers`."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the tests of one file share."""
    return tmp_path_factory.mktemp("models")
