"""Words, commands and lines: what decodes, encodes back, and reads well."""

from __future__ import annotations

import pytest

from lutfuse.ethosu import decode, disassemble
from lutfuse.ethosu.commands import CODES, LONG, SHORT, encode
from lutfuse.ethosu.faults import UnknownCommandFault
from support.needs import needs_vela
from support.npu_models import NAMES, model
from support.npu_streams import Stream


@pytest.mark.parametrize("name", NAMES)
def test_words_come_back(name: str) -> None:
    words = model(name).payload.words
    assert tuple(word for command in decode(words) for word in command.words()) == words


@pytest.mark.parametrize("name", sorted(CODES))
def test_every_command_comes_back(name: str) -> None:
    [command] = decode(encode(name, 0x1234, 0x56789ABC))
    payload = 0x56789ABC if name in LONG.values() else None
    assert (command.name, command.parameter, command.payload) == (name, 0x1234, payload)


def test_unknown_codes() -> None:
    for word in (0x00000004, 0x00004099, 0x00008002, 0x0000C000, 0x00000402):
        with pytest.raises(UnknownCommandFault, match=f"got {word:#010x}"):
            decode([word])


def test_addresses_have_40_bits() -> None:
    [command] = decode(Stream().set(IFM_BASE0=0x12_3456_789A).words()[:-1])
    assert command.address == 0x12_3456_789A


def lines(stream: Stream) -> list[str]:
    return [" ".join(line.split()[1:]) for line in disassemble(stream.words()).split("\n") if line]


def test_lines_show_what_registers_mean() -> None:
    stream = Stream().set(
        IFM_PRECISION=0x0141,
        OFM_PRECISION=0x8101,
        KERNEL_STRIDE=0b1_0_0_1_1_0_1,
        ACTIVATION=0x3012,
        ACTIVATION_MIN=-128,
        OFM_HEIGHT_M1=55,
        DMA0_DST_REGION=0x0103,
        DMA0_DST=0x5800,
        IFM2_BROADCAST=0x82,
    )
    stream = stream.scale("OFM_SCALE", 1073741824, 38).start("POOL", 1).start("DMA_WAIT")
    assert lines(stream) == [
        "NPU_SET_IFM_PRECISION precision=s8 format=nhcwb16 scale=a32",
        "NPU_SET_OFM_PRECISION precision=s8 format=nhwc global_scale=1 rounding=natural",
        "NPU_SET_KERNEL_STRIDE stride_y=1 stride_x=4 part_kernel_first=1 dilation_x=2 dilation_y=1",
        "NPU_SET_ACTIVATION function=table2 clip=s8",
        "NPU_SET_ACTIVATION_MIN -128",
        "NPU_SET_OFM_HEIGHT_M1 56",
        "NPU_SET_DMA0_DST_REGION region=3 shared=1 dimensions=1",
        "NPU_SET_DMA0_DST 0x5800",
        "NPU_SET_IFM2_BROADCAST height=0 width=1 depth=0 reverse=0 scalar=1",
        "NPU_SET_OFM_SCALE scale=1073741824 shift=38",
        "NPU_OP_POOL mode=average",
        "NPU_OP_DMA_WAIT channel=0 outstanding=0",
        "NPU_OP_STOP mask=65535",
    ]


def test_one_line_for_each_command() -> None:
    words = model("conv_sigmoid").payload.words
    text = disassemble(words).split("\n")
    positions = [int(line.split()[0]) for line in text if line]
    assert positions == [command.position for command in decode(words)]


@needs_vela
def test_codes_are_those_of_vela() -> None:
    from ethosu.vela.ethos_u55_regs import ethos_u55_regs as regs

    assert {one.value: one.name for one in regs.cmd0} == SHORT
    assert {one.value: one.name for one in regs.cmd1} == LONG
