"""Locations as people write them, and the locations of fused ops.

A fused op's location holds both sources, and `#lutfuse.fused` of the dialect as metadata: which
pass fused them, behind how many views of the codes the activation was, and which location is not
known, as MLIR drops those from the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mlir import ir

from lutfuse import _lutfuse

_LONGEST = 40  # characters of a layer's name in a symbol: what comes last says most


def label(location: ir.Location) -> str:
    """A tensor's name, `file:line:column`, or several of these joined by `, `."""
    if location.is_a_name():
        return printable(location.name_str)
    if location.is_a_file():
        return f"{printable(location.filename)}:{location.start_line}:{location.start_col}"
    if location.is_a_fused():
        return ", ".join(label(part) for part in location.locations)
    return str(location)[4:-1]


def printable(text: str) -> str:
    """A name as one line: what is no printable character is escaped as Python does it.

    Names come from model files, and reports, messages and listings must not end where one says so.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def origin(location: ir.Location) -> str:
    """Like `label`, with the places of those layers that have both a name and a place."""
    if location.is_a_name() and location.child_loc != ir.Location.unknown(location.context):
        return f"{printable(location.name_str)} at {origin(location.child_loc)}"
    if location.is_a_fused():
        return ", ".join(origin(part) for part in location.locations)
    if location.is_a_callsite():
        return f"{origin(location.callee)} called at {origin(location.caller)}"
    return label(location)


def one_line(message: str, location: ir.Location) -> str:
    """A diagnostic as one line: its place, unless that is unknown, and what it says first."""
    line = (message.splitlines() or [""])[0]
    known = location != ir.Location.unknown(location.context)
    return f"{label(location)}: {line}" if known else line


def leaves(location: ir.Location) -> Iterator[str]:
    """The source locations inside a location: names and positions, unknown ones left out."""
    if location.is_a_fused():
        for part in location.locations:
            yield from leaves(part)
    elif location.is_a_callsite():
        yield from leaves(location.callee)
        yield from leaves(location.caller)
    elif location.is_a_name() or location.is_a_file():
        yield label(location)


def layers(location: ir.Location) -> Iterator[str]:
    """Names of the layers inside a location, as the model has them."""
    if location.is_a_fused():
        for part in location.locations:
            yield from layers(part)
    elif location.is_a_callsite():
        yield from layers(location.callee)
        yield from layers(location.caller)
    elif location.is_a_name():
        yield location.name_str


def symbol_part(location: ir.Location) -> str:
    """The names of the first two layers as a part of a symbol, empty where there are none."""
    words = (re.sub("[^A-Za-z0-9]+", "_", name).strip("_")[-_LONGEST:] for name in layers(location))
    return "_".join(list(dict.fromkeys(filter(None, words)))[:2])


FUSION = "fuse-lut-activation"
DECOMPOSITION = "decompose-grouped-convolutions"


def fuse_locations(
    convolution: ir.Location, activation: ir.Location, views: int = 0
) -> ir.Location:
    """The location of an op fused from two, which `source_locations` takes apart again."""
    return _lutfuse.fuse_locations(FUSION, convolution, activation, views)


def part_location(whole: ir.Location, number: int, parts: int) -> ir.Location:
    """The location of one of the parts that an op was split into: that of the op, and which."""
    metadata = f"{DECOMPOSITION}, group {number} of {parts}"
    return ir.Location.fused([whole], ir.StringAttr.get(metadata, whole.context))


def views_before_activation(fused: ir.Location) -> int:
    """How many views of the codes an activation was behind before it was fused."""
    found = _lutfuse.fused_locations(fused)
    return found[2] if found else 0


def source_locations(fused: ir.Location) -> tuple[ir.Location, ir.Location]:
    """Locations of convolution and activation; the op's own where it was not made by fusion."""
    found = _lutfuse.fused_locations(fused)
    return found[:2] if found else (fused, fused)
