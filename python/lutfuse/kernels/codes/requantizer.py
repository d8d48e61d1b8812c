"""From accumulators to codes in the cheapest exact form: floats if proven, else integers."""

from __future__ import annotations

from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.codes.float_requantize import FloatForm, find_float_form
from lutfuse.kernels.codes.requantize import (
    Requantization,
    RequantizationConstants,
    emit_requantization,
)
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import vec
from lutfuse.kernels.unit.vectors import VectorUnit

IntArray = np.ndarray[Any, np.dtype[np.int64]]


class Requantizer:
    """Emits codes of sums in the cheapest exact form.

    `order` is the channel of each lane of the constants; `bounds` and `steps` as
    `find_float_form` takes them.
    """

    def __init__(
        self,
        r: Requantization,
        bounds: tuple[IntArray, IntArray],
        steps: IntArray,
        order: IntArray,
        unit: VectorUnit,
        constants: Constants,
    ) -> None:
        self.unit = unit
        self.form: FloatForm | None = None
        if unit.fused:
            self.form = find_float_form(r, *bounds, steps, rounds_down=unit.rounds_down)
        if self.form is None:
            self.integers = RequantizationConstants(r.of_channels(order), order.size, constants)
            return
        form = self.form
        self.scale, self.above = constants.add(form.scale[order]), constants.add(form.above[order])
        self.low = None if form.scale_low is None else constants.add(form.scale_low[order])
        self.below = None if form.below is None else constants.add(form.below[order])

    def emit(
        self, acc: ir.Value, lane: emit.Index, loaded: dict[str, ir.Value] | None = None
    ) -> ir.Value:
        """Codes plus zero point, not saturated, of the sums whose constants start at `lane`.

        Calls for the same lanes may share what is `loaded`.
        """
        if self.form is None:
            return emit_requantization(acc, self.integers, lane)
        lanes, loaded = emit.size_of(acc), {} if loaded is None else loaded

        def load(name: str, buffer: ir.Value) -> ir.Value:
            if name not in loaded:
                loaded[name] = emit.load(buffer, lane, lanes)
            return loaded[name]

        x = arith.sitofp(vec(lanes, ir.F32Type.get()), acc)
        offset = load("above", self.above)
        if self.below is not None:
            negative = arith.cmpi(arith.CmpIPredicate.slt, acc, emit.splat(acc.type, 0))
            offset = arith.select(negative, load("below", self.below), offset)
        if self.low is not None:
            offset = self.unit.fma(x, load("low", self.low), offset)
        value = self.unit.fma(x, load("scale", self.scale), offset)
        codes = self.unit.floor(value)
        if self.form.zero_point:
            codes = arith.addi(codes, emit.splat(codes.type, self.form.zero_point))
        return codes
