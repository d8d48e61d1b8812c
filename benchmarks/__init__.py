"""Measurements of the project: each module is a script, run as `python -m benchmarks.<name>`."""
