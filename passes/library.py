"""All passes of the project: importing this module defines them."""

from lutfuse.passes import (
    check_equivalence,
    check_lut_tables,
    check_provenance,
    collapse_elementwise_to_table,
    compose_activations,
    convert_lutfuse_to_tosa,
    convert_tosa_to_lutfuse,
    free_kernel_buffers,
    fuse_lut_activation,
    generate_cpu_kernels,
    outline_cpu_kernels,
    plan_cpu_buffers,
    unfuse_lut_activation,
)

__all__ = [
    "check_equivalence",
    "check_lut_tables",
    "check_provenance",
    "collapse_elementwise_to_table",
    "compose_activations",
    "convert_lutfuse_to_tosa",
    "convert_tosa_to_lutfuse",
    "free_kernel_buffers",
    "fuse_lut_activation",
    "generate_cpu_kernels",
    "outline_cpu_kernels",
    "plan_cpu_buffers",
    "unfuse_lut_activation",
]
