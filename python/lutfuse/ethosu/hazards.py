"""Transfers and operations run at the same time unless the stream waits: what must not overlap.

A transfer that starts runs beside the operations that follow, and the other way around. The stream
orders them with NPU_OP_DMA_WAIT and NPU_OP_KERNEL_WAIT, whose number says how many of the
latest may still run. Operations among themselves are ordered by the hardware (`BLOCKDEP`).
"""

from __future__ import annotations

from dataclasses import dataclass

from lutfuse.ethosu.faults import HazardFault
from lutfuse.ethosu.memory import Range, region_name

# Operations that may be outstanding (Vela's `max_outstanding_kernels`).
MOST_KERNELS = 2


@dataclass(frozen=True)
class Access:
    """What a transfer or operation at a word of the stream reads and writes."""

    position: int
    reads: tuple[Range, ...]
    writes: tuple[Range, ...]

    def conflict(self, later: Access) -> Range | None:
        """A range of the later one that this one must have finished with."""
        for one in later.reads:
            if any(one.overlaps(mine) for mine in self.writes):
                return one
        for one in later.writes:
            if any(one.overlaps(mine) for mine in (*self.reads, *self.writes)):
                return one
        return None


class Hazards:
    """Outstanding transfers and operations, oldest first."""

    def __init__(self, most_transfers: int) -> None:
        self._most = {"transfer": most_transfers, "operation": MOST_KERNELS}
        self._running: dict[str, list[Access]] = {kind: [] for kind in self._most}

    def wait(self, kind: str, outstanding: int) -> None:
        """Let all but the latest `outstanding` finish."""
        running = self._running[kind]
        del running[: max(len(running) - outstanding, 0)]

    def start(self, kind: str, access: Access) -> None:
        """Begin; raises HazardFault on a conflict with what may still run of the other kind."""
        other = "operation" if kind == "transfer" else "transfer"
        for earlier in self._running[other]:
            found = earlier.conflict(access)
            if found is not None:
                place = f"{region_name(found.region)} at {found.start:#x}"
                raise HazardFault(
                    f"does not wait for the {other} at word {earlier.position}, which uses {place}"
                )
        running = self._running[kind]
        running.append(access)
        del running[: max(len(running) - self._most[kind], 0)]
