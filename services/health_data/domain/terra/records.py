"""One record of a provider's, and which of two versions of it counts.

The version that is not older counts: of two that are equally old the one delivered later, which is a correction.

A day (daily, body, nutrition, cycle, tags) is as old as its end, which moves while the day goes on. Daily, body and
nutrition come in parts: what counts is found out for each value. A session (sleep, activity) is known by its id or
start; what is tentative is older than what is settled. A laboratory's report is known by its id.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

BY_VALUE: Final = frozenset(("daily", "body", "nutrition"))
"""Kinds whose records come in parts."""
SESSIONS: Final = frozenset(("sleep", "activity", "lab_report"))
"""Kinds whose records may come again on another day."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """What is kept of a record.

    Attributes:
        kind: "daily", "sleep" ...
        record_id: tells it from the person's others of that kind and source.
        epoch_day: the local date it is about, in days since 1970-01-01.
        version: sorts by what goes before what.
        told: what it says, as JSON; of a kind that comes in parts, each value with its version before it.
    """

    kind: str
    record_id: str
    epoch_day: int
    version: str
    told: Mapping[str, object]

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.record_id


def in_parts(*, kind: str, record_id: str, epoch_day: int, version: str, values: Mapping[str, object]) -> Record:
    """A record of a kind that comes in parts."""
    told = {name: [version, value] for name, value in values.items()}
    return Record(kind=kind, record_id=record_id, epoch_day=epoch_day, version=version, told=told)


def values_of(record: Record) -> Mapping[str, object]:
    """What a record says, without the versions."""
    if record.kind not in BY_VALUE:
        return record.told
    return {name: _part(each)[1] for name, each in record.told.items()}


def counting(stored: Record | None, delivered: Record) -> Record:
    """What is to be kept of a record when another version of it is delivered."""
    if stored is None:
        return delivered
    if delivered.kind not in BY_VALUE:
        return delivered if delivered.version >= stored.version else stored
    told = dict(stored.told)
    for name, each in delivered.told.items():
        known = told.get(name)
        if known is None or _part(each)[0] >= _part(known)[0]:
            told[name] = each
    return replace(stored, version=max(stored.version, delivered.version), told=told)


def encoded(told: Mapping[str, object]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def decoded(told: str) -> Mapping[str, object]:
    found = json.loads(told)
    assert isinstance(found, dict)
    return found


def _part(each: object) -> tuple[str, object]:
    assert isinstance(each, Sequence)
    return each[0], each[1]
