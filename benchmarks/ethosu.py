"""What an NPU does for a model: compiled by us, fused and unfused, and by Vela.

All figures come from command words, those of all three by the same functions: tables that are
loaded, commands, bytes moved by DMA, cycles as Vela's own functions estimate them. The words run on
the simulator, and outputs are compared with golden ones. Memory is Vela's mode `Shared_Sram`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from mlir import ir

from lutfuse.ethosu import read_vela_model, run_model
from lutfuse.ethosu.cycles import MEMORY_MODE, Estimate, estimate, vela_system
from lutfuse.ethosu.payload import PayloadError, read_npu_operators
from lutfuse.ethosu.translate import command_stream
from lutfuse.ethosu.vela import MissingVela, api
from lutfuse.passes.ethosu.programs import programs
from lutfuse.runtime.ethosu import EthosuEngine
from lutfuse.runtime.models import ModelError, load_model, new_context
from lutfuse.tools.ethosu import lower_to_ethosu
from lutfuse.tools.run import Engine, compare

ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT / "examples" / "models"
PAGE = ROOT / "docs" / "ethos-u-comparison.md"
ACCELERATORS = ("ethos-u55-128", "ethos-u65-256")
NAMES = (
    *(f"conv56_{kind}" for kind in ("none", "relu6", "sigmoid", "gelu", "hswish", "tanh", "silu")),
    "conv56_leaky_allint",
    "dw56_sigmoid",
    "tconv56_sigmoid",
    "unet_like_allint",
    "face_landmark",
    "selfie_seg",
)
# The target whose capabilities decide what fuses.
FUSE_FOR = "cpu"
_FREE = ("tosa.const", "tosa.const_shape", "quant.scast", "ethosu.call", "func.return")


@dataclass(frozen=True)
class Row:
    """One model, compiled in one way for one accelerator.

    `scratch` is the bytes of the largest region of feature maps, `host` the ops that stay on the
    CPU; `differing` of `elements` is None where the whole model cannot be run.
    """

    model: str
    accelerator: str
    compiler: str
    table_loads: int
    commands: int
    operations: int
    moved: int
    cycles: int
    scratch: int
    programs: int
    host: int
    differing: int | None
    elements: int


def _row(
    place: tuple[str, str, str],
    estimates: Sequence[Estimate],
    scratch: int,
    host: int,
    outputs: tuple[int | None, int],
) -> Row:
    return Row(
        *place,
        table_loads=sum(one.table_loads for one in estimates),
        commands=sum(one.commands for one in estimates),
        operations=sum(one.operations for one in estimates),
        moved=sum(one.moved for one in estimates),
        cycles=sum(one.cycles for one in estimates),
        scratch=scratch,
        programs=len(estimates),
        host=host,
        differing=outputs[0],
        elements=outputs[1],
    )


# Ours ---------------------------------------------------------------------------------------------


def ours(model: Path, accelerator: str, *, fuse: bool) -> Row:
    """Our compilation: programs on the simulator, what is between them on the CPU."""
    module, _ = load_model(model, new_context())
    lower_to_ethosu(module, accelerator, fuse_for=FUSE_FOR if fuse else None, collapse=True)
    found = programs(module.operation)
    estimates = [estimate(command_stream(one), accelerator) for one in found]
    sizes = [ir.IntegerAttr(one.operation.attributes["scratch"]).value for one in found]
    host = _host_ops(module)
    counts = compare(Engine(module, EthosuEngine), model.with_suffix(".npz"))
    outputs = sum(one[1] for one in counts), sum(one[2] for one in counts)
    place = (_name(model), accelerator, "fused" if fuse else "unfused")
    return _row(place, estimates, max(sizes, default=0), host, outputs)


def _host_ops(module: ir.Module) -> int:
    """Ops of the function that are no calls of programs and no constants."""
    functions = [op.operation for op in module.body if op.operation.name == "func.func"]
    ops = [op.operation.name for one in functions for op in one.regions[0].blocks[0]]
    return sum(name not in _FREE for name in ops)


# Vela's -------------------------------------------------------------------------------------------


def velas(model: Path, accelerator: str) -> Row:
    """Vela's own compilation of the same file; the simulator runs it if it is whole."""
    data = compile_with_vela(model, accelerator)
    operators = read_npu_operators(data)
    estimates = [estimate(one.payload.words, accelerator) for one in operators]
    scratch = max(one.scratch for one in operators)
    try:
        outputs = _compare_vela(data, model.with_suffix(".npz"))
    except PayloadError:
        outputs = None, 0
    return _row((_name(model), accelerator, "Vela"), estimates, scratch, 0, outputs)


def compile_with_vela(model: Path, accelerator: str) -> bytes:
    """The `.tflite` that Vela's command line makes. Raises ModelError where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        options = {
            "--accelerator-config": accelerator,
            "--system-config": vela_system(accelerator),
            "--memory-mode": MEMORY_MODE,
            "--config": "Arm/vela.ini",
            "--output-dir": folder,
        }
        flags = [part for pair in options.items() for part in pair]
        command = [sys.executable, "-m", "ethosu.vela", *flags, str(model)]
        result = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
        made = Path(folder) / f"{model.stem}_vela.tflite"
        if result.returncode or not made.exists():
            lines = (result.stderr + result.stdout).strip().splitlines() or ["no output"]
            raise ModelError(f"'{model}': expected Vela to compile it but got {lines[-1]}")
        return made.read_bytes()


def _compare_vela(data: bytes, golden: Path) -> tuple[int, int]:
    """(differing, all) elements of the first step of a golden file."""
    model = read_vela_model(data)
    archive = np.load(golden)
    inputs = [archive[f"step0_input{index}"] for index in range(len(model.inputs))]
    got, _ = run_model(model, inputs)
    wanted = [archive[f"step0_output{index}"] for index in range(len(got))]
    pairs = list(zip(got, wanted, strict=True))
    return sum(int((y != z).sum()) for y, z in pairs), sum(y.size for y, _ in pairs)


# The page -----------------------------------------------------------------------------------------

_INTRO = """\
<!-- Written by `python -m benchmarks.ethosu --write`. -->

