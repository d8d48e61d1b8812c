"""`lutfuse disassemble`: the command streams in a driver's payload or in Vela's `.tflite`."""

from __future__ import annotations

import struct
from pathlib import Path

from lutfuse.ethosu import Payload, disassemble, read_payload
from lutfuse.ethosu.faults import Fault
from lutfuse.ethosu.payload import MAGIC, PayloadError, read_npu_operators
from lutfuse.runtime.models import ModelError


def listing(path: Path) -> str:
    """One line for each command; raises ModelError for a file that holds no command stream."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"'{path}': expected a readable file but got {error.strerror}") from None
    try:
        parts = [
            f"; command stream {number} for {one.accelerator}\n{disassemble(one.words)}"
            for number, one in enumerate(_payloads(data))
        ]
    except (PayloadError, Fault) as error:
        raise ModelError(f"'{path}': {error}") from None
    except (struct.error, AttributeError, IndexError, TypeError, ValueError):  # damaged tables
        raise ModelError(f"'{path}': expected a payload or a .tflite but got neither") from None
    if not parts:
        raise ModelError(f"'{path}': expected an operator for an Ethos-U but got none")
    return "\n\n".join(parts)


def _payloads(data: bytes) -> list[Payload]:
    if data[:4] == MAGIC:
        return [read_payload(data)]
    if data[4:8] != b"TFL3":
        raise PayloadError(f"expected a payload or a .tflite but got {data[:8]!r}")
    return [one.payload for one in read_npu_operators(data)]
