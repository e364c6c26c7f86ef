"""A look at a file's bytes as they come in, so that what cannot be a table is refused before it is there."""

from typing import Final

from services.health_data.domain.limits import IS_A_TABLE, SPLIT, Limits
from services.health_data.domain.looks import HEAD_BYTES, may_be_export, never_read
from services.health_data.domain.records import Refusal, Unreadable

_LINE_ENDS: Final = (b"\n", b"\r")


class Intake:
    """Sees every chunk of one file, in order; what it remembers does not grow with the file.

    Args:
        limits: on lines, and on the length of one. A line ends with a line feed or a carriage return; in UTF-16 these
            bytes may be others' too, so that too few lines are taken for long, never too many.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._head = b""
        self._told = False
        self._is_table = True
        self._lines = 0
        self._since_line_end = 0

    def see(self, chunk: bytes) -> Refusal | None:
        """Why the file cannot be read, as soon as that is certain."""
        if not self._told:
            self._head += chunk[: HEAD_BYTES - len(self._head)]
            if len(self._head) == HEAD_BYTES:
                refusal = self.end()
                if refusal is not None:
                    return refusal
        if not self._is_table:
            return None
        self._lines += chunk.count(b"\n")
        if self._lines > self._limits.lines:
            return Unreadable(f"The file has more than {self._limits.lines:,} lines. {SPLIT}")
        if self._has_long_line(chunk):
            return Unreadable(f"The file has a line of more than {self._limits.line_bytes:,} bytes. {IS_A_TABLE}")
        return None

    def end(self) -> Refusal | None:
        """What the beginning says, once there is no more of it."""
        if self._told:
            return None
        self._told = True
        kind = never_read(self._head)
        self._is_table = not may_be_export(self._head)
        return None if kind is None else Unreadable(kind)

    def _has_long_line(self, chunk: bytes) -> bool:
        """Steps from line end to line end as far as a line may reach, so that short lines cost next to nothing."""
        most = self._limits.line_bytes
        at = -self._since_line_end
        while at + most < len(chunk):
            start, stop = max(at, 0), at + most
            found = max(chunk.rfind(each, start, stop) for each in _LINE_ENDS)
            if found < 0:
                return True
            at = found + 1
        last = max(chunk.rfind(each, max(at, 0)) for each in _LINE_ENDS)
        self._since_line_end = len(chunk) - (last + 1 if last >= 0 else at)
        return False
