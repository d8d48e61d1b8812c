"""Folders of the source tree that tests read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "examples" / "models"
TESTS = ROOT / "test"
