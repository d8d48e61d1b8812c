"""Bytecode of both dialects: small, exact, and what no writer wrote is one error.

Files that 0.1.0 wrote are in the lit tests `*bytecode-0.1.0.mlir`.
"""

from __future__ import annotations

import random
import subprocess
import sys

import pytest
from mlir import ir

from lutfuse import _lutfuse
from support import bytecode
from support.paths import TESTS

DIALECTS = ("ethosu", "lutfuse")


def text(dialect: str) -> str:
    """Every op, attribute and enum value of a dialect."""
    return (TESTS / "dialect" / dialect / "Inputs" / "0.1.0.mlir").read_text("utf-8")


def write(module: ir.Module, version: int | None = None) -> bytes:
    parts: list[bytes] = []

    class File:
        def write(self, part: bytes) -> None:
            parts.append(part)

    module.operation.write_bytecode(File(), desired_version=version)
    return b"".join(parts)


def written(dialect: str, version: int | None = None) -> bytes:
    with ir.Context() as context:
        _lutfuse.register_dialect(context)
        return write(ir.Module.parse(text(dialect)), version)


def read(data: bytes) -> tuple[str, list[str]]:
    """The module's text, or nothing and the errors."""
    with ir.Context() as context:
        _lutfuse.register_dialect(context)
        try:
            return ir.Module.parse(data).operation.get_asm(enable_debug_info=True), []
        except ir.MLIRError as error:
            return "", [diagnostic.message for diagnostic in error.error_diagnostics]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("version", [None, 0, 1, 5])
def test_round_trip(dialect: str, version: int | None) -> None:
    """Bytecode version 0 has no versions of dialects, 1 has, 5 has properties."""
    again, errors = read(written(dialect, version))
    assert (again.strip(), errors) == (text(dialect).strip(), [])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_attributes_are_no_text(dialect: str) -> None:
    data = written(dialect)
    assert f"#{dialect}.".encode() not in data
    assert len(list(bytecode.attributes(data, dialect))) >= 15
    old = (TESTS / "dialect" / dialect / "Inputs" / "0.1.0.mlirbc").read_bytes()
    assert f"#{dialect}.".encode() in old
    assert len(data) < 0.7 * len(old)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_file_without_versions_has_text(dialect: str) -> None:
    data = written(dialect, version=0)
    assert f"#{dialect}.".encode() in data


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("numbers", "name"), [((0, 2, 1), "0.2.1"), ((0, 3, 0), "0.3.0"), ((7, 0, 0), "7.0.0")]
)
def test_newer_version_is_one_error(dialect: str, numbers: tuple[int, int, int], name: str) -> None:
    data = bytearray(written(dialect))
    version = dict(bytecode.dialects(data))[dialect]
    assert version
    data[slice(*version)] = bytes(2 * number + 1 for number in numbers)
    _, errors = read(bytes(data))
    assert errors == [f"dialect '{dialect}' expected version at most 0.2.0 but got {name}"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_older_version_is_read(dialect: str) -> None:
    data = bytearray(written(dialect))
    version = dict(bytecode.dialects(data))[dialect]
    assert version
    data[slice(*version)] = bytes([1, 3, 1])
    assert read(bytes(data))[0].strip() == text(dialect).strip()


CLIP = "#lutfuse.clip<min = 0, max = 1>"
REQUANT = "#lutfuse.requant<multiplier = [1], shift = [30], rounding = single_round>"
RANGE = "#ethosu.range<scratch + 0, 16>"
KIND = (
    f"kind of activation, one of {', '.join(_lutfuse.standard_kinds())} or one's own with a prefix "
    "such as 'npu.softsign',"
)


# `place` is that of a byte in the attribute; its value is a variable-length integer of one byte.
@pytest.mark.parametrize(
    ("attribute", "place", "value", "error"),
    [
        (CLIP, 0, 8, "expected an attribute of the dialect 'lutfuse' but got code 8"),
        (CLIP, 1, 4, "'clip' expected 'min' of at most 'max' but got 2 and 1"),
        (REQUANT, 1, 100, "attempting to parse a byte at the end of the bytecode"),
        (REQUANT, 4, 2, "'requant' expected shifts in [2, 62] but got 1"),
        (REQUANT, 5, 14, "expected a value of an enum in an attribute but got 7"),
        ("#lutfuse.activation_kind<cos>", 1, 0, f"expected a {KIND} but got 'builtin'"),
        (RANGE, 0, 32, "expected an attribute of the dialect 'ethosu' but got code 32"),
        (RANGE, 1, 16, "expected a value of an enum in an attribute but got 8"),
        (RANGE, 3, 1, "'range' expected a length in [1, 2^40] but got -1"),
    ],
)
def test_wrong_byte_is_one_error(attribute: str, place: int, value: int, error: str) -> None:
    with ir.Context() as context:
        _lutfuse.register_dialect(context)
        data = bytearray(write(ir.Module.parse(f"module attributes {{test.a = {attribute}}} {{}}")))
    ((start, _),) = bytecode.attributes(data, attribute[1:].split(".")[0])
    data[start + place] = 2 * value + 1
    assert read(bytes(data)) == ("", [error])


# A process of its own: a crash must not take the tests with it.
_FLIP = """
from dialect.test_bytecode import flipped, read
for dialect in ("ethosu", "lutfuse"):
    for data in flipped(dialect, 150):
        text, errors = read(data)
        print(dialect, "read" if text else "refused", *errors, sep="|")
"""


def flipped(dialect: str, count: int) -> list[bytes]:
    """Files with one bit flipped in an attribute of the dialect."""
    data = written(dialect)
    bits = [
        8 * at + bit
        for start, end in bytecode.attributes(data, dialect)
        for at in range(start, end)
        for bit in range(8)
    ]
    files: list[bytes] = []
    for bit in random.Random(22).sample(bits, count):
        other = bytearray(data)
        other[bit // 8] ^= 1 << bit % 8
        files.append(bytes(other))
    return files


def test_flipped_bits_are_another_value_or_one_error() -> None:
    command = [sys.executable, "-c", _FLIP]
    done = subprocess.run(
        command, cwd=TESTS, capture_output=True, encoding="utf-8", check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    results = [line.split("|") for line in done.stdout.splitlines()]
    assert len(results) == 300
    refused = [errors for _, outcome, *errors in results if outcome == "refused"]
    assert 150 < len(refused) < 300
    for errors in refused:
        # Several ops may have a value that none of them takes: the verifier names each.
        assert len(errors) == 1 or all("' op expected" in error for error in errors), errors
        assert not any("mlir::" in error for error in errors), errors


@pytest.mark.parametrize("dialect", DIALECTS)
def test_cut_file_is_one_error(dialect: str) -> None:
    data = written(dialect)
    for end in random.Random(22).sample(range(4, len(data)), 20):
        text, errors = read(data[:end])
        assert (text, len(errors)) == ("", 1), end
