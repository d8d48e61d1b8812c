"""Which machine runs a model: a processor, or the NPU that a target is named after."""

from __future__ import annotations

from lutfuse.ethosu.accelerators import ACCELERATORS


def is_npu(target: str) -> bool:
    """Whether a target is that of an NPU: its name is the accelerator's."""
    return target in ACCELERATORS


def check_choice(cpu: str | None, target: str | None) -> None:
    """Raises ValueError where a processor is named beside the target of an NPU.

    A description that is not tied to a machine goes with any processor. Without a processor, what
    an NPU would fuse can be run on this one.
    """
    if cpu is not None and target is not None and is_npu(target):
        raise ValueError(f"expected a target of CPU '{cpu}' but got '{target}', which is an NPU")
