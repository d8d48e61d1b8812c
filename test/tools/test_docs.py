"""The reference pages are fresh, and the examples in the dialect's page are valid IR."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from mlir import ir

import lutfuse
from lutfuse.dialects import lutfuse as dialect
from lutfuse.tools import generate_docs
from lutfuse.tools.generate_docs import DOCS, PAGES, ods_available

PAGE = (DOCS / "dialect-lutfuse.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```mlir\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
LOCATIONS = [example for example in EXAMPLES if example.startswith("loc(")]
OPS = [example for example in EXAMPLES if not example.startswith(("#", "loc("))]
ATTRIBUTES = [
    attribute
    for example in EXAMPLES
    if example.startswith("#")
    for attribute in re.split(r"\n(?=#)", example.strip())
]


def _module(example: str) -> str:
    """A module around an op whose operands and types are those that the example names.

    The example ends with its functional type; operands stand in the order of that type.
    """
    result, _, rest = example.partition(" = ")
    type_text = re.search(r":\s*(\([^:]*tensor<.*)", rest, re.DOTALL)
    assert type_text, "expected a functional type"
    type_ = ir.FunctionType(ir.Type.parse(type_text[1]))
    operands = re.findall(r"%\w+", rest)
    arguments = ", ".join(f"{o}: {t}" for o, t in zip(operands, type_.inputs, strict=True))
    return (
        f"func.func @example({arguments}) -> {type_.results[0]} {{\n"
        f"{example}\nreturn {result} : {type_.results[0]}\n}}"
    )


needs_ods = pytest.mark.skipif(not ods_available(), reason="expected MLIR's headers but got none")


@needs_ods
def test_pages_are_fresh() -> None:
    # In a process of its own: other tests register targets and passes in this one.
    command = [sys.executable, "-m", "lutfuse.tools.generate_docs", "--check"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs_ods
def test_check_names_the_stale_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(generate_docs, "OUT", tmp_path)
    assert generate_docs.main(["--check"]) == 1
    assert re.findall(r"(\S+) is stale", capsys.readouterr().err) == list(PAGES)
    assert generate_docs.main([]) == 0
    assert generate_docs.main(["--check"]) == 0
    (tmp_path / "docs" / "targets.md").write_text("old", "utf-8")
    assert generate_docs.main(["--check"]) == 1
    assert re.findall(r"(\S+) is stale", capsys.readouterr().err) == ["docs/targets.md"]


def test_constraints_render_as_list_items() -> None:
    depth, outside = 0, []
    for token in MarkdownIt().parse(PAGE):
        depth += {"list_item_open": 1, "list_item_close": -1}.get(token.type, 0)
        if token.type == "inline" and not depth:
            outside += re.findall(r"\w+_c\d+`:", token.content)
    assert outside == []
    assert len(set(re.findall(r"^- `(\w+_c\d+)`:", PAGE, re.MULTILINE))) > 30


@pytest.mark.parametrize("example", OPS)
def test_op_example_is_valid(example: str) -> None:
    with ir.Context() as context, ir.Location.unknown():
        lutfuse.register(context)
        assert ir.Module.parse(_module(example)).operation.verify()


@pytest.mark.parametrize("example", ATTRIBUTES)
def test_attribute_example_is_valid(example: str) -> None:
    with ir.Context() as context:
        lutfuse.register(context)
        assert ir.Attribute.parse(str(ir.Attribute.parse(example))) == ir.Attribute.parse(example)


@pytest.mark.parametrize("location", "".join(LOCATIONS).splitlines())
def test_location_example_is_valid(location: str) -> None:
    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(f"module {{}} {location}")
        assert str(module.operation.location) == location


def test_every_op_has_an_example() -> None:
    classes = (getattr(dialect, name) for name in dialect.__all__ if name.endswith("Op"))
    assert {op.OPERATION_NAME for op in classes} == {
        name for example in OPS for name in re.findall(r"= (lutfuse\.\w+)", example)
    }
