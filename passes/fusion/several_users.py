"""Intermediate values with several users: what happens to them before and after fusion.

Before: users that are dead are removed, and equal activations of one value become one, so that
neither keeps an activation from being fused. After: a convolution whose value was needed by
nobody but debug ops is removed with them, as the value is no longer computed. Unfusing makes
duplicates of a convolution one again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cmp_to_key

from mlir import ir, rewrite

from lutfuse import _lutfuse
from lutfuse.passes.core.patterns import apply_patterns
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.fusion.candidates import ACTIVATIONS, Candidate
from lutfuse.passes.fusion.users import MOST_BELOW, is_debug, other_users, unneeded, users
from lutfuse.passes.ir.constants import constant_attribute
from lutfuse.passes.ir.convolution import PLAIN, as_convolution, multiply_accumulates
from lutfuse.passes.ir.views import VIEWS, is_view

_ACTIVATIONS = tuple(cls.OPERATION_NAME for cls in ACTIVATIONS)

Say = Callable[[Remark, ir.Operation], None]


def settle_users(module: ir.Operation, category: str, say: Say) -> None:
    """Removes dead users and makes equal activations one, for all convolutions of `module`."""
    found: dict[ir.Operation, None] = {}

    def note(op: ir.OpView, _: rewrite.PatternRewriter) -> bool:
        if _lutfuse.use_count(op.operation.results[0], 2) > 1:
            source = _source(op.operation)
            if source is not None:
                found[source] = None
        return False

    apply_patterns(module, dict.fromkeys((*PLAIN, *VIEWS), note))
    while found:  # an erased op leaves `found`, which must name no op that is gone
        convolution = next(iter(found))
        del found[convolution]
        values = _values(convolution)
        if not any(user.name in _ACTIVATIONS for value in values for user in users(value)):
            continue
        dead = _dead(convolution)
        for op in dead:
            found.pop(op, None)
        erase(dead, category, say)
        for value in _values(convolution):
            _share(value, category, say)


def _source(op: ir.Operation) -> ir.Operation | None:
    """The plain convolution that `op` is, or is a view of."""
    while is_view(op):
        owner = op.operands[0].owner
        if not isinstance(owner, ir.OpView):
            return None
        op = owner.operation
    conv = as_convolution(op)
    return None if conv is None or conv.is_fused else op


def _values(convolution: ir.Operation) -> list[ir.Value]:
    """The result of a convolution, and of all views of it."""
    values: list[ir.Value] = [convolution.results[0]]
    for value in values:
        values += [user.results[0] for user in users(value) if is_view(user)]
    return values


def _dead(convolution: ir.Operation) -> list[ir.Operation]:
    """Users that nothing would miss, not even a debug op, and what is below them, users first."""
    dead: dict[ir.Operation, None] = {}
    for value in _values(convolution):
        for user in reversed(list(users(value))):
            below = None if user in dead else unneeded([user], MOST_BELOW)
            if below and not any(is_debug(op) for op in below):
                dead.update(dict.fromkeys(below))
    return list(dead)


@dataclass
class KeptConvolutions:
    """Convolutions that still had users when an activation of theirs was fused.

    All are in the module: one leaves this collection before it is erased.
    """

    macs: int = 0  # multiply-accumulates that the module has in addition, of all of them
    ops: dict[ir.Operation, None] = field(default_factory=dict[ir.Operation, None])

    def price(self, c: Candidate) -> int:
        """Adds what fusing costs: the convolution where others need it, and so it stays."""
        assert c.convolution is not None
        is_needed = c.duplicate_up_to and other_users(c)
        cost = multiply_accumulates(c.convolution) if is_needed else 0
        assert cost is not None  # the guard refuses an unknown cost
        self.macs += cost
        return cost

    def release(self, c: Candidate, rewriter: rewrite.PatternRewriter) -> None:
        """Erases views and convolution of a fused activation, from the first that has users."""
        assert c.convolution is not None
        convolution = c.convolution.operation
        for op in (*(view.operation for view in c.views), convolution):
            if _lutfuse.use_count(op.results[0], 1):
                self.ops[convolution] = None
                return
            if op == convolution:
                self.ops.pop(convolution, None)
            rewriter.erase_op(op)

    def sweep(self, category: str, say: Say) -> None:
        """Erases what only debug ops read, with them. Not while patterns run."""
        while self.ops:
            convolution = next(iter(self.ops))
            del self.ops[convolution]
            gone = unneeded([convolution])
            if gone is None:
                continue
            for op in gone:
                self.ops.pop(op, None)
            erase(gone[:-1], category, say)
            convolution.erase()


def erase(ops: Iterable[ir.Operation], category: str, say: Say) -> None:
    """Erases ops, users first, with a remark for each that is no view."""
    for op in ops:
        name = "dropped-debug-user" if is_debug(op) else "dropped-dead-user"
        if not is_view(op):
            say(Remark("analysis", category, name, op.location, (), {"Op": op.name}), op)
        op.erase()


def _share(value: ir.Value, category: str, say: Say) -> None:
    """Makes equal activations of `value` one, which is where the first one was."""
    groups: dict[tuple[object, ...], list[ir.Operation]] = {}
    for user in reversed(list(users(value))):
        if user.name in _ACTIVATIONS:
            groups.setdefault(_key(user), []).append(user)
    for equal in groups.values():
        if len(equal) > 1:
            _merge(sorted(equal, key=cmp_to_key(_order)), category, say)


def _order(one: ir.Operation, other: ir.Operation) -> int:
    return -1 if one.is_before_in_block(other) else 1


def _key(activation: ir.Operation) -> tuple[object, ...]:
    """Equal for activations that are one op twice: tables are compared by their contents."""
    attributes = _attributes(activation)
    table = [_contents(operand) for operand in list(activation.operands)[1:]]
    return activation.name, activation.block, *table, activation.results[0].type, *attributes


def _attributes(op: ir.Operation) -> list[tuple[str, ir.Attribute]]:
    return sorted((name, op.attributes[name]) for name in op.attributes)


def _contents(value: ir.Value) -> object:
    return constant_attribute(value) or value


def _merge(equal: list[ir.Operation], category: str, say: Say) -> None:
    first, *others = equal
    location = first.location
    # Where they came from is the location of all: no source is lost.
    first.location = ir.Location.fused([op.location for op in equal])
    for op in others:
        op.results[0].replace_all_uses_with(first.results[0])
        op.erase()
    details = {"Op": first.name, "Activations": str(len(equal))}
    say(Remark("passed", category, "merged", location, (), details), first)


def join_duplicate(convolution: ir.Operation, rewriter: rewrite.PatternRewriter) -> None:
    """Erases a convolution that an earlier one of its block is the same as, location included.

    The inverse of duplication. Two that come from no known place may have been two all along.
    """
    if convolution.location == ir.Location.unknown(convolution.context):
        return
    value = convolution.operands[0]
    twin = next((user for user in users(value) if _is_duplicate(convolution, user)), None)
    if twin is not None:
        convolution.results[0].replace_all_uses_with(twin.results[0])
        rewriter.erase_op(convolution)


def _is_duplicate(op: ir.Operation, earlier: ir.Operation) -> bool:
    return (
        earlier.name == op.name
        and earlier != op
        and earlier.block == op.block
        and earlier.is_before_in_block(op)
        and list(earlier.operands) == list(op.operands)
        and earlier.results[0].type == op.results[0].type
        and _attributes(earlier) == _attributes(op)
        and earlier.location == op.location
    )
