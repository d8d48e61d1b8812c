"""Kernels of element-wise graphs."""
