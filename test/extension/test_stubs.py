"""The generated type stubs: all names of the modules, with types that are worth having."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lutfuse import _lutfuse
from lutfuse.dialects import _ethosu_ops_gen as ethosu_ops
from lutfuse.dialects import _lutfuse_ops_gen as ops

# A parameter by name, whether it is keyword-only, and whether it has a default.
Parameter = tuple[str, bool, bool]


def stub(module: ModuleType) -> list[ast.stmt]:
    """The statements of a stub, which lies beside its module."""
    assert module.__file__ is not None
    name = module.__name__.rpartition(".")[2]
    return ast.parse(Path(module.__file__).with_name(f"{name}.pyi").read_text("utf-8")).body


def named(body: list[ast.stmt]) -> dict[str, list[Any]]:
    """Classes and functions by name; a property has up to three functions."""
    found: dict[str, list[Any]] = {}
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


def own(module: ModuleType) -> dict[str, Any]:
    """Classes and functions of a module that are its own."""
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__
    }


def stub_parameters(node: ast.FunctionDef) -> list[Parameter]:
    args = node.args
    first = len(args.args) - len(args.defaults)
    positional = [(arg.arg, False, index >= first) for index, arg in enumerate(args.args)]
    keywords = [
        (arg.arg, True, default is not None)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    return positional + keywords


def parameters(function: Any) -> list[Parameter]:
    return [
        (p.name, p.kind is p.KEYWORD_ONLY, p.default is not p.empty)
        for p in inspect.signature(function).parameters.values()
    ]


def is_accessor(node: ast.FunctionDef, kind: str) -> bool:
    return any(ast.unparse(d) in (kind, f"{node.name}.{kind}") for d in node.decorator_list)


@pytest.mark.parametrize("module", [_lutfuse, ops, ethosu_ops])
def test_has_the_names_of_the_module(module: ModuleType) -> None:
    assert sorted(named(stub(module))) == sorted(own(module))


@pytest.mark.parametrize("module", [ops, ethosu_ops])
def test_builders_have_the_parameters_of_the_module(module: ModuleType) -> None:
    found = {n: f for n, (f, *_) in named(stub(module)).items() if isinstance(f, ast.FunctionDef)}
    assert found
    for name, node in found.items():
        assert (name, stub_parameters(node)) == (name, parameters(own(module)[name]))


@pytest.mark.parametrize("module", [ops, ethosu_ops])
def test_op_classes_have_the_members_of_the_module(module: ModuleType) -> None:
    classes = {n: c for n, (c, *_) in named(stub(module)).items() if n.endswith("Op")}
    assert classes
    for name, node in classes.items():
        cls, members = own(module)[name], named(node.body)
        assert stub_parameters(members.pop("__init__")[0]) == parameters(cls.__init__)
        properties = {n: v for n, v in vars(cls).items() if isinstance(v, property)}
        assert members.keys() == properties.keys()
        for member, value in properties.items():
            accessors = {"property": True, "setter": value.fset, "deleter": value.fdel}
            for kind, expected in accessors.items():
                assert any(is_accessor(f, kind) for f in members[member]) == bool(expected)


@pytest.mark.parametrize(
    ("module", "function", "parameter", "annotation"),
    [
        (ops, "ClipOp.__init__", "input", "ir.Value"),
        (ops, "ClipOp.__init__", "parameters", "ClipAttr"),
        (ops, "ClipOp.parameters", "return", "ClipAttr"),
        (ops, "ClipOp.result", "return", "ir.OpResult"),
        (ops, "Conv2DOp.__init__", "requant", "RequantAttr | RequantF32Attr"),
        (ops, "Conv2DOp.__init__", "bias", "ir.Value | None"),
        (ops, "Conv2DOp.__init__", "stride", "ir.DenseI64ArrayAttr | Sequence[int] | None"),
        (ops, "FusedConv2DOp.kind", "return", "ActivationKindAttr | None"),
        (ops, "FusedConv2DOp.intermediate_type", "return", "ir.TypeAttr | None"),
        (ops, "conv2d", "group", "ir.IntegerAttr | int | None"),
        (ethosu_ops, "CallOp.__init__", "results_", "Sequence[ir.Type]"),
        (ethosu_ops, "CallOp.__init__", "callee", "ir.FlatSymbolRefAttr | str"),
        (ethosu_ops, "CallOp.__init__", "operands_", "Sequence[ir.Value]"),
        (_lutfuse, "RequantAttr.get", "return", "Self"),
        (_lutfuse, "LeakyReluAttr.positive", "return", "RequantAttr"),
        (_lutfuse, "use_count", "value", "mlir.ir.Value"),
        (_lutfuse, "enclosing_function", "op", "mlir.ir.Operation | mlir.ir.OpView"),
        (_lutfuse, "CodeGenerator.compile", "return", "bytes"),
    ],
)
def test_annotations(module: ModuleType, function: str, parameter: str, annotation: str) -> None:
    body = stub(module)
    for part in function.split("."):
        node = named(body)[part][0]
        body = node.body
    types = {a.arg: a.annotation for a in (*node.args.args, *node.args.kwonlyargs)}
    assert ast.unparse({**types, "return": node.returns}[parameter]) == annotation


def test_the_extension_names_all_its_types() -> None:
    for node in ast.walk(ast.Module(stub(_lutfuse), [])):
        if isinstance(node, ast.FunctionDef) and node.name != "__repr__":
            annotations = [a.annotation for a in node.args.args if a.arg not in ("self", "cls")]
            texts = [ast.unparse(a) if a else "" for a in (*annotations, node.returns)]
            assert (node.name, {"", "object", "dict", "list", "tuple", "Callable"} & {*texts}) == (
                node.name,
                set(),
            )
