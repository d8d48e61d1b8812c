"""Ahead-of-time compilation: a shared object or object file, and the C header to it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mlir import ir

from lutfuse import _lutfuse
from lutfuse._lutfuse import CodeKind
from lutfuse.kernels.unit import cpus
from lutfuse.kernels.unit.cpus import Cpu
from lutfuse.runtime.cpu import prepare
from lutfuse.runtime.models import ModelError
from lutfuse.runtime.program import Program, ProgramInterface
from lutfuse.tools.files import STDOUT, write_bytes
from lutfuse.tools.header import write_header

KINDS = {
    "so": CodeKind.OBJECT,
    "obj": CodeKind.OBJECT,
    "asm": CodeKind.ASSEMBLY,
    "llvm": CodeKind.LLVM_IR,
}


@dataclass(frozen=True)
class Request:
    """What to compile for, and what to write."""

    cpu: str
    emit: str
    name: str
    target: str | None
    entry: str
    output: Path
    header: Path | None


def default_name(model: Path) -> str:
    """A C identifier from a file's name: `a.int8.tflite` is `a_int8`."""
    name = re.sub(r"\W", "_", model.stem, flags=re.ASCII)
    return name if name and not name[0].isdigit() else f"model_{name}"


def compile_model(
    module: ir.Module, request: Request, progress: Callable[[int, int], None]
) -> ProgramInterface:
    """Compiles `module`, which is lowered in place; nothing is written unless all succeeds."""
    if request.emit not in KINDS:
        kinds = ", ".join(KINDS)
        raise ModelError(f"expected --emit {kinds} for a CPU but got '{request.emit}'")
    cpu = cpus.find_cpu(request.cpu)
    link = _linker(cpu) if request.emit == "so" else None
    prepare(module, request.target)
    program = Program(module, cpu, request.cpu, request.name, request.entry)
    data = program.link(KINDS[request.emit], progress)
    if link is not None:
        named = request.output != STDOUT
        data = _link(link, data, request.output.name if named else f"{request.name}.so")
    write_bytes(request.output, data)
    if request.header is not None:
        write_bytes(request.header, write_header(program.interface, cpu).encode())
    return program.interface


def _linker(cpu: Cpu) -> list[str]:
    """Command of the system's C compiler; `CC` names another one, which may be a cross compiler."""
    chosen = os.environ.get("CC")
    if chosen:
        command = shlex.split(chosen)
    else:
        command = [name for name in ("cc", "gcc", "clang") if shutil.which(name)][:1]
        here, there = _lutfuse.host_triple().split("-")[0], cpu.triple.split("-")[0]
        if here != there:
            raise ModelError(
                f"expected a processor of {here} to link for but got '{cpu.name}' of {there}: "
                "use --emit obj, or let CC name a cross compiler"
            )
    if not command or not shutil.which(command[0]):
        wanted = f"'{command[0]}'" if command else "cc, gcc or clang"
        raise ModelError(f"expected a C compiler but found no {wanted}: use --emit obj")
    return command


def _link(command: list[str], data: bytes, name: str) -> bytes:
    """A shared object of that name from an object."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "model.o"), Path(folder, "model.so")
        source.write_bytes(data)
        # Not by `-Wl,`, where a comma in the name would end it.
        soname = [] if os.uname().sysname == "Darwin" else ["-Xlinker", f"-soname={name}"]
        line = [*command, "-shared", *soname, str(source), "-o", str(target)]
        done = subprocess.run(line, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["no message"])[0]
            raise ModelError(f"expected '{command[0]}' to link a shared object but got: {reason}")
        return target.read_bytes()
