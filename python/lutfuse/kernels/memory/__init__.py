"""Kernels that only move codes."""
