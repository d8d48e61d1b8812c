"""Files, modules and links that the prose names are there."""

from __future__ import annotations

import importlib
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.paths import ROOT

PAGES = sorted(
    path.relative_to(ROOT)
    for pattern in ("*.md", "*/*.md", "dialect/**/*.md", "examples/**/*.md", "python/**/*.md")
    for path in ROOT.glob(pattern)
    if not path.relative_to(ROOT).parts[0].startswith((".", "build", "dist"))
)
FOLDERS = "benchmarks|dialect|docs|examples|passes|python|test|tools"


def _exists(path: str) -> bool:
    """Whether a file, or one of a pattern, is in the tree."""
    return any(True for _ in ROOT.glob(path.rstrip("/")))


def _is_module(name: str) -> bool:
    """Whether a dotted name is a module of the package, or what a module has."""
    for split in range(name.count(".") + 1, 0, -1):
        parts = name.split(".")
        try:
            found = find_spec(".".join(parts[:split]))
        except ModuleNotFoundError:
            continue
        if found is None:
            continue
        value = importlib.import_module(".".join(parts[:split]))
        return all(hasattr(value, part) for part in parts[split : split + 1])
    return False


def unknown(page: Path, text: str) -> list[str]:
    """What a text names and nobody has."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", prose)
    found = [link for link in links if not (ROOT / page.parent / link).exists()]
    code = re.findall(r"`([^`\n]+)`", prose)
    paths = [word for word in code if re.fullmatch(rf"(?:{FOLDERS})/[\w./*-]+", word)]
    found += [path for path in paths if not _exists(path)]
    modules = {word for word in code if re.fullmatch(r"lutfuse\.[a-z_]\w*(?:\.\w+)+", word)}
    return found + sorted(name for name in modules if not _is_module(name))


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_page(page: Path) -> None:
    assert unknown(page, (ROOT / page).read_text("utf-8")) == []


def test_pages_are_found() -> None:
    assert {Path("README.md"), Path("passes/RATIONALE.md"), Path("docs/passes.md")} <= set(PAGES)


def test_what_is_not_there_is_found() -> None:
    text = "[a](none.md) `passes/none.py` `lutfuse.engine.load` `lutfuse.runtime.cpu.load`"
    assert unknown(Path("README.md"), text) == ["none.md", "passes/none.py", "lutfuse.engine.load"]
