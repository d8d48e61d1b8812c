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

Int64 = NDArray[np.int64]

_RANGES = {"u8": np.dtype("u1"), "s8": np.dtype("i1"), "s16": np.dtype("<i2")}


def rounding(registers: Registers) -> str:
    """Rounding mode of the output stage."""
    return registers.choice("OFM_PRECISION", "rounding")


def scale_globally(machine: Machine, values: Int64) -> Int64:
    """Scale by `OFM_SCALE` where the operation asks for one scale for all channels."""
    registers = machine.registers
    if not registers.flag("OFM_PRECISION", "global_scale"):
        return values
    return scale(values, *registers.scale("OFM_SCALE"), rounding(registers))


def store(machine: Machine, target: FeatureMap, scaled: Int64) -> None:
    """Finish scaled values: zero point, clamp, activation; then write them."""
    registers = machine.registers
    function = registers.choice("ACTIVATION", "function")
    limits = _limits(registers, target)
    values = scaled + target.zero_point
    values = values if limits is None else np.clip(values, *limits)
    machine.use_shared(function.startswith("table"))
    if function.startswith("table"):
        values = _tabled(machine, target, values, int(function.removeprefix("table")))
    elif function != "none":
        raise Fault(f"expected no activation or a table, got {function}: it is not simulated")
    machine.write_map(target, _fitted(target, values))


def _index_type(registers: Registers, target: FeatureMap) -> np.dtype[np.generic]:
    """Type whose range the clamp keeps: that of the output, unless another is forced."""
    clip = registers.choice("ACTIVATION", "clip")
    return target.dtype if clip == "ofm" else _RANGES[clip]


def _limits(registers: Registers, target: FeatureMap) -> tuple[int, int] | None:
    """Lowest and highest value; 32-bit outputs have none, as their registers have 16 bits."""
    kept = _index_type(registers, target)
    if kept.itemsize == 4:
        return None
    info = np.iinfo(kept.name)
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


def _fitted(target: FeatureMap, values: Int64) -> Int64:
    """Values as the type holds them: results of tables as they are, 32-bit ones saturated."""
    info = np.iinfo(target.dtype.name)
    if target.item < 4:
        return values
    return np.clip(values, info.min, info.max)
