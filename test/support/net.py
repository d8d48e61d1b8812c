"""A 1x1 convolution of 1x2x2x2 codes, and what stands behind it, op by op, as text.

Input and result of the function are plain integers, so that it can be compiled and run.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from support.contract import Array

X, W = "!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f32, 0.25>"
U, Y = "!quant.uniform<i8:f32, 2.0:-3>", "!quant.uniform<i8:f32, 1.0:5>"
HEADER = f"header <first = -128, entries = 256, lookup = direct, input = {U}, result = {Y}>"
REQUANT = "requant <multiplier = [1073741824], shift = [34], rounding = double_round>"
INPUT = (1, 2, 2, 2)


def _tensor(shape: Sequence[int], element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def _const(name: str, array: Array) -> str:
    type_ = _tensor(array.shape, "i8")
    data = array.astype(np.int8).tobytes().hex().upper()
    return f'{name} = "tosa.const"() {{values = dense<"0x{data}"> : {type_}}} : () -> {type_}'


class Net:
    """Each method appends an op to the one before and returns the net."""

    def __init__(self, channels: int) -> None:
        self.channels = channels
        self._shape: Sequence[int] = (1, 2, 2, channels)
        self._value, self._element = "%x", X
        weights = np.random.default_rng(channels).integers(-127, 128, (channels, 1, 1, 2))
        filters = _tensor(weights.shape, W)
        self._lines = [
            f"%x = quant.scast %input : {_tensor(INPUT, 'i8')} to {_tensor(INPUT, X)}",
            _const("%filter", weights),
            f"%w = quant.scast %filter : {_tensor(weights.shape, 'i8')} to {filters}",
        ]
        self._inputs = f"{_tensor(INPUT, X)}, {filters}"

    def conv(self) -> Net:
        op = f"lutfuse.conv2d %x, %w {REQUANT} : ({self._inputs}) -> {{2}}"
        return self._then(op, self._shape, U)

    def fused(self, table: Array) -> Net:
        self._lines.append(_const("%table", table))
        table_type = _tensor(table.shape, "i8")
        op = f"lutfuse.fused_conv2d %x, %w lut %table kind <custom> {HEADER} intermediate {U}"
        return self._then(
            f"{op} {REQUANT} : ({self._inputs}, {table_type}) -> {{2}}", self._shape, Y
        )

    def lut(self, table: Array) -> Net:
        self._lines.append(_const("%table", table))
        op = f"lutfuse.lut_activation <custom> {{0}}, %table {HEADER}"
        return self._then(f"{op} : ({{1}}, {_tensor(table.shape, 'i8')}) -> {{2}}", self._shape, Y)

    def reshape(self, *shape: int) -> Net:
        name, type_ = f"%s{len(self._lines)}", f"!tosa.shape<{len(shape)}>"
        values = f"dense<{list(shape)}> : tensor<{len(shape)}xindex>"
        self._lines.append(f"{name} = tosa.const_shape {{values = {values}}} : () -> {type_}")
        return self._on_storage(f"tosa.reshape {{0}}, {name} : ({{1}}, {type_}) -> {{2}}", shape)

    def transpose(self, *axes: int) -> Net:
        perms = f"{{{{perms = array<i32: {', '.join(map(str, axes))}>}}}}"
        shape = [self._shape[axis] for axis in axes]
        return self._on_storage(f"tosa.transpose {{0}} {perms} : ({{1}}) -> {{2}}", shape)

    def _on_storage(self, op: str, shape: Sequence[int]) -> Net:
        cast, element = "quant.scast {0} : {1} to {2}", self._element
        self._then(cast, self._shape, "i8")._then(op, shape, "i8")
        return self._then(cast, shape, element)

    def _then(self, op: str, shape: Sequence[int], element: str) -> Net:
        name, old = f"%v{len(self._lines)}", _tensor(self._shape, self._element)
        self._lines.append(f"{name} = {op.format(self._value, old, _tensor(shape, element))}")
        self._shape, self._element, self._value = shape, element, name
        return self

    def __str__(self) -> str:
        result, body = _tensor(self._shape, "i8"), "\n".join(self._lines)
        return f"""
func.func @main(%input: {_tensor(INPUT, "i8")}) -> {result} {{
{body}
%y = quant.scast {self._value} : {_tensor(self._shape, self._element)} to {result}
return %y : {result}
}}
"""
