"""The examples in the page of the dialect `ethosu` are valid IR."""

from __future__ import annotations

import re

import pytest
from mlir import ir

import lutfuse
from lutfuse.dialects import ethosu
from lutfuse.tools.generate_docs import DOCS

PAGE = (DOCS / "dialect-ethosu.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```mlir\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ATTRIBUTES = [
    attribute
    for example in EXAMPLES
    if example.startswith("#")
    for attribute in re.split(r"\n(?=#)", example.strip())
]
COMMANDS = [one for one in EXAMPLES if re.match(r"ethosu\.(?!program)", one)]
PROGRAMS = [one for one in EXAMPLES if one.startswith("ethosu.program")]


@pytest.fixture(name="context")
def _context() -> ir.Context:
    context = ir.Context()
    lutfuse.register(context)
    return context


def test_there_are_examples_of_all() -> None:
    assert (len(ATTRIBUTES), len(COMMANDS), len(PROGRAMS)) == (7, 5, 1)


@pytest.mark.parametrize("text", ATTRIBUTES)
def test_attributes_are_read_and_written(context: ir.Context, text: str) -> None:
    with context:
        attribute = ir.Attribute.parse(text)
        assert str(attribute) == text
        assert ethosu.read(attribute).attr() == attribute


@pytest.mark.parametrize("text", COMMANDS)
def test_commands_are_valid(context: ir.Context, text: str) -> None:
    program = (
        'ethosu.program @p on "ethos-u55-128" scratch 8192 inputs [] outputs [] '
        f"constants dense<0> : tensor<2048xi8> {{\n{text}}}"
    )
    assert ir.Module.parse(program, context).operation.verify()


@pytest.mark.parametrize("text", PROGRAMS)
def test_programs_are_valid(context: ir.Context, text: str) -> None:
    assert ir.Module.parse(text, context).operation.verify()
