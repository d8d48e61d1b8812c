"""Vela's public API behind functions of this project's own types.

Vela (`ethos-u-vela`) is an extra: it encodes weights, finds block sizes and writes registers.
Nothing else imports it, and without it these functions raise `MissingVela`.
"""

# Vela has no type hints that a checker could use; this module is the typed boundary around it.
# pyright: reportMissingImports=false

from __future__ import annotations

import contextlib
import functools
import importlib
import io
from collections.abc import Generator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutfuse.dialects.accelerators import find_accelerator

IntArray = NDArray[np.integer]
_ALIGNMENT = 16


class MissingVela(Exception):
    """The extra is not installed; one line that says how to get it."""


@functools.cache
def api() -> Any:
    """The module `ethosu.vela.api`; raises MissingVela."""
    try:
        return importlib.import_module("ethosu.vela.api")
    except ImportError:
        raise MissingVela(
            "expected Vela for Ethos-U targets but got none: pip install 'lutfuse[ethos-u]'"
        ) from None


def vela_accelerator(name: str) -> Any:
    """Vela's name of an accelerator such as `ethos-u55-128`."""
    return api().NpuAccelerator[name.replace("-", "_").replace("ethos_u", "Ethos_U")]


@contextlib.contextmanager
def quiet() -> Generator[None]:
    """Keeps Vela's warnings about a missing configuration file, which has no part in this, away."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNMENT)


def _cores(name: str, channels: int) -> int:
    return min(find_accelerator(name).cores, channels)


def encode_weights(
    name: str,
    weights: IntArray,
    *,
    dilation: tuple[int, int],
    ifm_bits: int,
    block_depth: int,
    depthwise: bool,
    part_kernel_first: bool,
) -> list[bytes]:
    """Weight streams, one for each core, of OHWI weights with the zero point subtracted."""
    vela = api()
    order = vela.NpuBlockTraversal
    traversal = order.PART_KERNEL_FIRST if part_kernel_first else order.DEPTH_FIRST
    cores = _cores(name, weights.shape[0])
    streams: list[bytes] = []
    for core in range(cores):
        encoded = vela.npu_encode_weights(
            vela_accelerator(name),
            np.ascontiguousarray(weights[core::cores].astype(np.int16)),
            (dilation[1], dilation[0]),
            ifm_bits,
            (block_depth + cores - 1 - core) // cores,
            depthwise,
            traversal,
        )
        streams.append(_padded(bytes(encoded)))
    return streams


def encode_biases(
    name: str, biases: Sequence[int], multipliers: Sequence[int], shifts: Sequence[int]
) -> list[bytes]:
    """Bias streams, one for each core: 40-bit bias, 32-bit multiplier, 6-bit shift a channel."""
    vela = api()
    records = [
        bytes(vela.npu_encode_bias(np.int64(bias), int(multiplier), int(shift)))
        for bias, multiplier, shift in zip(biases, multipliers, shifts, strict=True)
    ]
    cores = _cores(name, len(records))
    return [_padded(b"".join(records[core::cores])) for core in range(cores)]


def find_blocks(operation: Any, name: str) -> list[tuple[int, int, int]]:
    """Height, width, depth of all blocks that an NpuOperation may have."""
    with quiet():
        found = api().npu_find_block_configs(operation, vela_accelerator(name))
    return [(block.height, block.width, block.depth) for block in found]


def command_words(operations: Sequence[Any], name: str) -> list[int]:
    """The register command stream of NpuOperations, as 32-bit words."""
    with quiet():
        return list(
            api().npu_generate_register_command_stream(list(operations), vela_accelerator(name))
        )


def driver_payload(words: Sequence[int], name: str) -> bytes:
    """A command stream with the header that the driver reads."""
    with quiet():
        return api().npu_create_driver_payload(list(words), vela_accelerator(name))


def explicit_scaling(multiplier: int, shift: int) -> Any:
    """One multiplier and shift for a pooling.

    The one name that is not in Vela's public module; its command stream generator takes it where
    the public type says float.
    """
    module = importlib.import_module("ethosu.vela.operation")
    return module.ExplicitScaling(False, [shift], [multiplier])
