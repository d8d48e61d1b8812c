"""Conversions between TOSA and the dialect `lutfuse`."""
