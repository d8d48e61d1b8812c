"""Command streams made by hand: registers by name and value, feature maps in one call."""

from __future__ import annotations

from lutfuse.ethosu.commands import Command, decode, encode

_IFM = {1: 0, 2: 1, 4: 2}


class Stream:
    """Collects the words of a stream; methods return the stream, so that calls can be chained."""

    def __init__(self) -> None:
        self._words: list[int] = []

    def set(self, **registers: int) -> Stream:
        """Set registers by names without `NPU_SET_`; long ones get the payload."""
        for name, value in registers.items():
            self._words += encode(f"NPU_SET_{name}", value & 0xFFFF, value)
            long = len(encode(f"NPU_SET_{name}")) == 2
            if long:
                self._words[-2:] = encode(f"NPU_SET_{name}", value >> 32, value)
        return self

    def scale(self, name: str, multiplier: int, shift: int) -> Stream:
        """Set a scale register."""
        self._words += encode(f"NPU_SET_{name}", shift, multiplier)
        return self

    def map(
        self, name: str, region: int, base: int, shape: tuple[int, int, int], dtype: str = "i1"
    ) -> Stream:
        """Registers of a feature map, NHWC in one tile: `IFM`, `IFM2` or `OFM`."""
        height, width, depth = shape
        item, signed = int(dtype[1]), dtype[0] == "i"
        self.set(**{f"{name}_REGION": region, f"{name}_ZERO_POINT": 0})
        self.set(**{f"{name}_BASE{n}": base * (n == 0) for n in range(4)})
        self.set(**{f"{name}_{part}_M1": height - 1 for part in ("HEIGHT0", "HEIGHT1")})
        self.set(**{f"{name}_WIDTH0_M1": width - 1, f"{name}_STRIDE_C": item})
        row = width * depth * item
        self.set(**{f"{name}_STRIDE_Y": row, f"{name}_STRIDE_X": depth * item})
        shift = 1 if name == "OFM" else 2
        self.set(**{f"{name}_PRECISION": signed | _IFM[item] << shift})
        if name == "OFM":
            self.set(OFM_HEIGHT_M1=height - 1, OFM_WIDTH_M1=width - 1)
        return self.set(**{f"{name}_DEPTH_M1": depth - 1}) if name != "IFM2" else self

    def plain(self) -> Stream:
        """A kernel of one element, no padding, no activation, 32-bit accumulators."""
        self.set(KERNEL_HEIGHT_M1=0, KERNEL_WIDTH_M1=0, KERNEL_STRIDE=0, IFM_UPSCALE=0)
        self.set(IFM_PAD_TOP=0, IFM_PAD_LEFT=0, IFM_PAD_BOTTOM=0, IFM_PAD_RIGHT=0)
        self.set(ACTIVATION=0, ACTIVATION_MIN=-128, ACTIVATION_MAX=127, ACC_FORMAT=0)
        return self

    def copy(self, source: tuple[int, int], target: tuple[int, int], length: int) -> Stream:
        """A transfer between (region, address) pairs, started and awaited; 256 is shared RAM."""
        self.set(DMA0_SRC_REGION=source[0], DMA0_SRC=source[1], DMA0_LEN=length)
        self.set(DMA0_DST_REGION=target[0], DMA0_DST=target[1])
        return self.start("DMA_START").start("DMA_WAIT")

    def start(self, operation: str, parameter: int = 0) -> Stream:
        """An operation by its name without `NPU_OP_`."""
        self._words += encode(f"NPU_OP_{operation}", parameter)
        return self

    def words(self) -> list[int]:
        """All words, with NPU_OP_STOP behind them."""
        return [*self._words, *encode("NPU_OP_STOP", 0xFFFF)]


def edited(words: list[int] | tuple[int, ...], *dropped: int) -> list[int]:
    """A stream without some of its commands, counted from 0."""
    kept = [command for n, command in enumerate(decode(words)) if n not in dropped]
    return [word for command in kept for word in command.words()]


def find(words: list[int] | tuple[int, ...], name: str) -> list[int]:
    """Numbers of the commands of a name without `NPU_`."""
    return [n for n, command in enumerate(decode(words)) if command.name == f"NPU_{name}"]


def replaced(words: list[int] | tuple[int, ...], number: int, command: Command) -> list[int]:
    """A stream with another command at a number."""
    commands = decode(words)
    commands[number] = command
    return [word for one in commands for word in one.words()]
