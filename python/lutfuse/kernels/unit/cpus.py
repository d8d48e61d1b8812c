"""Processors: what a kernel generator must know of the machine that runs the code."""

from __future__ import annotations

import platform
from dataclasses import dataclass

from lutfuse import _lutfuse

# Vector units from the best to the plainest, with the features that each needs.
UNITS: dict[str, frozenset[str]] = {
    "avx512-vbmi": frozenset(
        {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vnni", "avx512vbmi"}
    ),
    "avx512-vnni": frozenset({"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vnni"}),
    "avx2": frozenset({"avx2", "fma"}),
    "neon-dotprod": frozenset({"dotprod"}),
}


@dataclass(frozen=True)
class Cpu:
    """A processor as LLVM names it, and the vector unit that kernels are written for.

    `features` are those that LLVM may use on top of what `name` implies, as `+avx2,+fma`.
    """

    name: str
    triple: str
    unit: str
    features: str = ""

    def code_generator(self) -> _lutfuse.CodeGenerator:
        """Compiles modules for this processor; raises CodegenError if LLVM does not know it."""
        return _lutfuse.CodeGenerator(self.triple, self.name, self.features)


# Processors that may be named without asking LLVM what they have.
KNOWN: dict[str, Cpu] = {
    cpu.name: cpu
    for cpu in (
        Cpu("haswell", "x86_64-unknown-linux-gnu", "avx2"),
        Cpu("x86-64-v3", "x86_64-unknown-linux-gnu", "avx2"),
        Cpu("cascadelake", "x86_64-unknown-linux-gnu", "avx512-vnni"),
        Cpu("icelake-server", "x86_64-unknown-linux-gnu", "avx512-vbmi"),
        Cpu("znver3", "x86_64-unknown-linux-gnu", "avx2"),
        Cpu("znver4", "x86_64-unknown-linux-gnu", "avx512-vbmi"),
        Cpu("cortex-a76", "aarch64-unknown-linux-gnu", "neon-dotprod"),
        Cpu("neoverse-n1", "aarch64-unknown-linux-gnu", "neon-dotprod"),
        Cpu("generic", "x86_64-unknown-linux-gnu", "portable"),
    )
}


def find_cpu(name: str = "host") -> Cpu:
    """The processor of that name, `host` for this machine; raises ValueError with the names."""
    if name == "host":
        return _host()
    if name not in KNOWN:
        known = ", ".join(["host", *KNOWN])
        raise ValueError(f"expected a CPU among {known} but got '{name}'")
    return KNOWN[name]


def check_runs_here(cpu: Cpu) -> None:
    """Raises ValueError unless this machine has the vector unit of `cpu`."""
    here, there = _lutfuse.host_triple().split("-")[0], cpu.triple.split("-")[0]
    if here != there:
        raise ValueError(f"expected a processor of {here} but got '{cpu.name}' of {there}")
    missing = UNITS.get(cpu.unit, frozenset()) - _lutfuse.host_cpu()[1]
    if missing:
        lacks = ", ".join(sorted(missing))
        raise ValueError(f"expected a processor like this one but got '{cpu.name}' with {lacks}")


def _host() -> Cpu:
    name, features = _lutfuse.host_cpu()
    unit = next((unit for unit, needs in UNITS.items() if needs <= features), "portable")
    plus = ",".join(f"+{feature}" for feature in sorted(features))
    if platform.machine() == "arm64":
        plus = ""  # Apple's list names features that other versions of LLVM do not know
    return Cpu(name, _lutfuse.host_triple(), unit, plus)
