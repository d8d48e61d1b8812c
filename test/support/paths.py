"""Folders of the source tree that tests read, and paths as options of a pass."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "examples" / "models"
TESTS = ROOT / "test"


def option(path: Path) -> str:
    """A path as the value of an option in a pipeline, where it would end at a space."""
    return f'"{path}"'
