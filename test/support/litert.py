"""What the tests against LiteRT share: models run three ways, and what a fused op must say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from mlir import ir
from mlir.dialects import quant

from lutfuse.dialects.quant_types import storage_of
from lutfuse.importers.tflite import import_tflite
from lutfuse.passes.core.locations import label
from lutfuse.passes.ir.convolution import as_convolution
from lutfuse.passes.upstream.jit import JitModule
from lutfuse.runtime.models import load_model, new_context
from lutfuse.tools.fuse import fuse
from lutfuse.tools.run import compile_model
from support.layers import ACTIVATIONS, Array, Domain, Layer, build, litert

# Outputs of every step.
Results: TypeAlias = Sequence[Sequence[Array]]
# What a fused op says: kind; storage, scale and zero point of intermediate, table's two sides.
Said: TypeAlias = tuple[str, list[tuple[str, float, int]]]

OPERATORS = ("conv", "depthwise", "transpose")
TABLES = ("sigmoid", "tanh", "hard_swish", "gelu", "gelu_tanh")
# The rest is refused by LiteRT or the converter, or read wrongly by LiteRT (16-bit slopes).
KINDS = {
    "int8": tuple(kind for kind in ACTIVATIONS if kind != "elu"),
    "uint8": tuple(kind for kind in ACTIVATIONS if kind != "elu"),
    "int16": ("sigmoid", "tanh", "leaky_relu", "silu"),
}
# 256 codes, the lowest and the highest among them.
CODES = {
    storage: np.linspace(np.iinfo(storage).min, np.iinfo(storage).max, 256)
    .astype(storage)
    .reshape(1, 16, 16, 1)
    for storage in KINDS
}
# Real values that the codes of `u` span to either side: 8-bit tables of these have no entry so
# close to a tie that float32 cannot decide it. Verified once for every code and zero point.
SPANS = (1.7, 2.0, 4.0, 6.0, 8.0, 23.0)


def triple(type_: ir.Type) -> tuple[str, float, int]:
    domain = quant.UniformQuantizedType(type_)
    return storage_of(domain), domain.scale, domain.zero_point


def fused_ops(module: ir.Module) -> dict[str, Said]:
    """Every fused op under the tensor names of its location."""
    found: dict[str, Said] = {}

    def visit(op: ir.Operation) -> ir.WalkResult:
        conv = as_convolution(op)
        if conv is not None and conv.is_fused:
            types = conv.intermediate_type, conv.header.input, conv.header.result
            found[label(op.location)] = conv.kind.value, [triple(type_) for type_ in types]
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def in_tosa(domain: Domain, storage: str) -> tuple[str, float, int]:
    """The domain as the file's float32 has it; TOSA shifts unsigned codes down by 128."""
    shift = 128 if storage == "uint8" else 0
    name = "i16" if storage == "int16" else "i8"
    return name, float(np.float32(domain.scale)), domain.zero_point - shift


def expected_ops(layers: Sequence[Layer]) -> dict[str, Said]:
    ops: dict[str, Said] = {}
    for i, layer in enumerate(layers):
        if layer.activation in TABLES:
            domains = layer.result, layer.result, layer.output_domain
            said = [in_tosa(domain, layer.storage) for domain in domains]
            ops[f"{i}/u, {i}/y"] = layer.activation, said
    return ops


def expected_refusals(layers: Sequence[Layer]) -> dict[str, list[str]]:
    """SiLU reads `u` twice. The reshape behind a dense layer keeps nothing from being fused."""
    silu = (i for i, layer in enumerate(layers) if layer.activation == "silu")
    return {f"{i}/s": ["multiple-users"] for i in silu}


def plain(path: Path, steps: Results) -> Results:
    """The converter's TOSA, run without any pass of this project."""
    result = import_tflite(path)
    tosa = JitModule(result.module)
    signless = [[x.view(np.int8) if x.dtype == np.uint8 else x for x in step] for step in steps]
    dtypes = [output.dtype for output in result.interface.outputs]
    return [[y.view(t) for y, t in zip(tosa(*step), dtypes, strict=True)] for step in signless]


def unequal(got: Results, want: Results) -> dict[int, int]:
    """Differing elements of every output that has any, over all steps."""
    counts: Counter[int] = Counter()
    for ours, theirs in zip(got, want, strict=True):
        for i, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            assert (a.dtype, a.shape) == (b.dtype, b.shape)
            counts[i] += int(np.count_nonzero(a != b))
    return {i: count for i, count in counts.items() if count}


def save(folder: Path, data: bytes) -> Path:
    path = folder / "model.tflite"
    path.write_bytes(data)
    return path


def both(path: Path, steps: Results) -> Results:
    """What the model gives unfused, which is what it gives fused."""
    results: list[Results] = []
    for target in (None, "cpu"):
        module, warnings = load_model(path, new_context())
        assert warnings == ()
        engine = compile_model(module, target)
        results.append([engine(list(step)) for step in steps])
    assert unequal(*results) == {}
    return results[0]


def is_exact(layer: Layer) -> bool:
    """Whether the converter's TOSA is LiteRT's arithmetic; the other layers have their own test."""
    wide_table = layer.storage == "int16" and layer.activation in (*TABLES, "silu")
    return layer.operator != "dense" and not wide_table


def check(folder: Path, layers: Sequence[Layer], steps: Results | None = None) -> None:
    """What fuses and what not, and the integers of every step; `steps` are the layers' own."""
    data = build(layers)
    steps = steps or list(zip(*(layer.inputs() for layer in layers), strict=True))
    path, want, exact = save(folder, data), litert(data, steps), list(map(is_exact, layers))
    if not all(exact):
        pairs = zip(want, plain(path, steps), strict=True)
        want = [[a if e else b for a, b, e in zip(*p, exact, strict=True)] for p in pairs]
    module, _ = load_model(path, new_context())
    report = fuse(module, "cpu")
    assert fused_ops(module) == expected_ops(layers)
    refusals = {a.name: a.reason for a in report.activations if a.reason}
    assert refusals == expected_refusals(layers)
    wrong = unequal(both(path, steps), want)
    assert {str(layers[i]): count for i, count in wrong.items()} == {}
