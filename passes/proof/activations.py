"""Normal forms of activations and other element-wise ops on codes: a map of every code.

Whatever an op is called, `tosa.table`, `tosa.clamp`, `tosa.rescale`, `lutfuse.lut_activation`,
`lutfuse.clip` or `lutfuse.leaky_relu`, it is what it makes of each code. Maps are written out from
the ops' definitions, not by the passes that a proof is to check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from mlir import ir
from mlir.dialects.quant import QuantizedType, UniformQuantizedType

from lutfuse.dialects.lutfuse import ClipAttr, LeakyReluAttr, TableHeaderAttr
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.passes.ir.rescale import Rescale
from lutfuse.passes.proof.nodes import (
    CODE_WIDTHS,
    DYNAMIC,
    Array,
    Node,
    Pool,
    Shape,
    array_of,
    compose,
    every_code,
    is_codes,
    is_integers,
    stored,
)
from lutfuse.passes.proof.stages import FixedPoint, canonical

Operands = Sequence[Node]


def shape_of(type_: ir.Type) -> Shape | None:
    """Sizes of a ranked tensor, `DYNAMIC` where open; None for all else."""
    if not isinstance(type_, ir.RankedTensorType):
        return None
    return tuple(DYNAMIC if type_.is_dynamic_dim(i) else n for i, n in enumerate(type_.shape))


def width_of(type_: ir.Type) -> int:
    """Bits of a tensor's integers, plain or quantized; 0 for all else."""
    if not isinstance(type_, ir.RankedTensorType):
        return 0
    element = type_.element_type
    if isinstance(element, QuantizedType):
        return element.storage_type_integral_width
    return element.width if isinstance(element, ir.IntegerType) else 0


def element_of(value: ir.Value) -> ir.Type:
    """Element type of a ranked tensor."""
    return ir.RankedTensorType(value.type).element_type


def _mapped(
    pool: Pool, source: Node, function: Callable[[Array], Array | None], width: int
) -> Node | None:
    """A function of the values of `source`: codes, or wider integers that are a map of codes."""
    if width not in (8, 16, 32, 64):
        return None
    codes = every_code(source.width) if source.width in CODE_WIDTHS else array_of(source)
    values = function(codes)
    if values is None:
        return None
    return pool.mapped(source if source.width in CODE_WIDTHS else source.operands[0], values, width)


def _requantized(
    values: Array, multiplier: Sequence[int], shift: Sequence[int], rounding: str
) -> Array:
    """TOSA's scaling of int64 values, a row for each channel where multipliers differ."""
    pairs = canonical(list(zip(multiplier, shift, strict=True)))
    factors = [FixedPoint(m, s, rounding == "double_round") for m, s in pairs]
    if len(factors) == 1:
        return factors[0].of_each(values)
    rows = np.broadcast_to(values, (len(factors), values.shape[-1]))
    return np.stack([one.of_each(row) for one, row in zip(factors, rows, strict=True)])


def _rescaled(values: Array, rescale: Rescale, source: int, width: int) -> Array | None:
    """RESCALE of all codes; None where the 32 bits that TOSA demands do not hold a result."""
    if rescale.input_unsigned:
        values = values & ((1 << source) - 1)
    values = _requantized(
        values - rescale.input_zero_point, rescale.multiplier, rescale.shift, rescale.rounding
    )
    values = values + rescale.output_zero_point
    if values.min() < -(1 << 31) or values.max() >= 1 << 31:
        return None
    low, high = storage_range(f"{'u' if rescale.output_unsigned else 'i'}{width}")
    return stored(np.clip(values, low, high), width)


def rescale_map(pool: Pool, source: Node, rescale: Rescale, width: int) -> Node | None:
    """A RESCALE of codes; None where it may not say what TOSA means."""
    channels = len(canonical(list(zip(rescale.multiplier, rescale.shift, strict=True))))
    if channels > 1 and not source.shape:
        return None
    return _mapped(pool, source, lambda x: _rescaled(x, rescale, source.width, width), width)


def _clamp_map(
    pool: Pool, source: Node, low: int, high: int, unsigned: bool = False
) -> Node | None:
    mask = (1 << source.width) - 1

    def clamp(values: Array) -> Array:
        codes = values & mask if unsigned else values
        return stored(np.clip(codes, low, high), source.width)

    return _mapped(pool, source, clamp, source.width)


