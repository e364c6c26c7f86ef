"""What the headers of the tus protocol say: https://tus.io/protocols/resumable-upload, version 1.0.0."""

import base64
import binascii
from collections.abc import Mapping
from typing import Final

VERSION: Final = "1.0.0"
EXTENSIONS: Final = ("creation", "expiration", "termination")
CHUNKS: Final = "application/offset+octet-stream"
_LONGEST_METADATA: Final = 4096
_MOST_DIGITS: Final = 18


def count_of(text: str | None) -> int:
    """A number of bytes.

    Raises:
        ValueError: it is none; the message says what it should be.
    """
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise ValueError("it must be a whole number of bytes, 0 or more")
    return int(text)


def metadata_of(text: str) -> Mapping[str, str]:
    """What is said of a file, by key: `filename ZGF5cy5jc3Y=,fingerprint YQ==`.

    Raises:
        ValueError: it is no such list; the message says why.
    """
    if len(text) > _LONGEST_METADATA:
        raise ValueError(f"it may have at most {_LONGEST_METADATA} characters")
    said: dict[str, str] = {}
    for pair in text.split(",") if text.strip() else ():
        key, _, value = pair.strip().partition(" ")
        if not key or key in said:
            raise ValueError("each key is there once, with its value in Base64 after a space")
        try:
            said[key] = base64.b64decode(value.strip(), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise ValueError(f"the value of {key} is no text in Base64") from None
    return said
