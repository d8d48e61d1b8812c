"""Files as the command line writes them: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from mlir import ir

from lutfuse.runtime.models import ModelError


def write_atomically(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Lets `write` fill a temporary file beside `path`, then renames it to `path`."""
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise ModelError(f"'{path}': expected a writable folder but got {error.strerror}") from None
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            write(file)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError as error:
        raise ModelError(f"'{path}': expected a writable file but got {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _write_text(file: BinaryIO, text: str) -> None:
    file.write(text.encode())


def write_module(path: Path, module: ir.Module) -> None:
    """Writes a module with its locations: bytecode where the name ends in `.mlirbc`, else text."""
    if path.suffix == ".mlirbc":
        write_atomically(path, module.operation.write_bytecode)
        return
    text = str(module.operation.get_asm(enable_debug_info=True))
    write_atomically(path, lambda file: _write_text(file, text))
