"""All passes of the project: importing this module defines them."""

from lutfuse.passes import convert_lutfuse_to_tosa, convert_tosa_to_lutfuse, fuse_lut_activation

__all__ = ["convert_lutfuse_to_tosa", "convert_tosa_to_lutfuse", "fuse_lut_activation"]
