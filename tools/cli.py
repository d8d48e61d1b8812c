"""`lutfuse`: import a model, fuse it, and prove that fusion changed no integer."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

import lutfuse
from lutfuse.runtime.models import ModelError, load_model, new_context, raise_to_lutfuse, read_model
from lutfuse.tools.check import check_command
from lutfuse.tools.files import STDOUT, write_bytes, write_module
from lutfuse.tools.load_python import LoadError, load_python
from lutfuse.tools.targets import target_argument, targets_command

if TYPE_CHECKING:
    from lutfuse.tools.run import Run


def _check_target(_: click.Context, __: click.Parameter, name: str) -> str:
    return target_argument(name).name


def _check_cpu(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    from lutfuse.kernels.unit.cpus import find_cpu

    try:
        find_cpu(name or "host")
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return name


def _check_choice(cpu: str | None, target: str) -> None:
    """A processor and the target of an NPU are two machines, and one is to run the model."""
    from lutfuse.runtime.machines import check_choice

    try:
        check_choice(cpu, target)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _print_plugin_path(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        click.echo(lutfuse.plugin_path())
        context.exit()


def _load_python(_: click.Context, __: click.Parameter, files: tuple[Path, ...]) -> None:
    try:
        for path in files:
            load_python(path)
    except LoadError as error:
        raise ModelError(str(error)) from None


FILE = click.Path(path_type=Path)
MODEL = click.argument("model", type=FILE)
TARGET = click.option(
    "--target",
    default="cpu",
    show_default=True,
    callback=_check_target,
    help="Target whose capabilities decide what fuses: a name, or a TOML file.",
)
COLLAPSE = click.option(
    "--collapse",
    is_flag=True,
    help="Turn clamps and element-wise graphs on 8-bit values into activations first.",
)
CPU = click.option(
    "--cpu",
    callback=_check_cpu,
    help="Processor to generate code for; not with the target of an NPU.  [default: host]",
)
ENTRY = click.option(
    "--entry",
    default="",
    metavar="NAME",
    help="Function to take.  [default: main, or the only public one]",
)
NO_FUSE = click.option("--no-fuse", is_flag=True, help="Leave convolutions and tables one by one.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(lutfuse.__version__, package_name="lutfuse")
@click.option(
    "--plugin-path",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_plugin_path,
    help="Print the path for mlir-opt --load-dialect-plugin= and exit.",
)
@click.option(
    "--load-python",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_load_python,
    type=FILE,
    help="Run a Python file first: it may register passes, targets, attribute rules.",
)
def cli() -> None:
    """Fuse activations into quantized convolutions without losing the boundary between them.

    MODEL is a .tflite file, or an MLIR file (text or bytecode) in the dialect lutfuse or TOSA.
    """


@cli.command("import")
@MODEL
@click.option("-o", "output", required=True, type=FILE, help="MLIR to write; - is stdout.")
@JSON
def import_command(model: Path, output: Path, as_json: bool) -> None:
    """Convert MODEL to the dialect lutfuse, with the model's own scales and names."""
    from lutfuse.tools.report import print_import

    module, warnings = load_model(model, new_context())
    write_module(output, module)
    print_import(module, warnings, output, as_json)


