"""What a pass did and did not do, for people and for programs.

A remark goes two ways: to MLIR's remark engine, which turns it into a diagnostic when
`--remarks-filter` or `lutfuse.enable_remarks` asks for its category (the pass's name), and to
the listeners of `collect`, which is how the command line makes its tables.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from mlir import ir

from lutfuse import _lutfuse


@dataclass(frozen=True)
class Remark:
    """One remark. `reasons` are machine-readable words, `details` say more to people."""

    kind: str
    category: str
    name: str
    location: ir.Location
    reasons: tuple[str, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict[str, str])
    note: tuple[ir.Location, str] | None = None


_listeners: list[list[Remark]] = []


@contextmanager
def collect() -> Generator[list[Remark], None, None]:
    """Collects the remarks of all passes that run inside the `with` block."""
    remarks: list[Remark] = []
    _listeners.append(remarks)
    try:
        yield remarks
    finally:
        _listeners.remove(remarks)


def wanted(context: ir.Context) -> bool:
    """Whether anybody listens: a pass may spare itself the text of remarks otherwise."""
    return bool(_listeners) or _lutfuse.remarks_enabled(context)


def ignore(remark: Remark, op: ir.Operation) -> None:
    """What to do with a remark where none is wanted."""


def emit(remark: Remark, op: ir.Operation) -> None:
    """Sends `remark`; `op` is the operation it is about, or was about before its rewrite."""
    for listener in _listeners:
        listener.append(remark)
    if not _lutfuse.remarks_enabled(remark.location.context):
        return
    arguments = list(remark.details.items())
    if remark.reasons:
        arguments.insert(0, ("Reason", ", ".join(remark.reasons)))
    note_location, note = remark.note or (None, "")
    _lutfuse.emit_remark(
        remark.kind,
        remark.location,
        remark.category,
        remark.name,
        _lutfuse.enclosing_function(op),
        arguments,
        note_location,
        note,
    )
