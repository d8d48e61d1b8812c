"""Runs a converted module: programs on the simulator, what is between them on the CPU.

The host's ops are cut at the calls. Each part becomes a function of its own; constants and casts
are repeated in every part that reads them, so that only tensors of integers cross a border.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from mlir import ir, passmanager
from mlir.dialects import func
from mlir.dialects.quant import QuantizedType

from lutfuse.dialects import ethosu
from lutfuse.dialects.interface import Tensor, tensor_of
from lutfuse.ethosu.simulator import Simulator
from lutfuse.ethosu.statistics import Statistics
from lutfuse.ethosu.translate import REGIONS, command_stream
from lutfuse.passes.ethosu.programs import accelerator, constants, programs
from lutfuse.passes.ir.constants import makes_constant
from lutfuse.passes.ir.storage import as_quantized, as_storage, behind_casts
from lutfuse.passes.upstream.jit import JitModule

Array = np.ndarray[Any, np.dtype[Any]]


class Program:
    """One program with its command words, ready to run."""

    def __init__(self, op: ethosu.ProgramOp) -> None:
        self.name = accelerator(op)
        self.words = command_stream(op)
        self.constants = constants(op)
        attributes = op.operation.attributes
        self.scratch = ir.IntegerAttr(attributes["scratch"]).value
        self.inputs: tuple[ethosu.FeatureMap, ...] = ethosu.read(attributes["inputs"])
        self.outputs: tuple[ethosu.FeatureMap, ...] = ethosu.read(attributes["outputs"])

    def run(self, inputs: Sequence[Array]) -> tuple[list[bytes], Simulator]:
        """The bytes of the outputs, and the simulator with its statistics. Raises Fault."""
        sizes = {REGIONS["constants"]: len(self.constants), REGIONS["scratch"]: self.scratch}
        simulator = Simulator(self.name, sizes)
        scratch = simulator.memory.region(REGIONS["scratch"])
        simulator.memory.region(REGIONS["constants"]).fill(0, self.constants)
        for place, values in zip(self.inputs, inputs, strict=True):
            scratch.fill(place.address, np.ascontiguousarray(values).tobytes())
        simulator.run(self.words)
        return [
            scratch.data[one.address : one.address + _size(one)].tobytes() for one in self.outputs
        ], simulator


def _size(one: ethosu.FeatureMap) -> int:
    return int(np.prod(one.shape)) * ethosu.BYTES[one.element]


@dataclass
class _Stage:
    """A program or a host function, with the values that it reads and makes by number."""

    work: Program | JitModule
    reads: list[int]
    makes: list[int]
    tensors: list[Tensor]


@dataclass
class EthosuEngine:
    """The function `main` of a module that went through `convert-lutfuse-to-ethosu`.

    `operations` counts what the simulator ran, over all calls; `ran` has the programs of the last
    call in order, each with what the simulator counted.
    """

    module: ir.Module
    operations: Counter[str] = field(default_factory=Counter[str])
    ran: list[tuple[Program, Statistics]] = field(default_factory=list[tuple[Program, Statistics]])

    def __post_init__(self) -> None:
        with self.module.context, ir.Location.unknown():
            self._prepare()

    def _prepare(self) -> None:
        main = next(op for op in self.module.body.operations if isinstance(op, func.FuncOp))
        block = main.regions[0].blocks[0]
        self._numbers = {value: number for number, value in enumerate(block.arguments)}
        self._stages: list[_Stage] = []
        known = {str(op.sym_name): Program(op) for op in programs(self.module.operation)}
        pending: list[ir.Operation] = []
        *body, terminator = [op.operation for op in block]
        for op in body:
            if op.name != "ethosu.call":
                pending.append(op)
                continue
            self._host(pending, body, terminator)
            pending = []
            self._call(op, known)
        self._host(pending, body, terminator)
        self._results = [self._numbers[behind_casts(value)] for value in terminator.operands]

    def _number(self, value: ir.Value) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    def _call(self, op: ir.Operation, known: dict[str, Program]) -> None:
        symbol = ir.StringAttr.get(ir.FlatSymbolRefAttr(op.attributes["callee"]).value)
        reads = [self._number(behind_casts(value)) for value in op.operands]
        makes = [self._number(value) for value in op.results]
        tensors = [tensor_of(f"result {n}", value.type) for n, value in enumerate(op.results)]
        self._stages.append(_Stage(known[str(symbol)], reads, makes, tensors))

    def _host(
        self, pending: list[ir.Operation], body: list[ir.Operation], terminator: ir.Operation
    ) -> None:
        ops = [op for op in pending if not _is_free(op)]
        if not ops:
            return
        inside = {value for op in ops for value in op.results}
        after = [op for op in [*body, terminator] if op not in ops]
        wanted = {behind_casts(value) for op in after for value in op.operands}
        makes = [value for op in ops for value in op.results if value in wanted]
        reads = dict.fromkeys(behind_casts(value) for op in ops for value in op.operands)
        outside = [value for value in reads if value not in inside and not _is_repeated(value)]
        jit = JitModule(_function(ops, outside, makes))
        numbers = [[self._number(value) for value in values] for values in (outside, makes)]
        self._stages.append(_Stage(jit, numbers[0], numbers[1], []))

    def __call__(self, *inputs: Array) -> list[Array]:
        """Runs the function once. Raises `lutfuse.ethosu.Fault` where a program is wrong."""
        values = dict(enumerate(inputs))
        self.ran.clear()
        for stage in self._stages:
            arguments = [values[number] for number in stage.reads]
            values.update(zip(stage.makes, self._run(stage, arguments), strict=True))
        return [values[number] for number in self._results]

    def _run(self, stage: _Stage, arguments: list[Array]) -> list[Array]:
        if isinstance(stage.work, JitModule):
            return stage.work(*arguments)
        outputs, simulator = stage.work.run(arguments)
        self.operations.update(simulator.statistics.operations)
        self.ran.append((stage.work, simulator.statistics))
        return [
            np.frombuffer(data, tensor.dtype).reshape(tensor.shape)
            for data, tensor in zip(outputs, stage.tensors, strict=True)
        ]


def _is_free(op: ir.Operation) -> bool:
    return op.name == "quant.scast" or makes_constant(op)


def _is_repeated(value: ir.Value) -> bool:
    owner = value.owner
    return isinstance(owner, ir.OpView) and _is_free(owner.operation)


def _plain(value: ir.Value) -> ir.Type:
    """A value's type with the storage of its elements."""
    element = ir.ShapedType(value.type).element_type
    if isinstance(element, QuantizedType):
        element = element.storage_type
    return ir.RankedTensorType.get(ir.RankedTensorType(value.type).shape, element)


