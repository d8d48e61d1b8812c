"""Files as the command line writes them: whole or not at all.

The name `-` is standard output, and messages are then on standard error.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TextIO

from mlir import ir

from lutfuse.runtime.models import ModelError

STDOUT = Path("-")


def messages(*outputs: Path | None) -> TextIO:
    """Where messages go beside these outputs: standard output, unless one of them is that."""
    return sys.stderr if STDOUT in outputs else sys.stdout


def write_atomically(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Lets `write` make the content of `path`, which is a file, a device or a pipe, or `-`.

    A file is replaced by one that was written beside it. Raises ModelError.
    """
    if path == STDOUT:
        sys.stdout.buffer.write(_content(write))
        sys.stdout.flush()
        return
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(_content(write))
        else:
            _replace(path, write)
    except OSError as error:
        raise ModelError(f"'{path}': expected a writable file but got {error.strerror}") from None


def _content(write: Callable[[BinaryIO], object]) -> bytes:
    buffer = io.BytesIO()
    write(buffer)
    return buffer.getvalue()


def _replace(path: Path, write: Callable[[BinaryIO], object]) -> None:
    file_or_link = path
    path = Path(os.path.realpath(path))  # a link stays one
    try:
        # The prefix is no part of the name, which may be as long as the file system allows.
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".lutfuse.")
    except OSError as error:
        reason = f"expected a writable folder but got {error.strerror}"
        raise ModelError(f"'{file_or_link}': {reason}") from None
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            write(file)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_bytes(path: Path, data: bytes) -> None:
    """Writes bytes that exist already."""
    write_atomically(path, lambda file: file.write(data))


def write_module(path: Path, module: ir.Module) -> None:
    """Writes a module with its locations: bytecode where the name ends in `.mlirbc`, else text."""
    if path.suffix == ".mlirbc":
        return write_atomically(path, module.operation.write_bytecode)
    write_bytes(path, str(module.operation.get_asm(enable_debug_info=True)).encode())
