"""The output stage: scaling, zero point, clamp, function or table, store."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.faults import Fault
from lutfuse.ethosu.feature_maps import FeatureMap
from lutfuse.ethosu.machine import Machine
from lutfuse.ethosu.registers import Registers
from lutfuse.ethosu.scaling import scale
from lutfuse.ethosu.tables import look_up, read_table, table_range
from lutfuse.numerics.tflite_16 import scaled_sigmoid, scaled_tanh

Int64 = NDArray[np.int64]

_FUNCTIONS = {"sigmoid": scaled_sigmoid, "tanh": scaled_tanh}
_RANGES = {"u8": np.dtype("u1"), "s8": np.dtype("i1"), "s16": np.dtype("<i2")}


def rounding(registers: Registers) -> str:
    """Rounding mode of the output stage."""
    return registers.choice("OFM_PRECISION", "rounding")


def scale_globally(machine: Machine, values: Int64) -> Int64:
    """Scale by `OFM_SCALE` where the operation asks for one scale for all channels.

    Results of 32-bit inputs are only shifted: the hardware has no multiplier for them, as Vela
    says where it lowers MEAN and SOFTMAX.
    """
    registers = machine.registers
    if not registers.flag("OFM_PRECISION", "global_scale"):
        return values
    multiplier, shift = registers.scale("OFM_SCALE")
    wide = registers.choice("IFM_PRECISION", "precision") == "s32"
    return scale(values, 1 if wide else multiplier, shift, rounding(registers))


def store(machine: Machine, target: FeatureMap, scaled: Int64) -> None:
    """Finish scaled values: zero point, clamp, table, or function and clamp; then write them."""
    registers = machine.registers
    function = registers.choice("ACTIVATION", "function")
    looks_up = function.startswith("table")
    # Values that stay 32 bits wide have none: Vela's older core leaves another tensor's there.
    wide = _index_type(registers, target).itemsize == 4
    values = scaled if wide else scaled + target.zero_point
    if function in _FUNCTIONS:
        values = _calculated(target, values, function)
    values = np.clip(values, *_limits(registers, target))
    machine.use_shared(looks_up)
    if looks_up:
        values = _tabled(machine, target, values, int(function.removeprefix("table")))
    machine.write_map(target, values)


def _calculated(target: FeatureMap, values: Int64, function: str) -> Int64:
    """The functions of the hardware, which are those of TFLite's 16-bit kernels."""
    if target.dtype != np.int16:
        raise Fault(f"expected 16-bit output of {function}, got {target.dtype.name}")
    return _FUNCTIONS[function](values)


def _index_type(registers: Registers, target: FeatureMap) -> np.dtype[np.generic]:
    """Type whose range the clamp keeps: that of the output, unless another is forced."""
    clip = registers.choice("ACTIVATION", "clip")
    return target.dtype if clip == "ofm" else _RANGES[clip]


def _limits(registers: Registers, target: FeatureMap) -> tuple[int, int]:
    """Lowest and highest value; registers of 16 bits do not clamp 32-bit outputs."""
    kept = _index_type(registers, target)
    info = np.iinfo(kept.name)
    if kept.itemsize == 4:
        return int(info.min), int(info.max)
    read = registers.unsigned if kept.kind == "u" else registers.signed
    low, high = read("ACTIVATION_MIN"), read("ACTIVATION_MAX")
    return max(low, int(info.min)), min(high, int(info.max))


def _tabled(machine: Machine, target: FeatureMap, values: Int64, slot: int) -> Int64:
    kept = _index_type(machine.registers, target)
    bits = kept.itemsize * 8
    span = table_range(machine.accelerator, slot, bits, target.item)
    machine.reads.append(span)
    entries = read_table(machine.memory, span, slot, target.item)
    return look_up(entries, values, int(np.iinfo(kept.name).min), bits)
