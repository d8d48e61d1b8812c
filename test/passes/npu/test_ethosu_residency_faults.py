"""Faults around tables and scales are caught, by the verifier pass or by the simulator."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.ethosu import Fault
from lutfuse.passes.ethosu import programs as ep
from lutfuse.runtime.ethosu import EthosuEngine
from lutfuse.runtime.models import ModelError, load_model, new_context, run_pipeline
from lutfuse.tools.ethosu import lower_to_ethosu
from lutfuse.tools.run import compile_model
from support.needs import needs_vela
from support.paths import MODELS

pytestmark = needs_vela

MODEL = MODELS / "selfie_seg.int8.tflite"


def lowered() -> ir.Module:
    module, _ = load_model(MODEL, new_context())
    lower_to_ethosu(module, "ethos-u55-128", fuse_for="cpu")
    return module


def test_a_model_is_the_same_as_on_the_cpu() -> None:
    module, _ = load_model(MODEL, new_context())
    cpu, npu = compile_model(module, None), EthosuEngine(lowered())
    x = np.load(MODEL.with_suffix(".npz"))["step0_input0"]
    assert int((cpu([x])[0] != npu(x)[0]).sum()) == 0
    assert npu.operations["conv"] + npu.operations["depthwise"] == 55


def first_load(module: ir.Module) -> ep.Load:
    return next(load for one in ep.programs(module.operation) for load in ep.loads(one))


def reader(load: ep.Load) -> ir.Operation:
    """The first command that reads a load's slot."""
    ops = [op.operation for op in load.op.block]
    after = ops[ops.index(load.op) + 1 :]
    tables = [(op, ep.table_of(op)) for op in after]
    return next(op for op, table in tables if table is not None and table.slot == load.slot)


def drop(load: ep.Load) -> None:
    load.op.erase()


def delay(load: ep.Load) -> None:
    load.op.move_after(reader(load))


def misplace(load: ep.Load) -> None:
    # Slot 7 is loaded last, so that nothing else is lost.
    wrong = ethosu.slot_range("ethos-u55-128", (load.slot + 1) % ethosu.SLOTS)
    load.op.attributes["destination"] = wrong.attr()


def point_at_the_wrong_slot(load: ep.Load) -> None:
    op = reader(load)
    table = ep.table_of(op)
    assert table is not None and table.slot is not None
    wrong = ethosu.Table(table.source, (table.slot + 1) % ethosu.SLOTS)
    op.attributes["table"] = wrong.attr()


FAULTS = {
    drop: r"is (missing|clobbered|late)",
    delay: r"is late: it is loaded after the command",
    misplace: r"is (missing|late): ",
    point_at_the_wrong_slot: r"is (missing|late|clobbered): ",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_pass_finds_it(fault: Callable[[ep.Load], None]) -> None:
    module = lowered()
    with module.context, ir.Location.unknown():
        fault(first_load(module))
    with pytest.raises(ModelError, match=FAULTS[fault]) as error:
        run_pipeline(module, "check-table-residency")
    assert "\n" not in str(error.value)


def test_the_simulator_finds_a_table_that_was_never_loaded() -> None:
    module = lowered()
    with module.context, ir.Location.unknown():
        for load in [one for p in ep.programs(module.operation) for one in ep.loads(p)]:
            load.op.erase()
    x = np.load(MODEL.with_suffix(".npz"))["step0_input0"]
    with pytest.raises(Fault):
        EthosuEngine(module)(x)
