"""What the extension says of operations."""

from __future__ import annotations

import pytest
from mlir import ir

import lutfuse
from lutfuse._lutfuse import is_memory_effect_free

ARGUMENTS = (
    "%t: tensor<2xi8>, %i: i32, %n: index, %c: i1, %b: tensor<i1>, %m: memref<2xi8>, "
    "%q: tensor<2x!quant.uniform<i8:f32, 0.5>>"
)
GENERIC = (
    "linalg.generic {{indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], "
    'iterator_types = ["parallel"]}} ins({x} : {t}) outs({x} : {t}) {{ '
    "^bb0(%a: i8, %z: i8): linalg.yield %a : i8 }}"
)


def is_free(text: str) -> bool:
    """The answer for an op in a function with those arguments."""
    context = ir.Context()
    lutfuse.register(context)
    context.allow_unregistered_dialects = True
    module = f"""
      tosa.variable @v = dense<0> : tensor<2xi8>
      func.func private @f(i32)
      func.func @main({ARGUMENTS}) {{
        {text}
        return
      }}"""
    parsed = ir.Module.parse(module, context)
    function = list(parsed.body.operations)[2]
    return is_memory_effect_free(next(iter(function.regions[0].blocks[0].operations)))


@pytest.mark.parametrize(
    "text",
    [
        "%0 = arith.divsi %i, %i : i32",
        "%0 = tensor.empty() : tensor<2xi8>",
        "%0 = tosa.abs %t : (tensor<2xi8>) -> tensor<2xi8>",
        "%0 = quant.scast %q : tensor<2x!quant.uniform<i8:f32, 0.5>> to tensor<2xi8>",
        "%0 = lutfuse.clip %q <min = 0, max = 9> : (tensor<2x!quant.uniform<i8:f32, 0.5>>)"
        " -> tensor<2x!quant.uniform<i8:f32, 0.5>>",
        "%0 = shape.shape_of %t : tensor<2xi8> -> tensor<1xindex>",
        "%0 = scf.if %c -> i32 { scf.yield %i : i32 } else { scf.yield %i : i32 }",
        "%0 = tosa.cond_if %b : tensor<i1> -> tensor<2xi8>"
        " { tosa.yield %t : tensor<2xi8> } else { tosa.yield %t : tensor<2xi8> }",
        "%0 = " + GENERIC.format(x="%t", t="tensor<2xi8>") + " -> tensor<2xi8>",
    ],
)
def test_free_of_memory_effects(text: str) -> None:
    assert is_free(text)


@pytest.mark.parametrize(
    "text",
    [
        "%0 = tosa.variable_read @v : tensor<2xi8>",
        "tosa.variable_write @v, %t : tensor<2xi8>",
        '%0 = tosa.custom %t {operator_name = "n", domain_name = "d", implementation_attrs = ""}'
        " : (tensor<2xi8>) -> tensor<2xi8>",
        "%0 = memref.load %m[%n] : memref<2xi8>",
        "%0 = memref.alloc() : memref<2xi8>",
        "func.call @f(%i) : (i32) -> ()",
        '%0 = "test.unknown"(%i) : (i32) -> i32',
        "scf.if %c { func.call @f(%i) : (i32) -> () }",
        "%0 = tosa.cond_if %b : tensor<i1> -> tensor<2xi8>"
        " { %r = tosa.variable_read @v : tensor<2xi8>\n tosa.yield %r : tensor<2xi8> }"
        " else { tosa.yield %t : tensor<2xi8> }",
        GENERIC.format(x="%m", t="memref<2xi8>"),
    ],
)
def test_with_memory_effects_or_unknown_ones(text: str) -> None:
    assert not is_free(text)
