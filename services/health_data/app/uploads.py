"""Files that are sent in pieces, over as many calls as it takes, and imported when they are whole."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from amy.runtime.errors import (
    ConcurrencyLimitError,
    InvalidFieldError,
    InvalidRequestError,
    ServiceError,
    UploadNotFoundError,
    UploadTooLargeError,
)
from services.health_data.app.requests import require_user
from services.health_data.domain.uploads import MOST_UPLOADS, NewUpload, Upload
from services.health_data.ports import Uploads


@dataclass(frozen=True, kw_only=True)
class AppendStart:
    """The first message of a call that goes on with a file."""

    user_id: str
    upload_id: str
    offset: int


AppendPart: TypeAlias = AppendStart | bytes | None
"""A message of such a call: the start, some of the file, or nothing that is known."""


class UploadDesk:
    """The part of the application that takes files in.

    Args:
        max_import_bytes: a larger file is refused; and all that one person's files may have together.
    """

    def __init__(self, uploads: Uploads, *, max_import_bytes: int) -> None:
        self._uploads = uploads
        self._max_import_bytes = max_import_bytes

    async def create(self, user_id: str, new: NewUpload) -> Upload:
        """Begins a file.

        Raises:
            InvalidFieldError: no user, or no possible length.
            UploadTooLargeError: no file may be so long.
            ConcurrencyLimitError: the person has too many unfinished ones, or they would be too long together.
        """
        require_user(user_id)
        if new.length < 0:
            raise InvalidFieldError("length must be 0 or more bytes.", field="length")
        if new.length > self._max_import_bytes:
            raise UploadTooLargeError(
                f"The file is larger than {self._max_import_bytes} bytes. Split it by date and import the parts."
            )
        created = await self._uploads.create(user_id, new, most=MOST_UPLOADS, most_bytes=self._max_import_bytes)
        if created is None:
            raise ConcurrencyLimitError(
                f"At most {MOST_UPLOADS} of your uploads, of {self._max_import_bytes} bytes together, may be"
                " unfinished. Finish one and import it, or delete one."
            )
        return created

    async def append(self, parts: AsyncIterator[AppendPart]) -> Upload:
        """Goes on with a file; what came before `parts` ends or breaks is kept.

        Raises:
            InvalidRequestError: no start message.
            InvalidFieldError: no user.
            UploadNotFoundError: the user has none of that id.
            UploadOffsetMismatchError: another offset than the start says.
            UploadTooLargeError: more than its length.
            ConcurrencyLimitError: too many are sent at once.
        """
        start = await anext(parts, None)
        if not isinstance(start, AppendStart):
            raise InvalidRequestError("What goes on with an upload begins with its header.")
        require_user(start.user_id)
        try:
            return await self._uploads.append(start.user_id, start.upload_id, start.offset, _chunks(parts))
        except ServiceError:
            # A client that is still sending would not hear the reason (gRPC): the rest is taken, and dropped.
            async for _ in parts:
                pass
            raise

    async def get(self, user_id: str, upload_id: str) -> Upload:
        """What is known of a file.

        Raises:
            InvalidFieldError: no user.
            UploadNotFoundError: the user has none of that id.
        """
        require_user(user_id)
        return await self._uploads.get(user_id, upload_id)

    async def list(self, user_id: str) -> Sequence[Upload]:
        """Those of a person, newest first.

        Raises:
            InvalidFieldError: no user.
        """
        require_user(user_id)
        return await self._uploads.listed(user_id)

    async def delete(self, user_id: str, upload_id: str) -> None:
        """Drops a file.

        Raises:
            InvalidFieldError: no user.
            UploadNotFoundError: the user has none of that id.
        """
        require_user(user_id)
        if not await self._uploads.delete(user_id, upload_id):
            raise UploadNotFoundError("There is no such upload.")


async def _chunks(parts: AsyncIterator[AppendPart]) -> AsyncIterator[bytes]:
    async for part in parts:
        if not isinstance(part, bytes):
            raise InvalidRequestError("There is one header, and after it only chunks of the file.")
        yield part
