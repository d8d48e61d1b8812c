"""What fusion does with the attributes of the two ops: each has a rule, and the rule says why.

Inherent attributes have theirs here. A discardable one belongs to whoever put it there, and only
they know whether it still holds for the fused op: without a rule it is dropped, with a remark.

    from lutfuse.passes.attribute_rules import Rule, register_attribute_rule

    register_attribute_rule("npu.core", Rule("keep", "both", "where the layer runs"))
    register_attribute_rule("npu.", Rule("drop", "both", "planned for ops that are gone"))

A fused op remembers in `lutfuse.sources` which op had what, so that unfusing needs no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.core import remarks
from lutfuse.passes.core.registry import PassError
from lutfuse.passes.core.remarks import Remark

Action = Literal["keep", "convert", "drop"]
OnParts = Literal["keep", "drop"]
Side = Literal["convolution", "activation", "both"]
Converter = Callable[[ir.Attribute | None, ir.Attribute | None], ir.Attribute | None]
SIDES: tuple[Side, Side] = ("convolution", "activation")
SOURCES = "lutfuse.sources"
OURS = (SOURCES, "lutfuse.merged_boundary")  # what passes here have put on a fused op


@dataclass(frozen=True)
class Rule:
    """What becomes of an attribute.

    - `action`: `keep` takes it over as it is, `convert` calls `convert`, `drop` leaves it behind.
    - `side`: whose attribute it is on the fused op. What a convolution says about its result
      holds for the codes between, what an activation says for the result of the fused op. With
      `both`, either op may have it, and two that differ are dropped.
    - `why`: a few words for the remark where it is dropped, and for the reference.
    - `convert`: gets the attributes of convolution and activation, None where an op has none, and
      returns that of the fused op, or None to drop both. There is no way back from it.
    - `becomes`: its name on the fused op where that is another one.
    - `on_parts`: whether it holds for each group of an op that is split into its groups (`keep`),
      as where it runs does, or is dropped there, as what it costs.
    """

    action: Action
    side: Side
    why: str
    convert: Converter | None = None
    becomes: str = ""
    on_parts: OnParts = "drop"

    def __post_init__(self) -> None:
        for what, value, known in (
            ("action", self.action, ("keep", "convert", "drop")),
            ("side", self.side, (*SIDES, "both")),
            ("on_parts", self.on_parts, ("keep", "drop")),
        ):
            if value not in known:
                raise ValueError(f"expected a rule's {what} among {known} but got '{value}'")
        if not self.why:
            raise ValueError("expected a rule to say why but got nothing")
        if (self.convert is None) == (self.action == "convert"):
            raise ValueError(f"expected 'convert' with action 'convert' only, got '{self.action}'")


_WINDOW = Rule("keep", "convolution", "part of what the convolution computes")
_REQUANT = Rule("keep", "convolution", "leads to `intermediate_type`, as before")
_PARAMETERS = Rule("keep", "activation", "the activation itself", becomes="activation")

INHERENT: dict[str, dict[str, Rule]] = {
    "lutfuse.conv2d": {
        **dict.fromkeys(("stride", "pad", "dilation", "group"), _WINDOW),
        "requant": _REQUANT,
    },
    "lutfuse.conv_transpose2d": {
        **dict.fromkeys(("stride", "out_pad", "group"), _WINDOW),
        "requant": _REQUANT,
    },
    "lutfuse.lut_activation": {
        "kind": Rule("keep", "activation", "the label of the table"),
        "header": Rule("keep", "activation", "says how the table is indexed"),
    },
    "lutfuse.clip": {"parameters": _PARAMETERS},
    "lutfuse.leaky_relu": {"parameters": _PARAMETERS},
}

_registered: dict[tuple[str, str], Rule] = {}  # by op or "*", and name or prefix


def register_attribute_rule(name: str, rule: Rule, op: str = "*") -> Rule:
    """Makes `rule` the rule of a discardable attribute, on one op or on all that fuse.

    `name` is a whole name with its dialect (`npu.core`), or a prefix that ends in a dot (`npu.`).
    A name goes before a prefix, a longer prefix before a shorter one, one op before all. Raises
    ValueError where there is a rule already, and where the name can have none.
    """
    for what in filter(None, (name, rule.becomes)):
        if "." not in what or what.startswith((".", "lutfuse.")):
            raise ValueError(f"expected an attribute of another dialect but got '{what}'")
    if rule.becomes.endswith(".") or (rule.becomes and name.endswith(".")):
        raise ValueError(f"expected whole names but got '{name}' that becomes '{rule.becomes}'")
    if op != "*" and op not in INHERENT:
        raise ValueError(f"expected '*' or one of {', '.join(INHERENT)} but got '{op}'")
    if (op, name) in _registered:
        raise ValueError(f"expected one rule for '{name}' of '{op}' but got two")
    _registered[op, name] = rule
    return rule


def unregister_attribute_rule(name: str, op: str = "*") -> None:
    """Takes a rule back; raises KeyError where there is none."""
    del _registered[op, name]


def find_rule(op: str, name: str) -> Rule | None:
    """The rule of a discardable attribute, None where nobody registered one."""
    parts = name.split(".")
    prefixes = (".".join(parts[:end]) + "." for end in range(len(parts) - 1, 0, -1))
    for key in (name, *prefixes):
        for owner in (op, "*"):
            if (owner, key) in _registered:
                return _registered[owner, key]
    return None


@dataclass(frozen=True)
class Dropped:
    """An attribute that was left behind, on which op, and why."""

    op: ir.Operation
    name: str
    why: str


@dataclass(frozen=True)
class _Offer:
    """An attribute that a rule lets one op hand on."""

    op: ir.Operation
    name: str
    rule: Rule

    @property
    def value(self) -> ir.Attribute:
        return self.op.attributes[self.name]


@dataclass
class Transfer:
    """Discardable attributes for the new op, and those that are left behind."""

    attributes: dict[str, ir.Attribute] = field(default_factory=dict[str, ir.Attribute])
    dropped: list[Dropped] = field(default_factory=list[Dropped])

    def apply(self, op: ir.Operation) -> None:
        """Sets the attributes on `op`."""
        for name, value in self.attributes.items():
            op.attributes[name] = value

    def say_dropped(self, category: str) -> None:
        """One remark for each attribute that is left behind."""
        for one in self.dropped:
            details = {"Attribute": one.name, "Op": one.op.name, "Why": one.why}
            remarks.emit(
                Remark("analysis", category, "dropped-attribute", one.op.location, (), details),
                one.op,
            )


def transfer(
    convolution: ir.Operation, activation: ir.Operation, *, merged: bool = False
) -> Transfer | None:
    """What the fused op takes over from the two; None where they have nothing discardable.

    With `merged`, there are no codes between of which the convolution's attributes could hold.
    """
    names = [_lutfuse.discardable_attributes(op) for op in (convolution, activation)]
    if not names[0] and not names[1]:
        return None
    result = Transfer()
    offers: dict[str, dict[Side, _Offer]] = {}
    for side, op, own in zip(SIDES, (convolution, activation), names, strict=True):
        for name in own:
            rule = find_rule(op.name, name)
            why = _why_not(rule, side, merged)
            if rule is None or why:
                result.dropped.append(Dropped(op, name, why))
                continue
            sided = offers.setdefault(rule.becomes or name, {})
            if side in sided:
                why = f"'{sided[side].name}' has its name on the fused op"
                result.dropped.append(Dropped(op, name, why))
            else:
                sided[side] = _Offer(op, name, rule)
    sources: dict[str, ir.Attribute] = {}
    for target, sided in offers.items():
        _settle(target, sided, result, sources)
    if sources:
        result.attributes[SOURCES] = ir.DictAttr.get(sources)
    return result


def _why_not(rule: Rule | None, side: Side, merged: bool = False) -> str:
    """Why the attribute of one op is left behind, empty where it is not."""
    if rule is None:
        return "no rule is registered for it"
    if rule.action == "drop":
        return rule.why
    if rule.side not in (side, "both"):
        return f"only that of the {rule.side} holds for the fused op: {rule.why}"
    if merged and rule.side == "convolution":
        return f"its codes are not computed where the boundary is merged: {rule.why}"
    return ""


def _settle(
    target: str, offers: dict[Side, _Offer], result: Transfer, sources: dict[str, ir.Attribute]
) -> None:
    """Makes one attribute of one offer or two, or none."""
    converting = next((o for o in offers.values() if o.rule.convert is not None), None)
    values = [offer.value for offer in offers.values()]
    if converting is not None:
        value, why = _converted(target, converting, offers), converting.rule.why
    else:
        value = values[0] if all(v == values[0] for v in values) else None
        why = f"the two ops differ in it: {' and '.join(map(str, values))}"
        sources[target] = ir.DictAttr.get({s: ir.StringAttr.get(o.name) for s, o in offers.items()})
    if value is not None:
        result.attributes[target] = value
        return
    sources.pop(target, None)
    result.dropped += [Dropped(offer.op, offer.name, why) for offer in offers.values()]


def _converted(target: str, offer: _Offer, offers: Mapping[Side, _Offer]) -> ir.Attribute | None:
    assert offer.rule.convert is not None
    convolution, activation = (offers[s].value if s in offers else None for s in SIDES)
    try:
        value = offer.rule.convert(convolution, activation)
    except Exception as error:
        text = " ".join(str(error).split())
        message = f"the rule of '{target}' failed: {type(error).__name__}: {text}"
        raise PassError(message, offer.op.location) from error
    if value is None or isinstance(value, ir.Attribute):
        return value
    got = type(value).__name__
    message = f"expected an attribute or None from the rule of '{target}' but got '{got}'"
    raise PassError(message, offer.op.location)


def give_back(fused: ir.Operation) -> tuple[Transfer, Transfer]:
    """Discardable attributes for convolution and activation.

    What fusion did not take over as it was, or what came later, belongs to neither op.
    """
    convolution, activation = Transfer(), Transfer()
    names = _lutfuse.discardable_attributes(fused)
    none: dict[str, ir.Attribute] = {}
    sources = ir.DictAttr(fused.attributes[SOURCES]) if SOURCES in names else none
    for name in names:
        if name in OURS:
            continue
        if name not in sources:
            why = "it says of the fused op what neither op said"
            activation.dropped.append(Dropped(fused, name, why))
            continue
        sides = ir.DictAttr(sources[name])
        for side, half in zip(SIDES, (convolution, activation), strict=True):
            if side in sides:
                half.attributes[ir.StringAttr(sides[side]).value] = fused.attributes[name]
    return convolution, activation


def compose(first: ir.Operation, second: ir.Operation) -> Transfer:
    """What one activation takes over from two that follow each other.

    Of attributes on the side of the activation, those of the second: its result is what remains.
    """
    result = Transfer()
    for op, other in ((first, second), (second, first)):
        for name in _lutfuse.discardable_attributes(op):
            if why := _why_not_composed(op, other, name, op == second):
                result.dropped.append(Dropped(op, name, why))
            else:
                result.attributes[name] = op.attributes[name]
    return result


def _why_not_composed(op: ir.Operation, other: ir.Operation, name: str, last: bool) -> str:
    rule = find_rule(op.name, name)
    why = _why_not(rule, "activation")
    if rule is None or why:
        return why
    if rule.action == "convert":
        return "its rule is about a convolution and an activation"
    if rule.side == "activation":
        return "" if last else f"only that of the last activation holds: {rule.why}"
    same = name in other.attributes and other.attributes[name] == op.attributes[name]
    return "" if same else "the two ops differ in it"


def of_parts(op: ir.Operation) -> Transfer:
    """What each part takes over from an op that is split into its groups.

    An attribute of a fused op has the rule of the op that it came from, as `lutfuse.sources` says.
    """
    result = Transfer()
    names = _lutfuse.discardable_attributes(op)
    none: dict[str, ir.Attribute] = {}
    sources = ir.DictAttr(op.attributes[SOURCES]) if SOURCES in names else none
    for name in names:
        if name in OURS:
            continue
        rule = find_rule(*_source(op, sources, name))
        if rule is None:
            result.dropped.append(Dropped(op, name, "no rule is registered for it"))
        elif rule.on_parts == "drop":
            why = f"its rule does not keep it on parts: {rule.why}"
            result.dropped.append(Dropped(op, name, why))
        else:
            result.attributes[name] = op.attributes[name]
    kept = {name: sources[name] for name in result.attributes if name in sources}
    if kept:
        result.attributes[SOURCES] = ir.DictAttr.get(kept)
    return result


def _source(
    op: ir.Operation, sources: Mapping[str, ir.Attribute] | ir.DictAttr, name: str
) -> tuple[str, str]:
    """The op that an attribute of a fused op came from, as far as that is known, and its name."""
    if name not in sources:
        return op.name, name
    sides = ir.DictAttr(sources[name])
    if SIDES[0] in sides:
        return op.name.replace("fused_", ""), ir.StringAttr(sides[SIDES[0]]).value
    return "*", ir.StringAttr(sides[SIDES[1]]).value


def leave_behind(op: ir.Operation, why: str) -> Transfer:
    """The discardable attributes of an op that goes away, but for what passes here have read."""
    names = (n for n in _lutfuse.discardable_attributes(op) if not n.startswith("lutfuse."))
    return Transfer(dropped=[Dropped(op, name, why) for name in names])
