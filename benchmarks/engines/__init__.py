"""The engines: one module for each runtime, imported only by the worker that runs it.

A module has `load(case, threads, variant)`, which returns a `Session` or raises `EngineError` with
one line, and `ImportError` where a package is missing.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Protocol, cast

from benchmarks.cases import Case
from benchmarks.layers import Array


class EngineError(Exception):
    """An engine cannot run a case; one line."""


class Session(Protocol):
    """A loaded case: every call of `run` computes the outputs of the same inputs."""

    def run(self) -> object:
        """Runs once; this is what is timed."""
        ...

    def outputs(self) -> list[Array]:
        """Results of the last run, as codes of the int8 model."""
        ...


class _Module(Protocol):
    def load(self, case: Case, threads: int, variant: str) -> Session: ...


@dataclass(frozen=True)
class Engine:
    """A runtime and how it is set up; `package` is what PyPI calls it."""

    name: str
    title: str
    module: str
    package: str
    variant: str = ""

    def load(self, case: Case, threads: int) -> Session:
        """Compiles or loads a case."""
        module = importlib.import_module(f"benchmarks.engines.{self.module}")
        return cast("_Module", module).load(case, threads, self.variant)


LITERT = ("litert", "ai-edge-litert")
ENGINES = {
    engine.name: engine
    for engine in (
        Engine("lutfuse", "lutfuse, fused", "native", "lutfuse", "fused"),
        Engine("lutfuse-unfused", "lutfuse, unfused", "native", "lutfuse", "unfused"),
        Engine("xnnpack", "LiteRT XNNPACK int8", *LITERT, "xnnpack"),
        Engine("xnnpack-float", "LiteRT XNNPACK float", *LITERT, "float"),
        Engine("onnxruntime", "ONNX Runtime", "onnxruntime", "onnxruntime"),
        Engine("openvino", "OpenVINO", "openvino", "openvino"),
        Engine("iree", "IREE llvm-cpu", "iree", "iree-base-compiler"),
        Engine("reference", "LiteRT reference kernels", *LITERT, "reference"),
    )
}
OURS = ("lutfuse", "lutfuse-unfused")
ORACLE = "reference"
