"""The accelerators, with what differs between them: cores, micro-blocks, shared RAM.

Facts are those of the dialect's table (`dialect/ethosu/Accelerators.h`), which its verifiers read.
"""

from __future__ import annotations

from dataclasses import dataclass

from lutfuse import _lutfuse

SHARED_BANK = 1024
SLOTS, SLOT_BYTES = 8, 256
TABLE_BYTES = SLOTS * SLOT_BYTES


@dataclass(frozen=True)
class Accelerator:
    """One configuration.

    `macs` of one core; `ofm_depth` and `ifm_depth` of a micro-block (`ofm_ublock`, `ifm_ublock`);
    `banks` of shared RAM, 1 KiB each; `transfers` that may be outstanding (`max_outstanding_dma`);
    `table_address` is where the table slots start in shared RAM.
    """

    name: str
    is_u65: bool
    cores: int
    macs: int
    banks: int
    transfers: int
    ofm_depth: int
    table_address: int
    ifm_depth: int = 8

    @property
    def shared_bytes(self) -> int:
        """Size of the shared RAM of one core."""
        return self.banks * SHARED_BANK

    @property
    def keeps_tables(self) -> bool:
        """Whether operations without a table leave the slots alone (`reserved_end_banks`).

        With 16 banks of shared RAM the slots are given to accumulators then.
        """
        return self.banks > 16

    @property
    def label(self) -> str:
        """What people call it, such as `Ethos-U65`."""
        return "Ethos-U65" if self.is_u65 else "Ethos-U55"


ACCELERATORS = {facts["name"]: Accelerator(**facts) for facts in _lutfuse.ethosu_accelerators()}


def find_accelerator(name: str) -> Accelerator:
    """The accelerator of that name; raises ValueError."""
    if name not in ACCELERATORS:
        raise ValueError(f"expected an accelerator of Ethos-U55 or U65 but got '{name}'")
    return ACCELERATORS[name]
