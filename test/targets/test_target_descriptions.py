"""Targets are data: what a description may say, and what is wrong with one in a single line."""

from __future__ import annotations

import dataclasses
import re
from fractions import Fraction
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from mlir import ir

from lutfuse import _lutfuse
from lutfuse.targets import (
    KINDS,
    TARGETS,
    Capability,
    Combination,
    ConvolutionShape,
    Size,
    SpecializedKernel,
    Target,
    find_target,
    load_target,
    register_target,
)
from lutfuse.targets.file import READERS
from support.paths import ROOT

HEAD = 'name = "npu"\ndescription = "one"\n'
DYNAMIC = -(1 << 63)

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
ALL_CONDITIONS = SpecializedKernel(
    "all conditions",
    producers=frozenset({"convolution"}),
    storages=frozenset({"i8"}),
    kernel=(3, 2),
    stride=(1, 2),
    dilation=(2, 1),
    group=1,
    input_channels=Size(at_most=32),
    output_channels=Size(multiple_of=64),
    height=Size(at_least=8, at_most=64),
    width=Size(at_least=8),
    activations=frozenset({"clip"}),
)
SERVED = ConvolutionShape("convolution", "i8", (3, 2), (1, 2), (2, 1), 1, 32, 128, 8, 9)


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "npu.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def problem(folder: Path, text: str | bytes) -> str:
    """What `load_target` says after the name of the file."""
    path = write(folder, text)
    with pytest.raises(ValueError) as error:
        load_target(path)
    head = f"'{path}': "
    assert str(error.value).startswith(head)
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix(head)


def test_kinds_are_those_of_the_dialect() -> None:
    source = (ROOT / "dialect" / "lutfuse" / "LutfuseAttrs.td").read_text("utf-8")
    enum = source.split("def Lutfuse_StandardKind :")[1].split("}")[0]
    assert re.findall(r'EnumAttrCase<"(\w+)"', enum) == list(_lutfuse.standard_kinds())
    assert set(_lutfuse.standard_kinds()) == KINDS
    with ir.Context() as context:
        _lutfuse.register_dialect(context)
        for kind in (*KINDS, "npu.softsign", "vendor.npu_2.soft_sign"):
            assert _lutfuse.ActivationKindAttr.get(kind).value == kind


@pytest.mark.parametrize("kind", ["softsign", "relu", "GELU", "", ".", "npu.", "npu.2", "npu.a-b"])
def test_other_words_are_no_kinds(kind: str) -> None:
    assert not _lutfuse.is_kind(kind)
    with ir.Context() as context:
        _lutfuse.register_dialect(context)
        with pytest.raises(ValueError, match=f"one of custom, .* cos or one's own .* '{kind}'"):
            _lutfuse.ActivationKindAttr.get(kind)


def test_a_target_names_kinds_of_its_own() -> None:
    target = Target("npu", "one", activations=frozenset({"gelu", "npu.softsign"}))
    assert target.activations == {"gelu", "npu.softsign"}


def test_ethos_u_differ_in_name_only() -> None:
    found = [target for name, target in TARGETS.items() if name.startswith("ethos-u")]
    sizes = ("u55-32", "u55-64", "u55-128", "u55-256", "u65-256", "u65-512")
    assert [target.name for target in found] == [f"ethos-{size}" for size in sizes]
    assert len({dataclasses.replace(t, name="n", description="") for t in found}) == 1


# Registration ----------------------------------------------------------------------------------


def test_registering_twice_is_harmless_and_another_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = Target("npu", "one")
    monkeypatch.setitem(TARGETS, target.name, target)
    assert register_target(Target("npu", "one")) is target
    with pytest.raises(ValueError, match="expected a new target name but got 'npu' twice"):
        register_target(Target("npu", "other"))


