"""A command stream as text, one line for each command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from lutfuse.ethosu.commands import decode
from lutfuse.ethosu.fields import describe


def disassemble(words: Sequence[int], comments: Sequence[str] | None = None) -> str:
    """Position in words, name, decoded fields; a `_M1` register shows the number it stands for.

    With a comment of one line for each operation, it stands before the operation's registers.

    Lines of operations are followed by an empty line, so that each stands with its registers.
    Raises UnknownCommandFault on a word that is no command.
    """
    lines: list[str] = []
    pending = iter(comments or ())
    starts = True
    for command in decode(words):
        if starts:
            lines += [f"; {comment}" for comment in islice(pending, 1)]
            starts = False
        lines.append(f"{command.position:6}  {command.name:24} {describe(command)}".rstrip())
        if command.is_operation and not command.name.endswith("_WAIT"):
            lines.append("")
            starts = True
    return "\n".join(lines)
