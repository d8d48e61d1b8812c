"""NPU_OP_POOL: maximum, average, and sums over channels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.convolution import accumulator_bits
from lutfuse.ethosu.faults import Fault
from lutfuse.ethosu.machine import Machine
from lutfuse.ethosu.output import rounding, scale_globally, store
from lutfuse.ethosu.registers import Registers
from lutfuse.ethosu.scaling import check_width, scale
from lutfuse.ethosu.window import Window, window

Int64 = NDArray[np.int64]

_LOWEST = -(1 << 40)


def pool(machine: Machine, mode: str) -> None:
    """Run one pooling as the registers describe it."""
    registers, target = machine.registers, machine.ofm()
    height, width, _ = target.shape
    view = window(registers, (height, width))
    source = machine.map("IFM", (*view.input_extent, registers.count("IFM_DEPTH")))
    values = machine.read_map("IFM", source) - source.zero_point
    if mode == "max":
        store(machine, target, scale_globally(machine, _maximum(view, values)))
        return
    sums = _sums(view, values)
    if mode == "reduce_sum":
        sums = sums.sum(axis=2, keepdims=True)
    check_width(sums, accumulator_bits(registers), "accumulator")
    if mode == "average" and view.is_padded:
        sums = _averages(view, sums, registers)
    store(machine, target, scale_globally(machine, sums))


def _maximum(view: Window, values: Int64) -> Int64:
    """Largest input under the window; padding never is."""
    padded = view.padded(values, _LOWEST)
    places = [padded[rows, columns] for _, _, (rows, columns) in view.taps()]
    return np.maximum.reduce(places)


def _sums(view: Window, values: Int64) -> Int64:
    padded = view.padded(values)
    sums = np.zeros((view.y.outputs, view.x.outputs, values.shape[2]), np.int64)
    for _, _, (rows, columns) in view.taps():
        sums += padded[rows, columns]
    return sums


def _averages(view: Window, sums: Int64, registers: Registers) -> Int64:
    """Sums over the number of inputs under the window, padding not counted.

    The hardware does this where there is padding, and only there: elsewhere `OFM_SCALE` holds
    the factor, by Vela's `quantise_pooling_scale` ((2^31 + 1) * 2^k) / n with k bits in n - 1. It
    is taken for the factor here as well.
    """
    if registers.flag("OFM_PRECISION", "global_scale") and registers.scale("OFM_SCALE") != (1, 0):
        raise Fault("expected scale 1 of an average with padding, got another: not simulated")
    counts = _sums(view, np.ones((view.y.inputs, view.x.inputs, 1), np.int64))
    bits = np.array([int(n - 1).bit_length() for n in counts.reshape(-1)]).reshape(counts.shape)
    factors = (((1 << 31) + 1) << bits) // counts
    return scale(sums, factors, 31 + bits, rounding(registers))
