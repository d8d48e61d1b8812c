"""Constants whose data is a resource: the same results as with `dense`, or one clear error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes.core.registry import PASSES, PassError
from lutfuse.passes.ir.constants import constant, constant_attribute
from lutfuse.passes.proof.prove import prove
from lutfuse.passes.upstream.jit import JitError, JitModule
from lutfuse.runtime.models import ModelError, new_context, parse_module
from support.paths import ROOT
from support.resources import outcome, parse, runs, use_resources

# Folders, upstream's and ours, see `dense` only: they leave a resource as it is, which is no error.
FOLDING = ("canonicalize",)
TESTS = sorted((ROOT / "test").rglob("*.mlir"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_same_results_as_dense_constants(path: Path) -> None:
    for run in runs(path):
        module = parse(run, new_context())
        if module is None or run.pipeline in FOLDING or not use_resources(module):
            continue
        dense = parse(run, new_context())
        assert dense is not None
        assert outcome(run, module) == outcome(run, dense), run.name


def test_most_files_have_constants_that_are_tested() -> None:
    tested = 0
    for path in TESTS:
        modules = (parse(run, new_context()) for run in runs(path))
        tested += any(module is not None and use_resources(module) > 0 for module in modules)
    assert tested > 50


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context, ir.Location.unknown():
        lutfuse.register(context)
        yield context


def module_with(element: str, blob: str, shape: str = "2x3") -> ir.Module:
    """A module with one constant; `blob` is its alignment and its bytes in hexadecimal."""
    return ir.Module.parse(f"""
      func.func @main() -> tensor<{shape}x{element}> {{
        %0 = arith.constant dense_resource<c> : tensor<{shape}x{element}>
        return %0 : tensor<{shape}x{element}>
      }}
      {{-# dialect_resources: {{ builtin: {{ c: "0x{blob}" }} }} #-}}""")


def read(module: ir.Module) -> list[list[int]]:
    found = constant(first_op(module))
    assert found is not None
    return found.tolist()


def first_op(module: ir.Module) -> ir.Value:
    return module.body.operations[0].regions[0].blocks[0].operations[0].results[0]


VALUES = np.array([[-3, 0, 7], [-128, 127, 5]])


@pytest.mark.parametrize("alignment", [1, 2, 64])
@pytest.mark.parametrize(
    ("element", "dtype"),
    [("i8", "i1"), ("i16", "i2"), ("i32", "i4"), ("i64", "i8"), ("si8", "i1"), ("index", "i8")],
)
def test_integers_of_any_alignment(element: str, dtype: str, alignment: int) -> None:
    data = VALUES.astype(f"<{dtype}").tobytes()
    module = module_with(element, alignment.to_bytes(4, "little").hex() + data.hex())
    assert read(module) == VALUES.tolist()


def test_integers_without_a_buffer_of_their_width() -> None:
    data = b"".join(int(v).to_bytes(6, "little", signed=True) for v in VALUES.reshape(-1))
    assert read(module_with("i48", "01000000" + data.hex())) == VALUES.tolist()


def test_unsigned_integers() -> None:
    assert read(module_with("ui8", "01000000" + bytes(range(250, 256)).hex())) == [
        [250, 251, 252],
        [253, 254, 255],
    ]


@pytest.mark.parametrize("element", ["i8", "f32", "i48"])
def test_equal_contents_are_equal_attributes(element: str) -> None:
    size = {"i8": 1, "f32": 4, "i48": 6}[element]
    module = module_with(element, "01000000" + bytes(6 * size).hex())
    splat = ir.Attribute.parse(
        f"dense<0{'.0' if element == 'f32' else ''}> : tensor<2x3x{element}>"
    )
    assert constant_attribute(first_op(module)) == splat


BAD = {
    "elided": (
        "%0 = arith.constant dense_resource<__elided__> : tensor<4xi8>",
        "",
        "expected 4 bytes in 'dense_resource<__elided__>' but got no data: it was elided, or its "
        "resource is missing",
    ),
    "without a resource": (
        "%0 = arith.constant dense_resource<t> : tensor<4xi8>",
        "",
        "expected 4 bytes in 'dense_resource<t>' but got no data: it was elided, or its "
        "resource is missing",
    ),
    "too short": (
        "%0 = arith.constant dense_resource<t> : tensor<4xi8>",
        '{-# dialect_resources: { builtin: { t: "0x0100000001" } } #-}',
        "expected 4 bytes in 'dense_resource<t>' but got 1",
    ),
    "too long": (
        "%0 = arith.constant dense_resource<t> : tensor<4xi8>",
        '{-# dialect_resources: { builtin: { t: "0x010000000102030405" } } #-}',
        "expected 4 bytes in 'dense_resource<t>' but got 5",
    ),
    "not a number": (
        "%0 = arith.constant dense_resource<t> : tensor<4xcomplex<f32>>\n"
        "%1 = arith.constant dense<0> : tensor<4xi8>",
        '{-# dialect_resources: { builtin: { t: "0x0100000001" } } #-}',
        "expected integers or floats of up to 64 bits in little-endian order in "
        "'dense_resource<t>'",
    ),
}


def bad_module(what: str) -> tuple[str, str]:
    constants, resources, message = BAD[what]
    text = (
        f"func.func @main() -> tensor<4xi8> {{\n  {constants}\n  return "
        f"%{constants.count('=') - 1} : tensor<4xi8>\n}}\n{resources}"
    )
    return text, f"'arith.constant': {message}"


@pytest.mark.parametrize("what", BAD)
def test_every_pass_refuses_what_it_cannot_read(what: str) -> None:
    text, message = bad_module(what)
    for name in PASSES:
        with new_context() as context, pytest.raises(ir.MLIRError) as caught:  # pyright: ignore
            module = ir.Module.parse(text)
            PassManager.parse(f"builtin.module({name})", context).run(module.operation)
        (error,) = caught.value.error_diagnostics
        assert (str(error.location), error.message.partition(": ")[2]) == (
            'loc("-":2:8)',
            message,
        ), name


@pytest.mark.parametrize("what", BAD)
def test_every_way_in_refuses_what_it_cannot_read(what: str, tmp_path: Path) -> None:
    text, message = bad_module(what)
    path = tmp_path / "model.mlir"
    path.write_text(text, "utf-8")
    with pytest.raises(ModelError, match=f"model.mlir:2:8: {re.escape(message)}$"):
        lutfuse.load(path)
    with pytest.raises(ModelError, match=f"{re.escape(message)}$"):
        lutfuse.load(ir.Module.parse(text, new_context()))
    with pytest.raises(JitError, match=f"^-:2:8: {re.escape(message)}$"):
        JitModule(ir.Module.parse(text, new_context()))
    with pytest.raises(PassError, match=f"^{re.escape(message)}$"):
        module = ir.Module.parse(text, new_context())
        prove(module.operation, module.operation)


def test_zero_points_on_which_upstream_aborts() -> None:
    resources = '{-# dialect_resources: { builtin: { z: "0x0100000005" } } #-}'
    text = """func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
      %z = "tosa.const"() {values = dense_resource<z> : tensor<1xi8>} : () -> tensor<1xi8>
      %0 = tosa.negate %x, %z, %z : (tensor<4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
      return %0 : tensor<4xi8>
    }\n"""
    module = parse_module((text + resources).encode(), "f.mlir", new_context())
    assert "dense<5> : tensor<1xi8>" in str(module)
    with pytest.raises(ModelError, match=r"^f\.mlir:2:12: 'tosa\.const': expected 1 bytes in"):
        parse_module(text.encode(), "f.mlir", new_context())


def test_readers_that_were_given_unchecked_modules() -> None:
    text, message = bad_module("too short")
    module = ir.Module.parse(text)
    with pytest.raises(ValueError, match=f"^{re.escape(message.partition(': ')[2])}$"):
        constant(first_op(module))
    assert _lutfuse.dense_elements(ir.UnitAttr.get()) is None
    assert _lutfuse.resource_bytes(ir.UnitAttr.get()) is None
