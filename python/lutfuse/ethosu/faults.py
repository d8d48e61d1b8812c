"""What the hardware must never be told to do, as one exception with one line."""

from __future__ import annotations


class Fault(ValueError):
    """A command stream that the hardware would run wrongly, or not at all.

    The text is one line; the simulator puts the position and the name of the command before it.
    """

    def at(self, position: int, name: str) -> Fault:
        """The same fault, of the same class, at a word of the command stream."""
        return type(self)(f"word {position}, {name}: {self}")


class UnknownCommandFault(Fault):
    """A word that is no command, or a command outside of the simulated part of the hardware."""


class UnsetRegisterFault(Fault):
    """An operation that needs a register which no command has set."""


class AddressFault(Fault):
    """An access outside of a region, or to a region that does not exist."""


class UnwrittenFault(Fault):
    """A read of bytes that nothing has written."""


class TableFault(Fault):
    """A look-up in a table slot that no transfer has filled, or that was overwritten."""


class HazardFault(Fault):
    """An operation that does not wait for a transfer or operation whose bytes it needs."""


class WeightFault(Fault):
    """A weight or scale stream that does not decode to what its operation needs."""


class ArithmeticFault(Fault):
    """An accumulator or operand outside of what the hardware can hold."""
