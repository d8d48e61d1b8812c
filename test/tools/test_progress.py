"""The progress bar: on a terminal, and only after a while."""

from __future__ import annotations

import io
import sys
import time

import pytest

from lutfuse.tools import progress
from support.patience import SECONDS


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with progress.progress_bar("compiling x") as update:
        deadline = time.monotonic() + SECONDS
        while patience < 1 and not stream.getvalue() and time.monotonic() < deadline:
            update(1, 2)
            time.sleep(0.01)
            if not stream.isatty():
                break
    return stream.getvalue()


def test_bar_appears_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "compiling x" in shown(monkeypatch, Terminal(), 0.01)


def test_no_bar_for_what_is_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "compiling x" not in shown(monkeypatch, Terminal(), 60)


def test_no_bar_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, io.StringIO(), 0.001) == ""
