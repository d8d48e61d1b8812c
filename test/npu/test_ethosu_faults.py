"""Streams that the hardware would run wrongly: each is one fault with one line."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from lutfuse.ethosu import Simulator, decode
from lutfuse.ethosu.commands import Command
from lutfuse.ethosu.faults import (
    AddressFault,
    ArithmeticFault,
    Fault,
    HazardFault,
    TableFault,
    UnknownCommandFault,
    UnsetRegisterFault,
    UnwrittenFault,
    WeightFault,
)
from support.npu_models import loaded
from support.npu_streams import Stream, edited, find, replaced

SHAPE = (2, 3, 4)
SIZE = 2 * 3 * 4


def fault(simulator: Simulator, words: Sequence[int], kind: type[Fault], text: str) -> None:
    with pytest.raises(kind, match=re.escape(text)) as caught:
        simulator.run(words)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)


def small(accelerator: str = "ethos-u55-128") -> Simulator:
    """Region 0 written in full, region 1 not at all."""
    simulator = Simulator(accelerator, {0: 512, 1: 1024})
    simulator.memory.region(0).fill(0, bytes(range(256)) * 2)
    return simulator


def pooling(activation: int = 0) -> Stream:
    """A maximum over one element: a copy, or a look-up."""
    stream = Stream().map("IFM", 0, 0, SHAPE).map("OFM", 1, 0, SHAPE).plain()
    return stream.set(ACTIVATION=activation)


def test_the_small_stream_runs() -> None:
    simulator = small()
    simulator.run(pooling().start("POOL").words())
    assert simulator.memory.region(1).data[:SIZE].tolist() == list(range(SIZE))


def test_unknown_word() -> None:
    fault(small(), [0x3FF], UnknownCommandFault, "word 0: expected a command, got 0x000003ff")


def test_missing_payload() -> None:
    words = Stream().set(IFM_BASE0=0).words()[:1]
    text = "word 0: expected a payload of NPU_SET_IFM_BASE0, got the end"
    fault(small(), words, UnknownCommandFault, text)


def test_no_stop() -> None:
    text = "word 0: expected NPU_OP_STOP, got the end"
    fault(small(), [], UnknownCommandFault, text)


def test_unknown_mode() -> None:
    words = pooling().start("POOL", 3).words()
    fault(small(), words, UnknownCommandFault, "NPU_OP_POOL: expected a known mode, got 3")


def test_register_never_set() -> None:
    words = edited(pooling().start("POOL").words(), 0)
    fault(small(), words, UnsetRegisterFault, "NPU_OP_POOL: needs register IFM_REGION, never set")


def test_unknown_precision() -> None:
    words = pooling().set(IFM_PRECISION=3).start("POOL").words()
    fault(small(), words, Fault, "expected a known precision in IFM_PRECISION, got 3")


def test_no_such_region() -> None:
    words = pooling().set(IFM_REGION=5).start("POOL").words()
    fault(small(), words, AddressFault, "expected a region of 0, 1, got 5")


def test_read_past_the_end_of_a_region() -> None:
    words = pooling().set(IFM_BASE0=500).start("POOL").words()
    text = "expected addresses below 0x200 in region 0, got [0x1f4, 0x20c)"
    fault(small(), words, AddressFault, text)


def test_write_past_the_end_of_a_region() -> None:
    words = pooling().set(OFM_BASE0=1001).start("POOL").words()
    fault(small(), words, AddressFault, "expected addresses below 0x400 in region 1")


def test_transfer_past_the_end_of_a_region() -> None:
    words = Stream().copy((0, 384), (1, 0), 256).words()
    fault(small(), words, AddressFault, "NPU_OP_DMA_START: expected addresses below 0x200")


def test_read_of_bytes_never_written() -> None:
    words = pooling().set(IFM_REGION=1, IFM_BASE0=64).start("POOL").words()
    fault(small(), words, UnwrittenFault, "NPU_OP_POOL: reads region 1 at 0x40, never written")


def test_transfer_of_bytes_never_written() -> None:
    words = Stream().copy((1, 16), (1, 0), 16).words()
    fault(small(), words, UnwrittenFault, "NPU_OP_DMA_START: reads region 1 at 0x10, never written")


def test_look_up_before_any_load() -> None:
    words = pooling(18).start("POOL").words()
    fault(small(), words, TableFault, "looks up table slot 2, which holds no loaded table")


def test_look_up_in_the_slot_beside_the_loaded_one() -> None:
    stream = Stream().copy((0, 0), (256, 22 * 1024 + 256), 256)
    words = stream.words()[:-1] + pooling(18).start("POOL").words()
    fault(small(), words, TableFault, "looks up table slot 2, which holds no loaded table")


def test_look_up_in_a_table_loaded_in_part() -> None:
    stream = Stream().copy((0, 0), (256, 22 * 1024 + 512), 255)
    words = stream.words()[:-1] + pooling(18).start("POOL").words()
    fault(small(), words, TableFault, "looks up table slot 2, which holds no loaded table")


def test_table_past_the_last_slot() -> None:
    """256 results of 32 bits take four slots, so that the last may start in slot 4."""
    words = pooling(21).map("OFM", 1, 0, SHAPE, "i4").set(ACTIVATION=21 | 3 << 12)
    text = "expected a table of 1024 bytes to fit from slot 5"
    fault(small(), words.start("POOL").words(), TableFault, text)


def tables_around(operation: Stream) -> list[int]:
    """Load a table, run an operation, look up; slots of 16 banks are at 14 KiB."""
    load = Stream().copy((0, 0), (256, 14 * 1024), 256).words()[:-1]
    return [*load, *operation.start("POOL").words()[:-1], *pooling(16).start("POOL").words()]


def test_small_accelerators_lose_tables_to_other_operations() -> None:
    words = tables_around(pooling())
    text = "looks up table slot 0, which holds no loaded table"
    fault(small("ethos-u55-64"), words, TableFault, text)


def test_small_accelerators_keep_tables_between_look_ups() -> None:
    small("ethos-u55-64").run(tables_around(pooling(16)))


def test_load_of_a_table_dropped() -> None:
    simulator, words = loaded("conv_sigmoid")
    dropped = find(words, "OP_DMA_START")
    fault(simulator, edited(words, *dropped), TableFault, "which holds no loaded table")


def test_load_of_a_table_not_awaited() -> None:
    simulator, words = loaded("conv_sigmoid")
    text = "does not wait for the transfer at word"
    fault(simulator, edited(words, *find(words, "OP_DMA_WAIT")), HazardFault, text)


def test_load_of_a_table_behind_its_use() -> None:
    simulator, words = loaded("conv_sigmoid")
    [load], [use] = find(words, "OP_DMA_START"), find(words, "OP_CONV")
    commands = decode(words)
    commands.insert(use, commands.pop(load))
    late = [word for command in commands for word in command.words()]
    fault(simulator, late, TableFault, "which holds no loaded table")


def test_transfer_over_the_input_of_a_running_operation() -> None:
    words = pooling().set(IFM_BASE0=256).start("POOL").words()[:-1]
    words += Stream().copy((0, 0), (0, 256), 64).words()
    text = "NPU_OP_DMA_START: does not wait for the operation at word"
    fault(small(), words, HazardFault, text)


def test_transfer_over_the_input_of_a_finished_operation() -> None:
    words = pooling().set(IFM_BASE0=256).start("POOL").start("KERNEL_WAIT").words()[:-1]
    small().run(words + Stream().copy((0, 0), (0, 256), 64).words())


def test_weights_cut_short() -> None:
    simulator, words = loaded("conv_sigmoid")
    [number] = find(words, "SET_WEIGHT_LENGTH")
    short = Command(0, "NPU_SET_WEIGHT_LENGTH", 0, 64)
    fault(simulator, replaced(words, number, short), WeightFault, "more bits of weights")


def test_weights_of_another_shape() -> None:
    simulator, words = loaded("conv_sigmoid")
    [number] = find(words, "SET_IFM_DEPTH_M1")
    other = Command(0, "NPU_SET_IFM_DEPTH_M1", 20)
    text = "weights for (20, 3, 3, 21), got"
    fault(simulator, replaced(words, number, other), WeightFault, text)


def test_scales_cut_short() -> None:
    simulator, words = loaded("conv_sigmoid")
    [number] = find(words, "SET_SCALE_LENGTH")
    short = Command(0, "NPU_SET_SCALE_LENGTH", 0, 192)
    text = "expected 20 scale records, got 192 bytes"
    fault(simulator, replaced(words, number, short), ArithmeticFault, text)


def test_accumulator_overflow() -> None:
    """Sums over channels of 32-bit values may exceed 32 bits."""
    simulator = small()
    simulator.memory.region(0).fill(0, (2**31 - 1).to_bytes(4, "little") * SIZE)
    words = pooling().map("IFM", 0, 0, SHAPE, "i4").map("OFM", 1, 0, (2, 3, 1), "i4")
    words = words.set(IFM_DEPTH_M1=3).start("POOL", 2).words()
    fault(simulator, words, ArithmeticFault, "expected 32-bit accumulator, got values from")


def test_average_with_padding_and_a_scale() -> None:
    """What the hardware would make of both, no stream of Vela's shows."""
    stream = pooling().set(IFM_PAD_RIGHT=1, OFM_PRECISION=0x101).scale("OFM_SCALE", 2, 0)
    text = "expected scale 1 of an average with padding, got another: not simulated"
    fault(small(), stream.start("POOL", 1).words(), Fault, text)


