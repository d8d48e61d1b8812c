"""Where a bytecode file has what, for tests that change single bytes of it."""

from __future__ import annotations

from collections.abc import Iterator


class Cursor:
    """Reads MLIR's variable-length integers from `data`, from `at` on."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def integer(self) -> int:
        """As many zero bits at the bottom of the first byte as bytes follow it."""
        first = self.byte()
        more = 8 if first == 0 else (first & -first).bit_length() - 1
        value = int.from_bytes(bytes([first, *self.data[self.at : self.at + more]]), "little")
        self.at += more
        return value >> (8 if first == 0 else more + 1)


STRINGS, DIALECTS, ENTRIES, OFFSETS = 0, 1, 2, 3


def sections(data: bytes) -> dict[int, tuple[int, int]]:
    """Start and end of each top-level section."""
    cursor = Cursor(data, 4)
    cursor.integer()
    cursor.at = data.index(b"\0", cursor.at) + 1  # the producer's name
    found: dict[int, tuple[int, int]] = {}
    while cursor.at < len(data):
        kind, length = cursor.byte(), cursor.integer()
        if kind & 0x80:
            alignment = cursor.integer()
            cursor.at += -cursor.at % alignment
        found[kind & 0x7F] = (cursor.at, cursor.at + length)
        cursor.at += length
    return found


def strings(data: bytes) -> list[str]:
    """The strings of a file: their sizes in reverse order, then their bytes."""
    start, end = sections(data)[STRINGS]
    cursor = Cursor(data, start)
    sizes = [cursor.integer() for _ in range(cursor.integer())]
    found: list[str] = []
    for size in sizes:
        found.append(data[end - size : end - 1].decode())
        end -= size
    return found[::-1]


def dialects(data: bytes) -> list[tuple[str, tuple[int, int] | None]]:
    """The dialects' names, each with start and end of its version where it has one."""
    names = strings(data)
    cursor = Cursor(data, sections(data)[DIALECTS][0])
    found: list[tuple[str, tuple[int, int] | None]] = []
    for _ in range(cursor.integer()):
        index = cursor.integer()
        version = None
        if index & 1:
            cursor.byte()
            length = cursor.integer()
            version = (cursor.at, cursor.at + length)
            cursor.at += length
        found.append((names[index >> 1], version))
    return found


def attributes(data: bytes, dialect: str) -> Iterator[tuple[int, int]]:
    """Start and end of each attribute of a dialect that has an encoding of its own."""
    names = [name for name, _ in dialects(data)]
    cursor = Cursor(data, sections(data)[OFFSETS][0])
    at = sections(data)[ENTRIES][0]
    left = cursor.integer()
    cursor.integer()
    while left:
        owner = names[cursor.integer()]
        count = cursor.integer()
        left -= count
        for _ in range(count):
            size = cursor.integer()
            if size & 1 and owner == dialect:
                yield at, at + (size >> 1)
            at += size >> 1
