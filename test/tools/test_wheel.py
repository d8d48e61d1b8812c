"""The wheel that `pip install .` builds: small, complete, and without an MLIR of its own."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from support.paths import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Not a test extra: `make install`, and so CI, has it from the dependency group `build`.
    pytest.importorskip("scikit_build_core", reason="expected the dependency group 'build'")
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps"]
    # A build folder of its own: the one in the tree belongs to the editable install.
    subprocess.run([*command, "--quiet", f"-Cbuild-dir={out}/build", "-w", out, ROOT], check=True)
    return next(out.glob("lutfuse-*.whl"))


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