# Ethos-U: compiled by us and by Vela

The same `.tflite` compiled three ways: by us with activations fused, by us without fusion, and by
Vela. Table loads, commands and bytes moved by DMA are counted in the command words. Cycles are
Vela's own performance estimate (`npu_performance`) of each command, with transfers and operations
overlapping as far as the stream's own waits allow: the same function for all three. They are
estimates, and not measurements. Memory is Vela's mode `Shared_Sram` with the systems
`Ethos_U55_High_End_Embedded` and `Ethos_U65_Embedded`: feature maps in SRAM, constants in flash.
SRAM is the scratch region of a program, the largest of several. Differing elements are those of
the model's outputs, as the command words give them on the simulator, against the golden outputs of
TFLite's reference kernels. Those of `selfie_seg` come from the importer's resize, which stays on
the host: the CPU engine alone differs in as many.

What stays on the host is run by the CPU engine and has no cycles here: rows with host ops cannot be
compared with Vela's by cycles. Vela's functions count an operand that is broadcast as if it were
read for every element, from flash as well, which makes Vela's own PReLUs in `face_landmark` dear.
On `ethos-u55-128` the estimate of Vela's stream is 0.1 to 10 % above the total that Vela prints for
single layers, and between 23 % below (`selfie_seg`) and 42 % above it (`face_landmark`) for models.

"""
_HEADS = (
    "Model",
    "Compiled",
    "Table loads",
    "Commands",
    "Operations",
    "DMA bytes",
    "Cycles",
    "SRAM bytes",
    "Programs",
    "Host ops",
    "Differing",
)


def page(rows: Iterable[Row]) -> str:
    """The Markdown page of all rows, one table for each accelerator."""
    found = list(rows)
    parts = [_INTRO + _summary(found)]
    for accelerator in dict.fromkeys(row.accelerator for row in found):
        lines = [_HEADS, ("---", "---", *["--:"] * (len(_HEADS) - 2))]
        lines += [_cells(row) for row in found if row.accelerator == accelerator]
        table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        parts.append(f"## {accelerator}\n\n{table}\n")
    return "\n".join(parts)


def _cells(row: Row) -> tuple[str, ...]:
    numbers = (row.table_loads, row.commands, row.operations, row.moved, row.cycles, row.scratch)
    differing = "not run" if row.differing is None else f"{row.differing:,} of {row.elements:,}"
    host = (f"{row.programs}", f"{row.host}" if row.compiler != "Vela" else "")
    return (row.model, row.compiler, *(f"{number:,}" for number in numbers), *host, differing)


def more_loads(rows: Iterable[Row]) -> list[Row]:
    """Rows of ours that load more tables than Vela does."""
    found = list(rows)
    velas = {(row.model, row.accelerator): row.table_loads for row in found if _is_vela(row)}
    return [
        row
        for row in found
        if row.table_loads > velas.get((row.model, row.accelerator), row.table_loads)
    ]


def _is_vela(row: Row) -> bool:
    return row.compiler == "Vela"


def _summary(rows: list[Row]) -> str:
    worse = more_loads(rows)
    names = ", ".join(f"{row.model} ({row.compiler}, {row.accelerator})" for row in worse)
    said = f"more than Vela in {names}" if worse else "in no row more than Vela"
    wrong = sum(bool(row.differing) for row in rows)
    return f"We load tables {said}. Outputs differ in {wrong} of {len(rows)} rows.\n"


def _name(model: Path) -> str:
    return model.name.removesuffix(".tflite").removesuffix(".int8")


def measure(folder: Path, names: Sequence[str], accelerators: Sequence[str]) -> list[Row]:
    """All rows of the models that the folder has."""
    models = [folder / f"{name}.int8.tflite" for name in names]
    ways: tuple[Callable[[Path, str], Row], ...] = (
        lambda model, name: ours(model, name, fuse=True),
        lambda model, name: ours(model, name, fuse=False),
        velas,
    )
    rows: list[Row] = []
    for accelerator in accelerators:
        for model in [one for one in models if one.exists()]:
            for way in ways:
                rows.append(way(model, accelerator))
                print(" ".join(_cells(rows[-1])), accelerator, flush=True)
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Compiles and runs all; returns 1 if we load more tables than Vela does."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ethosu")
    parser.add_argument("--models", type=Path, default=MODELS, metavar="DIR")
    parser.add_argument("--only", nargs="+", default=NAMES, metavar="NAME")
    parser.add_argument("--accelerators", nargs="+", default=ACCELERATORS)
    parser.add_argument("--json", type=Path, metavar="OUT", help="also write the figures here")
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name}")
    options = parser.parse_args(arguments)
    try:
        api()
    except MissingVela as error:
        parser.error(str(error))
    rows = measure(options.models, options.only, options.accelerators)
    if options.json:
        text = json.dumps([asdict(row) for row in rows], indent=2)
        options.json.write_text(text + "\n", "utf-8")
    if options.write:
        PAGE.write_text(page(rows), "utf-8")
    return 1 if more_loads(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
