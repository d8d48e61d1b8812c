"""lit's shell tests with every file named as the folder of the test sees it.

Commands get `../../../test/passes/x.mlir` and not the path of the checkout, so that no test can
depend on how long that is, or on a space in it. lit hands formats to its workers by name, which is
why this is a module and no part of the configuration.
"""

from __future__ import annotations

import os
from pathlib import Path

from lit.formats import ShTest
from lit.LitConfig import LitConfig
from lit.Test import Result, Test


class RelativeShTest(ShTest):
    """`%s`, `%S` and `%t` relative to the folder that lit runs the commands of a test in."""

    def execute(self, test: Test, litConfig: LitConfig) -> Result:
        folder = Path(test.getExecPath()).parent
        source = os.path.relpath(test.getSourcePath(), folder)
        output = os.path.join("Output", f"{Path(source).name}.tmp")
        self.extra_substitutions = [
            ("%s", source),
            ("%S", os.path.dirname(source)),
            ("%t", output),
        ]
        return super().execute(test, litConfig)
