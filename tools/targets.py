"""`lutfuse targets`: the targets, and what each of them takes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from lutfuse.targets import TARGETS, Size, SpecializedKernel, Target, find_target, register_target

if TYPE_CHECKING:
    from rich.table import Table

_GROUPS = {True: "any", False: "none", "depthwise": "depthwise only"}


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
        return _print_json([to_json(one) for one in found]) if as_json else _print_list(found)
    one = target_argument(target)
    return _print_json(to_json(one)) if as_json else _print_target(one)


def to_json(target: Target) -> dict[str, Any]:
    """All fields under the names that they have in a TOML file; null is no limit."""
    return _plain(dataclasses.asdict(target))


def _plain(value: Any) -> Any:
    """JSON for a value of a description. Infinity is a string, as JSON has none."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value) if value in (float("inf"), float("-inf")) else value


def capabilities(target: Target) -> dict[str, str]:
    """What a target takes, field by field, in words."""
    tables = ["any"] if target.activations is None else sorted(target.activations)
    size = "any size" if target.table_bytes is None else f"at most {target.table_bytes} bytes"
    rows = " or one for each" if target.per_channel_tables else ""
    return {
        "Producers": ", ".join(sorted(target.producers)),
        "Groups": _GROUPS[target.groups],
        "Intermediate storage": ", ".join(sorted(target.storages)),
        "Tables": ", ".join(tables) or "none",
        "Table size": f"{size}, one for all channels{rows}",
        "Without a table": ", ".join(_parameters(target)) or "none",
    }


def _parameters(target: Target) -> Iterable[str]:
    for name in sorted(target.parameters):
        if name == "clip" and target.clip_bounds is not None:
            yield "clip to " + " or ".join(
                f"[{low:g}, {high:g}]" for low, high in target.clip_bounds
            )
        elif name != "clip" and target.slopes is not None:
            yield f"{name} with slopes in [{target.slopes[0]:g}, {target.slopes[1]:g}]"
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
    table = _table("capability", "what fuses")
    for name, text in capabilities(target).items():
        table.add_row(name, escape(text))
    console.print(table)
    if not target.faster_unfused:
        return
    kernels = _table("faster unfused", "for", "still takes")
    for kernel in target.faster_unfused:
        takes = ", ".join(sorted(kernel.activations)) or "nothing"
        kernels.add_row(escape(kernel.description), "\n".join(_conditions(kernel)), takes)
    console.print(kernels)
