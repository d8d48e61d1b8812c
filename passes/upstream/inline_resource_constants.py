"""Puts the data of resources into the attributes that name them.

Upstream's lowering reads constants where it cannot do without, parameters of a rescale for one,
and knows no `dense_resource` there: it refuses the op, or aborts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.core.registry import ModulePass, check_resources, register


@register
@dataclass(frozen=True)
class InlineResourceConstants(ModulePass):
    """Turn every `dense_resource` into a `dense` attribute.

    Before:

    ```mlir
    %0 = "tosa.const"() <{values = dense_resource<t> : tensor<2xi8>}> : () -> tensor<2xi8>
    ...
    {-# dialect_resources: { builtin: { t: "0x010000000102" } } #-}
    ```

    After:

    ```mlir
    %0 = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
    ```
    """

    name: ClassVar[str] = "inline-resource-constants"

    def run(self, module: ir.Operation) -> None:
        check_resources(module)
        _lutfuse.inline_resources(module)
