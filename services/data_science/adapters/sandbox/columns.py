"""Reads a table that health_data sent: a header, then each column as it lies in memory (`docs/imports.md`).

Nothing is copied: numbers and moments are views of the bytes, and a text of many rows is kept once.
"""

import json
import struct
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

_VERSION: Final = 1
_HEAD: Final = struct.Struct("<7sBII")
_MARK: Final = b"columns"
_ALIGNMENT: Final = 8
_MOST_HEADER_BYTES: Final = 4 << 20
_TYPES: Final = {"number": np.dtype("<f8"), "moment": np.dtype("<M8[ns]"), "text": np.dtype("<i4")}

Numbers: TypeAlias = npt.NDArray[np.float64]
Moments: TypeAlias = npt.NDArray[np.datetime64]


class UnreadableTableError(ValueError):
    """These bytes are no table, or one of a layout that this version does not know."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Texts:
    """A column of texts.

    Attributes:
        words: each text that there is, once.
        codes: shape (rows,): of each row the place of its text in `words`; -1 where it is missing.
    """

    words: tuple[str, ...]
    codes: npt.NDArray[np.int32]

    def to_objects(self) -> npt.NDArray[np.object_]:
        """The text of each row; None where it is missing."""
        return np.array([*self.words, None], object)[self.codes]


Column: TypeAlias = Numbers | Moments | Texts


def decode(content: bytes) -> dict[str, Column]:
    """The columns by name, in their order; all of one length. No bytes are a table without columns.

    Numbers are float64, NaN where one is missing; moments are datetime64[ns] without a zone, NaT where one is missing.

    Raises:
        UnreadableTableError: no table, or of another version of the layout.
    """
    if not content:
        return {}
    if len(content) < _HEAD.size or not content.startswith(_MARK):
        raise UnreadableTableError("The bytes are no table.")
    _, version, length, rows = _HEAD.unpack_from(content)
    if version != _VERSION:
        raise UnreadableTableError(f"The table is of version {version} of its layout; this reads version {_VERSION}.")
    start = _HEAD.size + length
    if length % _ALIGNMENT or length > _MOST_HEADER_BYTES or start > len(content):
        raise UnreadableTableError("The table's header is cut off or too long.")
    described = _described(content[_HEAD.size : start])
    sizes = [rows * _TYPES[kind].itemsize for _, kind, _ in described]
    padded = [size + -size % _ALIGNMENT for size in sizes]
    if len(content) != start + sum(padded) or (rows and not described):
        raise UnreadableTableError("The table is not as long as its header says.")
    columns: dict[str, Column] = {}
    for (name, kind, words), size in zip(described, padded, strict=True):
        values: npt.NDArray[Any] = np.frombuffer(content, _TYPES[kind], rows, start)
        columns[name] = values if words is None else _texts(words, values)
        start += size
    return columns


def _described(header: bytes) -> list[tuple[str, str, tuple[str, ...] | None]]:
    """Of each column its name, its kind, and the words of a text."""
    try:
        parsed: Any = json.loads(header)
    except (ValueError, RecursionError) as error:
        raise UnreadableTableError("The table's header is not JSON.") from error
    described: list[tuple[str, str, tuple[str, ...] | None]] = []
    for each in parsed if isinstance(parsed, list) else [None]:
        match each:
            case [str(name), "number" | "moment" as kind]:
                described.append((name, kind, None))
            case [str(name), "text", [*words]] if all(isinstance(word, str) for word in words):
                described.append((name, "text", tuple(words)))
            case _:
                raise UnreadableTableError("The table's header describes no column that is known.")
    if any(count > 1 for count in Counter(name for name, _, _ in described).values()):
        raise UnreadableTableError("Two columns of the table have one name.")
    return described


def _texts(words: tuple[str, ...], codes: npt.NDArray[np.int32]) -> Texts:
    if codes.size and not -1 <= codes.min() <= codes.max() < len(words):
        raise UnreadableTableError("A text of the table is not among its words.")
    return Texts(words=words, codes=codes)
