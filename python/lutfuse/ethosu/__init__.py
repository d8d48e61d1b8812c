"""Ethos-U55 and -U65: command streams, driver payloads, and a functional simulator of both."""

from __future__ import annotations

from lutfuse.dialects.accelerators import ACCELERATORS, Accelerator
from lutfuse.ethosu.commands import Command, decode
from lutfuse.ethosu.disassembler import disassemble
from lutfuse.ethosu.faults import Fault
from lutfuse.ethosu.payload import Payload, read_payload, read_vela_model
from lutfuse.ethosu.simulator import Simulator, run_model

__all__ = [
    "ACCELERATORS",
    "Accelerator",
    "Command",
    "Fault",
    "Payload",
    "Simulator",
    "decode",
    "disassemble",
    "read_payload",
    "read_vela_model",
    "run_model",
]
