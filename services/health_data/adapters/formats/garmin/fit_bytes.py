"""A FIT file as bytes: whether it is whole, and what of it has to be decoded.

A recording has a message for every second, of which nothing is kept: they are taken out by their length alone, which
takes a hundredth of the time that decoding them would. Layout: the FIT protocol, developer.garmin.com/fit/protocol.
"""

import struct
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

MAGIC: Final = b".FIT"
_SHORT_HEADER: Final = 12
_POLYNOMIAL: Final = 0xA001
_COMPRESSED: Final = 0x80
_DEFINITION: Final = 0x40
_DEVELOPER: Final = 0x20
_DESCRIBING: Final = frozenset({206, 207})
"""Messages that say what fields of applications hold; without them the others cannot be decoded."""


class BrokenFitError(Exception):
    """The bytes are no whole FIT file; the text says why."""


def is_fit_head(head: bytes) -> bool:
    return head[8:12] == MAGIC


def slimmed(content: bytes, wanted: AbstractSet[int]) -> bytes:
    """The same file, or files one after the other, with the messages of some numbers alone.

    Raises:
        BrokenFitError: it is cut off, or not what was once written.
    """
    parts = []
    at = 0
    while at < len(content):
        if len(content) - at < _SHORT_HEADER or content[at + 8 : at + 12] != MAGIC:
            raise BrokenFitError("it does not begin as a FIT file does")
        header = content[at]
        size = int.from_bytes(content[at + 4 : at + 8], "little")
        end = at + header + size
        if end + 2 > len(content):
            raise BrokenFitError("it is cut off")
        if checksum(content[at : end + 2]):
            raise BrokenFitError("its checksum does not fit")
        body = _wanted(content[at + header : end], wanted | _DESCRIBING)
        parts.append(content[at : at + 4] + len(body).to_bytes(4, "little") + content[at + 8 : at + header])
        parts += [body, b"\0\0"]
        at = end + 2
    return b"".join(parts)


def _wanted(body: bytes, wanted: AbstractSet[int]) -> bytes:
    """The definitions and the wanted messages of one file."""
    kept = []
    known: dict[int, tuple[int, bool]] = {}
    at = 0
    try:
        while at < len(body):
            head = body[at]
            if head & _COMPRESSED or not head & _DEFINITION:
                local = (head >> 5) & 0x3 if head & _COMPRESSED else head & 0xF
                length, is_wanted = known[local]
            else:
                length, data_length, number = _defined(body, at)
                known[head & 0xF] = (data_length, number in wanted)
                is_wanted = True
            if at + length > len(body):
                raise BrokenFitError("a message in it is cut off")
            if is_wanted:
                kept.append(body[at : at + length])
            at += length
    except (IndexError, KeyError, struct.error):
        raise BrokenFitError("its messages cannot be told apart") from None
    return b"".join(kept)


def _defined(body: bytes, at: int) -> tuple[int, int, int]:
    """Of a definition: its length, that of the messages it defines, and their number."""
    number = int.from_bytes(body[at + 3 : at + 5], "big" if body[at + 2] else "little")
    fields = body[at + 5]
    end = at + 6 + 3 * fields
    data = 1 + sum(body[at + 7 : end : 3])
    if body[at] & _DEVELOPER:
        own = body[end]
        data += sum(body[end + 2 : end + 1 + 3 * own : 3])
        end += 1 + 3 * own
    return end - at, data, number


def checksum(content: bytes) -> int:
    """The CRC-16 of FIT; 0 of bytes that end with their own.

    Neighbouring pieces are joined until one is left: what comes before counts as if as many zeros followed it.
    """
    pieces = _bytewise()[np.frombuffer(content, np.uint8)]
    shift = _shift()
    while len(pieces) > 1:
        if len(pieces) % 2:
            # Zeros before the first byte change nothing.
            pieces = np.concatenate([np.zeros(1, np.uint16), pieces])
        pieces = shift[pieces[0::2]] ^ pieces[1::2]
        shift = shift[shift]
    return int(pieces[0]) if len(pieces) else 0


@cache
def _bytewise() -> npt.NDArray[np.uint16]:
    """The checksum of each byte."""
    table = np.arange(256, dtype=np.uint16)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ _POLYNOMIAL, table >> 1).astype(np.uint16)
    return table


@cache
def _shift() -> npt.NDArray[np.uint16]:
    """What each checksum becomes when a byte of zeros follows."""
    every = np.arange(65536, dtype=np.uint16)
    shifted: npt.NDArray[np.uint16] = (every >> 8) ^ _bytewise()[every & 0xFF]
    return shifted
