"""Passes declare the dialects that they make: no more are loaded, and one left out is found."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from mlir import ir
from mlir.dialects import arith
from mlir.passmanager import PassManager

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes import register_passes
from lutfuse.passes.core.registry import PASSES, ModulePass, register
from support.paths import ROOT


@dataclass(frozen=True)
class Undeclared(ModulePass):
    """Makes a constant of a dialect that it does not declare."""

    name: ClassVar[str] = "test-undeclared-dialect"

    def run(self, module: ir.Operation) -> None:
        with ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0]):
            arith.constant(ir.IntegerType.get_signless(8), 1)


@dataclass(frozen=True)
class Declared(Undeclared):
    """The same, declared."""

    name: ClassVar[str] = "test-declared-dialect"
    dialects: ClassVar[tuple[str, ...]] = ("arith",)


# For MLIR only: what lists our passes has none of these.
for added in (Undeclared, Declared):
    register(added)
register_passes()
for added in (Undeclared, Declared):
    del PASSES[added.name]


def parse(text: str, allow_unregistered: bool = False) -> ir.Module:
    """In a context that has loaded what the text has, as `lutfuse-opt` does."""
    context = ir.Context(load_on_create_dialects=[])
    context.allow_unregistered_dialects = allow_unregistered
    lutfuse.register(context)
    return ir.Module.parse(text, context)


def run(module: ir.Module, pipeline: str) -> None:
    PassManager.parse(f"builtin.module({pipeline})", module.context).run(module.operation)


def test_a_declared_dialect_is_loaded() -> None:
    module = parse("module {}")
    run(module, "test-declared-dialect")
    assert "arith.constant 1 : i8" in str(module)


def test_an_undeclared_dialect_is_found() -> None:
    with pytest.raises(ir.MLIRError, match=r"pass 'test-undeclared-dialect' failed: .*arith"):
        run(parse("module {}"), "test-undeclared-dialect")


def test_a_dialect_that_there_is_not() -> None:
    message = (
        "^pass 'test-unknown-dialect' expected a dialect that passes can make but got 'nowhere'$"
    )
    with pytest.raises(ValueError, match=message):
        _lutfuse.register_pass(
            "test-unknown-dialect", "", [], ["arith", "nowhere"], lambda module, values: None
        )


@pytest.mark.parametrize(
    ("name", "loaded", "others"),
    [
        ("convert-lutfuse-to-tosa", "tosa.add", "llvm.add vector.load shape.shape_of"),
        ("free-kernel-buffers", "memref.dealloc", "tosa.add linalg.copy llvm.add scf.for"),
        ("generate-cpu-kernels{cpu=generic}", "vector.load", "tosa.add linalg.copy"),
    ],
)
def test_no_other_dialect_is_loaded(name: str, loaded: str, others: str) -> None:
    module = parse("module {}")
    assert not module.context.is_registered_operation(loaded)
    run(module, name)
    assert module.context.is_registered_operation(loaded)
    assert not any(module.context.is_registered_operation(other) for other in others.split())


# Every pass on the files of its tests ------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """Passes of one RUN line, and the file's text."""

    file: Path
    passes: tuple[tuple[str, str], ...]
    allow_unregistered: bool

    def __str__(self) -> str:
        return f"{self.file.stem} {' '.join(name for name, _ in self.passes)}"


def cases() -> Iterator[Case]:
    for file in sorted((ROOT / "test" / "passes").rglob("*.mlir")):
        text = re.sub(r"\\\n// RUN:", "", file.read_text("utf-8"))
        for line in re.findall(r"// RUN: (lutfuse-opt .*)", text):
            flags = [re.match(r"--([\w-]+)=?(.*)", word) for word in shlex.split(line)]
            passes = tuple((f[1], f[2]) for f in flags if f and f[1] in PASSES and "%" not in f[2])
            if passes:
                yield Case(file, passes, "--allow-unregistered-dialect" in line)


def dialects(module: ir.Module) -> set[str]:
    found: set[str] = set()

    def visit(op: ir.Operation) -> ir.WalkResult:
        found.add(op.operation.name.partition(".")[0])
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_passes_declare_what_they_make(case: Case) -> None:
    for part in case.file.read_text("utf-8").split("// -----"):
        text = part
        for name, options in case.passes:
            try:
                module = parse(text, case.allow_unregistered)
            except ir.MLIRError:
                break  # a negative test of the parser
            before = dialects(module)
            try:
                run(module, f"{name}{{{options}}}" if options else name)
            except ir.MLIRError as error:
                assert f"pass '{name}' failed" not in str(error)
                break  # a negative test of the pass
            made = dialects(module) - before
            assert (name, made - {*PASSES[name].dialects}) == (name, set())
            text = module.operation.get_asm(print_generic_op_form=True)
