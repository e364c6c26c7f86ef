"""What the person notes of themselves, call by call."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import isfinite
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from amy.runtime.errors import EntryNotFoundError, InvalidFieldError
from amy.text import inert
from services.health_data.app.requests import day_of, require_user
from services.health_data.domain.journal import described, tag_of
from services.health_data.domain.journal_lines import LONGEST_LINE, LONGEST_NOTE, ReadLine, Unclear, read_line
from services.health_data.domain.records import Entry, Profile, to_epoch_day
from services.health_data.ports import Clock, EntrySelection, KeptEntry, Logged, Notebook, Store

MOST_AT_ONCE: Final = 1000
_USUAL_PAGE: Final = 100
_LONGEST_PAGE: Final = 1000
_FIRST_YEAR: Final = 1970
_AHEAD: Final = timedelta(days=1)
"""It may already be tomorrow where the person is."""


@dataclass(frozen=True, kw_only=True)
class GivenEntry:
    """An entry as it was sent; `at` is a local date, or date and time, ISO 8601 without an offset."""

    at: str
    tag: str
    amount: float | None
    unit: str
    note: str


@dataclass(frozen=True, kw_only=True)
class Added:
    """What was kept.

    Attributes:
        added: how many were not there before.
    """

    entries: Sequence[KeptEntry]
    added: int


@dataclass(frozen=True, kw_only=True)
class EntryQuery:
    """Which entries; dates are ISO 8601, inclusive, and empty is unbounded."""

    user_id: str
    tag: str
    start_date: str
    end_date: str
    page_size: int
    page_token: str


@dataclass(frozen=True, kw_only=True)
class EntryPage:
    """Entries newest first, and the token of the next page; empty on the last one."""

    entries: Sequence[KeptEntry]
    next_page_token: str
    logged: Sequence[Logged]


class JournalKeeper:
    """The application of the journal.

    Args:
        store: for the person's time zone.
    """

    def __init__(self, journal: Notebook, *, store: Store, clock: Clock) -> None:
        self._journal = journal
        self._store = store
        self._clock = clock

    async def add(self, user_id: str, given: Sequence[GivenEntry], *, text: str = "", now: str = "") -> Added:
        """Keeps entries, all of them or none.

        Args:
            user_id: whose they are.
            given: one by one.
            text: further ones as the person writes them, read as `read` does; may be empty.
            now: as of `read`.

        Raises:
            InvalidFieldError: no user, none or too many, no tag, an amount out of range, a time that is none or ahead;
                a text that does not read as entries.
        """
        require_user(user_id)
        latest = (self._clock() + _AHEAD).date()
        entries = [_checked(each, latest) for each in given]
        if text.strip():
            read = await self.read(user_id, text, now=now)
            if isinstance(read, Unclear):
                raise InvalidFieldError(f"text: {read.explanation}", field="text")
            entries += read.entries
        if not 1 <= len(entries) <= MOST_AT_ONCE:
            raise InvalidFieldError(f"There must be 1 to {MOST_AT_ONCE} entries.", field="entries")
        kept, added = await self._journal.add(user_id, entries)
        return Added(entries=kept, added=added)

    async def read(self, user_id: str, text: str, *, now: str) -> ReadLine:
        """What a line says.

        Args:
            user_id: whose tags and time zone count.
            text: as the person writes it.
            now: local, ISO 8601; empty for the clock's.

        Raises:
            InvalidFieldError: no user, nothing said, or too much; a time that is none.
        """
        require_user(user_id)
        if not text.strip():
            raise InvalidFieldError("There is nothing to note.", field="text")
        if len(text) > LONGEST_LINE:
            raise InvalidFieldError(f"A line has at most {LONGEST_LINE} characters.", field="text")
        moment = _moment(now, "now") if now else self._local(await self._store.profile(user_id))
        known = await self._journal.tags(user_id)
        return read_line(text, now=moment, own=known)

    async def listed(self, query: EntryQuery) -> EntryPage:
        """One page, newest first; 100 entries unless told, at most 1000.

        Raises:
            InvalidFieldError: no user, a date or page token that is none, a size that is not allowed.
        """
        require_user(query.user_id)
        if not 0 <= query.page_size <= _LONGEST_PAGE:
            raise InvalidFieldError(f"page_size must be from 1 to {_LONGEST_PAGE}.", field="page_size")
        size = query.page_size or _USUAL_PAGE
        found = await self._journal.listed(
            query.user_id,
            EntrySelection(
                tag=tag_of(query.tag),
                first=day_of(query.start_date, "start_date"),
                last=day_of(query.end_date, "end_date"),
                after=_after(query.page_token),
                limit=size + 1,
            ),
        )
        page, more = found[:size], found[size:]
        logged = await self._journal.logged(query.user_id)
        return EntryPage(entries=page, next_page_token=_token(page[-1]) if more else "", logged=logged)

    async def delete(self, user_id: str, entry_id: str) -> None:
        """Deletes one entry for good.

        Raises:
            InvalidFieldError: no user.
            EntryNotFoundError: none of this user's.
        """
        require_user(user_id)
        if not await self._journal.delete(user_id, entry_id):
            raise EntryNotFoundError("There is no such entry.")

    async def set_logged(self, user_id: str, tag: str, *, whether: bool, since: str) -> None:
        """Keeps whether the person logs a tag whenever there is something to log.

        Raises:
            InvalidFieldError: no user, no tag, or a date that is none.
        """
        require_user(user_id)
        logged = Logged(tag=_tag(tag), since=day_of(since, "since"))
        await self._journal.set_logged(user_id, logged, whether=whether)

    def _local(self, profile: Profile) -> datetime:
        try:
            zone = ZoneInfo(profile.time_zone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            zone = ZoneInfo("UTC")
        return self._clock().astimezone(zone).replace(tzinfo=None)


def _checked(given: GivenEntry, latest: date) -> Entry:
    tag = described(_tag(given.tag))
    amount = given.amount
    if amount is not None and not (isfinite(amount) and (amount == 0 or tag.low <= amount <= tag.high)):
        raise InvalidFieldError(
            f"The amount of {tag.words.noun} must be from {tag.low:g} to {tag.high:g}.", field="amount"
        )
    moment = _moment(given.at, "at")
    if moment.year < _FIRST_YEAR or moment.date() > latest:
        raise InvalidFieldError("Only what has happened can be noted.", field="at")
    has_time = len(given.at.strip()) > len("2026-03-01")
    return Entry(
        day=moment.date(),
        at=moment if has_time else None,
        tag=tag.name,
        amount=amount,
        unit=given.unit,
        note=inert(given.note, limit=LONGEST_NOTE),
    )


def _tag(text: str) -> str:
    tag = tag_of(text)
    if not tag:
        raise InvalidFieldError("An entry has a tag, such as coffee: letters, digits and “_”.", field="tag")
    return tag


def _moment(text: str, field: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is not None:
        raise InvalidFieldError(
            f"{field} must be a local date, or date and time, such as 2026-03-01T15:00, without an offset.", field=field
        )
    return moment


def _token(entry: KeptEntry) -> str:
    return f"{to_epoch_day(entry.entry.day)}.{entry.entry_id}"


def _after(token: str) -> tuple[int, str] | None:
    if not token:
        return None
    day, separator, entry_id = token.partition(".")
    if not (separator and day.lstrip("-").isdigit() and entry_id):
        raise InvalidFieldError("There is no such page.", field="page_token")
    return int(day), entry_id
