"""Files and bytes as modules, whose locations say what the file is called."""

from __future__ import annotations

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.core.locations import one_line


class ParseError(Exception):
    """What is no module, or has constants whose data was left out; one line with the place."""


def parse_module(data: bytes, name: str, context: ir.Context) -> ir.Module:
    """A module from text or bytecode, whose locations say that it is from `name`."""
    # A file's name need not be Unicode.
    name = name.encode("utf-8", "backslashreplace").decode()
    module, problem = _lutfuse.parse_module(data, name, context)
    if module is None:
        assert problem is not None
        raise ParseError(one_line(*problem))
    return module
