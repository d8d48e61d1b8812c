"""NPU_OP_ELEMENTWISE: two operands, or one and a number, or one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.machine import Machine
from lutfuse.ethosu.output import rounding, scale_globally, store
from lutfuse.ethosu.registers import Registers
from lutfuse.ethosu.scaling import scale

Int64 = NDArray[np.int64]

_UNARY = ("lrelu", "abs", "clz")
# What operands of 8 and 16 bits are shifted by before one of them is scaled, as TFLite's ADD does.
_OPERAND_SHIFT = {1: 20, 2: 15}


def combine(machine: Machine, mode: str) -> None:
    """Run one element-wise operation as the registers describe it."""
    registers, target = machine.registers, machine.ofm()
    source = machine.map("IFM", target.shape)
    a = machine.read_map("IFM", source) - source.zero_point
    if mode in _UNARY:
        store(machine, target, _unary(machine, a, mode))
        return
    b = _second(machine, target.shape)
    a, b = (b, a) if registers.flag("IFM2_BROADCAST", "reverse") else (a, b)
    if mode in ("add", "sub"):
        a, b = _operands(registers, a, b, source.item)
    if mode in ("shl", "shr"):
        store(machine, target, _shifted(registers, a, b, mode))
        return
    store(machine, target, scale_globally(machine, _BINARY[mode](a, b)))


_BINARY: dict[str, Callable[[Int64, Int64], Int64]] = {
    "mul": np.multiply,
    "add": np.add,
    "sub": np.subtract,
    "min": np.minimum,
    "max": np.maximum,
}


def _second(machine: Machine, shape: tuple[int, int, int]) -> Int64:
    """The second operand less its zero point: a feature map, broadcast, or a number."""
    registers = machine.registers
    unsigned = registers.choice("IFM2_PRECISION", "precision").startswith("u")
    read = registers.unsigned if unsigned else registers.signed
    if registers.flag("IFM2_BROADCAST", "scalar"):
        number = read("IFM2_SCALAR") - read("IFM2_ZERO_POINT")
        return np.full((1, 1, 1), number, np.int64)
    height, width, depth = (
        1 if registers.flag("IFM2_BROADCAST", axis) else extent
        for axis, extent in zip(("height", "width", "depth"), shape, strict=True)
    )
    source = machine.map("IFM2", (height, width, depth))
    return machine.read_map("IFM2", source) - source.zero_point


def _operands(registers: Registers, a: Int64, b: Int64, item: int) -> tuple[Int64, Int64]:
    """Operands of a sum, scaled: both by 16-bit factors, or one by a 32-bit factor and shift.

    In the second form the other is shifted left by one bit less than in TFLite's ADD, whose
    factor of it is one half.
    """
    mode = registers.choice("IFM_PRECISION", "scale")
    if mode == "both16":
        return (
            a * (registers.scale("OPA_SCALE")[0] & 0xFFFF),
            b * (registers.scale("OPB_SCALE")[0] & 0xFFFF),
        )
    left = _OPERAND_SHIFT[item]
    multiplier, shift = registers.scale("OPA_SCALE")
    if mode == "a32":
        return scale(a << left, multiplier, shift + left, "tfl"), b << (left - 1)
    return a << (left - 1), scale(b << left, multiplier, shift + left, "tfl")


def _unary(machine: Machine, a: Int64, mode: str) -> Int64:
    if mode == "lrelu":
        return np.where(a < 0, scale_globally(machine, a), a)
    if mode == "abs":
        return scale_globally(machine, np.abs(a))
    bits = np.array([32 - int(n & 0xFFFFFFFF).bit_length() for n in a.reshape(-1)], np.int64)
    return bits.reshape(a.shape)


def _shifted(registers: Registers, a: Int64, b: Int64, mode: str) -> Int64:
    """a * 2^b in 32 bits, or a / 2^b rounded as the output stage rounds."""
    if mode == "shl":
        half = 1 << 31
        return (((a << b) + half) & (2 * half - 1)) - half
    return scale(a, 1, b, rounding(registers))
