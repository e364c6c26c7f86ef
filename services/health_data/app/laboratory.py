"""Laboratory results: listed, added by hand, confirmed and deleted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Final

from amy.runtime.errors import InvalidFieldError, LabResultNotFoundError
from services.health_data.domain.dates import FIRST_YEAR, LAST_YEAR
from services.health_data.domain.labels import LONGEST_LABEL, label_of
from services.health_data.domain.laboratory.analytes import identified
from services.health_data.domain.laboratory.listing import DEFAULT_PAGE, MAX_PAGE, read_cursor, write_cursor
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
        _require_user(user_id)
        if not 0 <= limit <= MAX_PAGE:
            raise InvalidFieldError(f"page_size must be 1 to {MAX_PAGE}.", field="page_size")
        after = read_cursor(cursor) if cursor else None
        if cursor and after is None:
            raise InvalidFieldError("page_token is not one that a page came with.", field="page_token")
        size = limit or DEFAULT_PAGE
        query = LabQuery(name=name, unconfirmed_only=unconfirmed_only, after=after, limit=size + 1)
        found = await self._store.page(user_id, query)
        page = found[:size]
        is_last = len(found) <= size
        return LabPage(
            results=page, next_cursor="" if is_last else write_cursor(page[-1].result.collected_at, page[-1].result_id)
        )

    async def add(self, user_id: str, result: LabResult | None) -> StoredLabResult:
        """A result that the person states: it counts at once.

        Args:
            user_id: whose it is.
            result: its value may stand in its text alone; None is one without a time.

        Raises:
            InvalidFieldError: no user, name, value or time.
        """
        _require_user(user_id)
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
        _require_user(user_id)
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
        _require_user(user_id)
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


def _require_user(user_id: str) -> None:
    if not user_id:
        raise InvalidFieldError("A user id is required.", field="user_id")


def _not_found() -> LabResultNotFoundError:
    return LabResultNotFoundError("There is no laboratory result with this id.")
