"""Command-line programs: `lutfuse-opt` and `lutfuse`."""
