"""Faults around tables and scales of two small layers, as the simulator finds them.

`test_ethosu_faults.py` has the faults that the verifier pass finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.ethosu import decode
from lutfuse.ethosu.faults import HazardFault, TableFault
from lutfuse.ethosu.simulator import Simulator
from lutfuse.ethosu.translate import REGIONS, command_stream
from lutfuse.passes.ethosu import programs as ep
from lutfuse.runtime.ethosu import EthosuEngine
from lutfuse.runtime.models import ModelError, new_context, run_pipeline
from lutfuse.tools.ethosu import lower_to_ethosu
from support.needs import needs_vela

pytestmark = needs_vela

NPU = "ethos-u55-128"
RAMP = ", ".join(str(code) for code in range(-128, 128))
BACK = ", ".join(str(code) for code in range(127, -129, -1))
# Input scale * filter scale / scale of the intermediate codes, and of the result's.
INTERMEDIATE, FINAL = "[1073741824], shift = [34]", "[1073741824], shift = [25]"
LAYERS = f"""
!x = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.5:3>>
!w = tensor<8x1x1x8x!quant.uniform<i8:f32, 0.25>>
!v = tensor<8x1x1x8x!quant.uniform<i8:f32, 32.0>>
!u = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
func.func @main(%a: tensor<1x4x4x8xi8>) -> tensor<1x4x4x8xi8> {{
  %f = "tosa.const"() <{{values = dense<5> : tensor<8x1x1x8xi8>}}> : () -> tensor<8x1x1x8xi8>
  %s = "tosa.const"() <{{values = dense<[{RAMP}]> : tensor<256xi8>}}> : () -> tensor<256xi8>
  %t = "tosa.const"() <{{values = dense<[{BACK}]> : tensor<256xi8>}}> : () -> tensor<256xi8>
  %x = quant.scast %a : tensor<1x4x4x8xi8> to !x
  %w = quant.scast %f : tensor<8x1x1x8xi8> to !w
  %v = quant.scast %f : tensor<8x1x1x8xi8> to !v
  %0 = lutfuse.fused_conv2d %x, %w lut %s kind <sigmoid>
      header <first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>,
        result = !quant.uniform<i8:f32, 0.00390625:-128>>
      intermediate !quant.uniform<i8:f32, 2.0:-3>
      requant <multiplier = {INTERMEDIATE}, rounding = double_round>
    : (!x, !w, tensor<256xi8>) -> !y
  %1 = lutfuse.fused_conv2d %0, %v lut %t kind <sigmoid>
      header <first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>,
        result = !quant.uniform<i8:f32, 0.00390625:-128>>
      intermediate !quant.uniform<i8:f32, 2.0:-3>
      requant <multiplier = {INTERMEDIATE}, rounding = double_round>
    : (!y, !v, tensor<256xi8>) -> !y
  %r = quant.scast %1 : !y to tensor<1x4x4x8xi8>
  return %r : tensor<1x4x4x8xi8>
}}
"""
INPUT = np.arange(-64, 64, dtype=np.int8).reshape(1, 4, 4, 8)


def lowered() -> ir.Module:
    module = ir.Module.parse(LAYERS, new_context())
    lower_to_ethosu(module, NPU, fuse_for=None)
    return module


def program_of(module: ir.Module) -> ethosu.ProgramOp:
    (program,) = ep.programs(module.operation)
    return program


def load_and_reader(module: ir.Module, number: int) -> tuple[ep.Load, ir.Operation]:
    program = program_of(module)
    readers = [op for op in ep.commands(program) if ep.table_of(op) is not None]
    return list(ep.loads(program))[number], readers[number]


def drop(load: ep.Load, reader: ir.Operation) -> None:
    load.op.erase()


def delay(load: ep.Load, reader: ir.Operation) -> None:
    load.op.move_after(reader)


def misplace(load: ep.Load, reader: ir.Operation) -> None:
    load.op.attributes["destination"] = ethosu.slot_range(NPU, load.slot + 3).attr()


def point_at_an_empty_slot(load: ep.Load, reader: ir.Operation) -> None:
    table = ep.table_of(reader)
    assert table is not None
    reader.attributes["table"] = ethosu.Table(table.source, load.slot + 3).attr()


EMPTY = {drop: 0, delay: 0, misplace: 0, point_at_an_empty_slot: 3}


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("fault", EMPTY)
def test_a_table_that_is_not_there(
    fault: Callable[[ep.Load, ir.Operation], None], number: int
) -> None:
    module = lowered()
    with module.context, ir.Location.unknown():
        fault(*load_and_reader(module, number))
    with pytest.raises(TableFault) as error:
        EthosuEngine(module)(INPUT)
    line, slot = str(error.value), EMPTY[fault] + number
    assert "\n" not in line
    assert line.endswith(f"NPU_OP_CONV: looks up table slot {slot}, which holds no loaded table")


def test_another_table_in_the_slot_gives_other_codes_and_the_pass_says_why() -> None:
    right, module = lowered(), lowered()
    with module.context, ir.Location.unknown():
        load, reader = load_and_reader(module, 1)
        table = ep.table_of(reader)
        assert table is not None
        reader.attributes["table"] = ethosu.Table(table.source, load.slot - 1).attr()
    assert (EthosuEngine(module)(INPUT)[0] != EthosuEngine(right)(INPUT)[0]).any()
    wanted = r"in slot 0 is missing: nothing loads it to this slot, and slot 1 holds it"
    with pytest.raises(ModelError, match=wanted):
        run_pipeline(module, "check-table-residency")


def test_a_load_that_nothing_waits_for() -> None:
    module = lowered()
    program = program_of(module)
    kept = [one for one in decode(command_stream(program)) if one.name != "NPU_OP_DMA_WAIT"]
    attributes: Any = program.operation.attributes
    blob, scratch = ep.constants(program), ir.IntegerAttr(attributes["scratch"]).value
    simulator = Simulator(NPU, {REGIONS["constants"]: len(blob), REGIONS["scratch"]: scratch})
    simulator.memory.region(REGIONS["constants"]).fill(0, blob)
    (place,) = ethosu.read(attributes["inputs"])
    simulator.memory.region(REGIONS["scratch"]).fill(place.address, INPUT.tobytes())
    with pytest.raises(HazardFault) as error:
        simulator.run([word for one in kept for word in one.words()])
    assert "\n" not in str(error.value)


def test_the_final_scale_is_no_valid_requantization() -> None:
    with pytest.raises(ir.MLIRError) as error:
        ir.Module.parse(LAYERS.replace(INTERMEDIATE, FINAL, 1), new_context())
    (first, *_) = error.value.error_diagnostics
    assert "requant" in first.message and "\n" not in first.message


def test_the_final_scale_in_the_bias_stream_gives_other_codes() -> None:
    right, module = lowered(), lowered()
    program = program_of(module)
    conv = next(op for op in ep.commands(program) if op.name == "ethosu.conv2d")
    (biases,) = ethosu.read(conv.attributes["biases"])
    blob = bytearray(ep.constants(program))
    for channel in range(8):  # a record: 40-bit bias, 32-bit multiplier, 6-bit shift
        shift = biases.address + 10 * channel + 9
        assert blob[shift] == 34
        blob[shift] = 25
    with module.context:
        data: Any = np.frombuffer(bytes(blob), np.int8)
        elements = ir.DenseElementsAttr.get(data, type=ir.IntegerType.get_signless(8))
        program.operation.attributes["constants"] = elements
    run_pipeline(module, "check-table-residency")  # all tables are where they belong
    assert (EthosuEngine(module)(INPUT)[0] != EthosuEngine(right)(INPUT)[0]).any()
