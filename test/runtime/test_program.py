"""Kernels that generators write, beside those that upstream's loops compute."""

from __future__ import annotations

import numpy as np
from mlir import ir

from lutfuse.kernels.unit import cpus
from lutfuse.runtime.cpu import load
from lutfuse.runtime.models import new_context
from lutfuse.runtime.program import Program

# No generator takes a sine.
MIXED = """
func.func @main(%x: tensor<8xf32>, %c: tensor<1x3xi8>) -> (tensor<8xf32>, tensor<1x6xi8>) {
  %0 = tosa.sin %x : (tensor<8xf32>) -> tensor<8xf32>
  %1 = tosa.concat %c, %c {axis = 1 : i32} : (tensor<1x3xi8>, tensor<1x3xi8>) -> tensor<1x6xi8>
  return %0, %1 : tensor<8xf32>, tensor<1x6xi8>
}
"""


def module() -> ir.Module:
    return ir.Module.parse(MIXED, new_context())


def test_what_no_generator_takes_runs_beside_the_rest() -> None:
    x, c = np.linspace(-4, 4, 8, dtype=np.float32), np.array([[1, -2, 3]], np.int8)
    for threads in (1, 2):
        sines, twice = load(module(), threads=threads).run(x, c)
        assert np.allclose(sines, np.sin(x), atol=1e-6)
        assert np.array_equal(twice, np.concatenate([c, c], axis=1))


def test_progress_reaches_its_end() -> None:
    seen: list[tuple[int, int]] = []
    program = Program(module(), cpus.find_cpu("host"), "host")
    program.objects(2, lambda done, steps: seen.append((done, steps)))
    assert seen == [(n, seen[-1][1]) for n in range(1, len(seen) + 1)]
    assert seen[-1][0] == seen[-1][1]
