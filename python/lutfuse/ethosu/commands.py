"""Words of a register command stream, decoded: 32-bit commands, and 64-bit ones with a payload.

Names and codes are those of Vela's `ethos_u55_regs` (`cmd0`, `cmd1`), which serve U55 and U65;
a test compares them wherever Vela is installed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lutfuse.ethosu.faults import UnknownCommandFault

# Bits of a first word: code, zeros, size of the payload in words, then the parameter.
PAYLOAD_WORD = 1 << 14
PARAMETER_SHIFT = 16

SHORT = {
    0x000: "NPU_OP_STOP",
    0x001: "NPU_OP_IRQ",
    0x002: "NPU_OP_CONV",
    0x003: "NPU_OP_DEPTHWISE",
    0x005: "NPU_OP_POOL",
    0x006: "NPU_OP_ELEMENTWISE",
    0x010: "NPU_OP_DMA_START",
    0x011: "NPU_OP_DMA_WAIT",
    0x012: "NPU_OP_KERNEL_WAIT",
    0x013: "NPU_OP_PMU_MASK",
    0x100: "NPU_SET_IFM_PAD_TOP",
    0x101: "NPU_SET_IFM_PAD_LEFT",
    0x102: "NPU_SET_IFM_PAD_RIGHT",
    0x103: "NPU_SET_IFM_PAD_BOTTOM",
    0x104: "NPU_SET_IFM_DEPTH_M1",
    0x105: "NPU_SET_IFM_PRECISION",
    0x107: "NPU_SET_IFM_UPSCALE",
    0x109: "NPU_SET_IFM_ZERO_POINT",
    0x10A: "NPU_SET_IFM_WIDTH0_M1",
    0x10B: "NPU_SET_IFM_HEIGHT0_M1",
    0x10C: "NPU_SET_IFM_HEIGHT1_M1",
    0x10D: "NPU_SET_IFM_IB_END",
    0x10F: "NPU_SET_IFM_REGION",
    0x111: "NPU_SET_OFM_WIDTH_M1",
    0x112: "NPU_SET_OFM_HEIGHT_M1",
    0x113: "NPU_SET_OFM_DEPTH_M1",
    0x114: "NPU_SET_OFM_PRECISION",
    0x115: "NPU_SET_OFM_BLK_WIDTH_M1",
    0x116: "NPU_SET_OFM_BLK_HEIGHT_M1",
    0x117: "NPU_SET_OFM_BLK_DEPTH_M1",
    0x118: "NPU_SET_OFM_ZERO_POINT",
    0x11A: "NPU_SET_OFM_WIDTH0_M1",
    0x11B: "NPU_SET_OFM_HEIGHT0_M1",
    0x11C: "NPU_SET_OFM_HEIGHT1_M1",
    0x11F: "NPU_SET_OFM_REGION",
    0x120: "NPU_SET_KERNEL_WIDTH_M1",
    0x121: "NPU_SET_KERNEL_HEIGHT_M1",
    0x122: "NPU_SET_KERNEL_STRIDE",
    0x123: "NPU_SET_PARALLEL_MODE",
    0x124: "NPU_SET_ACC_FORMAT",
    0x125: "NPU_SET_ACTIVATION",
    0x126: "NPU_SET_ACTIVATION_MIN",
    0x127: "NPU_SET_ACTIVATION_MAX",
    0x128: "NPU_SET_WEIGHT_REGION",
    0x129: "NPU_SET_SCALE_REGION",
    0x12D: "NPU_SET_AB_START",
    0x12F: "NPU_SET_BLOCKDEP",
    0x130: "NPU_SET_DMA0_SRC_REGION",
    0x131: "NPU_SET_DMA0_DST_REGION",
    0x132: "NPU_SET_DMA0_SIZE0",
    0x133: "NPU_SET_DMA0_SIZE1",
    0x180: "NPU_SET_IFM2_BROADCAST",
    0x181: "NPU_SET_IFM2_SCALAR",
    0x185: "NPU_SET_IFM2_PRECISION",
    0x189: "NPU_SET_IFM2_ZERO_POINT",
    0x18A: "NPU_SET_IFM2_WIDTH0_M1",
    0x18B: "NPU_SET_IFM2_HEIGHT0_M1",
    0x18C: "NPU_SET_IFM2_HEIGHT1_M1",
    0x18D: "NPU_SET_IFM2_IB_START",
    0x18F: "NPU_SET_IFM2_REGION",
}

LONG = {
    0x000: "NPU_SET_IFM_BASE0",
    0x001: "NPU_SET_IFM_BASE1",
    0x002: "NPU_SET_IFM_BASE2",
    0x003: "NPU_SET_IFM_BASE3",
    0x004: "NPU_SET_IFM_STRIDE_X",
    0x005: "NPU_SET_IFM_STRIDE_Y",
    0x006: "NPU_SET_IFM_STRIDE_C",
    0x010: "NPU_SET_OFM_BASE0",
    0x011: "NPU_SET_OFM_BASE1",
    0x012: "NPU_SET_OFM_BASE2",
    0x013: "NPU_SET_OFM_BASE3",
    0x014: "NPU_SET_OFM_STRIDE_X",
    0x015: "NPU_SET_OFM_STRIDE_Y",
    0x016: "NPU_SET_OFM_STRIDE_C",
    0x020: "NPU_SET_WEIGHT_BASE",
    0x021: "NPU_SET_WEIGHT_LENGTH",
    0x022: "NPU_SET_SCALE_BASE",
    0x023: "NPU_SET_SCALE_LENGTH",
    0x024: "NPU_SET_OFM_SCALE",
    0x025: "NPU_SET_OPA_SCALE",
    0x026: "NPU_SET_OPB_SCALE",
    0x030: "NPU_SET_DMA0_SRC",
    0x031: "NPU_SET_DMA0_DST",
    0x032: "NPU_SET_DMA0_LEN",
    0x033: "NPU_SET_DMA0_SKIP0",
    0x034: "NPU_SET_DMA0_SKIP1",
    0x080: "NPU_SET_IFM2_BASE0",
    0x081: "NPU_SET_IFM2_BASE1",
    0x082: "NPU_SET_IFM2_BASE2",
    0x083: "NPU_SET_IFM2_BASE3",
    0x084: "NPU_SET_IFM2_STRIDE_X",
    0x085: "NPU_SET_IFM2_STRIDE_Y",
    0x086: "NPU_SET_IFM2_STRIDE_C",
    0x090: "NPU_SET_WEIGHT1_BASE",
    0x091: "NPU_SET_WEIGHT1_LENGTH",
    0x092: "NPU_SET_SCALE1_BASE",
    0x093: "NPU_SET_SCALE1_LENGTH",
}

CODES = {name: code for code, name in SHORT.items()} | {
    name: code | PAYLOAD_WORD for code, name in LONG.items()
}


@dataclass(frozen=True)
class Command:
    """One command: where it stands (in words), its name, 16-bit parameter, 32-bit payload."""

    position: int
    name: str
    parameter: int
    payload: int | None = None

    @property
    def is_operation(self) -> bool:
        """Whether the command starts or awaits something, rather than setting a register."""
        return self.name.startswith("NPU_OP_")

    @property
    def address(self) -> int:
        """Payload with the parameter above it: how the 40-bit addresses of U65 are given."""
        return (self.payload or 0) | self.parameter << 32

    def words(self) -> tuple[int, ...]:
        """The words that decode to this command."""
        first = CODES[self.name] | self.parameter << PARAMETER_SHIFT
        return (first,) if self.payload is None else (first, self.payload)


def encode(name: str, parameter: int = 0, payload: int | None = None) -> tuple[int, ...]:
    """Words of one command; negative parameters and payloads wrap as registers hold them."""
    long = CODES[name] & PAYLOAD_WORD
    value = None if not long else (payload or 0) & 0xFFFFFFFF
    return Command(0, name, parameter & 0xFFFF, value).words()


def decode(words: Sequence[int]) -> list[Command]:
    """All commands of a stream; raises UnknownCommandFault, which names the word."""
    return list(_commands(words))


def _commands(words: Sequence[int]) -> Iterator[Command]:
    position = 0
    while position < len(words):
        word = int(words[position])
        code, parameter = word & ((1 << PARAMETER_SHIFT) - 1), word >> PARAMETER_SHIFT
        names = LONG if code & PAYLOAD_WORD else SHORT
        name = names.get(code & ~PAYLOAD_WORD)
        if name is None:
            raise UnknownCommandFault(f"word {position}: expected a command, got {word:#010x}")
        if names is SHORT:
            yield Command(position, name, parameter)
            position += 1
            continue
        if position + 1 >= len(words):
            raise UnknownCommandFault(f"word {position}: expected a payload of {name}, got the end")
        yield Command(position, name, parameter, int(words[position + 1]))
        position += 2
