"""A layer spelled in TOSA, as an importer writes it, and in the dialect."""

from __future__ import annotations

import numpy as np

from support.contract import Array
from support.layer import Layer, Table, stored


def bits(storage: str) -> str:
    """The signless integer that stores the codes."""
    return "i16" if storage == "i16" else "i8"


def tensor(shape: tuple[int, ...], element: str) -> str:
    """A tensor type."""
    return f"tensor<{'x'.join([*map(str, shape), element])}>"


def const(name: str, values: Array | int, element: str) -> str:
    """A `tosa.const`; an integer is a tensor of one."""
    array = np.atleast_1d(values)
    type_ = tensor(array.shape, element)
    return (
        f'%{name} = "tosa.const"() {{values = dense<{array.tolist()}> : {type_}}} : () -> {type_}'
    )


def _list(values: tuple[int, ...]) -> str:
    return f"array<i64: {', '.join(map(str, values))}>"


def _function(layer: Layer, lines: list[str], result: str) -> str:
    x = tensor(layer.shape, bits(layer.storage[0]))
    y = tensor(layer.result_shape, bits(layer.result_storage))
    body = "\n  ".join([*lines, f"return %{result} : {y}"])
    return f"func.func @main(%x: {x}) -> {y} {{\n  {body}\n}}\n"


# TOSA -----------------------------------------------------------------------------------------


def tosa(layer: Layer) -> str:
    """Signed inputs and filters, full ranges, and no groups but depthwise: all TOSA can say."""
    lines = [*_accumulators(layer), *_rescaled(layer)]
    if layer.table is None:
        return _function(layer, lines, "u")
    return _function(layer, [*lines, *_looked_up(layer, layer.table)], "y")


