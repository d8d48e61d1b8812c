"""Fusing and unfusing a real model gives back the text, debug information included."""

from __future__ import annotations

import pytest
from mlir import ir

from lutfuse.runtime.models import load_model, new_context, run_pipeline
from support.paths import MODELS


def text(module: ir.Module) -> str:
    return str(module.operation.get_asm(enable_debug_info=True))


def test_activation_behind_a_reshape() -> None:
    """Dense layer, reshape, sigmoid: the reshape is below the fused op, and comes back between."""
    module, _ = load_model(MODELS / "okay_nabu.tflite", new_context())
    before = text(module)
    run_pipeline(module, "fuse-lut-activation")
    assert before.count("lutfuse.lut_activation") == text(module).count("lutfuse.fused_conv") == 1
    run_pipeline(module, "unfuse-lut-activation")
    assert text(module) == before


@pytest.mark.parametrize("collapse", [False, True])
def test_unfuse_is_the_inverse_of_fuse(collapse: bool) -> None:
    module, _ = load_model(MODELS / "selfie_seg.int8.tflite", new_context())
    run_pipeline(module, *(["collapse-elementwise-to-table"] if collapse else []), "canonicalize")
    before = text(module)
    run_pipeline(module, "fuse-lut-activation")
    assert text(module).count("lutfuse.fused_conv") == (44 if collapse else 22)
    run_pipeline(module, "unfuse-lut-activation")
    assert text(module) == before
