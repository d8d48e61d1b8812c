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
    Target,
    find_target,
    register_target,
)
from support.paths import ROOT
from support.targets import HEAD, write


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


# Files -----------------------------------------------------------------------------------------
