"""Type stubs of the op classes that `mlir-tblgen` writes: it leaves parameters without types.

Parameters, their order and their defaults are read from the generated module, and what each of
them is from the records of ODS. Run at build time:

    python generate_op_stubs.py _x_ops_gen.py records.json _lutfuse.pyi _x_ops_gen.pyi
"""

from __future__ import annotations

import ast
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mlir import ir

Record = dict[str, Any]

# What the builders of `mlir.ir` make attributes from, by the attribute's class.
PLAIN = {
    "ArrayAttr": "Sequence[ir.Attribute]",
    "BoolAttr": "bool",
    "DenseI64ArrayAttr": "Sequence[int]",
    "FlatSymbolRefAttr": "str",
    "IntegerAttr": "int",
    "StringAttr": "str",
    "TypeAttr": "ir.Type",
}
CONTEXT = {"loc": "ir.Location", "ip": "ir.InsertionPoint"}
HEADER = '''"""Op classes of the dialect `{dialect}`, generated from ODS at build time.

An attribute that is None at construction has its default, or is absent where it is optional.
"""

from collections.abc import Sequence
from typing import ClassVar

from mlir import ir
'''


@dataclass(frozen=True)
class Types:
    """Annotations for what ops have: by the records of ODS, with the classes of the extension."""

    records: Record
    extension: frozenset[str]

    def of(self, op: Record) -> dict[str, str]:
        """Annotations of an op's parameters, without None, by their names in ODS."""
        found: dict[str, str] = {}
        for reference, name in op["arguments"]["args"]:
            record = self.records[reference["def"]]
            is_attribute = "Attr" in record["!superclasses"]
            found[name] = self._parameter(record) if is_attribute else _list("ir.Value", record)
        for reference, name in op["results"]["args"]:
            found[name] = _list("ir.Type", self.records[reference["def"]])
        return found

    def attribute(self, record: Record) -> str:
        """Class of an attribute; a union where ODS lists several."""
        allowed = record.get("allowedAttributes")
        if allowed:
            return " | ".join(self.attribute(self.records[one["def"]]) for one in allowed)
        storage = str(record.get("storageType")).strip().rpartition("::")[2]
        if storage in self.extension:
            return storage
        if storage != "Attribute" and hasattr(ir, storage):
            return f"ir.{storage}"
        base = record.get("baseAttr")
        return self.attribute(self.records[base["def"]]) if base else "ir.Attribute"

    def _parameter(self, record: Record) -> str:
        """What an op may be given for an attribute."""
        annotation = self.attribute(record)
        while record["!anonymous"] and record.get("baseAttr"):
            record = self.records[record["baseAttr"]["def"]]
        plain = PLAIN.get(annotation.removeprefix("ir."))
        if plain is None or not ir.AttrBuilder.contains(record["!name"]):
            return annotation
        return f"{annotation} | {plain}"


def _list(annotation: str, record: Record) -> str:
    is_variadic = "Variadic" in record["!superclasses"]
    return f"Sequence[{annotation}]" if is_variadic else annotation


def _parameters(function: ast.FunctionDef, types: dict[str, str]) -> str:
    """The parameters of a generated function, one a line, with types."""
    args = function.args
    required = len(args.args) - len(args.defaults)
    positional = [(arg.arg, at < required) for at, arg in enumerate(args.args)]
    lines = [_parameter(name, types, is_required) for name, is_required in positional]
    lines.append("*")
    pairs = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    lines += [_parameter(arg.arg, types, default is None) for arg, default in pairs]
    return ",\n".join(lines)


def _parameter(name: str, types: dict[str, str], is_required: bool) -> str:
    if name == "self":
        return name
    # Names that Python or the generator has taken have a `_` behind them.
    annotation = CONTEXT.get(name) or types.get(name) or types[name.removesuffix("_")]
    return f"{name}: {annotation}" if is_required else f"{name}: {annotation} | None = None"


def _result(function: ast.FunctionDef) -> str:
    """The annotation of a generated function."""
    assert function.returns is not None
    text = ast.unparse(function.returns).replace("_ods_ir.", "ir.")
    # The stubs of `mlir.ir` know no types of values.
    text = re.sub(r"ir\.(Value|OpResult)\[[\w.]+\]", r"ir.\1", text)
    optional = text.removeprefix("_Optional[")
    if optional != text:
        return f"{optional.removesuffix(']')} | None"
    union = text.removeprefix("_Union[")
    return union.removesuffix("]").replace(", ", " | ") if union != text else text


