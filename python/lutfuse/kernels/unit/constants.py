"""Constant data of kernels: weights, tables, multipliers."""

from __future__ import annotations

from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import memref

from lutfuse.kernels.unit.emit import dense, i


class Constants:
    """Adds arrays to a module as private constants of 64-byte alignment.

    Equal arrays are stored once. `add` returns the buffer in the function that is being built.
    """

    ALIGNMENT = 64

    def __init__(self, module: ir.Operation) -> None:
        self._block: ir.Block = module.regions[0].blocks[0]
        self._names: dict[tuple[str, bytes], str] = {}

    def add(self, values: np.ndarray[Any, np.dtype[Any]]) -> ir.Value:
        """A flat buffer that holds `values`."""
        flat = np.ascontiguousarray(values).reshape(-1)
        element = i(8 * flat.dtype.itemsize) if flat.dtype.kind in "iu" else ir.F32Type.get()
        type_ = ir.MemRefType.get([flat.size], element)
        key = (str(type_), flat.tobytes())
        if key not in self._names:
            self._names[key] = self._define(flat, type_)
        return memref.get_global(type_, self._names[key])

    def _define(self, flat: np.ndarray[Any, np.dtype[Any]], type_: ir.MemRefType) -> str:
        name = f"lutfuse_data_{len(self._names)}"
        tensor = ir.RankedTensorType.get([flat.size], type_.element_type)
        memref.global_(
            sym_name=name,
            type_=type_,
            sym_visibility="private",
            initial_value=dense(flat.view(flat.dtype.str.replace("u", "i")), tensor),
            constant=True,
            alignment=self.ALIGNMENT,
            ip=ir.InsertionPoint.at_block_begin(self._block),
        )
        return name