def test_find_by_name_and_by_file(tmp_path: Path) -> None:
    assert find_target("cpu") is TARGETS["cpu"]
    assert find_target(str(write(tmp_path, HEAD))) == Target("npu", "one")
    assert "npu" not in TARGETS
    with pytest.raises(ValueError, match=r"expected a target among cpu, .* but got 'npu'"):
        find_target("npu")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "a b"}, "expected a name of letters, .* but got 'a b'"),
        ({"name": "a.toml"}, "expected a name of letters, .* but got 'a.toml'"),
        (
            {"activations": {"relu"}},
            "expected activations among .* but got \\['relu'\\]",
        ),
        ({"parameters": {"tanh"}}, "expected parameters among .* but got \\['tanh'\\]"),
        ({"storages": {"i4"}}, "expected storages among .* but got \\['i4'\\]"),
        ({"producers": {"add", "conv"}}, "expected producers among .* \\['add', 'conv'\\]"),
        ({"input_storages": {"i4"}}, "expected input_storages among .* but got \\['i4'\\]"),
        ({"result_storages": {"i32"}}, "expected result_storages among .* \\['i32'\\]"),
        ({"lookups": {"cubic"}}, "expected lookups among .* but got \\['cubic'\\]"),
        ({"activations": {".relu"}}, "expected activations among .* but got \\['.relu'\\]"),
        ({"table_bytes": 0}, "expected a positive table_bytes but got 0"),
        ({"clip_bounds": ((0, 6),)}, "expected clip among the parameters that clip_bounds limits"),
        ({"slopes": (0, 1)}, "expected leaky_relu or prelu among the parameters that slopes"),
        (
            {"slopes": (1, 0), "parameters": {"prelu"}},
            "expected slopes from low to high but got \\[1, 0\\]",
        ),
        (
            {"clip_bounds": ((0, 6), (nan, 1)), "parameters": {"clip"}},
            "expected clip_bounds from low to high but got \\[nan, 1\\]",
        ),
        ({"table_bytes": -1, "storages": {"i4"}}, "storages .*; expected a positive table_bytes"),
    ],
)
def test_description_without_sense(fields: dict[str, Any], message: str) -> None:
    frozen = {k: frozenset(v) if isinstance(v, set) else v for k, v in fields.items()}
    with pytest.raises(ValueError, match=message):
        Target(**{"name": "npu", "description": "one", **frozen})


# Combinations ----------------------------------------------------------------------------------

RULES = Target(
    "npu",
    "two rules",
    input_storages=frozenset({"i8"}),
    capabilities=(
        Capability(
            producers=frozenset({"convolution"}),
            activations=frozenset({"gelu", "sigmoid"}),
            parameters=frozenset({"clip", "leaky_relu"}),
            clip_bounds=((0, 6), (0, inf)),
            slopes=(0, 1),
        ),
        Capability(
            producers=frozenset({"transposed"}),
            activations=frozenset({"gelu", "npu.softsign"}),
            table_bytes=256,
            per_channel_tables=False,
            lookups=frozenset({"direct"}),
            result_storages=frozenset({"i8"}),
        ),
    ),
)
CONVOLUTION = Combination("convolution", "i8", "i8", "i8", "sigmoid", "direct", 1, 256)
TRANSPOSED = CONVOLUTION._replace(producer="transposed", activation="gelu")
CLIP = Combination("convolution", "i8", "i8", "i8", "clip", bounds=frozenset({(0, 6)}))
LEAKY = Combination("convolution", "i8", "i8", "i8", "leaky_relu", slopes=(Fraction(1, 2),))


@pytest.mark.parametrize(
    "what",
    [
        CONVOLUTION,
        CONVOLUTION._replace(activation="gelu", result="i16", table_bytes=512, rows=3),
        CONVOLUTION._replace(lookup="interpolated"),
        TRANSPOSED,
        TRANSPOSED._replace(activation="npu.softsign"),
        CONVOLUTION._replace(producer=None, input=None, intermediate=None),
        CLIP,
        CLIP._replace(bounds=None),
        LEAKY,
    ],
)
def test_one_rule_admits_the_whole(what: Combination) -> None:
    assert RULES.refusal(what) is None


