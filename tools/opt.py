"""`lutfuse-opt`: mlir-opt with the dialect `lutfuse` and the passes of this project.

The program is mlir-opt's own main, so every flag of mlir-opt is there and means the same.
"""

from __future__ import annotations

import sys

from lutfuse import _lutfuse
from lutfuse.passes import register_passes


def main() -> int:
    """Runs mlir-opt's main on this process's arguments; returns its exit code."""
    register_passes()
    return _lutfuse.opt_main(["lutfuse-opt", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
