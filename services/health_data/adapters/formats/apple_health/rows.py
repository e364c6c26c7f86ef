"""Records of a fixed size by the million: kept in small buffers, and on disk beyond those."""

import struct
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Any, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

_BUFFER_BYTES: Final = 512 * 1024
Table = npt.NDArray[np.void]
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True)
class Layout:
    """The fields of a record, as `struct` packs them and as numpy reads them, without padding."""

    packing: struct.Struct
    dtype: np.dtype[np.void]


def layout(**fields: str) -> Layout:
    """A record of these fields, each of a type of numpy."""
    dtype = np.dtype([(name, f"<{kind}") for name, kind in fields.items()])
    codes = "".join(np.dtype(f"<{kind}").char for kind in fields.values())
    # numpy says "l" for eight bytes where `struct` with "<" says "q".
    packing = struct.Struct("<" + codes.replace("l", "q").replace("L", "Q"))
    assert packing.size == dtype.itemsize
    return Layout(packing, dtype)


SAMPLES: Final = layout(start="i8", length="u4", whole="u4", value="f8", day="i4", source="u2", member="u2", line="u4")
"""A part of a record on one local day: its start in UTC and its length, and the length of the whole, in seconds."""
NIGHTS: Final = layout(
    start="i8", end="i8", start_offset="i4", end_offset="i4", stage="u1", source="u2", zone="u2", member="u2", line="u4"
)
"""A record of sleep: its times in UTC, and the offsets they are stated with, in seconds."""


class Rows(Generic[_Key]):
    """Rows by key, in the order they came in. Closed by garbage collection, or `close`."""

    def __init__(self, kind: Layout) -> None:
        self._kind = kind
        self._buffers: dict[_Key, bytearray] = {}
        self._written: dict[_Key, list[tuple[int, int]]] = {}
        self._file = TemporaryFile()  # noqa: SIM115, it lives as long as this does

    def append(self, key: _Key, *fields: Any) -> None:  # noqa: ANN401, as `struct` takes them
        """Adds a row.

        Raises:
            struct.error: a field is out of range.
        """
        buffer = self._buffers.get(key)
        if buffer is None:
            buffer = self._buffers[key] = bytearray()
        buffer += self._kind.packing.pack(*fields)
        if len(buffer) >= _BUFFER_BYTES:
            self._write(key, buffer)

    def held(self) -> tuple[_Key, ...]:
        """The keys that have rows."""
        return tuple(self._buffers)

    def of(self, key: _Key) -> Table:
        """The rows of a key; none where there are none."""
        parts = [self._read(*place) for place in self._written.get(key, [])]
        return np.frombuffer(b"".join([*parts, bytes(self._buffers.get(key, b""))]), self._kind.dtype)

    def close(self) -> None:
        self._file.close()

    def _write(self, key: _Key, buffer: bytearray) -> None:
        place = (self._file.seek(0, 2), len(buffer))
        self._file.write(buffer)
        self._written.setdefault(key, []).append(place)
        buffer.clear()

    def _read(self, at: int, size: int) -> bytes:
        self._file.seek(at)
        return self._file.read(size)


def once(rows: Table, identity: Sequence[str]) -> Table:
    """Each record once, where it is met first; two are the same whose fields of these names are."""
    order = np.lexsort([rows["line"], rows["member"], *(rows[name] for name in reversed(identity))])
    rows = rows[order]
    again = np.ones(max(len(rows) - 1, 0), bool)
    for name in identity:
        again &= rows[name][1:] == rows[name][:-1]
    return rows[np.concatenate([[True], ~again])] if len(rows) else rows
