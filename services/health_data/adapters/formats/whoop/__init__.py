"""WHOOP: its tables of cycles, sleeps, workouts and the journal, and what its interface gives as JSON."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.tables import Row, table
from services.health_data.adapters.formats.whoop import columns, records
from services.health_data.adapters.formats.whoop.journal import Journal
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.layouts import column_key
from services.health_data.domain.records import Activity, Place

_HALF_A_DAY: Final = timedelta(hours=12)
_NOTES: Final[Mapping[str, tuple[str, ...]]] = {
    "cycles": (
        "A cycle counts for the local date of its wake onset.",
        "A cycle without sleep counts for the local date 12 hours after its start.",
        "'Energy burned (cal)' holds kilocalories.",
    ),
    "journal": ("An answer of the journal is about the day before the night that its cycle begins with.",),
}
_IN_JSON: Final = re.compile(rb'"(?:score_state|hrv_rmssd_milli|total_light_sleep_time_milli|height_meter)"\s*:')
_DATES: Final = (*columns.CYCLE_START, *columns.BED, *columns.WAKE, *columns.WORKOUT_START, *columns.WORKOUT_END)


class WhoopRoom:
    source = "whoop"
    title = "WHOOP"

    def claims(self, member: Member) -> bool:
        if member.name.lower().endswith(".json"):
            return bool(_IN_JSON.search(member.head))
        return bool(_table_of(member))

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        nights = Nights()
        cycles = _Cycles(nights)
        journal = Journal()
        given = records.Records(nights)
        readers: Mapping[str, Callable[[Row, Gathering], None]] = {
            "cycles": cycles.take,
            "sleeps": lambda row, told: _sleep(row, told, nights),
            "workouts": _workout,
            "journal": journal.take,
        }
        for member in members:
            if member.name.lower().endswith(".json"):
                for kind, row in records.records_in(texts.json_of(member), member.path, gathering):
                    given.take(kind, row, gathering)
                continue
            name = _table_of(member)
            for note in _NOTES.get(name, ()):
                gathering.note(note)
            for row in table(member, gathering, dates=_DATES):
                gathering.found(_FOUND[name])
                readers[name](row, gathering)
        cycles.tell(gathering)
        given.tell(gathering)
        nights.tell(gathering)
        journal.tell(gathering)


_FOUND: Final[Mapping[str, str]] = {
    "cycles": "cycles",
    "sleeps": "sleeps",
    "workouts": "workouts",
    "journal": "journal answers",
}


def _table_of(member: Member) -> str:
    present = frozenset(map(column_key, texts.header_of(member)))
    return next(
        (
            name
            for name, signature in columns.SIGNATURES.items()
            if all(not present.isdisjoint(map(column_key, names)) for names in signature)
        ),
        "",
    )


class _Cycles:
    """Takes cycles, each from falling asleep to falling asleep again; what one says of recovery and day is the night's.

    The energy of a cycle without sleep counts for a day that no cycle with sleep tells of.
    """

    def __init__(self, nights: Nights) -> None:
        self._nights = nights
        self._sleepless: dict[date, tuple[datetime, float, Place]] = {}

    def take(self, row: Row, gathering: Gathering) -> None:
        start = row.moment(*columns.CYCLE_START)
        wake = row.moment(*columns.WAKE)
        if wake is not None:
            stated = {**columns.OF_A_SLEEP, **columns.OF_A_RECOVERY, "calories_kcal": columns.ENERGY}
            self._nights.add(_as_sleep(row, stated, day=wake.date(), nap=False))
        elif start is None:
            gathering.skip("cycle: no date", row.at)
        else:
            day, energy = (start + _HALF_A_DAY).date(), row.number(*columns.ENERGY)
            gathering.recorded(day)
            if energy is not None:
                known = self._sleepless.get(day, (start, energy, row.at))
                self._sleepless[day] = max(known, (start, energy, row.at), key=lambda each: each[:2])

    def tell(self, gathering: Gathering) -> None:
        """Before the nights are told, whose energy then takes its place."""
        for day, (_, energy, at) in self._sleepless.items():
            gathering.daily("calories_kcal", day, energy, at)


def _sleep(row: Row, gathering: Gathering, nights: Nights) -> None:
    wake = row.moment(*columns.WAKE)
    if wake is None:
        gathering.skip("sleep: no date", row.at)
        return
    nap = row.text(*columns.NAP).casefold()
    if nap not in columns.YES | columns.NO:
        gathering.skip("sleep: neither called a nap nor a night", row.at)
        return
    nights.add(_as_sleep(row, columns.OF_A_SLEEP, day=wake.date(), nap=nap in columns.YES))


def _as_sleep(row: Row, stated: Mapping[str, columns.Names], *, day: date, nap: bool) -> Sleep:
    values = {metric: value for metric, names in stated.items() if (value := row.number(*names)) is not None}
    return Sleep(
        day=day,
        at=row.at,
        asleep_min=values.get("sleep_minutes"),
        values=values,
        bed=row.moment(*columns.BED),
        wake=row.moment(*columns.WAKE),
        nap=nap,
    )


def _workout(row: Row, gathering: Gathering) -> None:
    start = row.moment(*columns.WORKOUT_START)
    kind = row.text(*columns.ACTIVITY)
    if start is None or not kind:
        gathering.skip("workout: no start or no kind", row.at)
        return
    stated = {name: row.number(*names) for name, names in columns.OF_A_WORKOUT.items()}
    gathering.activity(Activity(start=start, end=row.moment(*columns.WORKOUT_END), kind=kind, **stated), row.at)


WHOOP: Final = WhoopRoom()
"""The room of WHOOP."""
