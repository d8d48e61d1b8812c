"""Driver payloads and the models that carry them."""

from __future__ import annotations

import struct

import pytest

from lutfuse.ethosu.payload import PayloadError, read_npu_operators, read_payload, read_vela_model
from support.layers import Layer, build
from support.needs import needs_vela
from support.npu_models import MODELS, model

WORDS = (0x10002, 3)


def payload(*words: int) -> bytes:
    return b"COP1" + struct.pack(f"<{len(words)}I", *words)


def test_payload() -> None:
    """Configuration of 2^8 multiplies for a U65, a NOP, the length in 24 bits, the words."""
    found = read_payload(payload(0x100001, 0x1000_0008, 0, 0x5, 0x00020002, *WORDS))
    assert (found.accelerator, found.words) == ("ethos-u65-256", WORDS)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"COP2" + bytes(4), "expected a payload that starts with b'COP1', got b'COP2'"),
        (payload(0x77), "expected a driver action at word 1, got 0x00000077"),
        (payload(0x00030002, *WORDS), "expected 3 command words, got 2"),
        (payload(0x5), "expected a command stream, got the end of the payload"),
        (payload(0x1, 0x7000_0008, 0), "expected Ethos-U55 or -U65, got product 7"),
    ],
)
def test_bad_payloads(data: bytes, text: str) -> None:
    with pytest.raises(PayloadError, match=text):
        read_payload(data)


def test_model() -> None:
    found = model("conv_sigmoid")
    assert found.payload.accelerator == "ethos-u55-128"
    assert [
        (one.name, one.shape, one.dtype, one.region) for one in found.inputs + found.outputs
    ] == [
        ("0/x", (1, 5, 7, 3), "int8", 1),
        ("0/y", (1, 5, 7, 20), "int8", 1),
    ]
    assert found.fast_scratch is None
    assert len(found.constants) >= 256


def test_two_memories() -> None:
    assert model("transpose_tanh").fast_scratch is not None


def test_model_without_the_npu() -> None:
    data = build([Layer()])
    assert read_npu_operators(data) == ()
    with pytest.raises(PayloadError, match="expected one operator, for the NPU, got 0 of 1"):
        read_vela_model(data)


@needs_vela
def test_payload_is_that_of_vela() -> None:
    from ethosu.vela.api import NpuAccelerator, npu_create_driver_payload

    words = list(model("conv_sigmoid").payload.words)
    data = npu_create_driver_payload(words, NpuAccelerator.Ethos_U65_512)
    found = read_payload(data)
    assert (found.accelerator, list(found.words)) == ("ethos-u65-512", words)


def test_files_are_small() -> None:
    assert sum(path.stat().st_size for path in MODELS.iterdir()) < 50_000
