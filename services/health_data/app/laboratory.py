"""Laboratory results: listed, added by hand, confirmed and deleted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Final

from amy.runtime.errors import InvalidFieldError, LabResultNotFoundError
from services.health_data.app.requests import offset_of, page_size, require_user
from services.health_data.domain.dates import FIRST_YEAR, LAST_YEAR
from services.health_data.domain.labels import LONGEST_LABEL, label_of
from services.health_data.domain.laboratory.analytes import identified
from services.health_data.domain.laboratory.printed import range_of, result_of
from services.health_data.domain.records import LabResult
from services.health_data.ports import Laboratory as Store
from services.health_data.ports import LabQuery, StoredLabResult

_COMPARATORS: Final = ("", "<", ">", "<=", ">=")


@dataclass(frozen=True, kw_only=True)
class LabPage:
    """Newest first; `next_cursor` is empty on the last page."""

    results: Sequence[StoredLabResult]
    next_cursor: str


class Laboratory:
    """The laboratory results of each person."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list(self, user_id: str, *, name: str, unconfirmed_only: bool, limit: int, cursor: str) -> LabPage:
        """One page.

        Raises:
            InvalidFieldError: no user; the page's size or token.
        """
        require_user(user_id)
        offset, size = offset_of(cursor), page_size(limit)
        query = LabQuery(name=name, unconfirmed_only=unconfirmed_only, offset=offset, limit=size + 1)
        found = await self._store.page(user_id, query)
        return LabPage(results=found[:size], next_cursor=str(offset + size) if len(found) > size else "")

    async def add(self, user_id: str, result: LabResult | None) -> StoredLabResult:
        """A result that the person states: it counts at once.

        Args:
            user_id: whose it is.
            result: its value may stand in its text alone; None is one without a time.

        Raises:
            InvalidFieldError: no user, name, value or time.
        """
        require_user(user_id)
        if result is None or not FIRST_YEAR <= result.collected_at.year <= LAST_YEAR:
            raise InvalidFieldError(
                f"collected_at must be a time from {FIRST_YEAR} to {LAST_YEAR}.", field="collected_at"
            )
        if not label_of(result.printed_name) or len(result.printed_name) > LONGEST_LABEL:
            raise InvalidFieldError(f"A name of at most {LONGEST_LABEL} characters is required.", field="name")
        return await self._store.add(user_id, _told(result))

    async def confirm(self, user_id: str, result_id: str) -> StoredLabResult:
        """From now on the result counts.

        Raises:
            InvalidFieldError: no user.
            LabResultNotFoundError: none of this user's.
        """
        require_user(user_id)
        confirmed = await self._store.confirm(user_id, result_id)
        if confirmed is None:
            raise _not_found()
        return confirmed

    async def delete(self, user_id: str, result_id: str) -> None:
        """The result, whichever imports state it.

        Raises:
            InvalidFieldError: no user.
            LabResultNotFoundError: none of this user's.
        """
        require_user(user_id)
        if not await self._store.delete(user_id, result_id):
            raise _not_found()


def _told(result: LabResult) -> LabResult:
    """A stated result with what its texts say."""
    told = replace(result, confirmed=True, unit=result.unit.strip()[:LONGEST_LABEL])
    if told.comparator not in _COMPARATORS:
        raise InvalidFieldError('comparator must be "<", ">", "<=", ">=" or empty.', field="comparator")
    if told.value is None:
        read = result_of(told.text)
        if not read.text:
            raise InvalidFieldError("A value, or a text such as “negative”, is required.", field="value")
        told = replace(told, value=read.value, comparator=read.comparator, unit=told.unit or read.unit, text=read.text)
    elif not isfinite(told.value):
        raise InvalidFieldError("value must be a number.", field="value")
    else:
        told = replace(told, text=told.text or f"{told.comparator}{told.value!r}")
    if told.reference_low is None and told.reference_high is None:
        bounds = range_of(told.reference_text)
        told = replace(told, reference_low=bounds.low, reference_high=bounds.high)
    identity = identified(told.printed_name, unit_printed=told.unit)
    return replace(told, name=identity.name, loinc=identity.loinc)


def _not_found() -> LabResultNotFoundError:
    return LabResultNotFoundError("There is no laboratory result with this id.")
