"""What a run did: commands by kind, bytes by use and region, table loads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lutfuse.ethosu.memory import region_name


@dataclass
class Statistics:
    """Counts of one run.

    `commands` by name without `NPU_`; `operations` by kind, as `conv` or `elementwise.mul`;
    `read` and `written` bytes by (use, region): uses are those of registers in lower case, and
    `dma`. Each element counts once for each operation, however often the hardware fetches it.
    """

    commands: Counter[str] = field(default_factory=Counter[str])
    operations: Counter[str] = field(default_factory=Counter[str])
    read: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    written: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    table_loads: int = 0
    table_bytes: int = 0

    @property
    def bytes_moved(self) -> int:
        """All bytes read and written."""
        return sum(self.read.values()) + sum(self.written.values())

    def lines(self) -> list[str]:
        """The counts as text."""
        result = [f"commands {sum(self.commands.values())}"]
        result += [f"{kind} {count}" for kind, count in sorted(self.operations.items())]
        for verb, counts in (("read", self.read), ("written", self.written)):
            for (use, region), count in sorted(counts.items()):
                result.append(f"{use} bytes {verb} in {region_name(region)}: {count}")
        loads = f"table loads {self.table_loads} ({self.table_bytes} bytes)"
        return [*result, loads, f"bytes moved {self.bytes_moved}"]
