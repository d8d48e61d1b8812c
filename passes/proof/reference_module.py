"""The module that a checking pass compares with: its option `reference`."""

from __future__ import annotations

from pathlib import Path

from mlir import ir

import lutfuse
from lutfuse.passes.core.files import ParseError, parse_module
from lutfuse.passes.core.registry import PassError


def read_reference(path: str) -> ir.Module:
    """Parses an MLIR file, text or bytecode; raises PassError.

    The module is in a context of its own: MLIR aborts where a parser loads a dialect while passes
    run. It is parsed under its file's name, which is where ops without locations are.
    """
    if not path:
        raise PassError("expected option 'reference' to name an MLIR file but got none")
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise PassError(f"expected a readable '{path}' but got {error.strerror}") from None
    context = ir.Context()
    lutfuse.register(context)
    try:
        return parse_module(data, path, context)
    except ParseError as error:
        raise PassError(f"expected an MLIR module in '{path}' but got: {error}") from None
