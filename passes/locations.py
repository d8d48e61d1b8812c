"""Locations as people write them, and the locations of fused ops.

A fused op's location holds both sources: `fused<"fuse-lut-activation">[convolution, activation]`.
MLIR drops unknown locations from such a list, so the metadata says which one is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

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


FUSION = "fuse-lut-activation"
_NO_CONVOLUTION = f"{FUSION}, convolution unknown"
_NO_ACTIVATION = f"{FUSION}, activation unknown"


def fuse_locations(convolution: ir.Location, activation: ir.Location) -> ir.Location:
    """The location of an op fused from two, which `source_locations` takes apart again."""
    unknown = ir.Location.unknown(convolution.context)
    metadata = FUSION
    if convolution == unknown and activation != unknown:
        metadata = _NO_CONVOLUTION
    elif activation == unknown and convolution != unknown:
        metadata = _NO_ACTIVATION
    return ir.Location.fused([convolution, activation], ir.StringAttr.get(metadata))


def source_locations(fused: ir.Location) -> tuple[ir.Location, ir.Location]:
    """Locations of convolution and activation; the op's own where it was not made by fusion."""
    if not fused.is_a_fused():
        return fused, fused
    unknown = ir.Location.unknown(fused.context)
    text, sources = str(fused), fused.locations
    if text.startswith(f'loc(fused<"{_NO_CONVOLUTION}">'):
        return unknown, sources[0]
    if text.startswith(f'loc(fused<"{_NO_ACTIVATION}">'):
        return sources[0], unknown
    if text.startswith(f'loc(fused<"{FUSION}">'):
        return sources[0], sources[-1]
    return fused, fused