def _function(
    ops: Sequence[ir.Operation], reads: Sequence[ir.Value], makes: Sequence[ir.Value]
) -> ir.Module:
    """A module whose `main` is these ops."""
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):
        types = [_plain(value) for value in reads], [_plain(value) for value in makes]
        main = func.FuncOp("main", types)
        entry = main.add_entry_block()
    with ir.InsertionPoint(entry):
        known: dict[ir.Value, ir.Value] = {}
        for value, argument in zip(reads, entry.arguments, strict=True):
            known[value] = as_quantized(argument, ir.ShapedType(value.type).element_type)
        for op in ops:
            _copy(op, known)
        func.ReturnOp([as_storage(known[value]) for value in makes])
    passes = "builtin.module(convert-lutfuse-to-tosa,canonicalize)"
    passmanager.PassManager.parse(passes).run(module.operation)
    return module


def _copy(op: ir.Operation, known: dict[ir.Value, ir.Value]) -> None:
    """Clones an op, and the constants and casts that it reads, at the insertion point."""
    for value in op.operands:
        if value not in known:
            _copy(value.owner.operation, known)
    clone = op.clone(ir.InsertionPoint.current)
    for index, value in enumerate(op.operands):
        clone.operands[index] = known[value]
    known.update(zip(op.results, clone.operation.results, strict=True))
