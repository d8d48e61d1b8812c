"""Quantized convolutions fused with table activations, on the stock `mlir` package.

    from mlir import ir
    import lutfuse

    (y,) = lutfuse.load("model.tflite", threads=2).run(x)

    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(text)
        PassManager.parse("builtin.module(fuse-lut-activation{target=cpu})").run(module.operation)

`lutfuse.dialects.lutfuse` has the ops and typed builders, `lutfuse.passes` the passes,
`lutfuse.targets` the capabilities of targets, `lutfuse.importers` the way in from `.tflite`,
`lutfuse.runtime` the way to run a model on this machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mlir import ir
from mlir._mlir_libs import _mlir  # pyright: ignore[reportAttributeAccessIssue]

from lutfuse import _lutfuse

if TYPE_CHECKING:
    from lutfuse.runtime.cpu import CpuModel

    __version__: str
else:

    def __getattr__(name: str) -> str:
        """`__version__`, from the installed package: reading that takes longer than a pass runs."""
        if name != "__version__":
            raise AttributeError(f"module 'lutfuse' has no attribute '{name}'")
        from importlib.metadata import version

        return version("lutfuse")


# Ops of the dialect arrive in Python as the classes of `lutfuse.dialects.lutfuse`.
_mlir.globals.append_dialect_search_prefix("lutfuse.dialects")


def register(context: ir.Context) -> None:
    """Registers the dialect in `context`, and the passes under their names in MLIR's registry."""
    from lutfuse.passes import register_passes

    _lutfuse.register_dialect(context)
    register_passes()


def load(
    source: str | os.PathLike[str] | ir.Module,
    *,
    cpu: str | None = None,
    threads: int = 1,
    target: str | None = "cpu",
    entry: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> CpuModel:
    """Compiles a model for this machine's processor; see `lutfuse.runtime.cpu.load`."""
    from lutfuse.runtime import cpu as engine

    return engine.load(
        source, cpu=cpu, threads=threads, target=target, entry=entry, progress=progress
    )


def plugin_path() -> Path:
    """Path of the shared library for `mlir-opt --load-dialect-plugin=`."""
    folder = Path(_lutfuse.__file__).parent / "lib"
    return next(iter(sorted(folder.glob("libLutfusePlugin.*"))), folder / "libLutfusePlugin.so")
