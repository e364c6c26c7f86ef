"""Things of a person's that have an id: looked up, changed and deleted, kept replies included."""

import re
from typing import Final

from amy.runtime.errors import EntryNotFoundError, ImportNotFoundError, LabResultNotFoundError
from amy.runtime.ids import is_id
from gateway.app.once import Once, user_scope
from gateway.domain.data_views import Biomarker, Import, UndoneImport
from gateway.ports.health_data import HealthData

ENTRIES: Final = "/v1/data/entries"
_ID: Final = re.compile(r"[A-Za-z0-9_.:-]{1,128}")


class Kept:
    """Imports, laboratory results and entries. What is deleted is dropped from the replies that speak of it too."""

    def __init__(self, health_data: HealthData, once: Once) -> None:
        self._health_data = health_data
        self._once = once

    async def get_import(self, user_id: str, import_id: str) -> Import:
        """One import with its report.

        Raises:
            ImportNotFoundError: there is none, or it is another user's.
        """
        _check_import(import_id)
        return await self._health_data.get_import(user_id, import_id)

    async def undo_import(self, user_id: str, import_id: str) -> UndoneImport:
        """Takes back all that one import stated.

        Raises:
            ImportNotFoundError: there is none, or it is another user's.
        """
        _check_import(import_id)
        undone = await self._health_data.undo_import(user_id, import_id)
        await self._once.forget(user_scope(user_id), f"/v1/data/imports/{import_id}")
        return undone

    async def confirm_biomarker(self, user_id: str, result_id: str) -> Biomarker:
        """From now on the result counts.

        Raises:
            LabResultNotFoundError: there is none, or it is another user's.
        """
        _check_result(result_id)
        return await self._health_data.confirm_biomarker(user_id, result_id)

    async def delete_biomarker(self, user_id: str, result_id: str) -> None:
        """Deletes a result.

        Raises:
            LabResultNotFoundError: there is none, or it is another user's.
        """
        _check_result(result_id)
        await self._health_data.delete_biomarker(user_id, result_id)
        await self._once.forget(user_scope(user_id), f"/v1/data/biomarkers/{result_id}")

    async def delete_entry(self, user_id: str, entry_id: str) -> None:
        """Deletes an entry, and every reply that speaks of entries, since one may speak of many.

        Raises:
            EntryNotFoundError: there is none, or it is another user's.
        """
        if not _ID.fullmatch(entry_id):
            raise EntryNotFoundError("There is no such entry.")
        await self._health_data.delete_entry(user_id, entry_id)
        await self._once.forget(user_scope(user_id), ENTRIES)


def _check_import(import_id: str) -> None:
    if not is_id(import_id, "imp"):
        raise ImportNotFoundError("There is no such import.")


def _check_result(result_id: str) -> None:
    if not _ID.fullmatch(result_id):
        raise LabResultNotFoundError("There is no such laboratory result.")
