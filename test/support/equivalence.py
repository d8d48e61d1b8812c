"""What the tests of the proof share: two texts in, a proof out, and its counter-example computed.

A counter-example is never believed: its input codes go through the NumPy contract.
"""

from __future__ import annotations

import numpy as np
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.proof.certificates import Certificate, CounterExample, Proof
from lutfuse.passes.proof.prove import prove
from support.contract import Array, requantize, saturate
from support.layer import Layer, stored


def proof_of(before: str, after: str) -> Proof:
    """Each module in a context of its own, as in a pass."""
    modules: list[ir.Module] = []
    for text in (before, after):
        context = ir.Context()
        lutfuse.register(context)
        modules.append(ir.Module.parse(text, context))
    return prove(modules[0].operation, modules[1].operation)


def passed_through(text: str, *passes: str) -> str:
    """The module after the passes."""
    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(text)
        PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
        return str(module)


def proved(before: str, after: str) -> Proof:
    """The proof, of which nothing failed."""
    proof = proof_of(before, after)
    assert proof.verdict == "proved", [(c.op, c.difference) for c in proof.failed]
    return proof


def the_failure(before: str, after: str, verdict: str = "refuted") -> Certificate:
    """The only certificate that proves nothing."""
    proof = proof_of(before, after)
    assert [(c.verdict, c.op) for c in proof.failed][1:] == []
    assert proof.verdict == verdict, proof.certificates
    return proof.failed[0]


def input_of(layer: Layer, example: CounterExample) -> Array:
    """The input codes of a counter-example, the others at the zero point."""
    x = np.full(layer.shape, layer.zx, np.int64)
    for (row, column, channel), code in example.inputs:
        x[0, row, column, channel] = code
    return x


def assert_computed(before: Layer, after: Layer, example: CounterExample | None) -> CounterExample:
    """Both layers compute what the counter-example says."""
    assert example is not None and example.position is not None and example.channel is not None
    row, column = example.position
    at = 0, row, column, example.channel
    x = input_of(before, example)
    assert int(before.accumulators(x)[at]) == example.accumulator
    assert int(after.accumulators(x)[at]) == example.accumulator_after
    assert int(before.reference(x)[at]) == example.code_before
    assert int(after.reference(x)[at]) == example.code_after
    assert example.code_before != example.code_after
    return example


def codes_at(layer: Layer, channel: int, accumulators: Array) -> Array:
    """Result codes of accumulators, by the contract."""
    each = channel if len(layer.multiplier) > 1 else 0
    m, s = layer.multiplier[each], layer.shift[each]
    u = saturate(requantize(accumulators, m, s, layer.double_round) + layer.zu, *layer.range)
    y = u if layer.table is None else layer.table.reference(u)
    return stored(y, layer.result_storage)


def assert_smallest(before: Layer, after: Layer, example: CounterExample) -> None:
    """No accumulator nearer to 0 has different codes, in any channel."""
    assert example.accumulator is not None
    near = np.arange(-abs(example.accumulator) + 1, abs(example.accumulator))
    for channel in range(before.w.shape[0]):
        assert np.array_equal(codes_at(before, channel, near), codes_at(after, channel, near))
