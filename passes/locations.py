"""Locations as people write them."""

from __future__ import annotations

from mlir import ir


def label(location: ir.Location) -> str:
    """A tensor's name, `file:line:column`, or several of these joined by `, `."""
    if location.is_a_name():
        return location.name_str
    if location.is_a_file():
        return f"{location.filename}:{location.start_line}:{location.start_col}"
    if location.is_a_fused():
        return ", ".join(label(part) for part in location.locations)
    return str(location)[4:-1]
