"""What differs between the accelerators and shows in results: cores, micro-blocks, shared RAM.

Numbers are those of Vela's `architecture_features.accelerator_configs`.
"""

from __future__ import annotations

from dataclasses import dataclass

SHARED_BANK = 1024
TABLE_BYTES = 2048


@dataclass(frozen=True)
class Accelerator:
    """One configuration.

    `macs` of one core; `ofm_depth` and `ifm_depth` of a micro-block (`ofm_ublock`, `ifm_ublock`);
    `banks` of shared RAM, 1 KiB each; `transfers` that may be outstanding (`max_outstanding_dma`).
    """

    name: str
    macs: int
    cores: int
    ofm_depth: int
    banks: int
    transfers: int
    ifm_depth: int = 8

    @property
    def shared_bytes(self) -> int:
        """Size of the shared RAM of one core."""
        return self.banks * SHARED_BANK

    @property
    def table_address(self) -> int:
        """Where the eight table slots of 256 bytes start in shared RAM: its last 2 KiB."""
        return self.shared_bytes - TABLE_BYTES

    @property
    def keeps_tables(self) -> bool:
        """Whether operations without a table leave the slots alone (`reserved_end_banks`)."""
        return self.banks > 16


ACCELERATORS = {
    accelerator.name: accelerator
    for accelerator in (
        Accelerator("ethos-u55-32", 32, 1, 4, 16, 1),
        Accelerator("ethos-u55-64", 64, 1, 8, 16, 1),
        Accelerator("ethos-u55-128", 128, 1, 8, 24, 1),
        Accelerator("ethos-u55-256", 256, 1, 8, 48, 1),
        Accelerator("ethos-u65-256", 256, 1, 8, 48, 2),
        Accelerator("ethos-u65-512", 256, 2, 8, 48, 2),
    )
}