def tosa_clamp(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """Codes are compared as signed integers."""
    low, high = op.attributes["min_val"], op.attributes["max_val"]
    integers = isinstance(low, ir.IntegerAttr) and isinstance(high, ir.IntegerAttr)
    if not integers or not is_codes(operands[0]):
        return None
    return _clamp_map(pool, operands[0], ir.IntegerAttr(low).value, ir.IntegerAttr(high).value)


# Tables ---------------------------------------------------------------------------------------


def _direct(
    pool: Pool, codes: Node, entries: Array, first: int, unsigned: bool, width: int
) -> Node | None:
    """Codes that no entry is for take the nearest one, as the lowering has it."""
    index = every_code(codes.width)
    index = (index & 255 if unsigned else index) - first
    full = entries[..., np.clip(index, 0, entries.shape[-1] - 1)].astype(np.int64)
    if full.ndim == 2 and codes.shape and full.shape[0] not in (1, codes.shape[-1]):
        return None
    return _mapped(pool, codes, lambda x: compose(stored(full, width), x), width)


def _points(pool: Pool, codes: Node, entries: Array, first: int, fraction_bits: int) -> Node | None:
    """TOSA TABLE on 16-bit codes: between two points, fraction bits kept, 32 bits wide."""

    def interpolate(values: Array) -> Array | None:
        index = (values - first) >> fraction_bits
        if index.min() < 0 or index.max() + 1 >= entries.size:
            return None
        fraction = (values - first) & ((1 << fraction_bits) - 1)
        table = entries.astype(np.int64)
        return (table[index] << fraction_bits) + (table[index + 1] - table[index]) * fraction

    return _mapped(pool, codes, interpolate, 32)


def tosa_table(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """256 entries of 8 bits, or 513 points of 16 bits, which leave their fraction bits on."""
    codes, table = operands
    if not is_codes(codes) or not is_integers(table):
        return None
    form = codes.width, table.width, width_of(op.results[0].type), table.shape
    if form == (8, 8, 8, (256,)):
        return _direct(pool, codes, array_of(table), -128, False, 8)
    if form == (16, 16, 32, (513,)):
        return _points(pool, codes, array_of(table), -(1 << 15), 7)
    return None


def looked_up(pool: Pool, codes: Node, table: Node, header: TableHeaderAttr) -> Node | None:
    """A table of the dialect, direct or interpolated, on codes."""
    if not is_integers(table):
        domain, result = storage_of(header.input), UniformQuantizedType(header.result)
        limits = result.storage_type_min, result.storage_type_max
        data = header.first, header.lookup, header.fraction_bits, header.rounding, domain, limits
        return pool.make("lookup", data, [codes, table], codes.shape, table.width)
    entries = array_of(table)
    if header.lookup == "direct":
        unsigned = not QuantizedType(header.input).is_signed
        return _direct(pool, codes, entries, header.first, unsigned, table.width)
    values = _points(pool, codes, entries.reshape(-1), header.first, header.fraction_bits)
    if values is None or entries.ndim != 1:
        return None
    narrow = Rescale((1 << 30,), (30 + header.fraction_bits,), header.rounding)
    result = UniformQuantizedType(header.result)
    found = rescale_map(pool, values, narrow, 16)
    if found is None:
        return None
    return _clamp_map(pool, found, result.storage_type_min, result.storage_type_max)


def lut_activation(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """`lutfuse.lut_activation`."""
    header = op.attributes["header"]
    assert isinstance(header, TableHeaderAttr)
    return looked_up(pool, operands[0], operands[1], header)


# Parameters -----------------------------------------------------------------------------------


def activated(
    pool: Pool, codes: Node, parameters: ir.Attribute, domain: ir.Type, result: ir.Type
) -> Node | None:
    """A clip or leaky ReLU of codes of `domain`."""
    x, y = UniformQuantizedType(domain), UniformQuantizedType(result)
    if isinstance(parameters, ClipAttr):
        return _clamp_map(pool, codes, parameters.min, parameters.max, not x.is_signed)
    if not isinstance(parameters, LeakyReluAttr):
        return None
    width = y.storage_type_integral_width
    return _mapped(pool, codes, lambda values: _leaky(values, parameters, x, y), width)


def _leaky(
    values: Array, parameters: LeakyReluAttr, x: UniformQuantizedType, y: UniformQuantizedType
) -> Array:
    """The formula of `#lutfuse.leaky_relu`."""
    mask = (1 << x.storage_type_integral_width) - 1
    v = (values if x.is_signed else values & mask) - x.zero_point
    factor = np.array(parameters.factor, np.int64)
    product = v * (factor[0] if len(factor) == 1 else factor[:, None])
    above, below = (
        _requantized(value, requant.multiplier, requant.shift, requant.rounding)
        for value, requant in ((v, parameters.positive), (product, parameters.negative))
    )
    codes = np.where(v >= 0, above, below) + y.zero_point
    kept = np.clip(codes, y.storage_type_min, y.storage_type_max)
    return stored(kept, y.storage_type_integral_width)


def parametric(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """`lutfuse.clip` and `lutfuse.leaky_relu`."""
    domain, result = element_of(op.operands[0]), element_of(op.results[0])
    return activated(pool, operands[0], op.attributes["parameters"], domain, result)
