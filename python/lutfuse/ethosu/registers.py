"""The registers of the NPU as its commands leave them, and typed views of them."""

from __future__ import annotations

from lutfuse.ethosu.commands import Command
from lutfuse.ethosu.faults import Fault, UnsetRegisterFault
from lutfuse.ethosu.fields import field, signed16

_PREFIX = "NPU_SET_"


class Registers:
    """Last command that set each register, by the register's name without `NPU_SET_`."""

    def __init__(self) -> None:
        self._commands: dict[str, Command] = {}

    def set(self, command: Command) -> None:
        """Keep what a command sets."""
        self._commands[command.name.removeprefix(_PREFIX)] = command

    def _command(self, name: str) -> Command:
        command = self._commands.get(name)
        if command is None:
            raise UnsetRegisterFault(f"needs register {name}, never set")
        return command

    def is_set(self, name: str) -> bool:
        """Whether any command has set the register."""
        return name in self._commands

    def unsigned(self, name: str) -> int:
        """The 16-bit parameter."""
        return self._command(name).parameter

    def signed(self, name: str) -> int:
        """The 16-bit parameter as a signed number."""
        return signed16(self.unsigned(name))

    def count(self, name: str) -> int:
        """The number that a `_M1` register stands for: one more than it holds."""
        return self.unsigned(f"{name}_M1") + 1

    def address(self, name: str) -> int:
        """The 32-bit payload with the parameter above it."""
        return self._command(name).address

    def length(self, name: str) -> int:
        """The 32-bit payload alone."""
        return self._command(name).payload or 0

    def scale(self, name: str) -> tuple[int, int]:
        """(multiplier, shift) of a scale register: 32 bits and 6 bits."""
        command = self._command(name)
        return command.payload or 0, command.parameter & 0x3F

    def flag(self, name: str, part: str) -> int:
        """The number in one bit field."""
        return field(_PREFIX + name, part).get(self.unsigned(name))

    def choice(self, name: str, part: str) -> str:
        """The named value of one bit field; a value without a name is a fault."""
        one = field(_PREFIX + name, part)
        value = one.get(self.unsigned(name))
        if one.values is None or value not in one.values:
            raise Fault(f"expected a known {part} in {name}, got {value}")
        return one.values[value]
