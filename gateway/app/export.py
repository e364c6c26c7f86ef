"""Everything of a person, as a zip archive that is made while it is sent."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Final, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from amy.runtime.errors import DocumentNotFoundError, UpstreamUnavailableError
from amy.runtime.zipping import ZipStream
from gateway.domain import open_mhealth, spreadsheet
from gateway.domain.data_requests import Format, Span
from gateway.domain.model import MemoryQuery, PageQuery, View, WholeDocument
from gateway.ports import Clock, Documents, Memories, Turns
from gateway.ports.health_data import Exported, HealthData

_PAGE: Final = 100
_DOCUMENTS_A_PAGE: Final = 10
"""Each may be a megabyte."""
_ABOUT: Final = (
    "Everything that Amy keeps of this person. Days are local dates; a night belongs to the day it ends on. "
    "daily: what each import states of a metric and a day; `counts` says which value counts. "
    "activity, lab_result, entry, logged_tag, profile, import, priority: each as it was stated. "
    "memory, turn, document: as the API lists them, documents with their texts, turns without pictures. "
    "open_mhealth: the values that count, of what Open mHealth has schemas for."
)


class _Page(Protocol):
    """A page of a list."""

    @property
    def data(self) -> Sequence[View]: ...

    @property
    def next_cursor(self) -> str | None: ...


@dataclass(frozen=True)
class _WholeDocuments:
    data: Sequence[WholeDocument]
    next_cursor: str | None


class Export:
    """Makes archives.

    Args:
        turns, memories, documents, health_data: whose lists are exported.
        clock: says when it was made.
    """

    def __init__(
        self, turns: Turns, memories: Memories, documents: Documents, health_data: HealthData, clock: Clock
    ) -> None:
        self._turns = turns
        self._memories = memories
        self._documents = documents
        self._health_data = health_data
        self._clock = clock

    async def archive(self, user_id: str, kind: Format) -> AsyncGenerator[bytes]:
        """A zip archive, piece by piece: one file for each kind of record, and `about.json`.

        Raises:
            UpstreamUnavailableError, DeadlineExceededError: a service did not answer; the archive is not whole.
        """
        now = self._clock.now()
        archive = ZipStream(now, deflated=True)
        about = {"user_id": user_id, "exported_at": now.isoformat(timespec="seconds"), "format": kind, "about": _ABOUT}
        ending = "csv" if kind == "csv" else "jsonl"
        records = self._records(user_id, with_data_points=kind == "openmhealth")
        begun = archive.written("about.json", json.dumps(about, indent=2).encode())
        async with aclosing(_tables(records) if kind == "csv" else records) as parts:
            async for part in parts:
                # Nothing is sent before the first service has answered: an error is one of the request until then.
                if piece := begun + archive.written(f"{part.kind}.{ending}", part.lines):
                    begun = b""
                    yield piece
        yield begun + archive.ended()

    async def _records(self, user_id: str, *, with_data_points: bool) -> AsyncGenerator[Exported]:
        """Everything, each kind in one go."""
        async with aclosing(self._health_data.export(user_id)) as exported:
            async for part in exported:
                yield part
        for kind, page in self._lists(user_id):
            try:
                async with aclosing(_listed(page)) as lines:
                    async for each in lines:
                        yield Exported(kind=kind, lines=each)
            except UpstreamUnavailableError as error:
                # A system that keeps no such things has none of the person's.
                if "absent" not in error.metadata:
                    raise
        if with_data_points:
            async for each in self._data_points(user_id):
                yield Exported(kind="open_mhealth", lines=each)

    def _lists(self, user_id: str) -> Iterable[tuple[str, Callable[[str], Awaitable[_Page]]]]:
        return (
            (
                "memory",
                lambda cursor: self._memories.list(
                    user_id, MemoryQuery(limit=_PAGE, cursor=cursor, include="tested_hypothesis")
                ),
            ),
            ("turn", lambda cursor: self._turns.list(user_id, PageQuery(limit=_PAGE, cursor=cursor))),
            ("document", lambda cursor: self._whole_documents(user_id, cursor)),
        )

    async def _whole_documents(self, user_id: str, cursor: str) -> _WholeDocuments:
        page = await self._documents.list(user_id, PageQuery(limit=_DOCUMENTS_A_PAGE, cursor=cursor))
        whole: list[WholeDocument] = []
        for each in page.data:
            with suppress(DocumentNotFoundError):  # deleted meanwhile
                whole.append(await self._documents.get(user_id, each.id))
        return _WholeDocuments(whole, page.next_cursor)

    async def _data_points(self, user_id: str) -> AsyncGenerator[bytes]:
        profile = await self._health_data.profile(user_id)
        zone, now = _zone(profile.time_zone or "UTC"), self._clock.now()
        series = await self._health_data.series(user_id, open_mhealth.METRICS, Span())
        daily = {each.name: dict(zip(each.days, each.values, strict=True)) for each in series}
        yield b"".join(open_mhealth.of_days(daily, user_id, zone, now))
        yield b"".join(open_mhealth.of_activities(await self._health_data.activities(user_id), user_id, zone, now))


def _zone(name: str) -> tzinfo:
    """UTC where nobody knows the zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


async def _tables(records: AsyncGenerator[Exported]) -> AsyncGenerator[Exported]:
    """CSV of each kind, whose records are read first: only together they say which columns there are."""
    kind, lines = "", bytearray()
    async with aclosing(records):
        async for part in records:
            if kind and part.kind != kind:
                yield await _table(kind, bytes(lines))
                lines.clear()
            kind = part.kind
            lines += part.lines
    if kind:
        yield await _table(kind, bytes(lines))


async def _table(kind: str, lines: bytes) -> Exported:
    return Exported(kind=kind, lines=await asyncio.to_thread(spreadsheet.table, lines))


async def _listed(page: Callable[[str], Awaitable[_Page]]) -> AsyncGenerator[bytes]:
    """Everything of a list, page by page, each record on a line."""
    cursor: str | None = ""
    while cursor is not None:
        found = await page(cursor)
        yield b"".join(each.model_dump_json().encode() + b"\n" for each in found.data)
        cursor = found.next_cursor
