"""The rooms of the code, and the direction of every import between them.

Links are resolved; imports inside functions and those for type checkers count like any other.
"""

from __future__ import annotations

import ast
import os
import shutil
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from support.paths import ROOT

PACKAGE = ROOT / "python" / "lutfuse"

# Each room, and the rooms above it that its modules may import beside their own.
ROOMS: dict[str, str] = {
    "_lutfuse": "",
    "dialects": "_lutfuse",
    "numerics": "dialects",
    "targets": "dialects numerics",
    "ethosu": "_lutfuse dialects numerics",
    "kernels.unit": "_lutfuse",
    "kernels.codes": "numerics kernels.unit",
    "kernels.memory": "kernels.unit",
    "kernels.conv": "kernels.unit kernels.codes",
    "kernels.window": "kernels.unit kernels.codes kernels.memory",
    "kernels.elementwise": "numerics kernels.unit kernels.codes",
    "kernels": "",
    "passes.core": "_lutfuse",
    "passes.ir": "_lutfuse dialects",
    "importers": "dialects numerics passes.ir",
    "passes.upstream": "_lutfuse dialects passes.core passes.ir",
    "passes.tosa": "_lutfuse dialects passes.core passes.ir",
    "passes.tables": "_lutfuse dialects numerics passes.core passes.ir passes.upstream lutfuse",
    "passes.proof": "_lutfuse dialects passes.core passes.ir passes.upstream passes.tables lutfuse",
    "passes.fusion": "_lutfuse dialects numerics targets passes.core passes.ir passes.proof",
    "passes.cpu": "_lutfuse dialects numerics kernels passes.core passes.ir passes.upstream",
    "passes.ethosu": "_lutfuse dialects numerics ethosu passes.core passes.ir",
    "passes": "passes.core",
    "runtime": "_lutfuse dialects numerics targets importers ethosu kernels passes lutfuse",
    "tools": "_lutfuse dialects numerics targets importers ethosu kernels passes runtime lutfuse",
    "lutfuse": "_lutfuse passes runtime",
}


def modules(package: Path) -> dict[str, Path]:
    """Files of the package by the names of their modules in it, `lutfuse` for its own."""
    files = (
        Path(folder, name)
        for folder, _, names in os.walk(package, followlinks=True)
        for name in names
        if name.endswith(".py")
    )
    parts = {path: path.relative_to(package).with_suffix("").parts for path in files}
    return {".".join(p for p in of if p != "__init__") or "lutfuse": f for f, of in parts.items()}


def imports(path: Path, known: set[str]) -> Iterator[str]:
    """Modules of the package that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = (f"{node.module}.{alias.name}" for alias in node.names)
            names = [i if i.removeprefix("lutfuse.") in known else node.module for i in inner]
        ours = (name for name in names if name.partition(".")[0] == "lutfuse")
        yield from (name.removeprefix("lutfuse.") for name in ours)


def room(module: str) -> str:
    """The innermost room that a module is in."""
    return max((r for r in ROOMS if f"{module}.".startswith(f"{r}.")), key=len)


def upward(package: Path) -> list[str]:
    """Imports that the rooms forbid, as `module -> module`."""
    files = modules(package)
    found: list[str] = []
    for name, path in files.items():
        may = {room(name), *ROOMS[room(name)].split()}
        for target in imports(path, {*files, "_lutfuse"}):
            if not any(f"{room(target)}.".startswith(f"{r}.") for r in may):
                found.append(f"{name} -> {target}")
    return found


def test_every_import_points_down() -> None:
    assert upward(PACKAGE) == []


def test_no_module_is_in_a_circle() -> None:
    files = modules(PACKAGE)
    # The package itself is what a user calls: it imports inside of functions, when it is called.
    below = files.keys() - {"lutfuse"}
    TopologicalSorter({n: set(imports(files[n], below)) & below for n in below}).prepare()


def test_rooms_stand_below_those_that_they_import() -> None:
    names = list(ROOMS)
    for position, (name, may) in enumerate(ROOMS.items()):
        assert all(names.index(r) < position for r in may.split() if r != "lutfuse"), name


def test_every_module_is_in_a_room() -> None:
    assert [path.name for path in (ROOT / "passes").glob("*.py")] == ["__init__.py"]
    assert {room(module) for module in modules(PACKAGE)} == ROOMS.keys() - {"_lutfuse"}


@pytest.mark.parametrize(
    ("planted", "line", "found"),
    [
        (
            "passes/core/remarks.py",
            "from lutfuse.passes.fusion import guards",
            "passes.core.remarks -> passes.fusion.guards",
        ),
        (
            "kernels/unit/emit.py",
            "import lutfuse.kernels.conv.dense",
            "kernels.unit.emit -> kernels.conv.dense",
        ),
        (
            "passes/ir/views.py",
            "def f():\n    from lutfuse.tools.cli import main",
            "passes.ir.views -> tools.cli",
        ),
    ],
)
def test_a_planted_upward_import_is_found(
    tmp_path: Path, planted: str, line: str, found: str
) -> None:
    shutil.copytree(PACKAGE, tmp_path / "p", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    with (tmp_path / "p" / planted).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert upward(tmp_path / "p") == [found]
