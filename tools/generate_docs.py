"""Writes the reference pages under `docs/`, and the plugin's list of passes, from the code.

    python -m lutfuse.tools.generate_docs            writes the pages
    python -m lutfuse.tools.generate_docs --check    exits with 1 if a page is stale

The dialect comes from ODS, passes and fusion guards from their classes and tables, targets from
their descriptions. The program is for a source tree: an installed package has no `docs/`.
"""

from __future__ import annotations

import argparse
import ast
import dataclasses
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import get_type_hints

from mlir import ir

from lutfuse.passes import register_passes
from lutfuse.passes.core import attribute_rules
from lutfuse.passes.core.registry import PASSES, PIPELINES, ModulePass, option_name
from lutfuse.passes.fusion.guards import GUARDS, Guard
from lutfuse.targets import TARGETS, Capability, Size, SpecializedKernel, Target, builtin
from lutfuse.tools.targets import capabilities

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
OUT = ROOT  # what the names of pages are relative to
MLIR = Path(ir.__file__).parent

_HEADER = "<!-- Written by `python -m lutfuse.tools.generate_docs` from {source}. -->\n\n"
_PASSES_INTRO = """\
Every pass runs on the outermost `builtin.module` and has its name in MLIR's own pass registry:
`lutfuse-opt` takes it as a flag, `PassManager.parse` and `--pass-pipeline` take it among upstream
passes.

    builtin.module(func.func(cse),fuse-lut-activation{target=cpu},canonicalize)
"""
_GUARDS_INTRO = """\
## Why `fuse-lut-activation` refuses

Guards are independent: a refusal lists all that block. The reason is the word that programs read,
in the remark and in its summary. Words in _italics_ depend on the op or on the target.
"""
_TARGET_FILES = """\
## Targets of your own

From Python, `lutfuse.targets.register_target` makes a `Target` known by its name. A TOML file has
the same fields as keys; its path, which ends in `.toml`, stands wherever a target's name may:
`lutfuse fuse --target`, `fuse-lut-activation{target=...}`, `lutfuse targets`, and
`lutfuse.targets.load_target` for the description itself. `examples/targets` has this one:
"""


def ods_available() -> bool:
    """Whether the headers of MLIR are here: without them the dialect's page cannot be written."""
    return (MLIR / "include" / "mlir" / "IR" / "OpBase.td").exists()


def dialect_page(dialect: str) -> str:
    """Ops, attributes and enums of a dialect, as `mlir-tblgen` documents them."""
    if not ods_available():
        raise FileNotFoundError(f"expected the headers of xtc-mlir-dev in {MLIR} but got none")
    folder = ROOT / "dialect" / dialect
    includes = [f"-I{MLIR / 'include'}", f"-I{ROOT / 'dialect'}"]
    command = [MLIR / "bin" / "mlir-tblgen", "-gen-dialect-doc", f"-dialect={dialect}", *includes]
    text = subprocess.check_output(
        [*command, folder / f"{dialect.capitalize()}Ops.td"], encoding="utf-8"
    )
    text = re.sub(r"^<!--.*?-->\s*|^\[TOC\]\n", "", text, flags=re.MULTILINE)
    # The syntax of an attribute is its C++ parameters here, and not what the parser takes.
    text = re.sub(r"^Syntax:\n\n```\n#.*?^```\n", "", text, flags=re.MULTILINE | re.DOTALL)
    return _HEADER.format(source=f"`dialect/{dialect}/*.td`") + _tidy(text)


def _tidy(text: str) -> str:
    """One blank line between blocks, one before a list, none inside a list or at the end."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for index in range(0, len(parts), 2):  # the others are fenced code
        part = re.sub(r"\n{3,}", "\n\n", parts[index])
        part = re.sub(r"^((?:- |  ).*\n)\n(?=- )", r"\1", part, flags=re.MULTILINE)
        parts[index] = re.sub(r"^((?!- |  ).+\n)(?=- )", r"\1\n", part, flags=re.MULTILINE)
    return "".join(parts).rstrip() + "\n"


def passes_page() -> str:
    """Every pass with its docstring and options, then the fusion guards."""
    register_passes()
    sections = (_pass_section(name, cls) for name, cls in sorted(PASSES.items()))
    guards = ((f"`{reason}`", _expected(guard), guard.hint) for reason, guard in GUARDS.items())
    table = _table(("Reason", "Expects", "Hint"), guards)
    body = "\n".join([_PASSES_INTRO, *sections, _GUARDS_INTRO, table])
    return _HEADER.format(source="`passes/`") + "# Passes\n\n" + body


def _pass_section(name: str, cls: type[ModulePass]) -> str:
    kinds = get_type_hints(cls)
    rows = [
        (
            f"`{option_name(field)}`",
            kinds[field.name].__name__,
            _default(field.default),
            field.metadata["description"],
        )
        for field in dataclasses.fields(cls)
    ]
    heads = ("Option", "Type", "Default", "Description")
    options = _table(heads, rows) if rows else "No options.\n"
    return f"## `{name}`\n\n{inspect.getdoc(cls)}\n\n{options}"


def _default(value: object) -> str:
    """A default as a pipeline would have it."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"`{text}`" if text else "empty"


