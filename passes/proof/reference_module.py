"""The module that a checking pass compares with: its option `reference`."""

from __future__ import annotations

from pathlib import Path

from mlir import ir

import lutfuse
from lutfuse.passes.core.registry import PassError

BYTECODE = b"ML\xefR"


def read_reference(path: str) -> ir.Module:
    """Parses an MLIR file, text or bytecode; raises PassError.

    The module is in a context of its own: MLIR aborts where a parser loads a dialect while passes
    run. Text is parsed under its file's name, which is where its ops without locations are.
    """
    if not path:
        raise PassError("expected option 'reference' to name an MLIR file but got none")
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise PassError(f"expected a readable '{path}' but got {error.strerror}") from None
    context = ir.Context()
    lutfuse.register(context)
    with context:
        try:
            return ir.Module.parse(data) if data[:4] == BYTECODE else ir.Module.parseFile(path)
        except Exception as error:
            line = str(error).splitlines()[0]
            raise PassError(f"expected an MLIR module in '{path}' but got: {line}") from None
