"""Rewrite patterns in Python, applied once to every op.

A pattern checks everything first and creates last: a pattern that fails after it created an op
leaves that op behind. After a replacement no reference to the old ops may be touched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mlir import ir, rewrite

from lutfuse.passes.core.registry import PassCrash, PassError

# An op's class, or the name of one that has no class.
Root = type[ir.OpView] | str
# Returns whether it rewrote the op.
Pattern = Callable[[Any, rewrite.PatternRewriter], bool]
Patterns = Mapping[type[ir.OpView], Pattern] | Mapping[Root, Pattern]


def apply_patterns(module: ir.Operation, patterns: Patterns) -> None:
    """Walks `module` and offers every op of the given classes or names to its pattern, once.

    Nothing else changes: no folding, no dead code elimination. An exception in a pattern must
    not unwind through MLIR, so it ends the rewriting and is raised after the walk.
    """
    errors: list[Exception] = []

    def guarded(pattern: Pattern) -> Callable[[ir.Operation, rewrite.PatternRewriter], bool]:
        def run(op: ir.Operation, rewriter: rewrite.PatternRewriter) -> bool:
            if errors:
                return True
            location = op.location
            try:
                return not pattern(op, rewriter)  # MLIR reads a true value as "no match"
            except PassError as error:
                errors.append(error)
            except Exception as error:
                errors.append(PassCrash(error, location))
            return True

        return run

    pattern_set = rewrite.RewritePatternSet(module.context)
    for root, pattern in patterns.items():
        pattern_set.add(root, guarded(pattern))
    rewrite.walk_and_apply_patterns(module, pattern_set.freeze())
    if errors:
        raise errors[0]
