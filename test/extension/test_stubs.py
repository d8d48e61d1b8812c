"""The type stubs name what the compiled and generated modules have: no more, no less."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType, WrapperDescriptorType
from typing import Any

import pytest

import lutfuse
from lutfuse import _lutfuse
from lutfuse.dialects import _ethosu_ops_gen as ethosu_ops
from lutfuse.dialects import _lutfuse_ops_gen as ops

PACKAGE = Path(lutfuse.__file__).parent
STUBS = {
    _lutfuse: PACKAGE / "_lutfuse.pyi",
    ops: PACKAGE / "dialects" / "_lutfuse_ops_gen.pyi",
    ethosu_ops: PACKAGE / "dialects" / "_ethosu_ops_gen.pyi",
}

# A parameter by name, whether it is keyword-only, and whether it has a default.
Parameter = tuple[str, bool, bool]
Members = dict[str, list[Parameter] | str]


def _is_public(name: str) -> bool:
    return name == "__init__" or not name.startswith("_")


def _definitions(body: list[ast.stmt]) -> dict[str, list[Any]]:
    """Classes and functions of a stub by name; a property has up to three functions."""
    found: dict[str, list[Any]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.setdefault(node.target.id, []).append(node)
    return found


def _stub(module: ModuleType) -> dict[str, list[Any]]:
    found = _definitions(ast.parse(STUBS[module].read_text("utf-8")).body)
    return {name: nodes for name, nodes in found.items() if name == "_Dialect" or _is_public(name)}


def _stub_parameters(node: ast.FunctionDef) -> list[Parameter]:
    args = node.args
    first = len(args.args) - len(args.defaults)
    positional = [(arg.arg, False, index >= first) for index, arg in enumerate(args.args)]
    keywords = [
        (arg.arg, True, default is not None)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    return positional + keywords


def _stub_member(nodes: list[Any]) -> list[Parameter] | str:
    if isinstance(nodes[0], ast.AnnAssign):
        return "value"
    decorators = [ast.unparse(decorator) for node in nodes for decorator in node.decorator_list]
    if "property" not in decorators:
        return _stub_parameters(nodes[0])
    return " ".join(["property", *(text.rpartition(".")[2] for text in decorators[1:])])


def _stub_members(node: ast.ClassDef) -> Members:
    return {
        name: _stub_member(nodes)
        for name, nodes in _definitions(node.body).items()
        if _is_public(name)
    }


def _parameters(function: Any) -> list[Parameter]:
    """Of a Python function by its signature, of a nanobind one by the text of its signature."""
    if not hasattr(function, "__nb_signature__"):
        return [
            (p.name, p.kind is p.KEYWORD_ONLY, p.default is not p.empty)
            for p in inspect.signature(function).parameters.values()
        ]
    text = re.sub(r"\\\d+", "...", function.__nb_signature__[0][0])
    node = ast.parse(f"{text}: ...").body[0]
    assert isinstance(node, ast.FunctionDef)
    return _stub_parameters(node)


def _member(value: Any) -> list[Parameter] | str:
    if isinstance(value, property):
        setter = ["setter"] if value.fset else []
        return " ".join(["property", *setter, *(["deleter"] if value.fdel else [])])
    # MLIR's adaptors make `get` a class method by hand: the function is behind `__func__`.
    function = getattr(value, "__func__", value)
    return _parameters(function) if callable(function) else "value"


def _members(cls: type) -> Members:
    """Without the op classes that MLIR puts into the class of their dialect.

    A class that only C++ makes has a constructor of type slot, which raises.
    """
    return {
        name: _member(value)
        for name, value in vars(cls).items()
        if _is_public(name) and not isinstance(value, type | WrapperDescriptorType)
    }


def _own(module: ModuleType) -> dict[str, Any]:
    """Classes and functions of a module that are its own."""
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and getattr(value, "__module__", None) == module.__name__
        and (name == "_Dialect" or _is_public(name))
    }


@pytest.mark.parametrize("module", STUBS)
def test_stub_has_the_names_of_the_module(module: ModuleType) -> None:
    assert sorted(_stub(module)) == sorted(_own(module))


@pytest.mark.parametrize("module", STUBS)
def test_functions_have_the_same_parameters(module: ModuleType) -> None:
    stub = {n: v for n, v in _stub(module).items() if isinstance(v[0], ast.FunctionDef)}
    assert stub
    for name, nodes in stub.items():
        assert (name, _stub_parameters(nodes[0])) == (name, _parameters(_own(module)[name]))


@pytest.mark.parametrize("module", STUBS)
def test_classes_have_the_same_members(module: ModuleType) -> None:
    stub = {n: v for n, v in _stub(module).items() if isinstance(v[0], ast.ClassDef)}
    assert stub
    for name, nodes in stub.items():
        assert (name, _stub_members(nodes[0])) == (name, _members(_own(module)[name]))