def _accessor(function: ast.FunctionDef, attributes: dict[str, str]) -> str:
    """A property, a setter or a deleter."""
    decorator = ast.unparse(function.decorator_list[0]).removeprefix("builtins.")
    name = function.name
    if decorator.endswith(".deleter"):
        return f"@{decorator}\ndef {name}(self) -> None: ..."
    if decorator.endswith(".setter"):
        annotation = function.args.args[1].annotation
        optional = " | None" if "Optional" in ast.unparse(annotation or function) else ""
        return f"@{decorator}\ndef {name}(self, value: {attributes[name]}{optional}) -> None: ..."
    result = _result(function)
    if name in attributes:
        result = attributes[name] + (" | None" if result.endswith("None") else "")
    return f"@{decorator}\ndef {name}(self) -> {result}: ..."


def _op_class(node: ast.ClassDef, op: Record, types: Types) -> list[str]:
    attributes = {
        name: types.attribute(types.records[reference["def"]])
        for reference, name in op["arguments"]["args"]
        if "Attr" in types.records[reference["def"]]["!superclasses"]
    }
    summary = op["summary"][:1].upper() + op["summary"][1:]
    body = [f'"""{summary}."""', "", "OPERATION_NAME: ClassVar[str]", ""]
    for function in node.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        if function.name == "__init__":
            parameters = _parameters(function, types.of(op))
            body.append(f"def __init__(\n{_indent(parameters)},\n) -> None: ...")
        else:
            body.append(_accessor(function, attributes))
    return ["", f"class {node.name}(ir.OpView):", *(_indent(part) for part in body)]


def _indent(text: str) -> str:
    return "\n".join(f"    {line}" if line else line for line in text.split("\n"))


def _builder(node: ast.FunctionDef, types: dict[str, str]) -> list[str]:
    parameters = _indent(_parameters(node, types))
    return ["", f"def {node.name}(\n{parameters},\n) -> {_result(node)}: ..."]


def _dialect(node: ast.ClassDef) -> list[str]:
    return ["", f"class {node.name}(ir.Dialect):", "    DIALECT_NAMESPACE: ClassVar[str]"]


def _value(node: ast.ClassDef, name: str) -> str | None:
    """The text that a class gives one of its names."""
    for line in node.body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == name:
            return ast.literal_eval(line.value)
    return None


def generate(module: str, records: Record, extension: frozenset[str]) -> str:
    """The stub of a generated module, from its text and the records of its dialects."""
    types = Types(records, extension)
    ops = {
        f"{records[op['opDialect']['def']]['name']}.{op['opName']}": op
        for op in (records[name] for name in records["!instanceof"]["Op"])
    }
    lines: list[str] = []
    dialect, last = None, Record()
    for node in ast.parse(module).body:
        if isinstance(node, ast.FunctionDef):
            lines += _builder(node, types.of(last))  # it follows the class of its op
        elif isinstance(node, ast.ClassDef) and (name := _value(node, "OPERATION_NAME")):
            last = ops[name]
            lines += _op_class(node, last, types)
        elif isinstance(node, ast.ClassDef):
            dialect = _value(node, "DIALECT_NAMESPACE")
            lines += _dialect(node)
    text = "\n".join(lines)
    used = sorted(name for name in extension if re.search(rf"\b{name}\b", text))
    imports = f"\nfrom lutfuse._lutfuse import {', '.join(used)}\n" if used else ""
    return HEADER.format(dialect=dialect) + imports + text + "\n"


def main(module: Path, records: Path, extension: Path, out: Path) -> None:
    """Writes the stub of one module."""
    stub = ast.parse(extension.read_text("utf-8"))
    nodes = [node for node in stub.body if isinstance(node, ast.ClassDef) and node.bases]
    classes = frozenset(n.name for n in nodes if ast.unparse(n.bases[0]).endswith(".Attribute"))
    text = generate(module.read_text("utf-8"), json.loads(records.read_text("utf-8")), classes)
    out.write_text(text, "utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
