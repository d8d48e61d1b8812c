"""Projects outside of this tree, built on an installed prefix whose path has a space in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import mlir.ir
import pytest

ROOT = Path(__file__).parents[2]
MLIR = Path(mlir.ir.__file__).parent
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
MLIR_DIRS = [
    f"-DMLIR_DIR={MLIR}/lib/cmake/mlir",
    f"-DLLVM_DIR={MLIR.parent}/llvm/lib/cmake/llvm",
]


def run(*command: str | Path) -> str:
    """What a command prints; the test fails with all of its output where the command does."""
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _build_tree(folder: Path) -> Path:
    """A build of the libraries: that of `make install`, or a new one in `folder`."""
    for cache in sorted((ROOT / "build").glob("*/CMakeCache.txt")):
        if f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" in cache.read_text("utf-8"):
            folder = cache.parent
            break
    else:
        options = ["-DLUTFUSE_PYTHON=OFF", *MLIR_DIRS]
        run("cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, *options)
    run("cmake", "--build", folder)
    return folder


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("cmake", path=PATH) or not (MLIR / "lib/cmake/mlir").exists():
        pytest.skip("expected the dependency group 'build'")
    folder = tmp_path_factory.mktemp("consumers")
    installed = folder / "an installed préfix"
    run("cmake", "--install", _build_tree(folder / "build"), "--prefix", installed)
    return installed


def build(name: str, prefix: Path) -> Path:
    """Configures and builds one of the examples; returns its build folder."""
    out = prefix.parent / f"build of {name}"
    package = f"-DLutfuse_DIR={prefix}/lib/cmake/Lutfuse"
    # -O0: what is measured here is that it builds.
    options = ["-DCMAKE_BUILD_TYPE=Debug", package, *MLIR_DIRS]
    run("cmake", "-G", "Ninja", "-S", ROOT / "examples" / name, "-B", out, *options)
    run("cmake", "--build", out)
    return out


def test_package_holds_no_path_of_the_build(prefix: Path) -> None:
    files = sorted((prefix / "lib" / "cmake" / "Lutfuse").iterdir())
    assert "LutfuseConfig.cmake" in [file.name for file in files]
    for file in files:
        assert str(ROOT) not in file.read_text("utf-8"), file


def test_prefix_holds_headers_and_libraries_and_no_python(prefix: Path) -> None:
    names = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    assert names >= {
        "include/ethosu/EthosuDialect.h",
        "include/ethosu/EthosuOps.td",
        "include/lutfuse/LutfuseDialect.h",
        "include/lutfuse/LutfuseOps.h.inc",
        "include/lutfuse/LutfuseOps.td",
        "include/lutfuse-c/Lutfuse.h",
        "lib/libEthosuDialect.a",
        "lib/libLutfuseCAPI.a",
        "lib/libLutfuseDialect.a",
    }
    assert not any(name.endswith((".py", ".cpp.inc")) or "_lutfuse" in name for name in names)


def test_cpp_consumer(prefix: Path) -> None:
    out = build("consumer-cpp", prefix)
    model = out / "a môdel.mlir"
    shutil.copy(ROOT / "examples" / "consumer-cpp" / "model.mlir", model)
    compiled = run(out / "npu-compile", model)
    operations = re.findall(r"%\d+ = (\S+)", compiled)
    assert operations == ["lutfuse.fused_conv2d", "lutfuse.conv2d", "npu.look_up"]
    assert "activation clip <min = -3, max = 57> intermediate !quant.uniform<i8:f32, " in compiled


def test_c_consumer(prefix: Path) -> None:
    out = build("consumer-c", prefix)
    assert run(out / "attributes").splitlines() == [
        "#lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>"
        " is the op's 'requant'",
        "#lutfuse.clip<min = -3, max = 57> is the op's 'activation'",
        "clip from -3 to 57",
        "refused: 'clip' expected 'min' of at most 'max' but got 1 and 0",
    ]


def test_another_mlir_is_refused(prefix: Path) -> None:
    folder = prefix.parent / "mlir 21"
    folder.mkdir()
    (folder / "MLIRConfig.cmake").write_text(
        "set(LLVM_VERSION 21.1.0)\nset(LLVM_VERSION_MAJOR 21)", "utf-8"
    )
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.24)\nproject(old NONE)\nfind_package(Lutfuse REQUIRED)",
        "utf-8",
    )
    options = [f"-DLutfuse_DIR={prefix}/lib/cmake/Lutfuse", f"-DMLIR_DIR={folder}"]
    command = ["cmake", "-S", folder, "-B", folder / "build", *options]
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode != 0
    message = " ".join(done.stderr.split())
    assert f"expected MLIR 22 but got 21.1.0 at {folder}" in message
