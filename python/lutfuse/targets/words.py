"""The words that a description is made of, and how a wrong one is reported."""

from __future__ import annotations

from collections.abc import Iterator

from lutfuse.dialects.lutfuse import is_kind, standard_kinds

# What makes the codes. `depthwise` has one input channel a group; `grouped` are all others with
# several groups, transposed ones included.
PRODUCERS = frozenset({"convolution", "depthwise", "grouped", "transposed"})
STORAGES = frozenset({"i8", "u8", "i16"})
LOOKUPS = frozenset({"direct", "interpolated"})
# Activations given by parameters; `prelu` is a leaky ReLU with slopes for each channel.
PARAMETRIC = frozenset({"clip", "leaky_relu", "prelu"})
# Functions that a table stands for, as the dialect has them; one's own are in no list.
KINDS = frozenset(standard_kinds())

Bounds = tuple[float, float]


def raise_problems(problems: Iterator[str]) -> None:
    """Raises ValueError with all problems in one line, if there are any."""
    text = "; ".join(problems)
    if text:
        raise ValueError(text)


def outside(field: str, got: frozenset[str] | None, known: frozenset[str]) -> Iterator[str]:
    """What is wrong with the words of a field, None for a field that says nothing."""
    unknown = (got or frozenset()) - known
    if unknown:
        yield f"expected {field} among {sorted(known)} but got {sorted(unknown)}"


def own_kinds(activations: frozenset[str] | None) -> frozenset[str]:
    """Kinds of table that are not ours: those of others have a name with a dot, `npu.softsign`."""
    return frozenset(filter(is_kind, activations or ())) - KINDS
