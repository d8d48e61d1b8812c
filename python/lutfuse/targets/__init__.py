"""Targets: descriptions of what a back end's convolution post-processing can take.

A pattern never names a target. It asks the description, so that a new target is data:

    register_target(Target("my-npu", "8-bit, any table", storages=frozenset({"i8"})))

or a TOML file (`lutfuse.targets.file`), whose path stands wherever a target's name may.
"""

from __future__ import annotations

from lutfuse.targets.builtin import BUILTIN
from lutfuse.targets.capability import Capability, Combination
from lutfuse.targets.description import Nearest, Target
from lutfuse.targets.file import load_target
from lutfuse.targets.kernels import ConvolutionShape, Size, SpecializedKernel
from lutfuse.targets.words import KINDS, LOOKUPS, PARAMETRIC, PRODUCERS, STORAGES

__all__ = [
    "KINDS",
    "LOOKUPS",
    "PARAMETRIC",
    "PRODUCERS",
    "STORAGES",
    "TARGETS",
    "Capability",
    "Combination",
    "ConvolutionShape",
    "Nearest",
    "Size",
    "SpecializedKernel",
    "Target",
    "find_target",
    "load_target",
    "register_target",
]

TARGETS: dict[str, Target] = {target.name: target for target in BUILTIN}


def register_target(target: Target) -> Target:
    """Makes `target` known by its name; raises ValueError if another one has it."""
    known = TARGETS.setdefault(target.name, target)
    if known != target:
        raise ValueError(f"expected a new target name but got '{target.name}' twice")
    return known


def find_target(name: str) -> Target:
    """The target of that name, or the one in a file if the name ends in `.toml`.

    Raises ValueError that lists the known names, or says what is wrong with the file.
    """
    if name.endswith(".toml"):
        return load_target(name)
    if name not in TARGETS:
        known = ", ".join(sorted(TARGETS))
        raise ValueError(f"expected a target among {known} or a .toml file but got '{name}'")
    return TARGETS[name]
