"""Weights come back from Vela's encoder, whatever they are and in whatever order it puts them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lutfuse.ethosu.faults import WeightFault
from lutfuse.ethosu.weight_order import Order, in_order
from lutfuse.ethosu.weight_stream import decode_weights
from support.layers import Array
from support.needs import needs_vela

_CONV = Order((24, 3, 3, 20), 16, 8, 8, 8, False, False, (1, 1))
ORDERS = {
    "depth-first": _CONV,
    "depth-first-16": replace(_CONV, shape=(40, 5, 5, 70), block=32, bits=16),
    "part-kernel": replace(_CONV, shape=(13, 9, 9, 5), block=8, part_kernel=True),
    "part-kernel-16": replace(_CONV, shape=(13, 3, 3, 12), bits=16, part_kernel=True),
    "depthwise": replace(_CONV, shape=(20, 9, 5, 1), depthwise=True),
    "dilated": replace(_CONV, shape=(13, 9, 9, 33), dilation=(2, 2)),
    "small-micro-block": replace(_CONV, ofm_depth=4),
    "pointwise": replace(_CONV, shape=(50, 1, 1, 100), block=48),
}


def weights(kind: str, shape: tuple[int, ...]) -> Array:
    rng = np.random.default_rng(0)
    normal = (rng.standard_normal(shape) * 20).round()
    return {
        "any": rng.integers(-255, 256, shape),
        "normal": normal,
        "sparse": normal * (rng.random(shape) < 0.3),
        "few": rng.choice([-100, 3, 77, 0], shape),
        "none": np.zeros(shape),
    }[kind].astype(np.int16)


@needs_vela
@pytest.mark.parametrize("kind", ["any", "normal", "sparse", "few", "none"])
@pytest.mark.parametrize("name", ORDERS)
def test_weights_come_back(name: str, kind: str) -> None:
    from ethosu import mlw_codec

    order = ORDERS[name]
    values = weights(kind, order.shape)
    steps = [8 // one for one in order.dilation]
    modes = order.depthwise, order.part_kernel, order.bits, *steps
    sizes = order.ifm_depth, order.ofm_depth
    data, _ = mlw_codec.reorder_encode(*sizes, values, order.block, *modes)
    stream = decode_weights(bytes(data))
    assert np.array_equal(stream, np.array(mlw_codec.decode(bytearray(data))))
    assert np.array_equal(in_order(stream, order), values)


def test_no_weights() -> None:
    assert decode_weights(b"").size == 0
    assert decode_weights(b"\xff" * 16).size == 0


def test_slice_cut_short() -> None:
    with pytest.raises(WeightFault, match="expected 15 more bits of weights, got 5"):
        decode_weights(b"\x00")


def test_first_slice_without_a_palette() -> None:
    with pytest.raises(WeightFault, match="expected a palette in the first slice"):
        decode_weights(bytes(8))


def test_too_few_weights() -> None:
    with pytest.raises(WeightFault, match=r"weights for \(24, 3, 3, 20\), got 10"):
        in_order(np.zeros(10, np.int16), _CONV)


def test_weights_where_padding_belongs() -> None:
    order = replace(_CONV, shape=(1, 1, 1, 1))
    with pytest.raises(WeightFault, match="expected zeros between weights"):
        in_order(np.ones(8 * 32, np.int16), order)
