"""Targets: descriptions of what a back end's convolution post-processing can take.

A pattern never names a target. It asks the description, so that a new target is data:

    register_target(Target("my-npu", "8-bit, any table", groups=False))
"""

from __future__ import annotations

from dataclasses import dataclass

STORAGES = frozenset({"i8", "u8", "i16"})
# Activations given by parameters; `prelu` is a leaky ReLU with slopes for each channel.
PARAMETRIC = frozenset({"clip", "leaky_relu", "prelu"})


@dataclass(frozen=True)
class Target:
    """Capabilities of one target.

    `activations` are the kinds of table that fuse, None for every table. `parameters` are the
    activations without a table that fuse, among `clip`, `leaky_relu` and `prelu`, which is a
    leaky ReLU with slopes for each channel. `storages` are the storage types of the
    intermediate codes. `groups` is whether grouped (and so depthwise)
    convolutions have post-processing.
    """

    name: str
    description: str
    activations: frozenset[str] | None = None
    parameters: frozenset[str] = frozenset()
    storages: frozenset[str] = STORAGES
    groups: bool = True

    def takes(self, activation: str, *, table: bool) -> bool:
        """Whether an activation fuses: a kind of table, or one that is given by parameters."""
        if not table:
            return activation in self.parameters
        return self.activations is None or activation in self.activations


TARGETS: dict[str, Target] = {}


def register_target(target: Target) -> Target:
    """Makes `target` known by its name; raises ValueError if the name is taken."""
    if target.name in TARGETS:
        raise ValueError(f"expected a new target name but got '{target.name}' twice")
    for what, known in (("storages", STORAGES), ("parameters", PARAMETRIC)):
        unknown = getattr(target, what) - known
        if unknown:
            raise ValueError(f"expected {what} among {sorted(known)} but got {sorted(unknown)}")
    TARGETS[target.name] = target
    return target


def find_target(name: str) -> Target:
    """The target of that name; raises ValueError that lists the known ones."""
    if name not in TARGETS:
        known = ", ".join(sorted(TARGETS))
        raise ValueError(f"expected a target among {known} but got '{name}'")
    return TARGETS[name]


register_target(
    Target(
        "reference",
        "8-bit GELU and sigmoid tables after ungrouped convolutions: the conservative rules",
        activations=frozenset({"gelu", "sigmoid"}),
        storages=frozenset({"i8", "u8"}),
        groups=False,
    )
)
register_target(
    Target("cpu", "any activation after any convolution, in registers", parameters=PARAMETRIC)
)
