"""Who reads the value between a convolution and its activation, and what a second one costs.

A user is *unneeded* where nothing but debug ops would miss it: a debug op itself, or an op
without side effects whose results have no other users than such ops. Unneeded users do not
keep an activation from being fused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.fusion.candidates import Candidate
from lutfuse.passes.ir.convolution import multiply_accumulates

# Names, or dialects with a dot at the end, of ops that only tell a debugger about a value.
DEBUG_OPS = {"dbg.", "debug.", "llvm.intr.dbg.declare", "llvm.intr.dbg.value"}

# An unneeded op may feed others. Most users are needed, which has to be found out fast: what has
# more ops than this below it counts as needed, and is for dead code elimination to remove.
MOST_BELOW = 16
USERS_COUNTED = 10  # a value may have very many users, and two are enough to refuse


def register_debug_op(name: str) -> None:
    """Makes an op a debug op: its full name, or `dialect.` for all ops of a dialect."""
    if "." not in name:
        raise ValueError(f"expected 'dialect.op' or 'dialect.' but got '{name}'")
    DEBUG_OPS.add(name)


def is_debug(op: ir.Operation) -> bool:
    """Whether an op only tells a debugger about a value."""
    return op.name in DEBUG_OPS or op.name.split(".")[0] + "." in DEBUG_OPS


def users(value: ir.Value) -> Iterator[ir.Operation]:
    """Ops that use a value, the last first; one that uses it twice comes twice."""
    return (use.owner.operation for use in value.uses)


def unneeded(roots: Iterable[ir.Operation], most: int | None = None) -> list[ir.Operation] | None:
    """`roots` and all ops below, users first, or None where something would miss one of them.

    None also where there are more than `most`.
    """
    found: dict[ir.Operation, set[ir.Operation]] = {}
    pending = list(roots)
    while pending:
        op = pending.pop()
        if op in found:
            continue
        if len(op.regions) or not (is_debug(op) or _only_computes(op)):
            return None
        if most is not None and (len(found) == most or _many_uses(op, most)):
            return None
        found[op] = {user for result in op.results for user in users(result)}
        pending += found[op]
    return _users_first(found)


def _only_computes(op: ir.Operation) -> bool:
    return len(op.results) > 0 and _lutfuse.is_memory_effect_free(op)


def _many_uses(op: ir.Operation, most: int) -> bool:
    return any(_lutfuse.use_count(result, most + 1) > most for result in op.results)


def _users_first(left: dict[ir.Operation, set[ir.Operation]]) -> list[ir.Operation] | None:
    """Ops in an order in which they can be erased; None where they use each other in a circle."""
    order: dict[ir.Operation, None] = {}
    while left:
        free = [op for op, above in left.items() if above <= order.keys()]
        if not free:
            return None
        order.update(dict.fromkeys(free))
        left = {op: above for op, above in left.items() if op not in order}
    return list(order)


def other_users(c: Candidate) -> int:
    """Needed users of the codes beside the activation, from the convolution on, up to a limit."""
    assert c.convolution is not None
    if not c.views and _lutfuse.use_count(c.convolution.operation.results[0], 2) == 1:
        return 0  # as nearly always
    path = [c.convolution.operation, *(view.operation for view in c.views)]
    if all(_lutfuse.use_count(op.results[0], 2) == 1 for op in path):
        return 0
    own = {*path, c.activation.operation}
    others = (user for op in path for user in users(op.results[0]) if user not in own)
    needed = (user for user in others if unneeded([user], MOST_BELOW) is None)
    return sum(1 for _ in islice(needed, USERS_COUNTED - 1))


def multiple_users(c: Candidate) -> str | None:
    """More than one needed user, unless a second convolution costs no more than is allowed."""
    others = other_users(c) if c.convolution is not None else 0
    if not others:
        return None
    price = _too_much(c) if c.duplicate_up_to else ""
    if price is None:
        return None
    got = f"{others + 1} or more" if others + 1 == USERS_COUNTED else str(others + 1)
    return f"expected one user of the convolution's result but got {got}{price}"


def _too_much(c: Candidate) -> str | None:
    """Why a second convolution is not allowed; None where it is."""
    assert c.convolution is not None
    macs = multiply_accumulates(c.convolution)
    if macs is None:
        return ", and what a second convolution costs is unknown: its shape is dynamic"
    if macs <= c.duplicate_up_to:
        return None
    limit = f"expected at most {c.duplicate_up_to} multiply-accumulates for a second convolution"
    return f"; {limit} but got {macs}"
