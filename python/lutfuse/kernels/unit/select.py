"""The vector units that kernels can be written for, by name."""

from __future__ import annotations

from lutfuse.kernels.unit.neon import NeonDotprod
from lutfuse.kernels.unit.vectors import VectorUnit
from lutfuse.kernels.unit.x86 import Avx2, Avx512Vbmi, Avx512Vnni

VECTOR_UNITS: dict[str, VectorUnit] = {
    "avx512-vbmi": Avx512Vbmi(),
    "avx512-vnni": Avx512Vnni(),
    "avx2": Avx2(),
    "neon-dotprod": NeonDotprod(),
    "portable": VectorUnit(),
}
