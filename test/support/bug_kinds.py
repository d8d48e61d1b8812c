"""What the tests of public bug kinds share: a layer, the passes, and right against wrong values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from mlir import ir
from mlir.passmanager import PassManager

from lutfuse.passes.upstream.jit import JitModule
from support import contract
from support.contract import Array
from support.layer import Layer, Table, stored
from support.layer_text import lutfuse as lutfuse_text

RAISE, FUSE = "convert-tosa-to-lutfuse", "fuse-lut-activation{target=cpu}"
LOWER = "convert-lutfuse-to-tosa,canonicalize"
RNG = np.random.default_rng(5)


def after(text: str, *passes: str) -> str:
    module = ir.Module.parse(text)
    PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
    return module.operation.get_asm(enable_debug_info=False, use_local_scope=True)


def run(text: str, *inputs: Array) -> list[Array]:
    return JitModule(ir.Module.parse(text))(*inputs)


def layer(**changed: object) -> Layer:
    """A padded 3x3 convolution whose intermediate codes use the whole range, with zero points."""
    plain = Layer(
        shape=(1, 6, 6, 3),
        w=RNG.integers(-127, 128, (4, 3, 3, 3)),
        b=RNG.integers(-20000, 20000, 4),
        multiplier=np.array([1518500250]),
        shift=np.array([39]),
        zx=31,
        zu=-3,
        pad=(1, 1, 1, 1),
        table=Table(RNG.permutation(256) - 128, zero_point=-128),
    )
    return replace(plain, **changed)


def codes(case: Layer) -> Array:
    return RNG.integers(*contract.RANGES[case.storage[0]], case.shape, endpoint=True)


def assert_right(case: Layer, x: Array, wrong: Array) -> None:
    """Fused and not, the layer computes the contract; `wrong`, the bug's values, differ from it."""
    right = case.reference(x)
    assert (wrong != right).any()
    for text in (after(lutfuse_text(case), LOWER), after(lutfuse_text(case), FUSE, LOWER)):
        assert (run(text, stored(x, case.storage[0]))[0] == right).all()
    assert "lutfuse.lut_activation" not in after(lutfuse_text(case), FUSE)
