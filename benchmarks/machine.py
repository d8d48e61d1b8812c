"""The machine, by processor and instruction sets: no names of hosts, users or places."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path

from lutfuse import _lutfuse
from lutfuse.kernels.unit import cpus

_NOTABLE = ("avx2", "fma", "avx512", "avxvnni", "amx", "neon", "dotprod", "i8mm", "sve")


@cache
def describe() -> str:
    """One line, e.g. `AMD EPYC (znver4), 2 cores, x86_64: avx2 ...; code for avx512-vbmi`."""
    name, features = _lutfuse.host_cpu()
    notable = sorted(f for f in features if f.startswith(_NOTABLE))
    cores = f"{os.cpu_count()} cores"
    unit = cpus.find_cpu().unit
    what = f"{_model()} ({name}), {cores}, {platform.machine()}"
    return f"{what}: {' '.join(notable)}; code for {unit}"


def _model() -> str:
    """Name of the processor as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"
