"""The wheel that `pip install` builds of the sdist: small, complete, without an MLIR of its own."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from support.needs import needs_build
from support.paths import ROOT

# One worker builds the wheel, which takes minutes, for all tests.
pytestmark = [pytest.mark.xdist_group("wheel"), needs_build]

BUILD_SDIST = "import sys; from scikit_build_core.build import build_sdist as b; b(sys.argv[1])"


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sdist")
    subprocess.run([sys.executable, "-c", BUILD_SDIST, out], cwd=ROOT, check=True)
    return next(out.glob("lutfuse-*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps"]
    subprocess.run([*command, "--quiet", f"-Cbuild-dir={out}/build", "-w", out, sdist], check=True)
    return next(out.glob("lutfuse-*.whl"))


def test_sdist_has_sources_and_nothing_built(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for part in (
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "dialect/lutfuse/LutfuseOps.td",
        "examples/models/LICENSE",
        "python/lutfuse/passes/fusion/fuse_lut_activation.py",  # through a link
        "test/conftest.py",
    ):
        assert part in names
    assert not any(name.startswith((".ci", ".git/", ".venv", "build")) for name in names)


def test_states_its_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(metadata).decode().splitlines()
        licence = archive.read(metadata.replace("METADATA", "licenses/LICENSE"))
    assert "License-Expression: Apache-2.0 WITH LLVM-exception" in lines
    assert licence == (ROOT / "LICENSE").read_bytes()


def test_is_under_20_megabytes(wheel: Path) -> None:
    assert wheel.stat().st_size < 20_000_000


def test_holds_all_parts_and_no_mlir(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for part in (
        "lutfuse/__init__.py",
        "lutfuse/py.typed",
        "lutfuse/_lutfuse.pyi",
        "lutfuse/dialects/_lutfuse_ops_gen.py",
        "lutfuse/dialects/_lutfuse_ops_gen.pyi",
        "lutfuse/dialects/_ethosu_ops_gen.pyi",
        "lutfuse/passes/fusion/fuse_lut_activation.py",
        "lutfuse/targets/builtin.py",
        "lutfuse/tools/cli.py",
    ):
        assert part in names
    libraries = sorted(Path(name).name for name in names if name.endswith((".so", ".dylib")))
    assert [name.split(".")[0] for name in libraries] == ["_lutfuse", "libLutfusePlugin"]
    assert not any(name.startswith(("mlir/", "llvm/")) for name in names)
    # Headers, archives and the CMake package are for `cmake --install`.
    assert not [name for name in names if name.endswith((".a", ".cmake", ".h", ".inc", ".td"))]
