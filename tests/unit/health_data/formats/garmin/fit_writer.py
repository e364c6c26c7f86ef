"""Writes small FIT files, by the protocol alone."""

import struct
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

_BASE: Final = {"B": 0x02, "H": 0x84, "I": 0x86, "b": 0x01, "h": 0x83, "i": 0x85, "E": 0x00}
_EPOCH: Final = datetime(1989, 12, 31, tzinfo=UTC)

Fields = Sequence[tuple[int, str, int]]
"""The number of a field, the type of its value ("E" for an enumeration) and the value."""


def fit_time(moment: datetime) -> int:
    """Seconds as FIT counts them, of a UTC time; of a local one as if it were UTC."""
    return int((moment.replace(tzinfo=UTC) - _EPOCH).total_seconds())


def fit(messages: Sequence[tuple[int, Fields]]) -> bytes:
    """A whole file of messages, each defined anew."""
    body = b"".join(_definition(number, fields) + _data(fields) for number, fields in messages)
    head = struct.pack("<BBHI4s", 14, 0x20, 2132, len(body), b".FIT")
    whole = head + struct.pack("<H", _crc(head)) + body
    return whole + struct.pack("<H", _crc(whole))


def _definition(number: int, fields: Fields) -> bytes:
    described = b"".join(bytes((index, struct.calcsize(_code(kind)), _BASE[kind])) for index, kind, _ in fields)
    return struct.pack("<BBBHB", 0x40, 0, 0, number, len(fields)) + described


def _data(fields: Fields) -> bytes:
    return b"\0" + b"".join(struct.pack(f"<{_code(kind)}", value) for _, kind, value in fields)


def _code(kind: str) -> str:
    return "B" if kind == "E" else kind


def _crc(content: bytes) -> int:
    """Bit by bit, as the polynomial says."""
    crc = 0
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def activity(start: datetime, offset_hours: int | None, **totals: int) -> bytes:
    """A run that starts at a UTC time.

    Args:
        start: UTC.
        offset_hours: of local time; None leaves it out.
        totals: elapsed, timer (milliseconds), distance (centimetres), calories, heart_rate, ascent.
    """
    begins = fit_time(start)
    ends = begins + totals.get("elapsed", 1800_000) // 1000
    numbers: Mapping[str, tuple[int, str]] = {
        "elapsed": (7, "I"),
        "timer": (8, "I"),
        "distance": (9, "I"),
        "calories": (11, "H"),
        "heart_rate": (16, "B"),
        "ascent": (22, "H"),
    }
    session = [(253, "I", ends), (2, "I", begins), (5, "E", 1)]
    session += [(numbers[name][0], numbers[name][1], value) for name, value in totals.items()]
    end = [(253, "I", ends)]
    if offset_hours is not None:
        end.append((5, "I", ends + offset_hours * 3600))
    records = [(20, [(253, "I", begins + second), (3, "B", 140)]) for second in range(20)]
    return fit([(0, [(0, "E", 4), (1, "H", 1), (4, "I", begins)]), *records, (18, session), (34, end)])
