"""The passes of Lutfuse. Importing this package defines them; `register_passes` names them."""

from lutfuse.passes.registry import register_passes

__all__ = ["register_passes"]
