"""`lutfuse-opt`: mlir-opt with the dialect `lutfuse` and the passes of this project.

The program is mlir-opt's own main, so every flag of mlir-opt is there and means the same. One
more, `--load-python=FILE`, runs a Python file first, which may register passes, targets and
attribute rules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import lutfuse
from lutfuse import _lutfuse
from lutfuse.passes import register_passes
from lutfuse.tools.load_python import LoadError, load_python, requested


def _loads_own_plugin(arguments: Sequence[str]) -> bool:
    """Whether the plugin for stock mlir-opt is to be loaded, which would end in an assertion."""
    flag = re.compile(r"--?load-(dialect|pass)-plugin(=|$)")
    own = lutfuse.plugin_path().name
    return any(map(flag.match, arguments)) and any(word.endswith(own) for word in arguments)


def main() -> int:
    """Runs mlir-opt's main on this process's arguments; returns its exit code."""
    if _loads_own_plugin(sys.argv[1:]):
        print("lutfuse-opt: error: its own plugin is for a stock mlir-opt", file=sys.stderr)
        return 1
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
