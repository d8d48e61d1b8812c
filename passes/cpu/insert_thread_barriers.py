"""Lets several threads run one plan: each does its share of a kernel, then waits for the others.

The barrier lies in two words of the arena: how many threads have arrived, and how often all have.
The last to arrive resets the one and then raises the other, which the others watch; the number of
threads may differ from run to run. A thread that has watched for some microseconds offers its
processor to others (`sched_yield`), so that more threads than processors work, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import arith, func, memref, scf

from lutfuse.kernels.unit.emit import i, index
from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.cpu.plan_cpu_buffers import ARENA, SYNC

PATIENCE = 256  # looks at the barrier between two calls of sched_yield, a power of two
BARRIER, YIELD = "thread_barrier", "sched_yield"


@register
@dataclass(frozen=True)
class InsertThreadBarriers(ModulePass):
    """Put a barrier between two kernels of a planned function.

    Before:

    ```mlir
    call @pad_0(%thread, %threads, %0, %1) : (...) -> ()
    call @conv2d_1(%thread, %threads, %1, %2) : (...) -> ()
    ```

    After:

    ```mlir
    call @pad_0(%thread, %threads, %0, %1) : (...) -> ()
    call @thread_barrier(%threads, %sync) : (index, memref<2xi64>) -> ()
    call @conv2d_1(%thread, %threads, %1, %2) : (...) -> ()
    ```
    """

    name: ClassVar[str] = "insert-thread-barriers"
    dialects: ClassVar[tuple[str, ...]] = ("arith", "func", "memref", "scf")

    def run(self, module: ir.Operation) -> None:
        block: ir.Block = module.regions[0].blocks[0]
        planned = [op for op in block.operations if ARENA in op.operation.attributes]
        inserted = [_insert(op) for op in planned if isinstance(op, func.FuncOp)]
        if any(inserted):
            with ir.InsertionPoint(block), module.location:
                _define_barrier()


def _insert(function: func.FuncOp) -> int:
    """Puts calls of the barrier into a function; returns how many."""
    block: ir.Block = function.body.blocks[0]
    calls = [op.operation for op in block.operations if op.operation.name == "func.call"]
    if len(calls) < 2:
        return 0
    threads, arena = block.arguments[1], block.arguments[2]
    with ir.InsertionPoint.at_block_begin(block), function.location:
        sync = memref.view(_sync_type(), arena, index(SYNC), [])
    for call in calls[1:]:
        func.CallOp([], BARRIER, [threads, sync], loc=call.location, ip=ir.InsertionPoint(call))
    return len(calls) - 1


def _sync_type() -> ir.MemRefType:
    return ir.MemRefType.get([2], i(64))


def _define_barrier() -> None:
    func.FuncOp(YIELD, ([], [i(32)]), visibility="private")
    types = [ir.IndexType.get(), _sync_type()]
    barrier = func.FuncOp(BARRIER, (types, []), visibility="private")
    threads, sync = barrier.add_entry_block().arguments
    with ir.InsertionPoint(barrier.body.blocks[0]):
        several = arith.cmpi(arith.CmpIPredicate.ugt, threads, index(1))
        branch = scf.IfOp(several)
        with ir.InsertionPoint(branch.then_block):
            _wait(threads, sync)
            scf.yield_([])
        func.ReturnOp([])


def _wait(threads: ir.Value, sync: ir.Value) -> None:
    # The round is read before this thread arrives: the last one to arrive ends it.
    round_ = _exchange(arith.AtomicRMWKind.addi, 0, sync, 1)
    before = _exchange(arith.AtomicRMWKind.addi, 1, sync, 0)
    arrived = arith.addi(before, _word(1))
    expected = arith.index_cast(i(64), threads)
    is_last = arith.cmpi(arith.CmpIPredicate.eq, arrived, expected)
    branch = scf.IfOp(is_last, has_else=True)
    with ir.InsertionPoint(branch.then_block):
        _exchange(arith.AtomicRMWKind.assign, 0, sync, 0)
        _exchange(arith.AtomicRMWKind.addi, 1, sync, 1)
        scf.yield_([])
    otherwise = branch.else_block
    assert otherwise is not None
    with ir.InsertionPoint(otherwise):
        _watch(round_, sync)
        scf.yield_([])


def _watch(round_: ir.Value, sync: ir.Value) -> None:
    """Looks at the round until it is another one."""
    loop = scf.WhileOp([i(64)], [_word(0)])
    before: ir.Block = loop.before.blocks.append(i(64))
    after: ir.Block = loop.after.blocks.append(i(64))
    with ir.InsertionPoint(before):
        now = _exchange(arith.AtomicRMWKind.addi, 0, sync, 1)
        same = arith.cmpi(arith.CmpIPredicate.eq, now, round_)
        scf.condition(same, list(before.arguments))
    with ir.InsertionPoint(after):
        looks = arith.addi(after.arguments[0], _word(1))
        rest = arith.andi(looks, _word(PATIENCE - 1))
        branch = scf.IfOp(arith.cmpi(arith.CmpIPredicate.eq, rest, _word(0)))
        with ir.InsertionPoint(branch.then_block):
            func.CallOp([i(32)], YIELD, [])
            scf.yield_([])
        scf.yield_([looks])


def _word(value: int) -> ir.Value:
    return arith.constant(i(64), value)


def _exchange(kind: arith.AtomicRMWKind, value: int, sync: ir.Value, at: int) -> ir.Value:
    """Changes a word of the barrier and returns what it was before; adding 0 reads it."""
    return memref.atomic_rmw(kind, _word(value), sync, [index(at)])
