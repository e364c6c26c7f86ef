"""Large files on their way: what to send next, whatever carries it out."""

import base64
import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from amy.client.calls import Call, idempotent
from amy.client.data_models import Upload, UploadList
from amy.client.errors import AmyError, ConnectionFailedError, UpstreamUnavailableError
from amy.client.retry import Backoff
from amy.client.upload import pieces_of

RESUMABLE_BYTES: Final = 32 * 1024 * 1024
"""A file of this size or more goes on where it broke off; a smaller one is sent again as fast."""
UPLOADS: Final = "/v1/data/uploads"
_END_BYTES: Final = 1024 * 1024
_WORTH_ANOTHER_TRY: Final = frozenset({"upload_offset_mismatch", "upload_not_found", "http_408"})
_TUS: Final = {"Tus-Resumable": "1.0.0"}

Told = Callable[[int], None]


def is_resumable(path: Path) -> bool:
    """Whether a path goes on where it broke off; what is made of a folder has no length before it is sent."""
    return path.is_file() and path.stat().st_size >= RESUMABLE_BYTES


def fingerprint_of(file: Path) -> str:
    """What a file is known again by: its size and time, and its first and last MiB."""
    about = file.stat()
    said = hashlib.sha256(f"{about.st_size} {about.st_mtime_ns} ".encode())
    with file.open("rb") as stream:
        said.update(stream.read(_END_BYTES))
        stream.seek(max(0, about.st_size - _END_BYTES))
        said.update(stream.read(_END_BYTES))
    return said.hexdigest()


class Sending:
    """One file on its way.

    Args:
        file: of at least `RESUMABLE_BYTES`.
        filename: what it is called in the report.
        progress: told how many bytes of the file have been sent, now or before.
        going_on: told at which byte it goes on, where it does not begin.
        backoff: how often in a row it may break off without a byte more.

    Raises:
        OSError: the file cannot be read.
    """

    def __init__(
        self,
        file: Path,
        filename: str,
        *,
        progress: Told | None,
        going_on: Told | None,
        backoff: Backoff = Backoff(),  # noqa: B008, frozen
    ) -> None:
        self._file = file
        self._filename = filename
        self._progress = progress
        self._going_on = going_on
        self._backoff = backoff
        self._length = file.stat().st_size
        self._fingerprint = fingerprint_of(file)
        self._kept = -1
        self._failures = 0

    def of_this_file(self, listed: UploadList) -> Upload | None:
        """The upload of this file, if there is one; the newest of several."""
        mine = (self._fingerprint, self._length)
        return next((each for each in listed.data if (each.fingerprint, each.length) == mine), None)

    def beginning(self) -> Call[Upload]:
        said = {"filename": self._filename, "fingerprint": self._fingerprint}
        headers = {**idempotent(None), **_TUS, "Upload-Length": str(self._length), "Upload-Metadata": _metadata(said)}
        return Call(method="POST", path=UPLOADS, model=Upload, headers=headers)

    def rest(self, upload: Upload) -> Call[None] | None:
        """What is left to send; None where nothing is.

        Raises:
            OSError: the file is no longer the one that was begun with: what came would be of two.
        """
        if fingerprint_of(self._file) != self._fingerprint:
            raise OSError(f"{self._file} changed while it was sent. Send it again.")
        if upload.offset > self._kept:
            self._failures = 0
        self._kept = upload.offset
        self.sent(0)
        if upload.offset >= self._length:
            return None
        if upload.offset and self._going_on is not None:
            self._going_on(upload.offset)
        return Call(
            method="PATCH",
            path=f"{UPLOADS}/{upload.id}",
            model=None,
            content=partial(pieces_of, self._file, upload.offset),
            headers={
                **_TUS,
                "Content-Type": "application/offset+octet-stream",
                "Content-Length": str(self._length - upload.offset),
                "Upload-Offset": str(upload.offset),
            },
        )

    def sent(self, size: int) -> None:
        """Passes on how many bytes of the rest have been sent."""
        if self._progress is not None:
            self._progress(self._kept + size)

    def pause_after(self, error: AmyError) -> float:
        """How long to wait before it goes on.

        Raises:
            AmyError: the error itself, where nothing was begun, another try will not help, or there were enough.
        """
        is_passing = isinstance(error, ConnectionFailedError | UpstreamUnavailableError)
        if self._kept < 0 or not (is_passing or error.code in _WORTH_ANOTHER_TRY):
            raise error
        self._failures += 1
        pause_s = self._backoff.delay_s(self._failures)
        if pause_s is None:
            raise error
        return pause_s


def key_of(idempotency_key: str | None, upload: Upload) -> str | None:
    """The key of an import of an upload: another upload of the same file is another request."""
    if idempotency_key is None:
        return None
    return hashlib.sha256(f"{idempotency_key} {upload.id}".encode()).hexdigest()


def _metadata(said: Mapping[str, str]) -> str:
    return ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in said.items())
