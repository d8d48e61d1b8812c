"""Passes as Python classes under their names in MLIR's own pass registry.

A pass is a frozen dataclass: its fields are its options, its docstring says what it does and
shows IR before and after. `@register` collects it; `hand_to_mlir` gives all to MLIR, after
which any textual pipeline may name them, ours or a user's:

    builtin.module(func.func(cse),fuse-lut-activation{target=cpu},canonicalize)

A pipeline is a function from its options to the text of its passes, collected by
`@register_pipeline`.
"""

from __future__ import annotations

import dataclasses
import os
import traceback
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar, get_type_hints

from mlir import ir

from lutfuse import _lutfuse

Failure = tuple[str, ir.Location | None]


class PassError(Exception):
    """A pass cannot go on: one line for the user, at the location of the op in question."""

    def __init__(self, message: str, location: ir.Location | None = None) -> None:
        super().__init__(message)
        self.location = location


class PassCrash(Exception):
    """An exception in a pass's own code, with the location of the op that it was looking at."""

    def __init__(self, error: Exception, location: ir.Location) -> None:
        super().__init__(str(error))
        self.error, self.location = error, location


@dataclasses.dataclass(frozen=True)
class ModulePass:
    """Base of all passes. Runs on the outermost `builtin.module` and walks what is inside.

    `dialects` are those of the operations, types and attributes that the pass makes: MLIR loads
    them before it runs, since a module that has none of theirs has not loaded them.
    """

    name: ClassVar[str]
    dialects: ClassVar[tuple[str, ...]] = ()

    def run(self, module: ir.Operation) -> None:
        """Rewrites `module` in place; raises PassError with a location where it cannot."""
        raise NotImplementedError


def check_resources(module: ir.Operation) -> None:
    """Raises PassError at an op with a `dense_resource` whose data is missing or does not fit.

    Passes read constants, and upstream's reading of such a one ends the process.
    """
    found = _lutfuse.find_bad_resource(module)
    if found is not None:
        raise PassError(*found)


PassType = TypeVar("PassType", bound=type[ModulePass])
Expand = Callable[[str], str]
PASSES: dict[str, type[ModulePass]] = {}
PIPELINES: dict[str, tuple[str, Expand]] = {}
_handed_to_mlir: set[str] = set()


def register(cls: PassType) -> PassType:
    """Class decorator: adds a pass to those that `register_passes` hands to MLIR."""
    if cls.name in PASSES:
        raise ValueError(f"expected a new pass name but got '{cls.name}' twice")
    PASSES[cls.name] = cls
    return cls


def register_pipeline(name: str, description: str) -> Callable[[Expand], Expand]:
    """Decorator: the function makes the text of pipeline `name` of the options that it is given.

    It raises ValueError where an option is unknown or has no such value.
    """

    def add(expand: Expand) -> Expand:
        if name in PIPELINES:
            raise ValueError(f"expected a new pipeline name but got '{name}' twice")
        PIPELINES[name] = description, expand
        return expand

    return add


def option(default: Any, description: str) -> Any:
    """A dataclass field that is an option of the pass: `str`, `int` or `bool`."""
    return dataclasses.field(default=default, metadata={"description": description})


def summary(cls: type[ModulePass]) -> str:
    """First line of a pass's docstring."""
    return (cls.__doc__ or "").strip().splitlines()[0].rstrip(".")


def option_name(field: dataclasses.Field[Any]) -> str:
    """The option's name in a pipeline: the field's, with dashes."""
    return field.name.replace("_", "-")


def _parse(text: str, kind: type, name: str) -> Any:
    if kind is bool:
        if text not in ("true", "false"):
            raise PassError(f"expected 'true' or 'false' for option '{name}' but got '{text}'")
        return text == "true"
    if kind is int:
        try:
            return int(text)
        except ValueError:
            message = f"expected an integer for option '{name}' but got '{text}'"
            raise PassError(message) from None
    return text


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _instance(cls: type[ModulePass], values: Sequence[tuple[str, str]]) -> ModulePass:
    kinds = get_type_hints(cls)
    fields = {option_name(field): field for field in dataclasses.fields(cls)}
    return cls(
        **{fields[name].name: _parse(text, kinds[fields[name].name], name) for name, text in values}
    )


def _describe(error: Exception) -> str:
    if os.environ.get("LUTFUSE_DEBUG"):
        return "".join(traceback.format_exception(error))
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text} (at {where}; LUTFUSE_DEBUG=1 shows the traceback)"


def _runner(
    cls: type[ModulePass],
) -> Callable[[ir.Operation, Sequence[tuple[str, str]]], Failure | None]:
    def run(module: ir.Operation, values: Sequence[tuple[str, str]]) -> Failure | None:
        try:
            with module.context, ir.Location.unknown(module.context):
                check_resources(module)
                _instance(cls, values).run(module)
        except PassError as error:
            return f"pass '{cls.name}': {error}", error.location
        except PassCrash as crash:
            return f"pass '{cls.name}' failed: {_describe(crash.error)}", crash.location
        except Exception as error:
            return f"pass '{cls.name}' failed: {_describe(error)}", None
        return None

    return run


def hand_to_mlir() -> None:
    """Registers what was collected with MLIR, for the life of the process; once each."""
    for name, (description, expand) in PIPELINES.items():
        if name not in _handed_to_mlir:
            _handed_to_mlir.add(name)
            _lutfuse.register_pipeline(name, description, expand)
    for name, cls in PASSES.items():
        if name in _handed_to_mlir:
            continue
        _handed_to_mlir.add(name)
        options = [
            (option_name(field), field.metadata["description"], _text(field.default))
            for field in dataclasses.fields(cls)
        ]
        _lutfuse.register_pass(name, summary(cls), options, cls.dialects, _runner(cls))
