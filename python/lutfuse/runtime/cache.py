"""Compiled programs on disk, under a hash of everything that they were made from.

The folder is `$LUTFUSE_CACHE`, or `lutfuse` in the user's cache folder; `LUTFUSE_CACHE=0` turns the
cache off. An entry is written to a temporary file and renamed, so that processes may share the
folder; one that cannot be read is as good as none. The entries used last stay, up to `LIMIT` bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import lutfuse
from lutfuse import _lutfuse
from lutfuse.dialects.interface import Tensor
from lutfuse.runtime.program import ProgramInterface

LIMIT = 512 << 20
SUFFIX = ".lutfuse"


@dataclass(frozen=True)
class Entry:
    """A compiled program: its interface, its objects, and what the importer warned of."""

    interface: ProgramInterface
    objects: tuple[bytes, ...]
    warnings: tuple[str, ...] = ()


def folder() -> Path | None:
    """Where entries are; None if the cache is off."""
    chosen = os.environ.get("LUTFUSE_CACHE")
    if chosen == "0":
        return None
    if chosen:
        return Path(chosen)
    default = Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
    return Path(os.environ.get("XDG_CACHE_HOME") or default) / "lutfuse"


def key(*parts: bytes) -> str:
    """Name of the entry for these contents, with this version of the package."""
    digest = hashlib.sha256(_code())
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


@cache
def _code() -> bytes:
    """Hash of the package's own code: generated code changes with it."""
    root = Path(lutfuse.__file__).parent
    built = Path(_lutfuse.__file__).stat()
    digest = hashlib.sha256(f"{lutfuse.__version__} {built.st_mtime_ns} {built.st_size}".encode())
    for path in sorted(_sources(root)):
        digest.update(path.read_bytes())
    return digest.digest()


def _sources(root: Path) -> Iterator[Path]:
    """All Python files; two of the folders are links in a checkout, which `rglob` passes by."""
    for folder, _, names in os.walk(root, followlinks=True):
        yield from (Path(folder, name) for name in names if name.endswith(".py"))


def load(name: str) -> Entry | None:
    """The entry of that key, if there is a readable one."""
    place = folder()
    if place is None:
        return None
    path = place / f"{name}{SUFFIX}"
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read("about.json"))
            objects = tuple(archive.read(f"{n}.o") for n in range(about["objects"]))
        os.utime(path)
        return Entry(_interface(about["interface"]), objects, tuple(about["warnings"]))
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        return None


def _interface(said: dict[str, Any]) -> ProgramInterface:
    def tensors(side: str) -> tuple[Tensor, ...]:
        return tuple(
            Tensor(t["name"], t["dtype"], tuple(t["shape"]), t["scale"], t["zero_point"])
            for t in said[side]
        )

    inputs, outputs = tensors("inputs"), tensors("outputs")
    return ProgramInterface(inputs, outputs, said["name"], said["arena"])


def store(name: str, entry: Entry) -> None:
    """Adds an entry. A folder that cannot be written to is no error: the next run compiles."""
    place = folder()
    if place is None:
        return
    with contextlib.suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=place, prefix=".")
        try:
            with os.fdopen(descriptor, "wb") as file, zipfile.ZipFile(file, "w") as archive:
                _write(archive, entry.interface, entry.objects, entry.warnings)
            os.replace(temporary, place / f"{name}{SUFFIX}")
        finally:
            Path(temporary).unlink(missing_ok=True)
        _prune(place)


def _write(
    archive: zipfile.ZipFile,
    interface: ProgramInterface,
    objects: Sequence[bytes],
    warnings: Sequence[str],
) -> None:
    about = {"interface": asdict(interface), "objects": len(objects), "warnings": list(warnings)}
    archive.writestr("about.json", json.dumps(about))
    for number, data in enumerate(objects):
        archive.writestr(f"{number}.o", data)


def _prune(place: Path) -> None:
    """Removes the entries that were not used for longest."""
    found = sorted(((p.stat(), p) for p in place.glob(f"*{SUFFIX}")), key=lambda e: -e[0].st_mtime)
    total = 0
    for status, path in found:
        total += status.st_size
        if total > LIMIT:
            path.unlink(missing_ok=True)
