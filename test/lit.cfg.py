"""lit over the .mlir and .py tests of this tree: `lit test`, `lit -v test/dialect`.

`FileCheck` in a RUN line is PyPI's `filecheck`; with `--param filecheck=llvm` it is LLVM's own,
and every test passes under both. pytest runs the files named `test_*.py`.

Substitutions: `%python`, `%mlir-opt` (the stock program, without the dialect) and `%plugin`
(the dialect as a plugin of it). Files of a test have relative names: see `support/lit_format.py`.
"""

# lit runs this file with `config` and `lit_config` defined.
# ruff: noqa: F821
# pyright: reportUndefinedVariable=false

import importlib.util
import os
import shlex
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from support.lit_format import RelativeShTest


def _package(name: str) -> Path:
    """Folder of a package, found without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"expected the package '{name}' in {sys.prefix} but got none")
    return Path(next(iter(spec.submodule_search_locations)))


def _llvm_tool(name: str) -> str:
    """Path of a program of LLVM: its folder must not be in PATH, where `FileCheck` is found."""
    return _quoted(_package("llvm") / "bin" / name)


def _quoted(path: object) -> str:
    """A path as one word of a command."""
    return shlex.quote(str(path))


def _file_check(choice: str) -> str:
    """The command behind `FileCheck`."""
    commands = {"pypi": "filecheck", "llvm": _llvm_tool("FileCheck")}
    if choice not in commands:
        raise ValueError(f"expected '--param filecheck=' pypi or llvm but got '{choice}'")
    return commands[choice]


def _not_lit(path: Path) -> bool:
    """Whether a Python file is pytest's, or no test at all."""
    return path.name.startswith(("test_", "lit.cfg")) or "# RUN:" not in path.read_text("utf-8")


def _word(name: str) -> str:
    """Matches a command of this name: not inside a path, an option or a longer word."""
    return rf"(?<![\w./-]){name}(?![\w./-])"


_root = Path(__file__).resolve().parent
_print_plugin = "import lutfuse; print(lutfuse.plugin_path())"
_plugin = subprocess.check_output([sys.executable, "-c", _print_plugin], encoding="utf-8").strip()

config.name = "lutfuse"
config.test_format = RelativeShTest(execute_external=False)
config.suffixes = [".mlir", ".py"]
config.excludes = ["Inputs", *sorted({p.name for p in _root.rglob("*.py") if _not_lit(p)})]
config.test_source_root = str(_root)
config.test_exec_root = str(_root.parent / "build" / "lit")

if importlib.util.find_spec("ethosu") is not None:
    config.available_features.add("ethos-u")  # Vela, of the extra of that name

config.environment["PATH"] = os.pathsep.join(
    [str(Path(sys.executable).parent), config.environment.get("PATH", "")]
)
config.substitutions += [
    (_word("FileCheck"), _file_check(lit_config.params.get("filecheck", "pypi"))),
    *((_word(tool), _llvm_tool(tool)) for tool in ("not", "count", "split-file")),
    ("%mlir-opt", _quoted(_package("mlir") / "bin" / "mlir-opt")),
    ("%plugin", _quoted(_plugin)),
    ("%python", _quoted(sys.executable)),
]
