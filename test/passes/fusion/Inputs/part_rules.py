"""Attribute rules of a compiler that splits convolutions, as a user would load them."""

from __future__ import annotations

from lutfuse.passes.core.attribute_rules import Rule, register_attribute_rule

WHERE = "where the layer runs"
register_attribute_rule("npu.core", Rule("keep", "both", WHERE, on_parts="keep"))
register_attribute_rule("npu.cycles", Rule("keep", "convolution", "what the layer costs"))
