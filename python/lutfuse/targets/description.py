"""What a target can do, as plain data: guards ask it, users write it in Python or in TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import KW_ONLY, asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from lutfuse.targets.capability import NO_LIMIT, Capability, Combination
from lutfuse.targets.kernels import SpecializedKernel
from lutfuse.targets.words import Bounds

# A pipeline must be able to name a target, and a name must not look like a file.
_NAME = re.compile(r"(?!.*\.toml$)[A-Za-z0-9][A-Za-z0-9._+-]*")
_LIMITED = (("clip_bounds", {"clip"}), ("slopes", {"leaky_relu", "prelu"}))


class Nearest(NamedTuple):
    """The capability that comes nearest to a combination, and its fields that refuse."""

    capability: Capability
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Target(Capability):
    """A target: what its post-processing takes after a convolution, and how it is named.

    A target is a capability itself, and that is all of a simple one. Where not all combinations
    are alike, `capabilities` are rules: a pair fuses where one of them admits all of it. What a
    rule leaves out is what the target says.

    - `capabilities`: the rules; none is one that says what the target does.
    - `decompose_groups`: whether `decompose-grouped-convolutions` splits convolutions of which
      the groups fuse, but not the whole. Depthwise ones are never split.
    - `faster_unfused`: kernels that are faster, but lost where an activation is fused.

    Raises ValueError with one line that names every field in which a value makes no sense.
    """

    name: str
    description: str
    _: KW_ONLY
    capabilities: tuple[Capability, ...] = ()
    decompose_groups: bool = False
    faster_unfused: tuple[SpecializedKernel, ...] = ()

    def _problems(self) -> Iterator[str]:
        if not _NAME.fullmatch(self.name):
            yield f"expected a name of letters, digits and ._+- without .toml but got '{self.name}'"
        yield from super()._problems()
        rules = self.capabilities or (self,)
        yield from self._limit_problems(self, rules)
        for rule in self.capabilities:
            yield from self._limit_problems(rule, (rule,))

    def _limit_problems(self, said: Capability, rules: tuple[Capability, ...]) -> Iterator[str]:
        """A limit of activations that none of `rules` takes."""
        none: frozenset[str] = frozenset()
        stated = (self.parameters if one.parameters is None else one.parameters for one in rules)
        taken = none.union(*(parameters or none for parameters in stated))
        for field, limited in _LIMITED:
            if getattr(said, field) is not None and not limited & taken:
                names = " or ".join(sorted(limited))
                yield f"expected {names} among the parameters that {field} limits but got neither"

    @cached_property
    def rules(self) -> tuple[Capability, ...]:
        """The capabilities in full, each with what the target says for all."""
        return tuple(one.within(self).within(NO_LIMIT) for one in self.capabilities or (self,))

    @cached_property
    def clip_bounds_named(self) -> tuple[Bounds, ...]:
        """All bounds of clips that a rule names; none where no rule limits them."""
        return tuple({pair: None for rule in self.rules for pair in rule.clip_bounds or ()})

    @cached_property
    def limits_slopes(self) -> bool:
        """Whether a rule limits slopes."""
        return any(rule.slopes is not None for rule in self.rules)

    @cached_property
    def _known(self) -> dict[Combination, Nearest | None]:
        return {}

    def refusal(self, what: Combination) -> Nearest | None:
        """What comes nearest to a combination that does not fuse; None for one that does.

        A rule for the same producer is nearer than others, then the one that refuses least.
        Models repeat few combinations many times: each is looked at once.
        """
        if what not in self._known:
            found = [Nearest(rule, rule.misses(what)) for rule in self.rules]
            nearest = min(found, key=lambda one: ("producers" in one.fields, len(one.fields)))
            self._known[what] = nearest if nearest.fields else None
        return self._known[what]

    def to_json(self) -> dict[str, Any]:
        """All fields under the names that they have in a TOML file; null is no limit."""
        return {"name": self.name, "description": self.description, **_plain(asdict(self))}


def _plain(value: Any) -> Any:
    """JSON for a value of a description. Infinity is a string, as JSON has none."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value) if value in (float("inf"), float("-inf")) else value
