"""`lutfuse-opt`: mlir-opt with the dialect `lutfuse` and the passes of this project.

The program is mlir-opt's own main, so every flag of mlir-opt is there and means the same. One
more, `--load-python=FILE`, runs a Python file first, which may register passes, targets and
attribute rules.
"""

from __future__ import annotations

import sys

from lutfuse import _lutfuse
from lutfuse.passes import register_passes
from lutfuse.tools.load_python import LoadError, load_python, requested


def main() -> int:
    """Runs mlir-opt's main on this process's arguments; returns its exit code."""
    try:
        for path in requested(sys.argv[1:]):
            load_python(path)
    except LoadError as error:
        print(f"lutfuse-opt: error: {error}", file=sys.stderr)
        return 1
    register_passes()
    return _lutfuse.opt_main(["lutfuse-opt", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
