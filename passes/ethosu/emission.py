"""Programs from steps: addresses, blocks, encoded weights."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.dialects.ethosu import FeatureMap, Table
from lutfuse.ethosu import vela
from lutfuse.ethosu.operations import Operation, write_operation
from lutfuse.ethosu.translate import npu_operation
from lutfuse.passes.ethosu.in_place import write_in_place
from lutfuse.passes.ethosu.memory import ALIGNMENT, Blob, lifetimes, place
from lutfuse.passes.ethosu.steps import Lowering, Piece, Step, element_of, shape_of

Block = tuple[int, int, int]


@dataclass
class _Program:
    """What a program under construction has."""

    accelerator: str
    addresses: dict[ir.Value, int]
    blob: Blob

    def map(self, piece: Piece) -> FeatureMap:
        """The feature map of a piece."""
        if isinstance(piece.source, bytes):
            region, base = "constants", self.blob.add(piece.source).address
        else:
            region, base = "scratch", self.addresses[piece.source]
        return FeatureMap(
            piece.element,
            piece.shape,
            region,
            base + piece.offset,
            piece.zero_point,
            strides=piece.strides,
        )


def write_program(
    name: str,
    accelerator: str,
    lowerings: Sequence[Lowering],
    inputs: Sequence[ir.Value],
    outputs: Sequence[ir.Value],
) -> ethosu.ProgramOp:
    """Creates the program of a region at the ambient insertion point."""
    lowerings = write_in_place(lowerings, outputs)
    addresses, scratch = place(lifetimes(lowerings, outputs))
    program = _Program(accelerator, addresses, Blob())
    operations = [
        (one.op.location, _operation(step, program)) for one in lowerings for step in one.steps
    ]
    first, last = (
        ir.ArrayAttr.get([_whole(value, addresses[value]).attr() for value in values])
        for values in (inputs, outputs)
    )
    constants = _elements(bytes(program.blob.data) or bytes(ALIGNMENT))
    op = ethosu.ProgramOp(name, accelerator, scratch, first, last, constants)
    with ir.InsertionPoint(op.body.blocks.append()):
        for location, operation in operations:
            with location:
                write_operation(operation)
    return op


def _whole(value: ir.Value, address: int) -> FeatureMap:
    return FeatureMap(element_of(value.type), shape_of(value), "scratch", address)


def _elements(data: bytes) -> ir.Attribute:
    array: Any = np.frombuffer(data, np.int8)
    return ir.DenseElementsAttr.get(array, type=ir.IntegerType.get_signless(8))


def _operation(step: Step, program: _Program) -> Operation:
    table = None if step.table is None else Table(program.blob.add(step.table))
    operation = Operation(
        step.kind,
        program.map(step.ifm),
        program.map(step.ofm),
        (1, 1, 1),
        mode=step.mode,
        ifm2=None if step.ifm2 is None else program.map(step.ifm2),
        kernel=step.kernel,
        pad=step.pad,
        scale=step.scale,
        scale_ifm=step.scale_ifm,
        scale_ifm2=step.scale_ifm2,
        upscale=step.upscale,
        rounding=step.rounding,
        clamp=step.clamp,
        table=table,
        traversal=_traversal(step),
    )
    operation = replace(operation, block=choose_block(_elsewhere(operation), program.accelerator))
    return operation if step.filter is None else _with_filter(operation, step, program)


def _with_filter(operation: Operation, step: Step, program: _Program) -> Operation:
    assert step.filter is not None and step.kernel is not None
    one = step.filter
    weights = vela.encode_weights(
        program.accelerator,
        one.weights,
        dilation=step.kernel.dilation,
        ifm_bits=8 * ethosu.BYTES[step.ifm.element],
        block_depth=operation.block[2],
        depthwise=step.kind == "depthwise_conv2d",
        part_kernel_first=operation.traversal == "part_kernel_first",
    )
    biases = vela.encode_biases(program.accelerator, one.biases, one.multipliers, one.shifts)
    return replace(
        operation,
        weights=tuple(map(program.blob.add, weights)),
        biases=tuple(map(program.blob.add, biases)),
    )


def _traversal(step: Step) -> str | None:
    """Kernel before depth where that leaves fewer multipliers idle, as Vela decides it."""
    if step.kind != "conv2d" or step.kernel is None:
        return None
    depth, positions = step.ifm.shape[2], step.kernel.size[0] * step.kernel.size[1]
    by_depth = depth / (-(-depth // 32) * 32)
    by_part = depth * positions / (-(-depth // 8) * 8 * -(-positions // 4) * 4)
    return "part_kernel_first" if depth <= 8 or by_part > by_depth else None


# Blocks ------------------------------------------------------------------------------------------


def _elsewhere(operation: Operation) -> Operation:
    """The same at address 0: blocks depend on shapes only."""

    def move(one: FeatureMap) -> FeatureMap:
        return replace(one, address=0, zero_point=0, strides=None)

    table = None if operation.table is None else Table(ethosu.Range("constants", 0, 256))
    ifm2 = None if operation.ifm2 is None else move(operation.ifm2)
    return replace(
        operation, ifm=move(operation.ifm), ofm=move(operation.ofm), ifm2=ifm2, table=table
    )


@functools.lru_cache(4096)
def choose_block(operation: Operation, accelerator: str) -> Block:
    """The block that reads the input least often, of those the one that fits the output best."""
    shape = operation.ofm.shape

    def cost(block: Block) -> tuple[int, int, int]:
        counts = [-(-size // part) for size, part in zip(shape, block, strict=True)]
        volume = int(np.prod([n * part for n, part in zip(counts, block, strict=True)]))
        return int(np.prod(counts)), volume, -block[2]

    blocks = vela.find_blocks(npu_operation(operation), accelerator)
    return min(blocks, key=cost)
