"""A table of 16-bit entries for 8-bit codes runs on the CPU, alone and in a fused convolution."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from mlir import ir

import lutfuse

ENTRIES = (np.arange(256) * 257 - 32768).astype(np.int16)[::-1].copy()
ALONE = """
  %y = lutfuse.lut_activation <custom> %u, %t header #h : (tensor<1x16x16x1x!q>, tensor<256xi16>)
    -> tensor<1x16x16x1x!y>"""
# Twice each code, requantized by 1, saturates.
FUSED = """
  %f = "tosa.const"() <{values = dense<2> : tensor<1x1x1x1xi8>}> : () -> tensor<1x1x1x1xi8>
  %w = quant.scast %f : tensor<1x1x1x1xi8> to tensor<1x1x1x1x!q>
  %y = lutfuse.fused_conv2d %u, %w lut %t kind <custom> header #h intermediate !q
      requant <multiplier = [1073741824], shift = [30], rounding = double_round>
    : (tensor<1x16x16x1x!q>, tensor<1x1x1x1x!q>, tensor<256xi16>) -> tensor<1x16x16x1x!y>"""


@pytest.fixture(autouse=True)
def context(monkeypatch: pytest.MonkeyPatch) -> Iterator[ir.Context]:
    monkeypatch.setenv("LUTFUSE_CACHE", "0")
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


@pytest.mark.parametrize(("body", "factor"), [(ALONE, 1), (FUSED, 2)])
def test_all_codes(body: str, factor: int) -> None:
    text = f"""
    !q = !quant.uniform<i8:f32, 1.0>
    !y = !quant.uniform<i16:f32, 1.0>
    #h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
      input = !q, result = !y>
    func.func @main(%x: tensor<1x16x16x1xi8>) -> tensor<1x16x16x1xi16> {{
      %t = "tosa.const"() <{{values = dense<{ENTRIES.tolist()}> : tensor<256xi16>}}>
        : () -> tensor<256xi16>
      %u = quant.scast %x : tensor<1x16x16x1xi8> to tensor<1x16x16x1x!q>
      {body}
      %z = quant.scast %y : tensor<1x16x16x1x!y> to tensor<1x16x16x1xi16>
      return %z : tensor<1x16x16x1xi16>
    }}"""
    codes = np.arange(-128, 128, dtype=np.int8)
    (got,) = lutfuse.load(ir.Module.parse(text)).run(codes.reshape(1, 16, 16, 1))
    between = np.clip(codes.astype(np.int64) * factor, -128, 127)
    assert np.array_equal(got.ravel(), ENTRIES[between + 128])
