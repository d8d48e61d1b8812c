"""Locations of fused ops: both sources and what is between, however MLIR keeps the list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mlir import ir

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes.core.locations import (
    fuse_locations,
    source_locations,
    views_before_activation,
)


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


@pytest.mark.parametrize("views", [0, 3])
@pytest.mark.parametrize("convolution", ["conv", "layer", ""])
@pytest.mark.parametrize("activation", ["layer", "lut", ""])
def test_what_is_fused_is_taken_apart(convolution: str, activation: str, views: int) -> None:
    sources = tuple(
        ir.Location.name(name) if name else ir.Location.unknown()
        for name in (convolution, activation)
    )
    fused = fuse_locations(*sources, views)
    assert source_locations(fused) == sources
    assert views_before_activation(fused) == views


def test_metadata_is_an_attribute_of_the_dialect() -> None:
    conv = ir.Location.file("model.mlir", 3, 8)
    fused = fuse_locations(conv, ir.Location.unknown(), 2)
    metadata = '#lutfuse.fused<"fuse-lut-activation" views = 2 unknown = activation>'
    assert str(fused) == f'loc(fused<{metadata}>["model.mlir":3:8])'


@pytest.mark.parametrize(
    ("metadata", "convolution", "activation", "views"),
    [
        ("fuse-lut-activation", "a", "b", 0),
        ("fuse-lut-activation, views between: 12", "a", "b", 12),
        ("fuse-lut-activation, convolution unknown", None, "a", 0),
        ("fuse-lut-activation, views between: 1, activation unknown", "a", None, 1),
    ],
)
def test_strings_of_version_0_1_are_read(
    metadata: str, convolution: str | None, activation: str | None, views: int
) -> None:
    names = [name for name in (convolution, activation) if name]
    fused = ir.Location.fused(
        [ir.Location.name(name) for name in names], ir.StringAttr.get(metadata)
    )
    expected = tuple(
        ir.Location.name(name) if name else ir.Location.unknown()
        for name in (convolution, activation)
    )
    assert source_locations(fused) == expected
    assert views_before_activation(fused) == views


@pytest.mark.parametrize(
    "text",
    [
        '"conv"',
        'fused["conv", "lut"]',
        'fused<"compose-activations">["conv", "lut"]',
        'fused<"fuse-lut-activation of another">["conv", "lut"]',
        'fused<"fuse-lut-activation, views between: many">["conv", "lut"]',
    ],
)
def test_other_locations_are_their_own_sources(text: str) -> None:
    location = _parse(text)
    assert source_locations(location) == (location, location)
    assert views_before_activation(location) == 0


def _parse(text: str) -> ir.Location:
    """The location of a module that has it."""
    return ir.Module.parse(f"module {{}} loc({text})").operation.location


def test_notes_are_for_handlers_that_are_there(context: ir.Context) -> None:
    context.emit_error_diagnostics = True
    notes: list[list[str]] = []

    def handle(diagnostic: ir.DiagnosticInfo) -> bool:
        notes.append([f"{note.location}: {note.message}" for note in diagnostic.notes])
        return True

    text = """func.func private @f() attributes {lutfuse.kinds}
        loc(fused<#lutfuse.fused<"p">>["conv", "act"])"""
    with context.attach_diagnostic_handler(handle):
        for _ in range(2):
            with pytest.raises(ir.MLIRError):
                ir.Module.parse(text)
            _lutfuse.register_source_notes(context)
    ours = [[note for note in found if "fused from" in note] for found in notes]
    assert ours == [
        [],
        ['loc("conv"): fused from this convolution', 'loc("act"): fused from this activation'],
    ]
