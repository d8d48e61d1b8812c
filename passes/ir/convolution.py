"""The one view of the dialect's four convolutions: plain or transposed, alone or fused.

`as_convolution` reads the op's `ConvolutionOpInterface`. What an op's window, intermediate type
and activation are is said by the op definitions, and no pass derives it again. The tuples of
classes are for patterns, which are registered by class.
"""

from __future__ import annotations

import math

import numpy as np
from mlir import ir
from mlir.dialects.quant import UniformQuantizedType
from numpy.typing import NDArray

from lutfuse._lutfuse import Convolution
from lutfuse._lutfuse import convolution as as_convolution
from lutfuse.dialects.lutfuse import (
    Conv2DOp,
    ConvTranspose2DOp,
    FusedConv2DOp,
    FusedConvTranspose2DOp,
)
from lutfuse.dialects.quant_types import storage_of, zero_points_of
from lutfuse.passes.ir.constants import constant
from lutfuse.passes.ir.storage import behind_casts

__all__ = [
    "CONVOLUTIONS",
    "FUSED",
    "FUSED_FORM",
    "PLAIN",
    "PLAIN_FORM",
    "AnyConvolution",
    "AnyFused",
    "AnyPlain",
    "Convolution",
    "as_convolution",
    "biases",
    "input_type",
    "multiply_accumulates",
    "result_type",
    "weights",
]

AnyPlain = Conv2DOp | ConvTranspose2DOp
AnyFused = FusedConv2DOp | FusedConvTranspose2DOp
AnyConvolution = AnyPlain | AnyFused

PLAIN = (Conv2DOp, ConvTranspose2DOp)
FUSED = (FusedConv2DOp, FusedConvTranspose2DOp)
CONVOLUTIONS = (*PLAIN, *FUSED)
FUSED_FORM: dict[type[ir.OpView], type[AnyFused]] = dict(zip(PLAIN, FUSED, strict=True))
PLAIN_FORM: dict[type[ir.OpView], type[AnyPlain]] = dict(zip(FUSED, PLAIN, strict=True))


def input_type(conv: Convolution) -> UniformQuantizedType:
    """Element type of the input."""
    return UniformQuantizedType(ir.RankedTensorType(conv.input.type).element_type)


def result_type(conv: Convolution) -> UniformQuantizedType:
    """Element type of the result: behind the activation where the op has one."""
    return UniformQuantizedType(ir.RankedTensorType(conv.result.type).element_type)


def weights(conv: Convolution) -> NDArray[np.int16] | None:
    """A constant filter less its zero points, OHWI; None where the filter is no constant."""
    codes = constant(behind_casts(conv.filter))
    if codes is None:
        return None
    domain = ir.RankedTensorType(conv.filter.type).element_type
    codes = codes.astype(np.int16)
    if storage_of(domain) == "u8":
        codes = codes & 255
    return codes - np.array(zero_points_of(domain), np.int16).reshape(-1, 1, 1, 1)


def biases(conv: Convolution) -> NDArray[np.int64] | None:
    """One bias for each output channel, 0 without one; None where the bias is no constant."""
    channels = ir.RankedTensorType(conv.filter.type).shape[0]
    if conv.bias is None:
        return np.zeros(channels, np.int64)
    values = constant(behind_casts(conv.bias))
    return None if values is None else np.broadcast_to(values.astype(np.int64), channels)


def multiply_accumulates(conv: Convolution) -> int | None:
    """What the convolution costs, None where a shape is dynamic."""
    # Each filter entry meets each position: of the result, or of the input where transposed.
    place = conv.input if conv.is_transposed else conv.result
    positions = ir.RankedTensorType(place.type).shape[:3]
    sizes = [*positions, *ir.RankedTensorType(conv.filter.type).shape]
    return None if ir.ShapedType.get_dynamic_size() in sizes else math.prod(sizes)
