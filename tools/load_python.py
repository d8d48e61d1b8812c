"""`--load-python=FILE`: what a user adds in Python, for the programs of this project.

A file may register passes, targets and attribute rules, like a plugin of mlir-opt in C++.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_OPTION = "load-python"


class LoadError(Exception):
    """A file that cannot be run; one line."""


def load_python(path: Path) -> None:
    """Runs a Python file as a module of its own; raises LoadError with one line."""
    name = f"lutfuse_loaded_{path.stem}_{abs(hash(path))}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise LoadError(f"'{path}': expected a file that ends in '.py'")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        raise LoadError(
            f"'{path}': expected a readable file but got {error.strerror or error}"
        ) from None
    except SyntaxError as error:
        raise LoadError(f"'{path}': expected Python but line {error.lineno}: {error.msg}") from None
    except Exception as error:
        line = next(
            (
                f.lineno
                for f in traceback.extract_tb(error.__traceback__)
                if f.filename == str(path)
            ),
            1,
        )
        text = " ".join(str(error).split())
        raise LoadError(f"'{path}', line {line}: {type(error).__name__}: {text}") from None


def requested(arguments: Sequence[str]) -> list[Path]:
    """The files of all `--load-python=FILE` and `--load-python FILE` among mlir-opt's flags."""
    files: list[Path] = []
    for index, argument in enumerate(arguments):
        flag, equals, value = argument.partition("=")
        if flag not in (f"-{_OPTION}", f"--{_OPTION}"):
            continue
        if equals:
            files.append(Path(value))
        elif index + 1 < len(arguments):
            files.append(Path(arguments[index + 1]))
    return files
