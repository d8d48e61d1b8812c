"""The command line, run in this process."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

import pytest

from lutfuse.tools.cli import main


def lutfuse(*arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command line."""
    out, err = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.object(sys, "argv", ["lutfuse", *map(str, arguments)]),
        pytest.raises(SystemExit) as end,
    ):
        main()
    return int(end.value.code or 0), out.getvalue(), err.getvalue()
