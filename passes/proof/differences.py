"""In words, the first place where two nodes differ."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from lutfuse.passes.proof.nodes import Node, OpData, array_of, is_integers
from lutfuse.passes.proof.windows import Window, spread

LONGEST = 80
NAMES = {
    "acc": "a convolution",
    "map": "an activation",
    "slice": "a slice",
    "stage": "a requantization",
    "transposition": "a transposition",
    "view": "a reshape",
}


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _name(node: Node) -> str:
    if isinstance(node.data, OpData):
        return f"'{node.data.name}'"
    return NAMES.get(node.kind, f"'{node.kind}'")


def mismatch(before: Node, after: Node) -> str:
    """What differs in two nodes apart from their operands; empty where nothing does."""
    if _name(before) != _name(after):
        return f"expected {_name(before)} but got {_name(after)}"
    if before.data != after.data:
        return _data(before, after)
    if (before.shape, before.width) != (after.shape, after.width):
        return f"expected a result of shape {before.shape} but got {after.shape}"
    if len(before.operands) != len(after.operands):
        return f"expected {len(before.operands)} operands but got {len(after.operands)}"
    return ""


def _data(before: Node, after: Node) -> str:
    if isinstance(before.data, OpData) and isinstance(after.data, OpData):
        return _op(before.data, after.data)
    if isinstance(before.data, Window) and isinstance(after.data, Window):
        return window(before.data, after.data)
    if before.kind == "constant":
        return constant_difference(before, after)[0]
    if before.kind in ("map", "stage"):
        return f"expected {_name(before)} but got another, of other operands"
    return f"expected {_short(str(before.data))} but got {_short(str(after.data))}"


def _op(before: OpData, after: OpData) -> str:
    name = f"'{before.name}'"
    if before.unique or after.unique:
        return f"expected content that can be compared but {name} has a resource"
    old, new = dict(before.attributes), dict(after.attributes)
    for key in {**old, **new}:
        if old.get(key) != new.get(key):
            values = _short(str(old.get(key))), _short(str(new.get(key)))
            return f"expected {name} with '{key}' {values[0]} but got {values[1]}"
    for old_type, new_type in zip(before.types, after.types, strict=False):
        if old_type != new_type:
            return f"expected {name} on {_short(old_type)} but got {_short(new_type)}"
    return f"expected {name} with equal regions and effects but got others"


def window(before: Window, after: Window) -> str:
    """The first field of two convolutions that differs, and where two filters do."""
    if before.filter_shape[:3] == after.filter_shape[:3] and before.group != after.group:
        return _channels_read(before, after)
    for field in fields(Window):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old == new:
            continue
        if field.name != "weights" or None in (old, new):
            return f"expected '{field.name}' {_short(str(old))} but got {_short(str(new))}"
        at = tuple(int(i) for i in np.argwhere(before.filter != after.filter)[0])
        values = int(before.filter[at]), int(after.filter[at])
        return f"expected weight {values[0]} at {list(at)} of the filter but got {values[1]}"
    return ""


def _channels_read(before: Window, after: Window) -> str:
    """Two convolutions with other groups, of which one may be made of slices in no order."""
    windows = before, after
    filters = [spread(one, one.filter_shape[3] * one.group) for one in windows]
    reads = [(weights != 0).any(axis=(1, 2)) for weights in filters]
    for channel, pair in enumerate(zip(*reads, strict=True)):
        old, new = (np.flatnonzero(row).tolist() for row in pair)
        if old != new:
            return f"expected channel {channel} of input channels {old} but got of {new}"
    return f"expected 'group' {before.group} but got {after.group}"


def constant_difference(before: Node, after: Node) -> tuple[str, tuple[int, int] | None]:
    """In words, and the two values where both constants are integers of the same shape."""
    if not (is_integers(before) and is_integers(after)) or before.shape != after.shape:
        return "expected equal constants but got others", None
    old, new = array_of(before), array_of(after)
    if np.array_equal(old, new):
        return "expected constants of the same type but got others", None
    at = tuple(int(i) for i in np.argwhere(old != new)[0])
    values = int(old[at]), int(new[at])
    where = f" at {list(at)}" if at else ""
    return f"expected {values[0]}{where} but got {values[1]}", values
