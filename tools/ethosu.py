"""`lutfuse compile --target ethos-u...`: programs for the NPU, as text, commands or payloads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.ethosu import disassemble
from lutfuse.ethosu.cycles import estimate
from lutfuse.ethosu.translate import REGIONS, command_stream, payload
from lutfuse.ethosu.vela import MissingVela
from lutfuse.passes.core.locations import origin, printable
from lutfuse.passes.ethosu.programs import accelerator, constants, programs
from lutfuse.passes.upstream.select_entry import select_entries
from lutfuse.runtime.ethosu import EthosuEngine
from lutfuse.runtime.models import ModelError, fusion_passes, run_pass, run_pipeline
from lutfuse.tools.files import STDOUT, write_bytes, write_module
from lutfuse.tools.run import Engine

EMIT = ("ir", "commands", "payload")


def lower_to_ethosu(
    module: ir.Module, name: str, *, fuse_for: str | None, collapse: bool = False, entry: str = ""
) -> None:
    """Lowers an entry of a module in `lutfuse` in place; `fuse_for` is a target, or None.

    Raises ModelError.
    """
    with module.context:
        run_pass(lambda: select_entries(module.operation, [entry]))
    passes = ["collapse-elementwise-to-table{keep-rescales=true}"] if collapse else []
    if fuse_for is not None:
        passes += fusion_passes(fuse_for)
    passes += ["canonicalize", f"convert-lutfuse-to-ethosu{{accelerator={name}}}"]
    passes += ["buffer-ethosu-weights", "assign-table-slots", "check-table-residency"]
    run_pipeline(module, *passes, "canonicalize")


def compile_ethosu(
    module: ir.Module,
    name: str,
    emit: str,
    output: Path,
    *,
    fuse_for: str | None = None,
    collapse: bool = False,
    entry: str = "",
) -> None:
    """Compiles a module for an accelerator such as `ethos-u55-128` and writes `output`.

    `emit` is one of `EMIT`. A payload comes with its constants (`.constants.bin`) and a
    description of its memory (`.json`) beside it; a module with several programs has a number in
    the names. `fuse_for` is the target whose capabilities decide what fuses, None for nothing.
    Raises ModelError.
    """
    if emit not in EMIT:
        raise ModelError(f"expected --emit {', '.join(EMIT)} for {name} but got '{emit}'")
    if emit == "payload" and output == STDOUT:
        raise ModelError("expected a file for a payload, which has two more beside it, but got '-'")
    lower_to_ethosu(module, name, fuse_for=fuse_for, collapse=collapse, entry=entry)
    if emit == "ir":
        return write_module(output, module)
    found = programs(module.operation)
    if not found:
        raise ModelError(f"expected an op that {name} computes exactly but the model has none")
    try:
        _write_commands(found, output) if emit == "commands" else _write_payloads(found, output)
    except MissingVela as error:
        raise ModelError(str(error)) from None


def simulated(
    module: ir.Module, name: str, *, fuse_for: str | None, collapse: bool = False, entry: str = ""
) -> Engine:
    """An engine for `lutfuse run` that simulates the programs and runs the rest on the CPU.

    Raises ModelError.
    """
    lower_to_ethosu(module, name, fuse_for=fuse_for, collapse=collapse, entry=entry)
    return Engine(module, EthosuEngine)


def what_ran(engine: Engine) -> list[str]:
    """A line for each program of the last step that `engine`, of `simulated`, ran.

    Cycles are Vela's estimate: `lutfuse.ethosu.cycles`.
    """
    assert isinstance(engine.compiled, EthosuEngine)
    return [
        f"program {number} on {program.name}: {sum(counted.commands.values())} commands, "
        f"{counted.table_loads} table loads, {counted.bytes_moved} bytes moved, "
        f"{estimate(program.words, program.name).cycles} cycles estimated"
        for number, (program, counted) in enumerate(engine.compiled.ran)
    ]


def _symbol(program: ethosu.ProgramOp) -> str:
    return ir.StringAttr(program.operation.attributes["sym_name"]).value


def _write_commands(found: list[ethosu.ProgramOp], output: Path) -> None:
    parts = [
        f"; {printable(_symbol(one))}\n{disassemble(command_stream(one), _sources(one))}\n"
        for one in found
    ]
    write_bytes(output, "\n".join(parts).encode())


def _sources(program: ethosu.ProgramOp) -> list[str]:
    """For each operation of a program, the layers and places that it comes from."""
    return [
        f"{op.operation.name}: {origin(op.operation.location)}" for op in program.body.blocks[0]
    ]


def _write_payloads(found: list[ethosu.ProgramOp], output: Path) -> None:
    for number, one in enumerate(found):
        stem = output.with_suffix("" if len(found) == 1 else f".{number}")
        data, blob = payload(one), constants(one)
        text = json.dumps(description(one), indent=2).encode()
        for path, content in (
            (Path(f"{stem}{output.suffix}"), data),
            (Path(f"{stem}.constants.bin"), blob),
            (Path(f"{stem}.json"), text),
        ):
            write_bytes(path, content)


def description(program: ethosu.ProgramOp) -> dict[str, Any]:
    """What a driver has to know beside the commands: regions, inputs and outputs."""
    attributes = program.operation.attributes
    sides = {side: ethosu.read(attributes[side]) for side in ("inputs", "outputs")}
    return {
        "name": _symbol(program),
        "accelerator": accelerator(program),
        "regions": {
            "constants": {"number": REGIONS["constants"], "bytes": len(constants(program))},
            "scratch": {
                "number": REGIONS["scratch"],
                "bytes": ir.IntegerAttr(attributes["scratch"]).value,
            },
        },
        **{
            side: [
                {"element": one.element, "shape": list(one.shape), "address": one.address}
                for one in maps
            ]
            for side, maps in sides.items()
        },
    }
