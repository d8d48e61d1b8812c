"""Cycles of command streams: table loads, bytes and overlap are as the words say."""

from __future__ import annotations

from lutfuse.ethosu import vela
from lutfuse.ethosu.cycles import Estimate, estimate
from support.needs import needs_vela

pytestmark = needs_vela

NPU = "ethos-u55-128"


def pooling(*, table: bool = False) -> object:
    """A copy of 8 by 8 by 16 codes, through a table or not."""
    api = vela.api()
    one = api.NpuPoolingOperation(api.NpuPoolingOp.AVERAGE)
    for side, address in (("ifm", 0), ("ofm", 1024)):
        made = api.NpuFeatureMap()
        made.data_type, made.region = api.NpuDataType.INT8, 1
        made.shape = api.NpuShape3D(8, 8, 16)
        made.tiles = api.NpuTileBox(8, 0, 8, [address, 0, 0, 0])
        made.quantization = api.NpuQuantization(1.0, 0)
        setattr(one, side, made)
    one.kernel, one.padding = api.NpuKernel(1, 1), api.NpuPadding(0, 0, 0, 0)
    one.block_config = api.NpuShape3D(8, 8, 16)
    if table:
        one.activation = api.NpuActivation(api.NpuActivationOp.TABLE_LOOKUP)
    return one


def load(target: int, size: int = 256) -> object:
    """A transfer of constants into shared RAM."""
    api = vela.api()
    span = api.NpuAddressRange
    return api.NpuDmaOperation(span(0, 0, size), span(1 << 8 | 3, target, size))


def timed(*operations: object) -> Estimate:
    return estimate(vela.command_words(operations, NPU), NPU)


def test_one_operation_takes_its_own_time() -> None:
    found = timed(pooling())
    (one,) = found.timed
    assert (one.name, found.operations, found.table_loads, found.moved) == ("pool.average", 1, 0, 0)
    assert found.cycles == one.cycles > 0


def test_a_load_is_counted_and_waited_for() -> None:
    found = timed(load(22 << 10), pooling(table=True))
    assert (found.operations, found.table_loads, found.moved) == (1, 1, 256)
    assert found.cycles == sum(one.cycles for one in found.timed)


def test_a_load_runs_beside_an_operation_that_does_not_read_it() -> None:
    found = timed(pooling(), load(22 << 10))
    assert found.cycles == max(one.cycles for one in found.timed)


def test_operations_follow_each_other() -> None:
    found = timed(pooling(), pooling())
    assert found.cycles == 2 * found.timed[0].cycles
