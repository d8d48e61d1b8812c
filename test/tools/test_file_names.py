"""Files keep their names: in errors, in remarks, and in the locations of what is written."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from support.cli import lutfuse
from support.profiled import profiled_layer, quoted

BROKEN = "func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {\n  return %y : tensor<4xi8>\n}\n"
NAMES = ["model.mlir", "a b.mlir", "q\"uote's.mlir", "größe.mlir", "new\nline.mlir"]


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown(name: str) -> str:
    return name.replace("\n", "\\n")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "command", [["fuse"], ["import", "-o", "x.mlir"], ["compile", "-o", "x.so"]]
)
def test_errors_say_the_file(command: list[str], name: str) -> None:
    Path(name).write_text(BROKEN, "utf-8")
    code, out, err = lutfuse(*command, name)
    assert (code, out) == (1, "")
    assert err == f"error: {shown(name)}:2:10: use of undeclared SSA value name\n"


@pytest.mark.parametrize("name", NAMES)
def test_reports_say_the_file(name: str) -> None:
    Path(name).write_text(profiled_layer(), "utf-8")
    code, out, _ = lutfuse("fuse", "--json", name)
    (activation,) = json.loads(out)["activations"]
    assert code == 0
    assert activation["name"] == f"{shown(name)}:8:8"
    assert activation["producer"] == f"{shown(name)}:7:8"


@pytest.mark.parametrize("suffix", ["mlir", "mlirbc"])
def test_files_written_say_where_their_ops_are_from(suffix: str) -> None:
    Path("model.mlir").write_text(profiled_layer(), "utf-8")
    assert lutfuse("fuse", "model.mlir", "-o", f"fused.{suffix}")[0] == 0
    code, out, _ = lutfuse("check", "--json", f"fused.{suffix}", f"fused.{suffix}")
    (certificate,) = json.loads(out)["certificates"]
    assert code == 0
    assert certificate["name"] == "model.mlir:7:8, model.mlir:8:8"


def test_damaged_bytecode_says_the_file() -> None:
    Path("model.mlirbc").write_bytes(b"ML\xefR" + bytes(range(100)))
    code, out, err = lutfuse("fuse", "model.mlirbc")
    assert (code, out) == (1, "")
    assert err.startswith("error: model.mlirbc:0:0: ")
    assert err.count("\n") == 1


def test_hostile_names_are_one_line_of_a_report() -> None:
    name = quoted(b"a\n\x1b[31m b")
    Path("model.mlir").write_text(profiled_layer(name, name), "utf-8")
    _, out, _ = lutfuse("fuse", "--json", "model.mlir")
    (activation,) = json.loads(out)["activations"]
    assert activation["name"] == "a\\n\\x1b[31m b"


@pytest.mark.parametrize("command", ["run", "compile"])
def test_entry_of_a_file(command: str) -> None:
    Path("model.mlir").write_text(
        profiled_layer(function="one") + profiled_layer(function="two"), "utf-8"
    )
    np.save("x.npy", np.zeros((1, 6, 7, 4), np.int8))
    rest = ["--input", "x.npy", "--output", "y.npy"] if command == "run" else ["-o", "x.o"]
    rest += ["--emit", "obj"] if command == "compile" else []
    assert lutfuse(command, "model.mlir", "--entry", "two", *rest)[0] == 0
    code, _, err = lutfuse(command, "model.mlir", *rest)
    assert code == 1
    assert err == (
        "error: expected a function 'main' or one public function with a body but got 'one', "
        "'two'\n"
    )
    if command == "run":
        assert (
            lutfuse(command, "model.mlir", "--engine", "upstream", "--entry", "one", *rest)[0] == 0
        )
        assert lutfuse(command, "model.mlir", "--engine", "upstream", *rest)[0] == 1
