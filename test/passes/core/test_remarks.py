"""What a program learns from a pass: remarks as objects, or as diagnostics of MLIR."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes.core import remarks
from lutfuse.passes.core.remarks import Remark
from lutfuse.runtime.models import ModelError, load_model, new_context
from support.functions import function

PIPELINE = "builtin.module(fuse-lut-activation{target=reference})"
TWO = function("f") + function("g", "tanh")


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def run(text: str = TWO) -> None:
    module = ir.Module.parse(text)
    PassManager.parse(PIPELINE).run(module.operation)


def test_remarks_are_objects() -> None:
    with remarks.collect() as found:
        run()
    fused, refused, summary = found
    assert (fused.kind, fused.name, fused.reasons) == ("passed", "fused", ())
    assert (refused.kind, refused.name) == ("missed", "refused")
    assert refused.reasons == ("unsupported-activation",)
    assert refused.details["Activation"] == "tanh"
    line = refused.details["unsupported-activation"]
    assert line.startswith("expected a table of gelu or sigmoid after a convolution of i8 codes")
    assert str(refused.location) == 'loc("lut")'
    assert refused.note is not None and str(refused.note[0]) == 'loc("conv")'
    assert summary.details == {"Fused": "1", "unsupported-activation": "1"}
    assert {remark.category for remark in found} == {"fuse-lut-activation"}


def test_nobody_listens_afterwards(context: ir.Context) -> None:
    with remarks.collect() as found:
        assert remarks.wanted(context)
    run()
    assert not found
    assert not remarks.wanted(context)


def test_all_listeners_hear_all() -> None:
    with remarks.collect() as outer:
        run()
        with remarks.collect() as inner:
            run()
    assert len(outer) == 2 * len(inner) == 6


def test_listening_ends_with_an_exception(context: ir.Context) -> None:
    with pytest.raises(KeyError), remarks.collect():
        raise KeyError
    assert not remarks.wanted(context)


def _listen(context: ir.Context) -> list[tuple[str, str, list[str]]]:
    """Diagnostics of the context: severity, message and notes, as they come."""
    heard: list[tuple[str, str, list[str]]] = []

    def handler(diagnostic: ir.Diagnostic) -> bool:
        notes = [note.message for note in diagnostic.notes]
        heard.append((diagnostic.severity.name, diagnostic.message, notes))
        return True

    context.attach_diagnostic_handler(handler)
    return heard


def test_remarks_are_diagnostics(context: ir.Context) -> None:
    heard = _listen(context)
    _lutfuse.enable_remarks(context, "fuse-lut-activation")
    assert _lutfuse.remarks_enabled(context)
    run()
    assert [severity for severity, _, _ in heard] == ["REMARK"] * 3
    _, message, notes = heard[1]
    assert message.startswith("[Missed] refused | Category:fuse-lut-activation | Function=g | ")
    assert "Reason=unsupported-activation, " in message
    assert notes == ["producer is 'lutfuse.conv2d'"]


@pytest.mark.parametrize("matching", ["convert-.*", "fuse"])
def test_filter_matches_the_whole_pass_name(context: ir.Context, matching: str) -> None:
    heard = _listen(context)
    _lutfuse.enable_remarks(context, matching)
    run()
    assert heard == []


def test_filter_that_is_no_expression(context: ir.Context) -> None:
    with pytest.raises(ValueError, match=r"expected a regular expression but got '\(': "):
        _lutfuse.enable_remarks(context, "(")
    assert not _lutfuse.remarks_enabled(context)


def test_remark_of_a_kind_that_is_none(context: ir.Context) -> None:
    _lutfuse.enable_remarks(context)
    module = ir.Module.parse("")
    with pytest.raises(ValueError, match="expected a remark kind but got 'failing'"):
        remarks.emit(Remark("failing", "test", "x", module.operation.location), module.operation)


def test_errors_on_a_fused_op_name_both_sources(tmp_path: Path) -> None:
    """A handler in Python gets the whole location, and the command line prints it."""
    module = ir.Module.parse(TWO)
    PassManager.parse("builtin.module(fuse-lut-activation)").run(module.operation)
    fused = str(module.operation.get_asm(enable_debug_info=True))
    path = tmp_path / "broken.mlir"
    path.write_text(fused.replace("entries = 256", "entries = 257"), "utf-8")
    with pytest.raises(ir.MLIRError) as caught:  # type: ignore
        ir.Module.parse(path.read_text("utf-8"))
    error = caught.value.error_diagnostics[0]
    assert str(error.location) == 'loc(fused<#lutfuse.fused<"fuse-lut-activation">>["conv", "lut"])'
    with pytest.raises(ModelError, match=r"conv, lut: .lutfuse.fused_conv2d. op expected"):
        load_model(path, new_context())
