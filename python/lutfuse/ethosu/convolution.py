"""NPU_OP_CONV and NPU_OP_DEPTHWISE: weights, biases, accumulation, scale of each channel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.faults import Fault
from lutfuse.ethosu.feature_maps import FeatureMap
from lutfuse.ethosu.machine import Machine
from lutfuse.ethosu.output import rounding, scale_globally, store
from lutfuse.ethosu.registers import Registers
from lutfuse.ethosu.scaling import check_width, scale, unpack_scales
from lutfuse.ethosu.weight_order import Order, in_order
from lutfuse.ethosu.weight_stream import decode_weights
from lutfuse.ethosu.window import Window, window

Int64 = NDArray[np.int64]

_CORES = (("WEIGHT", "SCALE"), ("WEIGHT1", "SCALE1"))
_ACCUMULATORS = {"int32": 32, "int40": 40}


def convolve(machine: Machine, depthwise: bool) -> None:
    """Run one convolution as the registers describe it."""
    registers, target = machine.registers, machine.ofm()
    height, width, depth = target.shape
    view = window(registers, (height, width))
    source = machine.map("IFM", (*view.input_extent, registers.count("IFM_DEPTH")))
    if depthwise and source.shape[2] != depth:
        raise Fault(f"expected as many input as output channels, got {source.shape[2]} and {depth}")
    weights = _weights(machine, view, source, depth, depthwise)
    values = view.padded(machine.read_map("IFM", source) - source.zero_point)
    sums = (_depthwise if depthwise else _dense)(view, values, weights)
    check_width(sums, accumulator_bits(registers), "accumulator")
    bias, multiplier, shift = _scales(machine, depth)
    sums = sums + bias
    if registers.flag("OFM_PRECISION", "global_scale"):
        store(machine, target, scale_globally(machine, sums))
        return
    store(machine, target, scale(sums, multiplier, shift, rounding(registers)))


def accumulator_bits(registers: Registers) -> int:
    """Width of accumulators; the 16-bit float format is not simulated."""
    form = registers.choice("ACC_FORMAT", "accumulator")
    if form not in _ACCUMULATORS:
        raise Fault(f"expected integer accumulators, got {form}")
    return _ACCUMULATORS[form]


def _dense(view: Window, values: Int64, weights: Int64) -> Int64:
    """Sums in float64, which holds them exactly: 17 + 9 bits for each of fewer than 2^27 terms."""
    inputs = values.astype(np.float64)
    factors = weights.astype(np.float64)
    height, width, channels = view.y.outputs, view.x.outputs, values.shape[2]
    sums = np.zeros((height * width, weights.shape[0]))
    for row, column, (rows, columns) in view.taps():
        seen = inputs[rows, columns].reshape(height * width, channels)
        sums += seen @ factors[:, row, column].T
    return sums.reshape(height, width, -1).astype(np.int64)


def _depthwise(view: Window, values: Int64, weights: Int64) -> Int64:
    sums = np.zeros((view.y.outputs, view.x.outputs, weights.shape[0]), np.int64)
    for row, column, (rows, columns) in view.taps():
        sums += values[rows, columns] * weights[:, row, column, 0]
    return sums


def _cores(machine: Machine) -> int:
    """Cores that share the output channels: core k has channels k, k + cores, ..."""
    if not machine.registers.is_set("PARALLEL_MODE"):
        return 1
    cores = machine.registers.flag("PARALLEL_MODE", "cores")
    if cores > machine.accelerator.cores:
        raise Fault(f"expected {machine.accelerator.cores} cores, got {cores}")
    return cores


def _weights(
    machine: Machine, view: Window, source: FeatureMap, depth: int, depthwise: bool
) -> Int64:
    """Weights (output, y, x, input) of all cores."""
    registers, cores = machine.registers, _cores(machine)
    channels = 1 if depthwise else source.shape[2]
    result = np.zeros((depth, view.y.kernel, view.x.kernel, channels), np.int64)
    block = registers.count("OFM_BLK_DEPTH")
    for core in range(cores):
        mine = result[core::cores]
        if not mine.size:
            continue
        order = Order(
            shape=(mine.shape[0], view.y.kernel, view.x.kernel, channels),
            block=(block + cores - 1 - core) // cores,
            ofm_depth=machine.accelerator.ofm_depth,
            ifm_depth=machine.accelerator.ifm_depth,
            bits=source.item * 8,
            depthwise=depthwise,
            part_kernel=bool(registers.flag("KERNEL_STRIDE", "part_kernel_first")),
            dilation=(view.y.dilation, view.x.dilation),
        )
        stream = machine.read_stream(_CORES[core][0], "WEIGHT")
        mine[...] = in_order(decode_weights(stream), order)
    return result


def _scales(machine: Machine, depth: int) -> tuple[Int64, Int64, Int64]:
    """(bias, multiplier, shift) of all channels."""
    cores = _cores(machine)
    columns = np.zeros((3, depth), np.int64)
    for core in range(cores):
        mine = columns[:, core::cores]
        if mine.size:
            stream = machine.read_stream(_CORES[core][1], "SCALE")
            mine[...] = unpack_scales(stream, mine.shape[1])
    return columns[0], columns[1], columns[2]
