"""Quantized convolutions fused with table activations, on the stock `mlir` package.

    from mlir import ir
    import lutfuse

    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(text)
        PassManager.parse("builtin.module(fuse-lut-activation{target=cpu})").run(module.operation)

`lutfuse.dialects.lutfuse` has the ops and typed builders, `lutfuse.passes` the passes,
`lutfuse.targets` the capabilities of targets, `lutfuse.importers` the way in from `.tflite`.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from mlir import ir
from mlir._mlir_libs import _mlir  # pyright: ignore[reportAttributeAccessIssue]

from lutfuse import _lutfuse

__version__ = version("lutfuse")

# Ops of the dialect arrive in Python as the classes of `lutfuse.dialects.lutfuse`.
_mlir.globals.append_dialect_search_prefix("lutfuse.dialects")


def register(context: ir.Context) -> None:
    """Registers the dialect in `context`, and the passes under their names in MLIR's registry."""
    from lutfuse.passes import register_passes

    _lutfuse.register_dialect(context)
    register_passes()


def plugin_path() -> Path:
    """Path of the shared library for `mlir-opt --load-dialect-plugin=`."""
    folder = Path(_lutfuse.__file__).parent / "lib"
    return next(iter(sorted(folder.glob("libLutfusePlugin.*"))), folder / "libLutfusePlugin.so")
