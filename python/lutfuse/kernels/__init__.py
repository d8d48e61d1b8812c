"""Kernels as Python that builds MLIR: they know NumPy arrays and vector units, no operations.

Of the other rooms they read `lutfuse.numerics` alone: the arithmetic that they are to compute.

`unit` has processors and their vector units, `codes` what happens to sums and codes, and each
other room is one family of kernels. Which kernel computes what is decided in `lutfuse.passes.cpu`.
"""
