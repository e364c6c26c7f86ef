"""Files that a person sends in pieces."""

from collections.abc import AsyncIterator
from typing import Final

from amy.runtime.errors import UploadNotFoundError, UploadOffsetMismatchError
from amy.runtime.ids import is_id
from gateway.app.once import Once, user_scope
from gateway.domain.data_requests import NewUpload
from gateway.domain.data_views import Upload, UploadList
from gateway.ports.health_data import HealthData

UPLOADS: Final = "/v1/data/uploads"


class Sending:
    """Uploads, from their beginning until they are imported or deleted."""

    def __init__(self, health_data: HealthData, once: Once) -> None:
        self._health_data = health_data
        self._once = once

    async def create(self, user_id: str, new: NewUpload) -> Upload:
        """Begins an upload.

        Raises:
            UploadTooLargeError: no file may be so long.
            ConcurrencyLimitError: too many are unfinished, or they would be too long together.
        """
        return await self._health_data.create_upload(user_id, new)

    async def append(self, user_id: str, upload_id: str, offset: int, chunks: AsyncIterator[bytes]) -> Upload:
        """Goes on with an upload. A body that does not belong there is refused before any of it is read.

        Raises:
            UploadNotFoundError: there is none, or it is another user's.
            UploadOffsetMismatchError: it does not go on at `offset`.
            UploadTooLargeError: more came than its length.
        """
        known = await self.get(user_id, upload_id)
        if known.offset != offset:
            raise UploadOffsetMismatchError(f"The upload goes on at byte {known.offset}, not at {offset}.")
        return await self._health_data.append_upload(user_id, upload_id, offset, chunks)

    async def get(self, user_id: str, upload_id: str) -> Upload:
        """One upload.

        Raises:
            UploadNotFoundError: there is none, or it is another user's.
        """
        _check(upload_id)
        return await self._health_data.upload(user_id, upload_id)

    async def list(self, user_id: str) -> UploadList:
        """Those that were not imported yet, newest first."""
        return await self._health_data.uploads(user_id)

    async def delete(self, user_id: str, upload_id: str) -> None:
        """Deletes an upload, and the reply that may speak of it.

        Raises:
            UploadNotFoundError: there is none, or it is another user's.
        """
        _check(upload_id)
        await self._health_data.delete_upload(user_id, upload_id)
        await self._once.forget(user_scope(user_id), f"{UPLOADS}/{upload_id}")


def _check(upload_id: str) -> None:
    if not is_id(upload_id, "upl"):
        raise UploadNotFoundError("There is no such upload.")
