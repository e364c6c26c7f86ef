"""What a result may look like. An honest run keeps to it before it sends, and what arrives is held to the same.

A few megabytes of JSON can become a hundred megabytes of objects, so how many values there are is read off the bytes
before they are parsed.
"""

import math
import re
from typing import Final

from services.data_science.domain.run import JsonValue

MAX_DEPTH: Final = 32
MAX_VALUES: Final = 200_000
"""Twenty years of days with two dozen columns."""
MAX_TEXT: Final = 100_000
"""Characters of one text or key."""
MAX_MESSAGE: Final = 2_000
MAX_FRAMES: Final = 10
_ERROR_REPORT: Final = {
    "error_type": MAX_MESSAGE,
    "message": MAX_MESSAGE,
    "traceback": MAX_FRAMES * (MAX_MESSAGE + 1),
}
_TEXTS: Final = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_OUTSIDE_64_BITS: Final = 2**63


def has_too_many_values(body: bytes) -> bool:
    """Whether JSON has more values than a result may have. Takes a copy at most, and time in proportion to the bytes.

    Every value but the first follows a comma or an opening bracket; those within texts do not count.
    """
    return _marks(body) >= MAX_VALUES and _marks(_TEXTS.sub(b"", body)) >= MAX_VALUES


def check_value(value: JsonValue, depth_left: int = MAX_DEPTH + 1) -> None:
    """Raises ValueError for what no honest run sends, and what would trouble a later reader.

    That is: depth, long texts, half surrogate pairs, numbers that are not finite or need more than 64 bits.
    """
    if depth_left == 0:
        raise ValueError("nested too deeply")
    match value:
        case dict():
            for key, item in value.items():
                _check_scalar(key)
                check_value(item, depth_left - 1)
        case list():
            for item in value:
                check_value(item, depth_left - 1)
        case _:
            _check_scalar(value)


def check_error_report(value: JsonValue) -> None:
    """Raises ValueError unless it is a type, a message and a traceback, each no longer than the wrapper makes it."""
    if not isinstance(value, dict) or set(value) != set(_ERROR_REPORT):
        raise ValueError("not an error report")
    for field, longest in _ERROR_REPORT.items():
        text = value[field]
        if not isinstance(text, str) or len(text) > longest:
            raise ValueError("not an error report")
        text.encode()


def _check_scalar(value: JsonValue) -> None:
    match value:
        case str():
            if len(value) > MAX_TEXT:
                raise ValueError("a text that is too long")
            value.encode()
        case int():
            if not -_OUTSIDE_64_BITS < value < _OUTSIDE_64_BITS:
                raise ValueError("a number of more than 64 bits")
        case float():
            if not math.isfinite(value):
                raise ValueError("not a finite number")


def _marks(body: bytes) -> int:
    return body.count(b",") + body.count(b"[") + body.count(b"{")
