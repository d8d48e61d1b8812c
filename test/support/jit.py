"""Modules as text, compiled by the stock lowering."""

from __future__ import annotations

from mlir import ir

from lutfuse.passes.upstream.jit import JitModule

IDENTITY = "func.func @main(%a: tensor<2x3xi8>) -> tensor<2x3xi8> { return %a : tensor<2x3xi8> }"


def jit(text: str, opt_level: int = 0) -> JitModule:
    return JitModule(ir.Module.parse(text), opt_level=opt_level)
