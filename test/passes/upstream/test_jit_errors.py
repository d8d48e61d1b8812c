"""What `JitModule` refuses: one line each."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from mlir import ir

from lutfuse.passes.upstream.jit import JitError, JitModule
from support.jit import IDENTITY, jit


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    context = ir.Context()
    context.allow_unregistered_dialects = True
    with context:
        yield context


def zeros(shape: tuple[int, ...], dtype: str = "int8") -> np.ndarray:
    return np.zeros(shape, dtype)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([], "expected 1 inputs, got 0"),
        ([zeros((2, 3)), zeros((2, 3))], "expected 1 inputs, got 2"),
        ([zeros((3, 2))], "input 0: expected int8[2, 3], got int8[3, 2]"),
        ([zeros((6,))], "input 0: expected int8[2, 3], got int8[6]"),
        ([zeros((2, 3), "uint8")], "input 0: expected int8[2, 3], got uint8[2, 3]"),
        ([zeros((2, 3), "float32")], "input 0: expected int8[2, 3], got float32[2, 3]"),
    ],
)
def test_wrong_inputs(inputs: list[np.ndarray], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        jit(IDENTITY)(*inputs)


@pytest.mark.parametrize("type_", ["tensor<?x3xi8>", "tensor<0x3xi8>"])
def test_shape_not_static(type_: str) -> None:
    message = f"argument 0: expected a static, non-empty shape, got '{type_}'"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        jit(IDENTITY.replace("tensor<2x3xi8>", type_))


def test_variable_not_static() -> None:
    with pytest.raises(ValueError, match=r"^variable 'v': expected a static.*tensor<\?xi8>'$"):
        jit(f"tosa.variable @v : tensor<?xi8>\n{IDENTITY}")


@pytest.mark.parametrize("type_", ["tensor<4xi4>", "tensor<*xi8>", "memref<4xi8>"])
def test_type_not_supported(type_: str) -> None:
    message = rf"^argument 0: expected a ranked tensor of .*, got '{re.escape(type_)}'$"
    with pytest.raises(JitError, match=message):
        jit(IDENTITY.replace("tensor<2x3xi8>", type_))


TOSA_CUSTOM = """
  func.func @main(%a: tensor<4xi8>) -> tensor<4xi8> {
    %0 = tosa.custom %a {operator_name = "x", domain_name = "y", implementation_attrs = ""} :
        (tensor<4xi8>) -> tensor<4xi8>
    return %0 : tensor<4xi8>
  }"""


UNREGISTERED = """
  func.func @main(%a: tensor<4xi8>) -> tensor<4xi8> {
    %0 = "tfl.gelu"(%a) : (tensor<4xi8>) -> tensor<4xi8>
    return %0 : tensor<4xi8>
  }"""


TWO_FUNCTIONS = IDENTITY.replace("@main", "@f") + IDENTITY.replace("@main", "@g")


STATE_IN_BRANCH = """
  tosa.variable @v = dense<1> : tensor<4xi8>
  func.func @main(%a: tensor<4xi8>) -> tensor<4xi8> {
    %p = "tosa.const"() {values = dense<true> : tensor<i1>} : () -> tensor<i1>
    %0 = tosa.cond_if %p : tensor<i1> -> tensor<4xi8> {
      %1 = tosa.variable_read @v : tensor<4xi8>
      tosa.yield %1 : tensor<4xi8>
    } else {
      tosa.yield %a : tensor<4xi8>
    }
    return %0 : tensor<4xi8>
  }"""


@pytest.mark.parametrize("emit", [False, True])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TOSA_CUSTOM, "failed to legalize operation 'tosa.custom'"),
        (UNREGISTERED, "'tfl.gelu': op was not bufferized"),
        (
            STATE_IN_BRANCH,
            "-:6:12: 'tosa.variable_read': variable 'v' in control flow is unsupported",
        ),
        (
            TWO_FUNCTIONS,
            "expected a function 'main' or one public function with a body but got 'f', 'g'",
        ),
    ],
)
def test_module_not_lowerable(context: ir.Context, text: str, message: str, emit: bool) -> None:
    context.emit_error_diagnostics = emit
    with pytest.raises(JitError, match=f"^{re.escape(message)}$"):
        jit(text)
    assert context.emit_error_diagnostics == emit


def test_error_of_a_pass_that_succeeds() -> None:
    module = ir.Module.parse("""
      func.func @malloc(%a: tensor<3xi8>) -> tensor<3xi8> {
        %0 = tosa.add %a, %a : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
        return %0 : tensor<3xi8>
      }""")
    with pytest.raises(JitError, match=r"^redefinition of reserved function 'malloc'"):
        JitModule(module, function="malloc")


def test_opt_level_out_of_range() -> None:
    with pytest.raises(ValueError, match=r"^expected opt_level 0 to 3, got 4$"):
        jit(IDENTITY, opt_level=4)
