"""Constants as resources, and the pipelines that RUN lines of lit tests run, in this process."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes.ir.constants import integers, makes_constant
from lutfuse.passes.ir.regions import nested

# Flags that name no pass and change no result.
_NO_PASS = re.compile(
    "--(split-input-file|verify-|mlir-print|remark|allow-unregistered|load-python|dump-pass|no-)"
)
Outcome = tuple[str, list[str]]  # the module, or nothing where it failed; diagnostics


@dataclass(frozen=True)
class Run:
    """One piece of a lit test with a pipeline that it goes through."""

    name: str
    text: str
    pipeline: str


def runs(path: Path) -> Iterator[Run]:
    """What the RUN lines of a file do to its pieces; those that run no pass are left out."""
    text = path.read_text("utf-8")
    lines = re.sub(r"\\\n// *RUN:", " ", text)
    for number, line in enumerate(re.findall(r"^// RUN: (.*)$", lines, re.MULTILINE)):
        command = re.match(r"(?:not )?lutfuse-opt %s(.*?)(?:2>|\||$)", " ".join(line.split()))
        if command is None:
            continue
        words = shlex.split(command[1].replace("%S", str(path.parent)))
        pipeline = ",".join(_passes(words))
        pieces = re.split(r"^// -----.*$", text, flags=re.MULTILINE)
        for piece, part in enumerate(pieces if "--split-input-file" in words else [text]):
            if pipeline:
                yield Run(f"{path.stem}-{number}-{piece}", part, pipeline)


def _passes(words: list[str]) -> Iterator[str]:
    for word in words:
        name, _, options = word.removeprefix("--").partition("=")
        if name == "pass-pipeline":
            yield options.removeprefix("builtin.module(").removesuffix(")")
        elif word.startswith("--") and not _NO_PASS.match(word):
            yield f"{name}{{{options}}}" if options else name


def parse(run: Run, context: ir.Context) -> ir.Module | None:
    """The piece as a module; None where it is there to be no valid one."""
    lutfuse.register(context)
    context.allow_unregistered_dialects = True
    try:
        return ir.Module.parse(run.text, context)
    except ir.MLIRError:  # pyright: ignore
        return None


def outcome(run: Run, module: ir.Module) -> Outcome:
    """What the pipeline makes of a module, constants written out, and what it says."""
    context, said = module.context, list[str]()

    def note(diagnostic: ir.Diagnostic) -> bool:
        said.append(f"{diagnostic.location}: {diagnostic.message}")
        return True

    _lutfuse.enable_remarks(context)
    context.emit_error_diagnostics = True
    handler: Any = context.attach_diagnostic_handler(note)
    with handler:
        try:
            PassManager.parse(f"builtin.module({run.pipeline})", context).run(module.operation)
        except ir.MLIRError:  # pyright: ignore
            return "", sorted(said)
        except ValueError as error:  # of the pipeline's text
            return "", [str(error)]
    _lutfuse.inline_resources(module.operation)
    return str(module.operation.get_asm(enable_debug_info=True)), sorted(said)


def use_resources(module: ir.Module) -> int:
    """Turns the integers of constants into resources in place; the number of these.

    Those of one element stay: TOSA's own verifiers abort on a zero point that is a resource.
    """
    numbers = count()
    for op in nested(module.operation):
        if makes_constant(op) and op.name != "tosa.const_shape":
            for name in op.attributes:
                resource = _resource(op.attributes[name], numbers)
                if resource is not None:
                    op.attributes[name] = resource
    return next(numbers)


def _resource(attribute: ir.Attribute, numbers: Iterator[int]) -> ir.Attribute | None:
    if isinstance(attribute, ir.DenseFPElementsAttr):
        values = np.array(attribute)
        width = values.dtype.itemsize
    else:
        found = integers(attribute)
        if found is None:
            return None
        values, width = found, _bytes(attribute)
    if values.size == 1:
        return None
    # The first bytes of each element, in little-endian order.
    data = np.ascontiguousarray(values).view(np.uint8).reshape(values.size, -1)[:, :width]
    type_: Any = attribute.type  # pyright: ignore
    buffer: Any = np.ascontiguousarray(data)
    return ir.DenseResourceElementsAttr.get_from_buffer(buffer, f"c{next(numbers)}", type_)


def _bytes(attribute: Any) -> int:
    element = ir.ShapedType(attribute.type).element_type
    bits = element.width if isinstance(element, ir.IntegerType) else 64
    return -(-bits // 8)