@pytest.mark.parametrize(
    ("what", "rule", "fields"),
    [
        (TRANSPOSED._replace(activation="sigmoid"), 1, ["activations"]),
        (CONVOLUTION._replace(activation="npu.softsign"), 0, ["activations"]),
        (CONVOLUTION._replace(producer="depthwise"), 0, ["producers"]),
        (TRANSPOSED._replace(producer="grouped"), 0, ["producers"]),
        (TRANSPOSED._replace(input="u8"), 1, ["input_storages"]),
        (TRANSPOSED._replace(result="i16"), 1, ["result_storages"]),
        (TRANSPOSED._replace(lookup="interpolated"), 1, ["lookups"]),
        (TRANSPOSED._replace(rows=2, table_bytes=512), 1, ["table_bytes", "per_channel_tables"]),
        (TRANSPOSED._replace(intermediate="i4"), 1, ["storages"]),
        (CLIP._replace(bounds=frozenset()), 0, ["clip_bounds"]),
        (CLIP._replace(producer="transposed"), 1, ["activations"]),
        (CLIP._replace(activation="prelu", bounds=None), 0, ["activations"]),
        (LEAKY._replace(slopes=(Fraction(1, 2), Fraction(3, 2))), 0, ["slopes"]),
        (LEAKY._replace(slopes=(None,)), 0, ["slopes"]),
    ],
)
def test_nearest_rule_says_what_it_refuses(what: Combination, rule: int, fields: list[str]) -> None:
    found = RULES.refusal(what)
    assert found is not None
    assert (found.capability, list(found.fields)) == (RULES.rules[rule], fields)
    assert RULES.refusal(what) is found


def test_rule_leaves_the_rest_to_the_target() -> None:
    target = Target(
        "npu",
        "one",
        table_bytes=256,
        per_channel_tables=False,
        capabilities=(Capability(per_channel_tables=True), Capability(table_bytes=512)),
    )
    found = [(rule.table_bytes, rule.per_channel_tables) for rule in target.rules]
    assert found == [(256, True), (512, False)]
    assert Target("npu", "simple", table_bytes=1).rules[0].table_bytes == 1


# Faster kernels --------------------------------------------------------------------------------


def test_size_admits() -> None:
    size = Size(at_least=16, at_most=64, multiple_of=8)
    admitted = [n for n in (DYNAMIC, 0, 8, 15, 16, 17, 24, 64, 72) if size.admits(n)]
    assert admitted == [16, 24, 64]
    assert not Size().admits(DYNAMIC)


def test_kernel_serves_where_all_conditions_hold() -> None:
    assert ALL_CONDITIONS.serves(SERVED)
    assert SpecializedKernel("any").serves(dataclasses.replace(SERVED, height=DYNAMIC))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("producer", "transposed"),
        ("storage", "u8"),
        ("kernel", (2, 3)),
        ("stride", (1, 1)),
        ("dilation", (1, 1)),
        ("group", 2),
        ("input_channels", 33),
        ("output_channels", 96),
        ("height", 7),
        ("height", 65),
        ("width", 7),
        ("width", DYNAMIC),
    ],
)
def test_kernel_serves_not_where_one_condition_fails(field: str, value: Any) -> None:
    assert not ALL_CONDITIONS.serves(dataclasses.replace(SERVED, **{field: value}))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Size(at_least=0), "expected a positive at_least but got 0"),
        (lambda: Size(multiple_of=-8), "expected a positive multiple_of but got -8"),
        (lambda: Size(at_least=8, at_most=4), "expected at_most of at least 8 but got 4"),
        (lambda: SpecializedKernel("", kernel=(0, 3)), "a positive kernel but got \\[0, 3\\]"),
        (lambda: SpecializedKernel("", group=0), "expected a positive group but got 0"),
        (lambda: SpecializedKernel("", storages=frozenset({"f32"})), "storages among .*'f32'"),
    ],
)
def test_condition_without_sense(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


# Files -----------------------------------------------------------------------------------------


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