def _expected(guard: Guard) -> str:
    """What a guard expects, taken from the line that it returns: said once, it cannot differ."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(guard.check)))
    returns = (node for node in ast.walk(tree) if isinstance(node, ast.Return))
    for text in (_message(node) for statement in returns for node in ast.walk(statement)):
        if text.startswith("expected "):
            return text.removeprefix("expected ").split(" but got ")[0]
    raise ValueError(f"expected '{guard.check.__name__}' to return a line 'expected ...'")


def _message(node: ast.AST) -> str:
    """The text of a string with its placeholders in italics, empty for all else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.FormattedValue):
        # The last word of `', '.join(sorted(kinds))` says what stands there.
        return f"_{re.findall(r'[a-z]+', ast.unparse(node.value))[-1]}_"
    return "".join(map(_message, node.values)) if isinstance(node, ast.JoinedStr) else ""


def attributes_page() -> str:
    """The rule of every inherent attribute, and how to register one of a discardable attribute."""
    heads = ("Op", "Attribute", "Action", "Of the", "On the fused op", "Why")
    rows = (
        (f"`{op}`", f"`{name}`", rule.action, rule.side, f"`{rule.becomes or name}`", rule.why)
        for op, rules in attribute_rules.INHERENT.items()
        for name, rule in rules.items()
    )
    return (
        _HEADER.format(source="`passes/core/attribute_rules.py`")
        + f"# Attribute rules\n\n{inspect.getdoc(attribute_rules)}\n\n"
        + "`lutfuse-opt --load-python=FILE` runs a file with such lines first.\n\n"
        + f"A rule has:\n\n{_fields(attribute_rules.Rule)}\n\n"
        + f"## Inherent attributes\n\n{_table(heads, rows)}\n"
        + "The element type of the convolution's result becomes `intermediate_type`.\n"
    )


def _fields(cls: type) -> str:
    """The list of fields in a docstring."""
    return (inspect.getdoc(cls) or "").partition("\n\n")[2]


def targets_page() -> str:
    """What a description can state, an example of a file, and every built-in target."""
    example = (ROOT / "examples" / "targets" / "edge_npu.toml").read_text("utf-8")
    heads = ("Name", "Description", *capabilities(next(iter(TARGETS.values())))[0])
    rows = (
        (target.name, target.description, *rule.values())
        for target in TARGETS.values()
        for rule in capabilities(target)
    )
    built_in = _table(heads, rows)
    return (
        _HEADER.format(source="`python/lutfuse/targets/`")
        + f"# Targets\n\n{inspect.getdoc(Target)}\n\n"
        + f"## Capabilities\n\n{inspect.getdoc(Capability)}\n\n"
        + f"## Faster unfused kernels\n\n{inspect.getdoc(SpecializedKernel)}\n\n"
        + f"Channels, height and width have a `Size` each. {inspect.getdoc(Size)}\n\n"
        + f"{_TARGET_FILES}\n```toml\n{example}```\n\n"
        + f"## Built-in targets\n\n{inspect.getdoc(builtin)}\n\n{built_in}"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = (" | ".join(cells) for cells in (heads, ["---"] * len(heads), *rows))
    return "".join(f"| {line} |\n" for line in lines)


def plugin_passes() -> str:
    """Names of the passes and pipelines in Python, for the plugin of a stock mlir-opt."""
    register_passes()
    names = sorted([*PASSES, *PIPELINES])
    command = "python -m lutfuse.tools.generate_docs"
    lines = (f'    "{name}",\n' for name in names)
    return f"// Written by `{command}` from the registry of passes.\n{''.join(lines)}"


PAGES: dict[str, Callable[[], str]] = {
    "dialect/plugin/PythonPasses.inc": plugin_passes,
    "docs/attributes.md": attributes_page,
    "docs/dialect-ethosu.md": lambda: dialect_page("ethosu"),
    "docs/dialect-lutfuse.md": lambda: dialect_page("lutfuse"),
    "docs/passes.md": passes_page,
    "docs/targets.md": targets_page,
}


def is_fresh(name: str) -> bool:
    """Whether a page says what the code says."""
    path = OUT / name
    return path.exists() and path.read_text("utf-8") == PAGES[name]()


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes all pages, or checks them; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lutfuse.tools.generate_docs")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a page is stale")
    if not parser.parse_args(arguments).check:
        for name, page in PAGES.items():
            (OUT / name).parent.mkdir(parents=True, exist_ok=True)
            (OUT / name).write_text(page(), "utf-8")
        return 0
    stale = [name for name in PAGES if not is_fresh(name)]
    for name in stale:
        print(f"{name} is stale: run {parser.prog}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
