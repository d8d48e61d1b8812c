"""The proof on a real model: the importer's TOSA before, fused ops after, and ten corruptions."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.importers.tflite import import_tflite
from lutfuse.passes.ir.constants import constant, make_constant
from lutfuse.passes.proof.prove import prove
from support.paths import MODELS

MODEL = MODELS / "selfie_seg.int8.tflite"
RAISE, COLLAPSE = "convert-tosa-to-lutfuse", "collapse-elementwise-to-table"
FUSE = "fuse-lut-activation{target=cpu}"


def compiled(before: ir.Module, *passes: str) -> ir.Module:
    """A copy of the module after the passes."""
    after = ir.Module.parse(str(before), before.context)
    PassManager.parse(f"builtin.module({','.join(passes)})", before.context).run(after.operation)
    return after


@pytest.fixture(scope="module")
def before() -> ir.Module:
    context = ir.Context()
    lutfuse.register(context)
    return import_tflite(MODEL, context).module


@pytest.fixture(scope="module")
def after(before: ir.Module) -> ir.Module:
    return compiled(before, RAISE, FUSE)


@pytest.mark.parametrize(
    "passes",
    [(RAISE, FUSE), (RAISE, COLLAPSE, FUSE), (RAISE, COLLAPSE, FUSE, "convert-lutfuse-to-tosa")],
)
def test_model_is_proved(before: ir.Module, passes: tuple[str, ...]) -> None:
    module = compiled(before, *passes)
    proof = prove(before.operation, module.operation)
    assert proof.verdict == "proved"
    assert len(proof.certificates) >= 55


# Corruptions -----------------------------------------------------------------------------------


def convolutions(module: ir.Module, name: str = "lutfuse.fused_conv2d") -> list[ir.Operation]:
    main = module.body.operations[0]
    ops = [op.operation for op in main.regions[0].blocks[0].operations]
    return [op for op in ops if op.name == name]


def change_constant(op: ir.Operation, operand: int, change: Callable[[np.ndarray], None]) -> None:
    """Gives an op a constant of its own, changed, behind the cast where it has one."""
    value = op.operands[operand]
    cast = value.owner if value.owner.operation.name == "quant.scast" else None
    source = value.owner.operation.operands[0] if cast is not None else value
    array = np.array(constant(source))
    change(array)
    with ir.InsertionPoint(op), ir.Location.unknown(op.context):
        new = make_constant(array)
        if cast is not None:
            create = ir.Operation.create
            new = create("quant.scast", results=[value.type], operands=[new]).results[0]
    op.operands[operand] = new


def add(at: int, by: int) -> Callable[[np.ndarray], None]:
    def change(array: np.ndarray) -> None:
        array.reshape(-1)[at] += by

    return change


def roll(array: np.ndarray) -> None:
    array[:] = np.roll(array, 1)


def rewrite_attribute(op: ir.Operation, name: str, old: str, new: str) -> None:
    text = str(op.attributes[name])
    assert old in text
    op.attributes[name] = ir.Attribute.parse(text.replace(old, new, 1), op.context)


def change_multiplier(op: ir.Operation) -> None:
    """More than a unit, so that some accumulator notices; still within what the verifier allows."""
    first = op.attributes["requant"].multiplier[0]
    rewrite_attribute(op, "requant", f"[{first}", f"[{first + (first >> 23)}")


def change_intermediate(op: ir.Operation, change: Callable[[str], str]) -> None:
    old = str(ir.TypeAttr(op.attributes["intermediate_type"]).value)
    new = change(old)
    assert new != old
    op.attributes["intermediate_type"] = ir.TypeAttr.get(ir.Type.parse(new, op.context), op.context)
    rewrite_attribute(op, "header", f"input = {old}", f"input = {new}")


def one_more(domain: str) -> str:
    """A zero point one higher."""
    scale, zero_point = domain.removesuffix(">").rsplit(":", 1)
    return f"{scale}:{int(zero_point) + 1}>"


def swap_tables(module: ir.Module) -> None:
    ops = convolutions(module)
    same = [op for op in ops if op.attributes["header"] != ops[0].attributes["header"]]
    first, second = ops[0].operands[3], same[0].operands[3]
    ops[0].operands[3], same[0].operands[3] = second, first


def move_padding(module: ir.Module) -> None:
    op = next(op for op in convolutions(module) if str(op.attributes["pad"])[12:] != "0, 0, 0, 0>")
    top, bottom, left, right = ir.DenseI64ArrayAttr(op.attributes["pad"])
    op.attributes["pad"] = ir.DenseI64ArrayAttr.get([bottom, top, left, right], op.context)


def change_clamp(module: ir.Module) -> None:
    op = convolutions(module, "tosa.clamp")[0]
    rewrite_attribute(op, "max_val", "127", "126")


CORRUPTIONS: dict[str, Callable[[ir.Module], None]] = {
    "table entry": lambda m: change_constant(convolutions(m)[4], 3, add(128, 1)),
    "table shifted by one": lambda m: change_constant(convolutions(m)[7], 3, roll),
    "swapped tables": swap_tables,
    "bias": lambda m: change_constant(convolutions(m)[0], 2, add(3, 1000)),
    "filter element": lambda m: change_constant(convolutions(m)[9], 1, add(17, 1)),
    "multiplier of one channel": lambda m: change_multiplier(convolutions(m)[2]),
    "rounding mode": lambda m: rewrite_attribute(
        convolutions(m)[5], "requant", "double_round", "single_round"
    ),
    "zero point": lambda m: change_intermediate(convolutions(m)[3], one_more),
    "narrow range": lambda m: change_intermediate(
        convolutions(m)[6], lambda domain: domain.replace("i8:f32", "i8<-110:110>:f32")
    ),
    "padding": move_padding,
    "clip bound": change_clamp,
    "transposed convolution's table": lambda m: change_constant(
        convolutions(m, "lutfuse.fused_conv_transpose2d")[0], 3, add(100, 1)
    ),
}


@pytest.mark.parametrize("fault", CORRUPTIONS)
def test_corrupted_model_is_rejected(before: ir.Module, after: ir.Module, fault: str) -> None:
    module = ir.Module.parse(str(after), after.context)
    CORRUPTIONS[fault](module)
    assert module.operation.verify()
    proof = prove(before.operation, module.operation)
    assert proof.verdict == "refuted"
    for certificate in proof.failed:
        assert certificate.verdict == "refuted", certificate
        example = certificate.counter_example
        assert example is not None and example.code_before != example.code_after
        assert example.inputs or example.code is not None
    assert len(proof.failed) == (2 if fault == "swapped tables" else 1)


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "lutfuse.tools.cli", "check", *map(str, arguments)]
    return subprocess.run(program, capture_output=True, encoding="utf-8", check=False)


def test_command_proves_and_refutes(before: ir.Module, after: ir.Module, tmp_path: Path) -> None:
    del before
    path = tmp_path / "after.mlir"
    path.write_text(str(after), "utf-8")
    done = command(MODEL, path, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["verdict"] == "proved" and len(report["certificates"]) == 55

    module = ir.Module.parse(str(after), after.context)
    CORRUPTIONS["table entry"](module)
    path.write_text(str(module), "utf-8")
    done = command(MODEL, path)
    assert done.returncode == 1
    assert "proved: 54 ops" in done.stdout and "refuted: 1 op" in done.stdout
    assert "accumulator" in done.stdout
