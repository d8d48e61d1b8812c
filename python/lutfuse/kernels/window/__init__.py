"""Kernels of windows without weights: pooling, reductions, resizes."""
