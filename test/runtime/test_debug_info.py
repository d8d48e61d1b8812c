"""Objects lead back to layers: symbols, line tables, and one frame for each source."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from lutfuse._lutfuse import CodeKind
from lutfuse.kernels.unit import cpus
from lutfuse.runtime.cpu import prepare
from lutfuse.runtime.models import load_model, new_context
from lutfuse.runtime.program import Program
from support.profiled import profiled_layer, quoted

Frame = tuple[str, str]


def tool(name: str, *arguments: object) -> str:
    spec = importlib.util.find_spec("llvm")
    assert spec is not None and spec.submodule_search_locations
    path = Path(spec.submodule_search_locations[0], "bin", name)
    done = subprocess.run([path, *map(str, arguments)], capture_output=True, check=True)
    return done.stdout.decode(errors="replace")


def functions(data: bytes, folder: Path) -> tuple[Path, dict[str, int]]:
    """An object as a file, and its functions by name."""
    path = folder / "one.o"
    path.write_bytes(data)
    found = re.findall(r"^([0-9a-f]+) [tT] (.*)$", tool("llvm-nm", path), re.MULTILINE)
    return path, {name: int(at, 16) for at, name in found}


def frames(path: Path, address: int) -> list[Frame]:
    """Functions and places at an address, the innermost first."""
    lines = tool("llvm-symbolizer", "--functions=short", f"--obj={path}", hex(address)).splitlines()
    return list(zip(lines[::2], lines[1::2], strict=False))


def compiled(text: str, folder: Path, name: str = "model.mlir") -> Program:
    (folder / name).write_text(text, "utf-8")
    module, _ = load_model(folder / name, new_context())
    prepare(module, "cpu")
    return Program(module, cpus.find_cpu("haswell"), "haswell")


def silent(done: int, steps: int) -> None:
    del done, steps


def frames_of_kernel(data: bytes, folder: Path) -> tuple[str, list[Frame]]:
    path, found = functions(data, folder)
    (name,) = (name for name in found if name.startswith("fused_conv2d"))
    return name, frames(path, found[name] + 64)


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that tests are in, so that files have short names."""
    monkeypatch.chdir(tmp_path)
    yield Path()


@pytest.mark.parametrize("how", ["link", "objects"])
def test_both_places_of_a_fused_op(inside: Path, how: str) -> None:
    program = compiled(profiled_layer(), inside)
    linked = how == "link"
    (data, *_) = [program.link(CodeKind.OBJECT, silent)] if linked else program.objects(2, silent)
    assert frames_of_kernel(data, inside) == (
        "fused_conv2d_0",
        [
            ("model.mlir:8", "model.mlir:8:8"),
            ("model.mlir:7", "model.mlir:7:8"),
            ("fused_conv2d_0", "model.mlir:7:8"),
        ],
    )


def test_calls_of_kernels_have_their_places(inside: Path) -> None:
    data = compiled(profiled_layer(), inside).link(CodeKind.OBJECT, silent)
    path, found = functions(data, inside)
    lines = tool("llvm-dwarfdump", "--debug-line", path).splitlines()
    rows = [line.split()[:3] for line in lines if line.startswith("0x")]
    start, end = found["model_run"], found["model_reset"]
    assert start < end
    inner = [row[1:] for row in rows if start <= int(row[0], 16) < end]
    assert ["8", "8"] in inner


def test_names_of_layers(inside: Path) -> None:
    places = '"net/conv1"("model.py":3:4)', '"net/sigmoid"'
    data = compiled(profiled_layer(*places), inside).link(CodeKind.OBJECT, silent)
    name, found = frames_of_kernel(data, inside)
    assert name == "fused_conv2d_0_net_conv1_net_sigmoid"
    assert found == [
        ("net/sigmoid", "model:0:0"),
        ("net/conv1", "model.py:3:4"),
        (name, "model.py:3:4"),
    ]


HOSTILE = {
    "newline": b"a\n; b\r",
    "quotes": b"\"a\" 'b' \\",
    "comment": b"*/ int x; /*",
    "path": b"../../etc/..",
    "long": b"x" * 10_000,
    "zero": b"a\0b",
    "utf-8": "größe→x".encode(),
    "spaces": b"  ",
    "metadata": b"!0 = distinct !DICompileUnit() @f %x",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_names_break_nothing(inside: Path, what: str) -> None:
    text = profiled_layer(quoted(HOSTILE[what]), quoted(HOSTILE[what]))
    program = compiled(text, inside)
    name, found = frames_of_kernel(program.link(CodeKind.OBJECT, silent), inside)
    assert name.isidentifier() and name.isascii() and len(name) < 100
    # Equal names are one source: a frame for it, and one for the kernel.
    assert [frame for frame, _ in found[1:]] == [name]
    assert found[0][0].isprintable() and len(found[0][0]) <= 200
    assembly = compiled(text, inside).link(CodeKind.ASSEMBLY, silent).decode()
    assert f"\n{name}:" in assembly


def test_hostile_names_of_files(inside: Path) -> None:
    name = 'mo"del\n; .mlir'
    data = compiled(profiled_layer(), inside, name).link(CodeKind.OBJECT, silent)
    _, found = frames_of_kernel(data, inside)
    assert found[0] == ('mo"del\\x0a; .mlir:8', 'mo"del\\x0a; .mlir:8:8')


def test_equal_names_make_different_symbols(inside: Path) -> None:
    first = profiled_layer('"same"', '"same"', "one").replace("func.func", "func.func private")
    second = profiled_layer('"same"', '"same"', "two").replace("func.func", "func.func private")
    type_ = "tensor<1x6x7x4xi8>"
    result = "tensor<1x4x5x4xi8>"
    text = f"""{first}\n{second}
    func.func @main(%x: {type_}) -> ({result}, {result}) {{
      %0 = func.call @one(%x) : ({type_}) -> {result}
      %1 = func.call @two(%x) : ({type_}) -> {result}
      return %0, %1 : {result}, {result}
    }}"""
    _, found = functions(compiled(text, inside).link(CodeKind.OBJECT, silent), inside)
    kernels = sorted(name for name in found if name.startswith("fused"))
    assert kernels == ["fused_conv2d_0_same", "fused_conv2d_1_same"]


def test_no_kernel_takes_the_name_of_a_function() -> None:
    with new_context() as context:
        module = ir.Module.parse(
            "func.func @abs_0(%x: tensor<8xi8>) -> tensor<8xi8> {\n"
            "  %0 = tosa.abs %x : (tensor<8xi8>) -> tensor<8xi8>\n"
            "  return %0 : tensor<8xi8>\n}",
            context,
        )
        PassManager.parse("builtin.module(outline-cpu-kernels)").run(module.operation)
        assert "call @abs_0_(" in str(module)