def test_padding_of_all_inputs() -> None:
    words = pooling().set(IFM_PAD_TOP=2).start("POOL").words()
    fault(small(), words, Fault, "expected padding below 2, got 2")


def test_function_of_8_bit_output() -> None:
    words = pooling(4).start("POOL").words()
    fault(small(), words, Fault, "expected 16-bit output of sigmoid, got int8")


def test_float_accumulators() -> None:
    words = pooling().set(ACC_FORMAT=2).start("POOL", 1).words()
    fault(small(), words, Fault, "expected integer accumulators, got fp16")


def test_more_cores_than_there_are() -> None:
    simulator, words = loaded("conv_sigmoid")
    cores = Stream().set(PARALLEL_MODE=1).words()[:-1]
    fault(simulator, [*cores, *words], Fault, "expected 1 cores, got 2")


def test_depthwise_of_other_channels() -> None:
    words = pooling().set(IFM_DEPTH_M1=1).start("DEPTHWISE").words()
    text = "expected as many input as output channels, got 2 and 4"
    fault(small(), words, Fault, text)


def test_faults_name_the_word_and_the_command() -> None:
    stream = pooling().set(IFM_REGION=5).start("POOL")
    position = len(stream.words()) - 2
    fault(small(), stream.words(), AddressFault, f"word {position}, NPU_OP_POOL: expected a region")
