"""Settings and fixtures of all tests; what several of them need is in `support`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run of CI, new ones on every developer's machine; and no test is about
# speed, which depends on what else a machine does.
settings.register_profile(
    "lutfuse",
    derandomize=bool(os.environ.get("CI")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("lutfuse")


# What a user may have set changes neither results nor what is printed: a table has the width of
# the terminal, a failed pass its traceback.
os.environ.update(COLUMNS="80", LINES="24", TERM="dumb")
for _name in ("CC", "FORCE_COLOR", "LUTFUSE_DEBUG", "NO_COLOR"):
    os.environ.pop(_name, None)


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compiled models are those of this run, and the user's folder is left alone."""
    os.environ["LUTFUSE_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the tests of one file share."""
    return tmp_path_factory.mktemp("models")
