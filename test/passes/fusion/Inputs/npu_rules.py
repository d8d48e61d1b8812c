"""Attribute rules of a compiler for some NPU, as a user would load them."""

from __future__ import annotations

from mlir import ir

from lutfuse.passes.core.attribute_rules import Rule, register_attribute_rule


def _sum(convolution: ir.Attribute | None, activation: ir.Attribute | None) -> ir.Attribute | None:
    if convolution is None or activation is None:
        return None
    cycles = ir.IntegerAttr(convolution), ir.IntegerAttr(activation)
    return ir.IntegerAttr.get(cycles[0].type, sum(one.value for one in cycles))


RESULT = "it describes the result"
for name in ("npu.output_range", "npu.output_type", "npu.memory_estimate"):
    register_attribute_rule(name, Rule("keep", "activation", RESULT))
register_attribute_rule(
    "npu.output_range",
    Rule("keep", "convolution", "it describes the codes between", becomes="npu.between"),
    op="lutfuse.conv_transpose2d",
)
register_attribute_rule(
    "npu.intermediate_range", Rule("keep", "convolution", "it describes the codes between")
)
register_attribute_rule("npu.core", Rule("keep", "both", "where the layer runs"))
register_attribute_rule("npu.cycles", Rule("convert", "both", "only a sum of two", convert=_sum))
register_attribute_rule("npu.", Rule("drop", "both", "planned for an op that is gone"))
