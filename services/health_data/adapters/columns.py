"""A table as bytes: a header, then each column as it lies in memory (`docs/imports.md`).

The reader is `services/data_science/adapters/sandbox/columns.py`.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

VERSION: Final = 1
_HEAD: Final = struct.Struct("<7sBII")
_MARK: Final = b"columns"
_ALIGNMENT: Final = 8

Numbers: TypeAlias = npt.NDArray[np.float64]
Moments: TypeAlias = npt.NDArray[np.datetime64]
Texts: TypeAlias = Sequence[str | None]


def encode(columns: Mapping[str, Numbers | Moments | Texts]) -> bytes:
    """The table of these columns, which are all of one length.

    Args:
        columns: by name, in their order. Numbers are float64, and NaN where one is missing. Moments are datetime64
            without a zone, of nanoseconds' range; NaT and None are missing.

    Raises:
        ValueError: the columns are not of one length.
    """
    rows = {len(values) for values in columns.values()}
    if len(rows) > 1:
        raise ValueError("The columns of a table have one length.")
    encoded = [_column(name, values) for name, values in columns.items()]
    header = json.dumps([each for each, _ in encoded], ensure_ascii=False, separators=(",", ":")).encode()
    header += b" " * (-len(header) % _ALIGNMENT)
    head = _HEAD.pack(_MARK, VERSION, len(header), rows.pop() if rows else 0)
    return b"".join([head, header, *(_padded(values) for _, values in encoded)])


def _column(name: str, values: Numbers | Moments | Texts) -> tuple[list[object], npt.NDArray[Any]]:
    """How it is described in the header, and what follows the header."""
    match values:
        case np.ndarray(dtype=np.dtype(kind="f")):
            return [name, "number"], values.astype("<f8", copy=False)
        case np.ndarray(dtype=np.dtype(kind="M")):
            return [name, "moment"], values.astype("<M8[ns]", copy=False)
        case _:
            place = {word: at for at, word in enumerate(dict.fromkeys(word for word in values if word is not None))}
            codes = [-1 if word is None else place[word] for word in values]
            return [name, "text", list(place)], np.array(codes, "<i4")


def _padded(values: npt.NDArray[Any]) -> bytes:
    content = values.tobytes()
    return content + bytes(-len(content) % _ALIGNMENT)
