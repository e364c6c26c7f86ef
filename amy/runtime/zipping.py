"""Zip archives that are sent while they are made, front to back."""

import zipfile
from datetime import datetime
from typing import IO


class ZipStream:
    """An archive of which each piece can be sent before the next one is made.

    Args:
        made_at: said of each file.
        deflated: whether it is made smaller.
    """

    def __init__(self, made_at: datetime, *, deflated: bool) -> None:
        self._made_at = made_at
        self._method = zipfile.ZIP_DEFLATED if deflated else zipfile.ZIP_STORED
        self._sink = _Sink()
        self._zip = zipfile.ZipFile(self._sink, "w")
        self._name = ""
        self._open: IO[bytes] | None = None

    def written(self, name: str, content: bytes) -> bytes:
        """What is to be sent once a file, the one that is being written or a further one, goes on with this."""
        if self._open is None or name != self._name:
            self._close()
            at = self._made_at
            info = zipfile.ZipInfo(name, (at.year, at.month, at.day, at.hour, at.minute, at.second))
            info.compress_type = self._method
            self._name, self._open = name, self._zip.open(info, "w", force_zip64=True)
        self._open.write(content)
        return self._sink.taken()

    def ended(self) -> bytes:
        """The list of files, which ends an archive."""
        self._close()
        self._zip.close()
        return self._sink.taken()

    def _close(self) -> None:
        if self._open is not None:
            self._open.close()


class _Sink:
    """What is written, until it is taken. It cannot be sought in, which has the archive written front to back."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes, /) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing is held."""

    def taken(self) -> bytes:
        taken, self._written = bytes(self._written), bytearray()
        return taken
