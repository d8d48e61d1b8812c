"""`lutfuse targets`: the targets, and what each of them takes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from lutfuse.targets import (
    LOOKUPS,
    TARGETS,
    Capability,
    Size,
    SpecializedKernel,
    Target,
    find_target,
    register_target,
)

if TYPE_CHECKING:
    from rich.table import Table


def target_argument(name: str) -> Target:
    """The target of that name, or that of a TOML file, which is registered for this process.

    Raises a usage error for an unknown name, and one of a single line for a wrong file.
    """
    is_file = name.endswith(".toml")
    try:
        target = find_target(name)
    except ValueError as error:
        raise (click.ClickException if is_file else click.BadParameter)(str(error)) from None
    try:
        return register_target(target)
    except ValueError as error:
        raise click.ClickException(f"'{name}': {error}") from None


@click.command("targets")
@click.argument("target", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def targets_command(target: str | None, as_json: bool) -> None:
    """List the targets, or explain TARGET: a name, or a TOML file that describes one."""
    if target is None:
        found = list(TARGETS.values())
        return _print_json([one.to_json() for one in found]) if as_json else _print_list(found)
    one = target_argument(target)
    return _print_json(one.to_json()) if as_json else _print_target(one)


def capabilities(target: Target) -> list[dict[str, str]]:
    """What each rule of a target takes, field by field, in words."""
    return [_capability(rule) for rule in target.rules]


def _capability(rule: Capability) -> dict[str, str]:
    tables = ["any"] if rule.activations is None else sorted(rule.activations)
    size = "any size" if rule.table_bytes is None else f"at most {rule.table_bytes} bytes"
    rows = " or one for each" if rule.per_channel_tables else ""
    lookups = "" if rule.lookups == LOOKUPS else f"{', '.join(sorted(rule.lookups or ()))}, "
    return {
        "Producers": _names(rule.producers),
        "Input": _names(rule.input_storages),
        "Intermediate": _names(rule.storages),
        "Result": _names(rule.result_storages),
        "Tables": ", ".join(tables) or "none",
        "Table size": f"{lookups}{size}, one for all channels{rows}",
        "Without a table": ", ".join(_parameters(rule)) or "none",
    }


def _names(words: frozenset[str] | None) -> str:
    return ", ".join(sorted(words or ())) or "none"


def _parameters(rule: Capability) -> Iterable[str]:
    for name in sorted(rule.parameters or ()):
        if name == "clip" and rule.clip_bounds is not None:
            yield "clip to " + " or ".join(f"[{low:g}, {high:g}]" for low, high in rule.clip_bounds)
        elif name != "clip" and rule.slopes is not None:
            yield f"{name} with slopes in [{rule.slopes[0]:g}, {rule.slopes[1]:g}]"
        else:
            yield name


def _conditions(kernel: SpecializedKernel) -> list[str]:
    """For which convolutions a kernel is faster, in words."""
    found: list[str] = []
    for field in dataclasses.fields(SpecializedKernel)[1:-1]:
        value = getattr(kernel, field.name)
        if value == field.default:
            continue
        found.append(f"{field.name.replace('_', ' ')} {_condition(value)}")
    return found or ["all convolutions"]


def _condition(value: Any) -> str:
    if isinstance(value, Size):
        least = f"at least {value.at_least}" if value.at_least > 1 else ""
        most = "" if value.at_most is None else f"at most {value.at_most}"
        multiple = f"a multiple of {value.multiple_of}" if value.multiple_of > 1 else ""
        return ", ".join(part for part in (least, most, multiple) if part) or "any static"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _print_json(data: object) -> None:
    print(json.dumps(data, indent=2))


def _table(*heads: str) -> Table:
    from rich.table import Table

    return Table(*heads)


def _print_list(found: Iterable[Target]) -> None:
    from rich.console import Console
    from rich.markup import escape

    table = _table("target", "description")
    for target in found:
        table.add_row(target.name, escape(target.description))
    Console(highlight=False).print(table)


def _print_target(target: Target) -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    console.print(f"{target.name}: {target.description}", markup=False, soft_wrap=True)
    rules = capabilities(target)
    heads = (
        ["what fuses"]
        if len(rules) == 1
        else [f"rule {number + 1}" for number in range(len(rules))]
    )
    table = _table("capability", *heads)
    for name in rules[0]:
        table.add_row(name, *(escape(rule[name]) for rule in rules))
    console.print(table)
    if target.decompose_groups:
        console.print("Other grouped convolutions are split into their groups first.")
    if not target.faster_unfused:
        return
    kernels = _table("faster unfused", "for", "still takes")
    for kernel in target.faster_unfused:
        takes = ", ".join(sorted(kernel.activations)) or "nothing"
        kernels.add_row(escape(kernel.description), "\n".join(_conditions(kernel)), takes)
    console.print(kernels)
