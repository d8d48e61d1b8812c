"""Ops that upstream lowers, between those that have kernels: what they read, make and may be.

A run of them becomes one kernel, with all that their regions hold. Kernels take and fill tensors,
so numbers that such a run shares with another are stored in tensors without axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir import ir
from mlir.dialects import tensor
from mlir.dialects.quant import QuantizedType

from lutfuse.passes.core.registry import PassError
from lutfuse.passes.ir.constants import makes_constant
from lutfuse.passes.ir.regions import nested, top_level
from lutfuse.passes.ir.storage import as_quantized, as_storage, is_scalar, tensor_of

# Dialects that have kernels of their own here, and those that upstream lowers.
OURS = ("lutfuse", "tosa")
KNOWN = (
    *OURS,
    "affine",
    "arith",
    "bufferization",
    "builtin",
    "cf",
    "index",
    "linalg",
    "math",
    "memref",
    "quant",
    "scf",
    "tensor",
    "vector",
)


def is_host_code(op: ir.Operation) -> bool:
    """Whether upstream lowers an op: whatever has regions, or is of another dialect."""
    return op.name.split(".")[0] not in OURS or len(op.regions) > 0


def is_repeated(op: ir.Operation) -> bool:
    """Whether an op is cloned into every kernel that reads its result."""
    return makes_constant(op) or (op.name == "tensor.empty" and not len(op.operands))


def check_is_known(op: ir.Operation) -> None:
    """Raises PassError for an op, or one inside of its regions, that nothing lowers."""
    for inner in nested(op):
        if inner.name.split(".")[0] not in KNOWN:
            message = f"expected an op that is lowered to LLVM but got '{inner.name}'"
            raise PassError(message, inner.location)


def check_argument(argument: ir.BlockArgument) -> None:
    """Raises PassError for an argument that is no tensor of plain numbers."""
    if not isinstance(argument.type, ir.ShapedType):
        message = f"expected tensors as arguments but got '{argument.type}'"
        raise PassError(message, argument.location)
    if isinstance(argument.type.element_type, QuantizedType):
        raise PassError("expected plain arguments but got quantized ones", argument.location)


def carrier(value: ir.Value) -> ir.Type:
    """The type of the tensor in which kernels pass a value to one another.

    Raises PassError for what no memory can be planned for.
    """
    type_ = value.type
    if is_scalar(type_):
        return tensor_of(type_)
    if isinstance(type_, ir.RankedTensorType) and type_.has_static_shape:
        element = type_.element_type
        plain = element.storage_type if isinstance(element, QuantizedType) else element
        return ir.RankedTensorType.get(type_.shape, plain)
    owner = value.owner
    what = f"'{owner.operation.name}'" if isinstance(owner, ir.OpView) else "an argument"
    message = f"{what}: expected a number or a tensor of static shape but got '{type_}'"
    raise PassError(message, value.location)


def load(argument: ir.Value, like: ir.Value) -> ir.Value:
    """In a kernel, the value `like` from the tensor that carries it."""
    if is_scalar(like.type):
        return tensor.extract(argument, [], results=[like.type])
    return as_quantized(argument, ir.ShapedType(like.type).element_type)


def store(value: ir.Value) -> ir.Value:
    """In a kernel, the tensor that carries a value."""
    if is_scalar(value.type):
        return tensor.from_elements(tensor_of(value.type), [value])
    return as_storage(value)


def results_read_by_others(
    members: Sequence[ir.Operation], live: set[ir.Operation], block: ir.Block
) -> list[ir.Value]:
    """Results that a live op of the block reads that is not among the members."""
    others = live.difference(members)
    return [
        value
        for op in members
        for value in op.results
        if any(top_level(use.owner.operation, block) in others for use in value.uses)
    ]
