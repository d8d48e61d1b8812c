"""Targets in TOML: every key, and what is wrong with a file in a single line."""

from __future__ import annotations

import dataclasses
import re
from math import inf
from pathlib import Path

import pytest

from lutfuse.targets import (
    Capability,
    SpecializedKernel,
    Target,
    load_target,
)
from lutfuse.targets.file import READERS
from support.paths import ROOT
from support.targets import ALL_CONDITIONS, HEAD, write

FULL = """\
name = "npu"
description = "all keys"
producers = ["convolution", "depthwise"]
activations = ["sigmoid", "npu.softsign"]
parameters = ["clip", "prelu"]
input_storages = ["i8", "u8"]
storages = ["i8"]
result_storages = ["i8", "i16"]
lookups = ["direct"]
table_bytes = 256
per_channel_tables = false
clip_bounds = [[0, inf], [-1.0, 1.0]]
slopes = [-0.5, 1]
decompose_groups = true

[[capabilities]]
storages = ["u8"]

[[capabilities]]
producers = ["transposed"]
parameters = ["clip"]

[[faster_unfused]]
description = "all conditions"
producers = ["convolution"]
storages = ["i8"]
kernel = [3, 2]
stride = [1, 2]
dilation = [2, 1]
group = 1
input_channels = { at_most = 32 }
output_channels = { multiple_of = 64 }
height = { at_least = 8, at_most = 64 }
width = { at_least = 8 }
activations = ["clip"]

[[faster_unfused]]
description = "no condition"
"""


def problem(folder: Path, text: str | bytes) -> str:
    """What `load_target` says after the name of the file."""
    path = write(folder, text)
    with pytest.raises(ValueError) as error:
        load_target(path)
    head = f"'{path}': "
    assert str(error.value).startswith(head)
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix(head)


def test_file_with_every_key(tmp_path: Path) -> None:
    assert load_target(write(tmp_path, FULL)) == Target(
        "npu",
        "all keys",
        producers=frozenset({"convolution", "depthwise"}),
        activations=frozenset({"sigmoid", "npu.softsign"}),
        parameters=frozenset({"clip", "prelu"}),
        input_storages=frozenset({"i8", "u8"}),
        storages=frozenset({"i8"}),
        result_storages=frozenset({"i8", "i16"}),
        lookups=frozenset({"direct"}),
        table_bytes=256,
        per_channel_tables=False,
        clip_bounds=((0.0, inf), (-1.0, 1.0)),
        slopes=(-0.5, 1.0),
        capabilities=(
            Capability(storages=frozenset({"u8"})),
            Capability(producers=frozenset({"transposed"}), parameters=frozenset({"clip"})),
        ),
        decompose_groups=True,
        faster_unfused=(ALL_CONDITIONS, SpecializedKernel("no condition")),
    )


def test_every_field_is_a_key() -> None:
    for make, readers in READERS.items():
        assert {field.name for field in dataclasses.fields(make)} == readers.keys()
        assert all(re.search(rf"\b{key}\b", FULL) for key in readers)


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "targets").glob("*.toml")))
def test_example_loads(path: Path) -> None:
    assert load_target(path).name == path.stem.replace("_", "-")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected 'description' but got none; expected 'name' but got none"),
        (
            "name = 3\n",
            "expected 'description' but got none; expected 'name' to be a string but got 3",
        ),
        (
            HEAD + 'storages = "i8"\n',
            "expected 'storages' to be an array of strings but got \"i8\"",
        ),
        (HEAD + "storages = [8]\n", "expected 'storages' to be an array of strings but got [8]"),
        (HEAD + "table_bytes = true\n", "expected 'table_bytes' to be an integer but got true"),
        (HEAD + "table_bytes = 2.0\n", "expected 'table_bytes' to be an integer but got 2.0"),
        (HEAD + "table_bytes = 0\n", "expected a positive table_bytes but got 0"),
        (
            HEAD + "per_channel_tables = 1\n",
            "expected 'per_channel_tables' to be true or false but got 1",
        ),
        (
            HEAD + "decompose_groups = 1\n",
            "expected 'decompose_groups' to be true or false but got 1",
        ),
        (
            HEAD + '[[capabilities]]\nstorages = ["i4"]\n',
            "'capabilities[0]': expected storages among ['i16', 'i8', 'u8'] but got ['i4']",
        ),
        (
            HEAD + "[[capabilities]]\n\n[[capabilities]]\ngroups = true\n",
            "expected keys among producers, activations, parameters, input_storages, storages, "
            "result_storages, lookups, table_bytes, per_channel_tables, clip_bounds, slopes "
            "but got 'capabilities[1].groups'",
        ),
        (
            HEAD + 'parameters = ["clip"]\n\n[[capabilities]]\nslopes = [0, 1]\n',
            "expected leaky_relu or prelu among the parameters that slopes limits but got neither",
        ),
        (HEAD + "slopes = [0]\n", "expected 'slopes' to be two numbers, low and high but got [0]"),
        (
            HEAD + "clip_bounds = [0, 6]\n",
            "expected 'clip_bounds' to be an array of pairs but got [0, 6]",
        ),
        (
            HEAD + 'clip_bounds = [[0, 6], ["0", 1]]\n',
            "expected 'clip_bounds[1]' to be two numbers, low and high but got [\"0\", 1]",
        ),
        (
            HEAD + "[faster_unfused]\n",
            "expected 'faster_unfused' to be an array of tables but got {}",
        ),
        (HEAD + "[[faster_unfused]]\n", "expected 'faster_unfused[0].description' but got none"),
        (
            HEAD + '[[faster_unfused]]\ndescription = "k"\nkernel = [3, 3, 3]\n',
            "expected 'faster_unfused[0].kernel' to be two integers, height and width "
            "but got [3, 3, 3]",
        ),
        (
            HEAD + '[[faster_unfused]]\ndescription = "k"\nkernel = [3, 0]\n',
            "'faster_unfused[0]': expected a positive kernel but got [3, 0]",
        ),
        (
            HEAD + '[[faster_unfused]]\ndescription = "k"\nheight = { least = 8 }\n',
            "expected keys among at_least, at_most, multiple_of "
            "but got 'faster_unfused[0].height.least'",
        ),
        (
            HEAD + '[[faster_unfused]]\ndescription = "k"\nwidth = 8\n',
            "expected 'faster_unfused[0].width' to be a table but got 8",
        ),
        (
            HEAD + "slopes = 1979-05-27\n",
            "expected 'slopes' to be two numbers, low and high but got \"1979-05-27\"",
        ),
    ],
)
def test_wrong_file(tmp_path: Path, text: str, expected: str) -> None:
    assert problem(tmp_path, text) == expected


def test_all_problems_of_a_file_are_in_one_line(tmp_path: Path) -> None:
    text = HEAD + "kinds = []\nslope = 1979-05-27\ntable_bytes = []\n"
    assert re.fullmatch(
        r"expected 'table_bytes' to be an integer but got \[\]; "
        r"expected keys among name, description, .* but got 'kinds', 'slope'",
        problem(tmp_path, text),
    )


def test_value_is_cut(tmp_path: Path) -> None:
    text = f'{HEAD}table_bytes = "{"long " * 40}"\n'
    assert len(problem(tmp_path, text)) < 130


@pytest.mark.parametrize("text", ['name = "npu', b'name = "\xff"\n', "name = 1\nname = 2\n"])
def test_no_toml(tmp_path: Path, text: str | bytes) -> None:
    assert problem(tmp_path, text).startswith("expected TOML but got: ")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"none\.toml': expected a readable file but got No such"):
        load_target(tmp_path / "none.toml")
