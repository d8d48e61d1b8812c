"""The main job on a real model: import it, fuse it, and prove that no integer changed.

Run by `make demo`. Everything here is public API: a pipeline of your own does the same.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from mlir import ir
from rich.console import Console

import lutfuse
from lutfuse.runtime.models import load_model, new_context
from lutfuse.tools.files import write_module
from lutfuse.tools.fuse import fuse
from lutfuse.tools.report import print_fusion
from lutfuse.tools.run import compare, compile_model

MODELS = Path(__file__).parent / "models"
SEGMENTATION = MODELS / "selfie_seg.int8.tflite"
WAKE_WORD = MODELS / "okay_nabu.tflite"

console = Console(highlight=False)


def title(text: str) -> None:
    console.print(f"\n[bold]{text}")


def ops(module: ir.Module) -> Counter[str]:
    """How many ops of each name a module has."""
    counts: Counter[str] = Counter()

    def visit(op: ir.Operation) -> ir.WalkResult:
        counts[op.name] += 1
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return counts


def load(path: Path) -> ir.Module:
    return load_model(path, new_context())[0]


def found() -> None:
    title(f"Found in {SEGMENTATION.name}")
    for name, count in sorted(ops(load(SEGMENTATION)).items()):
        if name.startswith("lutfuse."):
            console.print(f"  {count:3} {name}")


def fused_and_refused() -> None:
    title("Fused for a CPU: every table goes into its convolution")
    print_fusion(fuse(load(SEGMENTATION), "cpu"), (), as_json=False)
    title("Refused by the conservative reference target, each with all its reasons")
    report = fuse(load(SEGMENTATION), "reference")
    for activation in report.activations:
        if activation.reason:
            console.print(f"  {activation.name}: {', '.join(activation.reason)}")


def proven() -> bool:
    title("Proven: fused equals unfused equals the reference kernels of the model's runtime")
    fused, plain = (compile_model(load(SEGMENTATION), target) for target in ("cpu", None))
    image = np.random.default_rng(0).integers(-128, 128, (1, 256, 256, 3), np.int8)
    y, expected = fused([image])[0], plain([image])[0]
    differing = int(np.count_nonzero(y != expected))
    console.print(f"  {SEGMENTATION.name}, fused against unfused: {differing} / {y.size} differ")
    exact = differing == 0
    for path, note in (
        (WAKE_WORD, "three steps with state"),
        (SEGMENTATION, "30 are the TOSA converter's bilinear resize, off by one"),
    ):
        golden = path.with_name(path.name.replace(".tflite", ".npz"))
        for _, differing, elements in compare(compile_model(load(path), "cpu"), golden):
            console.print(
                f"  {path.name}, fused against golden: {differing} / {elements} differ ({note})"
            )
            exact = exact and differing == (30 if path == SEGMENTATION else 0)
    return exact


def portable() -> bool:
    title("Portable: stock mlir-opt reads the result through the dialect plugin")
    mlir = find_spec("mlir")
    assert mlir is not None and mlir.submodule_search_locations is not None
    mlir_opt = Path(next(iter(mlir.submodule_search_locations))) / "bin" / "mlir-opt"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "selfie_seg.mlir"
        module = load(SEGMENTATION)
        fuse(module, "cpu")
        write_module(file, module)
        command = [mlir_opt, f"--load-dialect-plugin={lutfuse.plugin_path()}", file, "-o", "-"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    count = done.stdout.count(" lutfuse.fused_conv")
    console.print(f"  mlir-opt: exit code {done.returncode}, {count} fused ops")
    return done.returncode == 0 and count == 22


def main() -> int:
    found()
    fused_and_refused()
    return 0 if proven() and portable() else 1


if __name__ == "__main__":
    sys.exit(main())