@cli.command("fuse")
@MODEL
@TARGET
@COLLAPSE
@click.option(
    "--boundary",
    type=click.Choice(["keep", "merge"]),
    default="keep",
    show_default=True,
    help="merge: compute what is clip-like in the domain of the result, and say what changes.",
)
@click.option(
    "--max-difference",
    type=click.IntRange(min=0),
    help="Largest difference in codes for a merge.  [default: any]",
)
@click.option(
    "--duplicate-producer-up-to",
    type=click.IntRange(min=0),
    default=0,
    metavar="MACS",
    help="Multiply-accumulates that a second convolution may cost where others need its result.",
)
@click.option("--no-check", is_flag=True, help="Do not prove that the result is equal.")
@click.option("-o", "output", type=FILE, help="MLIR to write; - is stdout.")
@JSON
def fuse_command(
    model: Path,
    target: str,
    collapse: bool,
    boundary: str,
    max_difference: int | None,
    duplicate_producer_up_to: int,
    no_check: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Fuse the activations of MODEL, and say what was refused and why.

    The result is proved to compute the same as MODEL for all inputs: each op has a certificate, or
    is listed with what no rule could decide. Where one is refuted nothing is written.
    """
    from lutfuse.tools.fuse import fuse
    from lutfuse.tools.report import print_fusion

    if max_difference is not None and boundary == "keep":
        raise click.UsageError("expected --max-difference with --boundary merge only")
    limit = -1 if max_difference is None else max_difference
    module, warnings = read_model(model, new_context())
    reference = None if no_check else module.operation.clone(ip=False)
    raise_to_lutfuse(module)
    report = fuse(
        module,
        target,
        collapse=collapse,
        boundary=boundary,
        max_difference=limit,
        duplicate_producer_up_to=duplicate_producer_up_to,
        reference=reference,
    )
    if output is not None:
        write_module(output, module)
    print_fusion(report, warnings, as_json, output)


@cli.command("run")
@MODEL
@TARGET
@COLLAPSE
@NO_FUSE
@click.option(
    "--engine",
    type=click.Choice(["cpu", "upstream", "ethos-u-sim"]),
    default="cpu",
    show_default=True,
    help="Generated kernels; the stock lowering; or the command words for the Ethos-U of --target, "
    "simulated. Only the stock lowering needs --collapse to make tables.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Threads that run the model together.",
)
@CPU
@ENTRY
@click.option("--golden", type=FILE, help="NPZ with inputs and outputs.")
@click.option("--input", "inputs", multiple=True, type=FILE, help="NPY of an input.")
@click.option("-o", "--output", type=FILE, help="NPY or NPZ to write; - is stdout.")
@JSON
def run_command(
    model: Path,
    target: str,
    collapse: bool,
    no_fuse: bool,
    engine: str,
    threads: int,
    cpu: str | None,
    entry: str,
    golden: Path | None,
    inputs: tuple[Path, ...],
    output: Path | None,
    as_json: bool,
) -> None:
    """Run MODEL, and compare with a golden file or write the outputs.

    A golden file holds `stepS_inputK` and `stepS_outputK`: steps run in order and keep the model's
    state. The exit code is 1 if any element differs.
    """
    from lutfuse.tools.report import print_comparison
    from lutfuse.tools.run import compare, run_once

    if (golden is None) == (not inputs):
        raise click.UsageError("expected either --golden or --input")
    if golden is not None and output is not None:
        raise click.UsageError("expected --output with --input only")
    if cpu is not None and engine != "cpu":
        raise click.UsageError("expected --cpu with --engine cpu only")
    _check_choice(cpu, target)
    fused = None if no_fuse else target
    counts: Callable[[], list[str]] = list
    if engine == "cpu":
        run, warnings = _on_cpu(model, fused, cpu, threads, entry)
    elif engine == "upstream":
        run, warnings = _upstream(model, fused, collapse, entry)
    else:
        run, warnings, counts = _simulated(model, target, fused, entry)
    if golden is not None:
        differing = compare(run, golden)
        print_comparison(differing, warnings, as_json, counts())
        sys.exit(any(count for _, count, _ in differing))
    run_once(run, inputs, output)


def _on_cpu(
    model: Path, target: str | None, cpu: str | None, threads: int, entry: str
) -> tuple[Run, tuple[str, ...]]:
    from lutfuse.runtime.cpu import load
    from lutfuse.tools.progress import progress_bar
    from lutfuse.tools.run import runner

    try:
        with progress_bar(f"compiling {model.name}") as progress:
            loaded = load(
                model, cpu=cpu, threads=threads, target=target, entry=entry, progress=progress
            )
    except ValueError as error:
        raise ModelError(str(error)) from None
    return runner(loaded), loaded.warnings


def _upstream(
    model: Path, target: str | None, collapse: bool, entry: str
) -> tuple[Run, tuple[str, ...]]:
    from lutfuse.tools.run import compile_model

    module, warnings = load_model(model, new_context())
    return compile_model(module, target, collapse=collapse, entry=entry), warnings


def _simulated(
    model: Path, accelerator: str, target: str | None, entry: str
) -> tuple[Run, tuple[str, ...], Callable[[], list[str]]]:
    from lutfuse.tools.ethosu import simulated, what_ran

    module, warnings = load_model(model, new_context())
    engine = simulated(module, accelerator, fuse_for=target, collapse=True, entry=entry)
    return engine, warnings, lambda: what_ran(engine)


@cli.command("compile")
@MODEL
@TARGET
@NO_FUSE
@CPU
@ENTRY
@click.option(
    "--emit",
    type=click.Choice(["so", "obj", "asm", "llvm", "payload", "commands", "ir"]),
    help="For a CPU a shared object, object file, assembly or LLVM IR; for an Ethos-U the driver's "
    "payload, a listing of commands, or the dialect ethosu.  [default: so; payload]",
)
@click.option("-o", "output", required=True, type=FILE, help="File to write; - is stdout.")
@click.option("--header", type=FILE, help="C header to write; - is stdout.")
@click.option("--name", help="Prefix of the C functions; the model's file name by default.")
def compile_command(
    model: Path,
    target: str,
    no_fuse: bool,
    cpu: str | None,
    entry: str,
    emit: str | None,
    output: Path,
    header: Path | None,
    name: str | None,
) -> None:
    """Compile MODEL to code that needs neither Python nor MLIR to run.

    That is native code, or the commands of the Ethos-U that --target names.
    """
    from lutfuse.runtime.machines import is_npu
    from lutfuse.tools.compile import Request, compile_model, default_name
    from lutfuse.tools.progress import progress_bar
    from lutfuse.tools.report import print_program, print_warnings

    if name is not None and not (name.isidentifier() and name.isascii()):
        raise click.UsageError(f"expected a C identifier for --name but got '{name}'")
    if output == header == STDOUT:
        raise click.UsageError("expected at most one of -o and --header to be '-'")
    _check_choice(cpu, target)
    fused = None if no_fuse else target
    if is_npu(target):
        return _compile_for_npu(model, target, fused, emit or "payload", entry, output)
    emit = emit or "so"
    prefix = name or default_name(model)
    request = Request(cpu or "host", emit, prefix, fused, entry, output, header)
    with progress_bar(f"compiling {model.name}") as progress:
        module, warnings = load_model(model, new_context())
        interface = compile_model(module, request, progress)
    print_warnings(warnings)
    print_program(interface, output, header)


def _compile_for_npu(
    model: Path, accelerator: str, target: str | None, emit: str, entry: str, output: Path
) -> None:
    from lutfuse.tools.ethosu import compile_ethosu
    from lutfuse.tools.report import print_warnings

    module, warnings = load_model(model, new_context())
    compile_ethosu(module, accelerator, emit, output, fuse_for=target, collapse=True, entry=entry)
    print_warnings(warnings)


@cli.command("disassemble")
@click.argument("file", type=FILE)
@click.option("-o", "output", default="-", type=FILE, help="Text to write.  [default: stdout]")
def disassemble_command(file: Path, output: Path) -> None:
    """List the commands in FILE, a payload or a .tflite that Vela compiled for an Ethos-U."""
    from lutfuse.tools.disassemble import listing

    write_bytes(output, f"{listing(file)}\n".encode())


cli.add_command(check_command)
cli.add_command(targets_command)


def main() -> None:
    """Entry point: errors of a known kind are one line and exit code 1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that the terminal's encoding lacks is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    try:
        cli(standalone_mode=True)
    except ModelError as error:
        line = str(error).replace("\n", "\\n")  # as the name of a file may have one
        click.echo(f"error: {line}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
