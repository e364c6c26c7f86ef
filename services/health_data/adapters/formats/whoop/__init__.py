"""WHOOP: its cycles, sleeps, workouts and journal."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.members import Member
from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.tables import Row, table
from services.health_data.adapters.formats.whoop import columns
from services.health_data.adapters.formats.whoop.journal import Journal
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.layouts import column_key
from services.health_data.domain.records import Activity

_HALF_A_DAY: Final = timedelta(hours=12)
_NOTES: Final[Mapping[str, tuple[str, ...]]] = {
    "cycles": (
        "A cycle counts for the local date of its wake onset.",
        "A cycle without sleep counts for the local date 12 hours after its start.",
        "'Energy burned (cal)' holds kilocalories.",
    ),
    "journal": ("An answer of the journal is about the day before the night that its cycle begins with.",),
}
_DATES: Final = (*columns.CYCLE_START, *columns.BED, *columns.WAKE, *columns.WORKOUT_START, *columns.WORKOUT_END)


class WhoopRoom:
    source = "whoop"
    title = "WHOOP"

    def claims(self, member: Member) -> bool:
        return bool(_table_of(member))

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        nights = Nights()
        journal = Journal()
        readers: Mapping[str, Callable[[Row, Gathering], None]] = {
            "cycles": lambda row, told: _cycle(row, told, nights),
            "sleeps": lambda row, told: _sleep(row, told, nights),
            "workouts": _workout,
            "journal": journal.take,
        }
        for member in members:
            name = _table_of(member)
            for note in _NOTES.get(name, ()):
                gathering.note(note)
            for row in table(member, gathering, dates=_DATES):
                gathering.found(_FOUND[name])
                readers[name](row, gathering)
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


def _cycle(row: Row, gathering: Gathering, nights: Nights) -> None:
    """A cycle, from falling asleep to falling asleep again; what it says of recovery and of the day is the night's."""
    start = row.moment(*columns.CYCLE_START)
    wake = row.moment(*columns.WAKE)
    day = wake or (None if start is None else start + _HALF_A_DAY)
    if day is None:
        gathering.skip("cycle: no date", row.at)
        return
    stated = {**columns.OF_A_SLEEP, **columns.OF_A_RECOVERY, "calories_kcal": columns.ENERGY}
    nights.add(_as_sleep(row, stated, day=day.date(), nap=False))


def _sleep(row: Row, gathering: Gathering, nights: Nights) -> None:
    wake = row.moment(*columns.WAKE)
    if wake is None:
        gathering.skip("sleep: no date", row.at)
        return
    nap = row.text(*columns.NAP).casefold()
    if nap not in ("true", "false"):
        gathering.skip("sleep: neither called a nap nor a night", row.at)
        return
    nights.add(_as_sleep(row, columns.OF_A_SLEEP, day=wake.date(), nap=nap == "true"))


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
