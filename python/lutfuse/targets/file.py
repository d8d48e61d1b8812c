"""Target descriptions in TOML: the keys of a file are the fields of `Target`.

name = "my-npu"
description = "8-bit tables"
storages = ["i8", "u8"]

[[capabilities]]
producers = ["convolution", "depthwise"]
activations = ["gelu", "sigmoid"]

[[capabilities]]
producers = ["transposed"]
activations = ["gelu"]

[[faster_unfused]]
description = "3x3 on blocks of 8 channels"
kernel = [3, 3]
output_channels = { multiple_of = 8 }
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from lutfuse.targets.capability import Capability
from lutfuse.targets.description import Target
from lutfuse.targets.kernels import Size, SpecializedKernel

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# Turns a value of TOML into that of a field. The key is for messages.
Reader = Callable[[object, str], Any]


class _Problems(Exception):
    """What is wrong with a value, one line for each problem."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self.lines = list(lines)


def _wrong(key: str, expected: str, value: object) -> _Problems:
    got = json.dumps(value, default=str)
    got = got if len(got) <= 60 else f"{got[:57]}..."
    return _Problems([f"expected '{key}' to be {expected} but got {got}"])


def _scalar(kind: type, expected: str) -> Reader:
    def read(value: object, key: str) -> Any:
        if type(value) is not kind:  # a boolean is an integer to Python
            raise _wrong(key, expected, value)
        return value

    return read


def _items(value: object, key: str, expected: str, *kinds: type) -> list[Any]:
    items = cast("list[Any]", value) if isinstance(value, list) else None
    if items is None or any(type(item) not in kinds for item in items):
        raise _wrong(key, expected, value)
    return items


def _strings(value: object, key: str) -> frozenset[str]:
    return frozenset(_items(value, key, "an array of strings", str))


def _pair(value: object, key: str) -> tuple[int, int]:
    items = _items(value, key, "two integers, height and width", int)
    if len(items) != 2:
        raise _wrong(key, "two integers, height and width", value)
    return items[0], items[1]


def _bounds(value: object, key: str) -> tuple[float, float]:
    items = _items(value, key, "two numbers, low and high", int, float)
    if len(items) != 2:
        raise _wrong(key, "two numbers, low and high", value)
    return float(items[0]), float(items[1])


def _array(read: Reader, expected: str) -> Reader:
    def read_all(value: object, key: str) -> tuple[Any, ...]:
        items = _items(value, key, expected, list, dict)
        return tuple(read(item, f"{key}[{index}]") for index, item in enumerate(items))

    return read_all


def _record(make: type, readers: Mapping[str, Reader]) -> Reader:
    """Reads a table into a dataclass; all problems of its keys are reported together."""
    required = [f.name for f in dataclasses.fields(make) if f.default is dataclasses.MISSING]

    def read(value: object, key: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(key, "a table", value)
        table = cast("dict[str, object]", value)
        prefix = f"{key}." if key else ""
        problems = _key_problems(table, prefix, required, readers)
        found: dict[str, Any] = {}
        for name in readers.keys() & table.keys():
            try:
                found[name] = readers[name](table[name], prefix + name)
            except _Problems as error:
                problems += error.lines
        if problems:
            raise _Problems(sorted(problems))
        try:
            return make(**found)
        except ValueError as error:
            raise _Problems([f"'{key}': {error}" if key else str(error)]) from None

    return read


def _key_problems(
    table: Mapping[str, object],
    prefix: str,
    required: Iterable[str],
    readers: Mapping[str, Reader],
) -> list[str]:
    missing = [f"expected '{prefix}{name}' but got none" for name in required if name not in table]
    unknown = ", ".join(f"'{prefix}{name}'" for name in table if name not in readers)
    if unknown:
        missing.append(f"expected keys among {', '.join(readers)} but got {unknown}")
    return missing


_STRING = _scalar(str, "a string")
_INTEGER = _scalar(int, "an integer")
_FLAG = _scalar(bool, "true or false")
_SIZE: dict[str, Reader] = {"at_least": _INTEGER, "at_most": _INTEGER, "multiple_of": _INTEGER}
_read_size = _record(Size, _SIZE)
_KERNEL: dict[str, Reader] = {
    "description": _STRING,
    "producers": _strings,
    "storages": _strings,
    "kernel": _pair,
    "stride": _pair,
    "dilation": _pair,
    "group": _INTEGER,
    "input_channels": _read_size,
    "output_channels": _read_size,
    "height": _read_size,
    "width": _read_size,
    "activations": _strings,
}
_CAPABILITY: dict[str, Reader] = {
    "producers": _strings,
    "activations": _strings,
    "parameters": _strings,
    "input_storages": _strings,
    "storages": _strings,
    "result_storages": _strings,
    "lookups": _strings,
    "table_bytes": _INTEGER,
    "per_channel_tables": _FLAG,
    "clip_bounds": _array(_bounds, "an array of pairs"),
    "slopes": _bounds,
}
_TARGET: dict[str, Reader] = {
    "name": _STRING,
    "description": _STRING,
    **_CAPABILITY,
    "capabilities": _array(_record(Capability, _CAPABILITY), "an array of tables"),
    "decompose_groups": _FLAG,
    "faster_unfused": _array(_record(SpecializedKernel, _KERNEL), "an array of tables"),
}
READERS: dict[type, dict[str, Reader]] = {
    Size: _SIZE,
    SpecializedKernel: _KERNEL,
    Capability: _CAPABILITY,
    Target: _TARGET,
}
_read_target = _record(Target, _TARGET)


def load_target(path: Path | str) -> Target:
    """The target that a TOML file describes, which is not registered.

    A key that is left out has the default of the field. Raises ValueError with one line that
    names the file and every key in question.
    """
    try:
        with open(path, "rb") as file:
            return _read_target(tomllib.load(file), "")
    except OSError as error:
        problem = f"expected a readable file but got {error.strerror}"
    except ValueError as error:  # of TOML's syntax or of UTF-8
        problem = f"expected TOML but got: {' '.join(str(error).split())}"
    except _Problems as error:
        problem = "; ".join(error.lines)
    raise ValueError(f"'{path}': {problem}")
