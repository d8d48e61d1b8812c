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
from markdown_it import MarkdownIt

from support.needs import needs_build
from support.paths import ROOT

# One worker installs the prefix and builds on it.
pytestmark = [pytest.mark.xdist_group("consumers"), needs_build]

MLIR = Path(mlir.ir.__file__).parent
ENVIRONMENT = {
    **os.environ,
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    "CMAKE_BUILD_TYPE": "Debug",  # that it builds is what counts
    "CMAKE_GENERATOR": "Ninja",
    "MLIR": str(MLIR),
    "LLVM": str(MLIR.parent / "llvm"),
}
MLIR_DIRS = [f"-DMLIR_DIR={MLIR}/lib/cmake/mlir", f"-DLLVM_DIR={MLIR.parent}/llvm/lib/cmake/llvm"]


def run(*command: str | Path, **variables: object) -> str:
    """What a command prints, or one line of a shell; it fails with all output where that does."""
    done = subprocess.run(
        command[0] if len(command) == 1 else command,
        shell=len(command) == 1,
        cwd=ROOT,
        env=ENVIRONMENT | {name: str(value) for name, value in variables.items()},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def readme() -> list[str]:
    """The four commands of the README, with variables for what is another machine's."""
    fences = MarkdownIt().parse((ROOT / "README.md").read_text("utf-8"))
    (block,) = [token.content for token in fences if "--install" in token.content and token.map]
    places = {"build/own": "BUILD", "build/npu": "OUT", "<lutfuse>": "LUTFUSE", "<prefix>": "MLIR"}
    for text, variable in places.items():
        block = block.replace(text, f'"${variable}"')
    install, configure, build, use = block.splitlines()
    return [install, f'{configure} -DLLVM_DIR="$LLVM"/lib/cmake/llvm', build, use]


def _build_tree(folder: Path) -> Path:
    """A build of the libraries: that of `make install`, or a new one in `folder`."""
    for cache in sorted((ROOT / "build").glob("*/CMakeCache.txt")):
        if f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" in cache.read_text("utf-8"):
            folder = cache.parent
            break
    else:
        run("cmake", "-S", ROOT, "-B", folder, "-DLUTFUSE_PYTHON=OFF", *MLIR_DIRS)
    run("cmake", "--build", folder)
    return folder


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("consumers")
    installed = folder / "an installed préfix"
    run(readme()[0], BUILD=_build_tree(folder / "build"), LUTFUSE=installed)
    return installed


def test_package_holds_no_path_of_the_build(prefix: Path) -> None:
    files = sorted((prefix / "lib" / "cmake" / "Lutfuse").iterdir())
    assert "LutfuseConfig.cmake" in [file.name for file in files]
    for file in files:
        assert str(ROOT) not in file.read_text(), file


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
    out = prefix.parent / "build of the npu"
    _, configure, build, use = readme()
    run(configure, LUTFUSE=prefix, OUT=out)
    run(build, OUT=out)
    compiled = run(use, OUT=out)
    operations = re.findall(r"%\d+ = (\S+)", compiled)
    assert operations == ["lutfuse.fused_conv2d", "lutfuse.conv2d", "npu.look_up"]
    assert "activation clip <min = -3, max = 57> intermediate !quant.uniform<i8:f32, " in compiled

    model = out / "a môdel.mlir"
    shutil.copy(ROOT / "examples" / "consumer-cpp" / "model.mlir", model)
    assert run(out / "npu-compile", model) == compiled


def test_c_consumer(prefix: Path) -> None:
    out = prefix.parent / "build in c"
    package = f"-DLutfuse_DIR={prefix}/lib/cmake/Lutfuse"
    run("cmake", "-S", ROOT / "examples" / "consumer-c", "-B", out, package, *MLIR_DIRS)
    run("cmake", "--build", out)
    assert run(out / "attributes", "").splitlines() == [
        "loaded ethosu",
        "loaded lutfuse",
        "#lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>"
        " is the op's 'requant'",
        "#lutfuse.clip<min = -3, max = 57> is the op's 'activation'",
        "clip from -3 to 57",
        "refused: 'clip' expected 'min' of at most 'max' but got 1 and 0",
    ]


def test_another_mlir_is_refused(prefix: Path) -> None:
    folder = prefix.parent / "mlir 21"
    folder.mkdir()
    (folder / "MLIRConfig.cmake").write_text("set(LLVM_VERSION 21.1.0)\nset(LLVM_VERSION_MAJOR 21)")
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.24)\nproject(old NONE)\nfind_package(Lutfuse REQUIRED)"
    )
    options = [f"-DLutfuse_DIR={prefix}/lib/cmake/Lutfuse", f"-DMLIR_DIR={folder}"]
    command = ["cmake", "-S", folder, "-B", folder / "build", *options]
    done = subprocess.run(
        command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode != 0
    message = " ".join(done.stderr.split())
    assert "expected MLIR 22 but got 21.1.0 at" in message
