"""Reads the body of an answer without ever holding more of it than is allowed.

Bytes are counted as they arrive and again as they unpack. httpx would unpack a whole chunk before anybody could count,
so unpacking is done here, with an upper bound for each step.
"""

import zlib
from typing import Final, Protocol

import httpx

from services.domain_expert.domain.web_results import BadAnswerError, TooLargeError

ACCEPTED_ENCODING: Final = "gzip"
_GZIP: Final = 16 + zlib.MAX_WBITS


class _Unpacker(Protocol):
    def add(self, packed: bytes) -> None: ...

    def finish(self) -> bytes: ...


async def read_body(response: httpx.Response, *, max_bytes: int) -> bytes:
    """The unpacked body.

    Raises:
        TooLargeError: more than `max_bytes` are announced, arrive or unpack.
        BadAnswerError: the packing is broken or one that was not asked for.
    """
    host = response.request.url.host
    announced = response.headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and int(announced[:20]) > max_bytes:
        raise TooLargeError(f"the answer announces more than {max_bytes} bytes.", host=host)
    unpacker = _unpacker_of(response, host=host, max_bytes=max_bytes)
    arrived = 0
    async for part in response.aiter_raw():
        arrived += len(part)
        if arrived > max_bytes:
            raise TooLargeError(f"the answer has more than {max_bytes} bytes.", host=host)
        unpacker.add(part)
    return unpacker.finish()


def _unpacker_of(response: httpx.Response, *, host: str, max_bytes: int) -> _Unpacker:
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    match encoding:
        case "identity" | "":
            return _Plain()
        case "gzip" | "x-gzip":
            return _Gzip(host=host, max_bytes=max_bytes)
        case _:
            raise BadAnswerError("the answer is packed in a way that was not asked for.", host=host)


class _Plain:
    """A body that is not packed; the reader has counted it already."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def add(self, packed: bytes) -> None:
        self._parts.append(packed)

    def finish(self) -> bytes:
        return b"".join(self._parts)


class _Gzip:
    """A gzip body of one or more members."""

    def __init__(self, *, host: str, max_bytes: int) -> None:
        self._host = host
        self._max_bytes = max_bytes
        self._parts: list[bytes] = []
        self._unpacked = 0
        self._member = zlib.decompressobj(_GZIP)

    def add(self, packed: bytes) -> None:
        while packed:
            if self._member.eof:
                self._member = zlib.decompressobj(_GZIP)
            try:
                part = self._member.decompress(packed, self._max_bytes - self._unpacked + 1)
            except zlib.error as error:
                raise BadAnswerError("the packing of the answer is broken.", host=self._host) from error
            self._unpacked += len(part)
            if self._unpacked > self._max_bytes:
                raise TooLargeError(f"the answer unpacks to more than {self._max_bytes} bytes.", host=self._host)
            self._parts.append(part)
            packed = self._member.unused_data if self._member.eof else self._member.unconsumed_tail

    def finish(self) -> bytes:
        if not self._member.eof:
            raise BadAnswerError("the packing of the answer breaks off.", host=self._host)
        return b"".join(self._parts)
