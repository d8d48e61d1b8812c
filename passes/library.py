"""All passes of the project: importing this module defines them."""

from lutfuse.passes import (
    assign_table_slots,
    buffer_ethosu_weights,
    check_equivalence,
    check_lut_tables,
    check_provenance,
    check_table_residency,
    collapse_elementwise_to_table,
    compose_activations,
    convert_lutfuse_to_ethosu,
    convert_lutfuse_to_tosa,
    convert_tosa_to_lutfuse,
    fuse_lut_activation,
    unfuse_lut_activation,
)

__all__ = [
    "assign_table_slots",
    "buffer_ethosu_weights",
    "check_equivalence",
    "check_lut_tables",
    "check_provenance",
    "check_table_residency",
    "collapse_elementwise_to_table",
    "compose_activations",
    "convert_lutfuse_to_ethosu",
    "convert_lutfuse_to_tosa",
    "convert_tosa_to_lutfuse",
    "fuse_lut_activation",
    "unfuse_lut_activation",
]