def _accumulators(layer: Layer) -> list[str]:
    op, w = "conv2d", layer.w
    window = f"dilation = {_list(layer.dilation)}, pad = {_list(layer.pad)}"
    if layer.transposed:
        op, window = "transpose_conv2d", f"out_pad = {_list(layer.pad)}"
    if layer.depthwise:
        out, kh, kw, _ = layer.w.shape
        op = "depthwise_conv2d"
        w = layer.w.reshape(layer.group, out // layer.group, kh, kw).transpose(2, 3, 0, 1)
    acc, x = "i48" if layer.wide else "i32", bits(layer.storage[0])
    b = np.array([0]) if layer.b is None else layer.b
    types = [tensor(layer.shape, x), tensor(w.shape, "i8"), tensor(b.shape, acc)]
    attributes = f"acc_type = {acc}, {window}, stride = {_list(layer.stride)}"
    return [
        const("w", w, "i8"),
        const("b", b, acc),
        const("xz", layer.zx, x),
        const("wz", layer.zw[0], "i8"),
        f"%acc = tosa.{op} %x, %w, %b, %xz, %wz {{{attributes}}} : ({', '.join(types)}, "
        f"tensor<1x{x}>, tensor<1xi8>) -> {tensor(layer.result_shape, acc)}",
    ]


def _rescaled(layer: Layer) -> list[str]:
    acc, u = "i48" if layer.wide else "i32", layer.storage[2]
    factor = f"i{layer.multiplier_bits}"
    zero_point = int(stored(np.array(layer.zu), u))
    flags = {
        "output_unsigned": u == "u8",
        "per_channel": layer.per_channel,
        "scale32": layer.multiplier_bits == 32,
    }
    return [
        const("m", layer.multiplier, factor),
        const("s", layer.shift, "i8"),
        const("az", 0, acc),
        const("uz", zero_point, bits(u)),
        f"%u = tosa.rescale %acc, %m, %s, %az, %uz {_rescale(layer.double_round, **flags)} : "
        f"({tensor(layer.result_shape, acc)}, {tensor(layer.multiplier.shape, factor)}, "
        f"{tensor(layer.shift.shape, 'i8')}, tensor<1x{acc}>, tensor<1x{bits(u)}>) -> "
        f"{tensor(layer.result_shape, bits(u))}",
    ]


def _rescale(double_round: bool, **flags: bool) -> str:
    """The attributes of a rescale whose input is signed."""
    listed = "".join(f", {name} = {str(value).lower()}" for name, value in flags.items())
    mode = "DOUBLE_ROUND" if double_round else "SINGLE_ROUND"
    return f"{{input_unsigned = false, rounding_mode = {mode}{listed}}}"


def _looked_up(layer: Layer, table: Table) -> list[str]:
    shape = layer.result_shape
    if table.first is not None:
        types = f"({tensor(shape, 'i8')}, tensor<256xi8>) -> {tensor(shape, 'i8')}"
        return [const("t", table.entries, "i8"), f"%y = tosa.table %u, %t : {types}"]
    i16, i32 = tensor(shape, "i16"), tensor(shape, "i32")
    flags = {"output_unsigned": False, "per_channel": False, "scale32": True}
    return [
        const("t", table.entries, "i16"),
        const("vm", 1 << 30, "i32"),
        const("vs", 37, "i8"),
        const("vz", 0, "i32"),
        const("yz", 0, "i16"),
        f"%v = tosa.table %u, %t : ({i16}, tensor<513xi16>) -> {i32}",
        f"%y = tosa.rescale %v, %vm, %vs, %vz, %yz {_rescale(table.double_round, **flags)} : "
        f"({i32}, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> {i16}",
    ]


# The dialect ----------------------------------------------------------------------------------


def _domains(layer: Layer) -> tuple[str, str, str]:
    """Input, filter and intermediate: scale 1, the rescale factor, scale 1."""
    factors = zip(layer.multiplier.tolist(), layer.shift.tolist(), strict=True)
    zeros = np.broadcast_to(layer.zw, len(layer.shift)).tolist()
    pairs = ", ".join(f"{m * 2.0**-s:.17e}:{z}" for (m, s), z in zip(factors, zeros, strict=True))
    axis, scales = (":0", f"{{{pairs}}}") if layer.per_channel else ("", pairs)
    low, high = layer.range
    x, w, u = layer.storage
    return (
        f"!quant.uniform<{x}:f32, 1.0:{layer.zx}>",
        f"!quant.uniform<{w}:f32{axis}, {scales}>",
        f"!quant.uniform<{u}<{low}:{high}>:f32, 1.0:{layer.zu}>",
    )


def _header(table: Table, domain: str, result: str) -> str:
    how = f"first = {table.first}, entries = {table.entries.shape[-1]}, lookup = direct"
    if table.first is None:
        rounding = " rounding = double_round" if table.double_round else ""
        how = f"first = -32768, entries = 513, lookup = interpolated fraction_bits = 7{rounding}"
    return f"header <{how}, input = {domain}, result = {result}>"


def _window(layer: Layer) -> str:
    pad = f"out_pad {list(layer.pad)}"
    if not layer.transposed:
        pad = f"pad {list(layer.pad)} dilation {list(layer.dilation)}"
    mode = "double_round" if layer.double_round else "single_round"
    return (
        f"stride {list(layer.stride)} {pad} group {layer.group} "
        f"requant <multiplier = {layer.multiplier.tolist()}, shift = {layer.shift.tolist()}, "
        f"rounding = {mode}, multiplier_bits = {layer.multiplier_bits}>"
    )


def lutfuse(layer: Layer, *, fused: bool = False) -> str:
    """Any layer, between casts from and to plain integers."""
    operands, types, lines = _operands(layer)
    domain, op = _domains(layer)[2], "conv_transpose2d" if layer.transposed else "conv2d"
    u, window = tensor(layer.result_shape, domain), _window(layer)
    y, table = u, layer.table
    if table is None:
        lines.append(f"%y = lutfuse.{op} {operands} {window} : ({types}) -> {u}")
    else:
        result = f"!quant.uniform<{table.storage}:f32, 1.0:{table.zero_point}>"
        header = _header(table, domain, result)
        y = tensor(layer.result_shape, result)
        t = tensor(table.entries.shape, bits(table.storage))
        lines.append(const("t", stored(table.entries, table.storage), bits(table.storage)))
        if fused:
            parts = f"lut %t kind <custom> {header} intermediate {domain}"
            lines.append(
                f"%y = lutfuse.fused_{op} {operands} {parts} {window} : ({types}, {t}) -> {y}"
            )
        else:
            lines += [
                f"%u = lutfuse.{op} {operands} {window} : ({types}) -> {u}",
                f"%y = lutfuse.lut_activation <custom> %u, %t {header} : ({u}, {t}) -> {y}",
            ]
    plain = tensor(layer.result_shape, bits(layer.result_storage))
    return _function(layer, [*lines, f"%r = quant.scast %y : {y} to {plain}"], "r")


def _operands(layer: Layer) -> tuple[str, str, list[str]]:
    """Input, filter and bias: their names and types, and the lines that make them."""
    x_domain, w_domain, _ = _domains(layer)
    x, w = tensor(layer.shape, x_domain), tensor(layer.w.shape, w_domain)
    lines = [
        const("wc", stored(layer.w, layer.storage[1]), "i8"),
        f"%wq = quant.scast %wc : {tensor(layer.w.shape, 'i8')} to {w}",
        f"%xq = quant.scast %x : {tensor(layer.shape, bits(layer.storage[0]))} to {x}",
    ]
    if layer.b is None:
        return "%xq, %wq", f"{x}, {w}", lines
    acc = "i48" if layer.wide else "i32"
    lines.append(const("b", layer.b, acc))
    return "%xq, %wq bias %b", f"{x}, {w}, {tensor(layer.b.shape, acc)}", lines
