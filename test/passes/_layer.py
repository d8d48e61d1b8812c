"""A quantized layer as plain integers, and how it is spelled in TOSA and in lutfuse."""

from __future__ import annotations

from dataclasses import dataclass

import _contract as contract
import numpy as np
from _contract import RANGES, Array

ONE = np.array([1], np.int64)


def bits(storage: str) -> str:
    """The signless integer that stores the codes."""
    return "i16" if storage == "i16" else "i8"


def stored(codes: Array, storage: str) -> Array:
    """Codes as the arrays that compiled functions take and return."""
    return codes.astype({"i8": np.int8, "u8": np.uint8, "i16": np.int16}[storage]).view(
        np.int16 if storage == "i16" else np.int8
    )


def _tensor(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def _const(name: str, values: Array, element: str) -> str:
    type_ = _tensor(values.shape, element)
    return f'  %{name} = "tosa.const"() {{values = dense<{values.tolist()}> : {type_}}} : () -> {type_}'


@dataclass(frozen=True, eq=False)
class Table:
    """A table activation. With `first` None it is interpolated: 513 points of 16 bits."""

    entries: Array
    first: int | None = -128
    storage: str = "i8"
    double_round: bool = False
    zero_point: int = 0

    def reference(self, codes: Array) -> Array:
        if self.first is None:
            return contract.interpolate(codes, self.entries, self.double_round)
        return contract.look_up(codes, self.entries, self.first)

    def header(self, domain: str) -> str:
        result = f"!quant.uniform<{self.storage}:f32, 1.0:{self.zero_point}>"
        how = f"first = {self.first}, entries = {len(self.entries)}, lookup = direct"
        if self.first is None:
            rounding = " rounding = double_round" if self.double_round else ""
            how = (
                f"first = -32768, entries = 513, lookup = interpolated fraction_bits = 7{rounding}"
            )
        return f"<{how}, input = {domain}, result = {result}>"


@dataclass(frozen=True, eq=False)
class Layer:
    """Convolution, requantization and perhaps a table. Filters are OHWI, zero points one or O."""

    shape: tuple[int, ...]
    w: Array
    b: Array | None
    multiplier: Array
    shift: Array
    zx: int = 0
    zw: tuple[int, ...] = (0,)
    zu: int = 0
    storage: tuple[str, str, str] = ("i8", "i8", "i8")  # of input, filter and intermediate
    narrow: tuple[int, int] | None = None
    per_channel: bool = False
    double_round: bool = True
    multiplier_bits: int = 32
    transposed: bool = False
    stride: tuple[int, int] = (1, 1)
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)  # of the output where transposed
    dilation: tuple[int, int] = (1, 1)
    group: int = 1
    table: Table | None = None

    def accumulators(self, x: Array) -> Array:
        x, w = x - self.zx, self.w - np.reshape(self.zw, (-1, 1, 1, 1))
        if self.transposed:
            acc = contract.convolve_transposed(x, w, self.stride, self.pad, self.group)
        else:
            acc = contract.convolve(x, w, self.stride, self.pad, self.dilation, self.group)
        return acc if self.b is None else acc + self.b

    def intermediate(self, x: Array) -> Array:
        acc = self.accumulators(x)
        scaled = contract.requantize(acc, self.multiplier, self.shift, self.double_round)
        return contract.saturate(scaled + self.zu, *(self.narrow or RANGES[self.storage[2]]))

    def reference(self, x: Array) -> Array:
        """Codes of the result as they are stored."""
        u = self.intermediate(x)
        y = u if self.table is None else self.table.reference(u)
        return stored(y, self.storage[2] if self.table is None else self.table.storage)

    @property
    def result_shape(self) -> tuple[int, ...]:
        return self.accumulators(np.zeros(self.shape, np.int64)).shape

    # Text ---------------------------------------------------------------------------------------

    @property
    def _wide(self) -> bool:
        return self.storage[0] == "i16"

    @property
    def _depthwise(self) -> bool:
        return self.group > 1 and self.w.shape[3] == 1

    def tosa(self) -> str:
        """As an importer writes it. Signed inputs and filters, no narrow range, no groups."""
        op, w, window = (
            "conv2d",
            self.w,
            f"dilation = array<i64: {self.dilation[0]}, {self.dilation[1]}>, pad",
        )
        if self.transposed:
            op, window = "transpose_conv2d", "out_pad"
        elif self._depthwise:
            op, (out, kh, kw, _) = "depthwise_conv2d", self.w.shape
            w = self.w.reshape(self.group, out // self.group, kh, kw).transpose(2, 3, 0, 1)
        acc, out = ("i48" if self._wide else "i32"), self.result_shape
        x_bits, u_bits = bits(self.storage[0]), bits(self.storage[2])
        x_type, u_type = _tensor(self.shape, x_bits), _tensor(out, u_bits)
        factor = f"i{self.multiplier_bits}"
        bias = 0 * ONE if self.b is None else self.b
        mode = "DOUBLE_ROUND" if self.double_round else "SINGLE_ROUND"
        unsigned = str(self.storage[2] == "u8").lower()
        lines = [
            _const("w", w, "i8"),
            _const("b", bias, acc),
            _const("xz", np.array([self.zx]), x_bits),
            _const("wz", np.array(self.zw[:1]), "i8"),
            _const("m", self.multiplier, factor),
            _const("s", self.shift, "i8"),
            _const("az", 0 * ONE, acc),
            _const("uz", stored(np.array([self.zu]), self.storage[2]), u_bits),
            f"  %acc = tosa.{op} %x, %w, %b, %xz, %wz {{acc_type = {acc}, "
            f"{window} = array<i64: {', '.join(map(str, self.pad))}>, "
            f"stride = array<i64: {self.stride[0]}, {self.stride[1]}>}} : ({x_type}, "
            f"{_tensor(w.shape, 'i8')}, {_tensor(bias.shape, acc)}, tensor<1x{x_bits}>, tensor<1xi8>) "
            f"-> {_tensor(out, acc)}",
            f"  %u = tosa.rescale %acc, %m, %s, %az, %uz {{input_unsigned = false, "
            f"output_unsigned = {unsigned}, per_channel = {str(self.per_channel).lower()}, "
            f"rounding_mode = {mode}, scale32 = {str(self.multiplier_bits == 32).lower()}}} : "
            f"({_tensor(out, acc)}, {_tensor(self.multiplier.shape, factor)}, "
            f"{_tensor(self.shift.shape, 'i8')}, tensor<1x{acc}>, tensor<1x{u_bits}>) -> {u_type}",
        ]
        return _function(
            x_type, [*lines, *self._tosa_table(out)], "y" if self.table else "u", u_type
        )

    def _tosa_table(self, out: tuple[int, ...]) -> list[str]:
        if self.table is None:
            return []
        if self.table.first is not None:
            types = f"({_tensor(out, 'i8')}, tensor<256xi8>) -> {_tensor(out, 'i8')}"
            return [_const("t", self.table.entries, "i8"), f"  %y = tosa.table %u, %t : {types}"]
        mode = "DOUBLE_ROUND" if self.table.double_round else "SINGLE_ROUND"
        return [
            _const("t", self.table.entries, "i16"),
            _const("vm", (1 << 30) * ONE, "i32"),
            _const("vs", 37 * ONE, "i8"),
            _const("vz", 0 * ONE, "i32"),
            _const("yz", 0 * ONE, "i16"),
            f"  %v = tosa.table %u, %t : ({_tensor(out, 'i16')}, tensor<513xi16>) -> {_tensor(out, 'i32')}",
            "  %y = tosa.rescale %v, %vm, %vs, %vz, %yz {input_unsigned = false, output_unsigned = false, "
            f"per_channel = false, rounding_mode = {mode}, scale32 = true}} : ({_tensor(out, 'i32')}, "
            f"tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> {_tensor(out, 'i16')}",
        ]

    def _types(self) -> tuple[str, str, str]:
        """Input, filter and intermediate type: scale 1, the rescale factor, scale 1."""
        factors = [f"{m * 2.0**-s:.17e}" for m, s in zip(self.multiplier, self.shift, strict=True)]
        zeros = np.broadcast_to(self.zw, len(factors)).tolist()
        pairs = ", ".join(f"{f}:{z}" for f, z in zip(factors, zeros, strict=True))
        axis, scales = (":0", f"{{{pairs}}}") if self.per_channel else ("", pairs)
        low, high = self.narrow or RANGES[self.storage[2]]
        return (
            f"!quant.uniform<{self.storage[0]}:f32, 1.0:{self.zx}>",
            f"!quant.uniform<{self.storage[1]}:f32{axis}, {scales}>",
            f"!quant.uniform<{self.storage[2]}<{low}:{high}>:f32, 1.0:{self.zu}>",
        )

    def lutfuse(self, *, fused: bool = False) -> str:
        """In the dialect, between casts from and to plain integers."""
        x_element, w_element, u_element = self._types()
        out = self.result_shape
        x_type, w_type, u_type = (
            _tensor(shape, element)
            for shape, element in zip(
                (self.shape, self.w.shape, out), (x_element, w_element, u_element), strict=True
            )
        )
        x_plain, w_plain = _tensor(self.shape, bits(self.storage[0])), _tensor(self.w.shape, "i8")
        acc = "i48" if self._wide else "i32"
        lines = [
            _const("wc", stored(self.w, self.storage[1]), "i8"),
            f"  %wq = quant.scast %wc : {w_plain} to {w_type}",
            f"  %xq = quant.scast %x : {x_plain} to {x_type}",
        ]
        operands, types = "%xq, %wq", f"{x_type}, {w_type}"
        if self.b is not None:
            lines.append(_const("b", self.b, acc))
            operands, types = f"{operands} bias %b", f"{types}, {_tensor(self.b.shape, acc)}"
        pad = "out_pad" if self.transposed else "pad"
        dilation = "" if self.transposed else f"dilation {list(self.dilation)} "
        mode = "double_round" if self.double_round else "single_round"
        window = (
            f"stride {list(self.stride)} {pad} {list(self.pad)} {dilation}group {self.group} "
            f"requant <multiplier = {self.multiplier.tolist()}, shift = {self.shift.tolist()}, "
            f"rounding = {mode}, multiplier_bits = {self.multiplier_bits}>"
        )
        op = "conv_transpose2d" if self.transposed else "conv2d"
        y_type, y_bits = u_type, bits(self.storage[2])
        if self.table is not None:
            y_bits = bits(self.table.storage)
            table_type = _tensor(self.table.entries.shape, y_bits)
            y_type = _tensor(
                out, f"!quant.uniform<{self.table.storage}:f32, 1.0:{self.table.zero_point}>"
            )
            header = self.table.header(u_element)
            lines.append(_const("t", stored(self.table.entries, self.table.storage), y_bits))
        if self.table is not None and fused:
            lines.append(
                f"  %y = lutfuse.fused_{op} {operands} lut %t kind <custom> header {header} "
                f"intermediate {u_element} {window} : ({types}, {table_type}) -> {y_type}"
            )
        else:
            last = "y" if self.table is None else "u"
            lines.append(f"  %{last} = lutfuse.{op} {operands} {window} : ({types}) -> {u_type}")
        if self.table is not None and not fused:
            lines.append(
                f"  %y = lutfuse.lut_activation <custom> %u, %t header {header} : "
                f"({u_type}, {table_type}) -> {y_type}"
            )
        lines.append(f"  %r = quant.scast %y : {y_type} to {_tensor(out, y_bits)}")
        return _function(x_plain, lines, "r", _tensor(out, y_bits))


def _function(x_type: str, lines: list[str], result: str, type_: str) -> str:
    head = f"func.func @main(%x: {x_type}) -> {type_} {{"
    return "\n".join([head, *lines, f"  return %{result} : {type_}", "}\n"])
