"""What becomes entries of the journal: periods, mindful minutes, drinks, symptoms."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Protocol

from services.health_data.adapters.formats.apple_health.kinds import (
    FLOWS,
    MEDITATION,
    NO_FLOW,
    NOT_PRESENT,
    NOTED,
    NUMBERS_ARE_OTHER,
    PERIOD,
    PREFIXES,
    SEVERITIES,
    SYMPTOM,
    SYMPTOMS,
    Noted,
    plain,
)
from services.health_data.adapters.formats.apple_health.moments import Moment, Moments
from services.health_data.adapters.formats.apple_health.parsing import Attributes
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place, from_epoch_day

if TYPE_CHECKING:
    from datetime import datetime

_LONGEST_PERIOD_DAYS: Final = 31
_NOTED: Final[Mapping[str, str]] = {name.casefold(): name for name in (*NOTED, *SYMPTOMS)}


class _Places(Protocol):
    def __call__(self, line: int, /) -> Place: ...


class Journal:
    """Makes entries of records.

    Args:
        gathering: takes them.
        moments: reads their dates.
        place: where a line is.
    """

    def __init__(self, gathering: Gathering, moments: Moments, place: _Places) -> None:
        self._gathering = gathering
        self._moments = moments
        self._place = place
        self._symptoms: dict[datetime, dict[str, str]] = {}
        self._symptom_places: dict[datetime, Place] = {}

    def take(self, attributes: Attributes, line: int) -> None:
        """A record of one of `NOTED` or `SYMPTOMS`."""
        name = _name(attributes)
        found = "symptoms" if name in SYMPTOMS else NOTED[name].found
        try:
            start = self._moments.read(attributes["startDate"])
            end = self._moments.read(attributes.get("endDate", attributes["startDate"]))
        except (KeyError, ValueError):
            self._gathering.skip(f"{found}: no date that can be read", self._place(line))
            return
        if end.utc < start.utc:
            self._gathering.skip(f"{found}: the end is before the start", self._place(line))
        elif name in SYMPTOMS:
            self._symptom(name, plain(attributes.get("value", "")), start, line)
        elif name == PERIOD:
            self._period(plain(attributes.get("value", "")), start, end, line)
        else:
            self._noted(NOTED[name], _amount(name, NOTED[name], attributes, end.utc - start.utc), start, line)

    def finish(self) -> None:
        """Makes an entry of the symptoms of each moment, which is one however many they are."""
        for at, symptoms in self._symptoms.items():
            note = ", ".join(f"{name} ({how})" if how else name for name, how in sorted(symptoms.items()))
            self._gathering.entry(Entry(day=at.date(), at=at, tag=SYMPTOM, note=note), self._symptom_places[at])

    def _symptom(self, name: str, value: str, start: Moment, line: int) -> None:
        if value in NOT_PRESENT:
            return
        how = "" if value.isdecimal() and name in NUMBERS_ARE_OTHER else SEVERITIES.get(value, "")
        self._gathering.found("symptoms")
        self._symptoms.setdefault(start.local, {})[SYMPTOMS[name]] = how
        self._symptom_places.setdefault(start.local, self._place(line))

    def _period(self, value: str, start: Moment, end: Moment, line: int) -> None:
        if value in NO_FLOW:
            return
        # A day that ends with its midnight is one.
        last = max(start.day, Moment(end.utc - 1, end.offset).day)
        if last - start.day >= _LONGEST_PERIOD_DAYS:
            self._gathering.skip("days of a period: more than a month in one record", self._place(line))
            return
        for day in range(start.day, last + 1):
            self._gathering.found(NOTED[PERIOD].found)
            entry = Entry(day=from_epoch_day(day), tag=NOTED[PERIOD].tag, note=FLOWS.get(value, ""))
            self._gathering.entry(entry, self._place(line))

    def _noted(self, kind: Noted, amount: float | None, start: Moment, line: int) -> None:
        if kind.unit and not amount:
            self._gathering.skip(f"{kind.found}: no amount in a unit that is known", self._place(line))
            return
        self._gathering.found(kind.found)
        at = start.local
        entry = Entry(day=at.date(), at=at, tag=kind.tag, amount=amount, unit=kind.unit)
        self._gathering.entry(entry, self._place(line))


def _name(attributes: Attributes) -> str:
    name = attributes.get("type", "")
    for prefix in PREFIXES:
        name = name.removeprefix(prefix)
    return _NOTED[name.replace(" ", "").casefold()]


def _amount(name: str, kind: Noted, attributes: Attributes, seconds: int) -> float | None:
    """In the unit of the entry; None where there is none, or none that can be."""
    if name == MEDITATION:
        return seconds / 60
    unit = None if kind.units is None else kind.units.get(attributes.get("unit", ""))
    try:
        amount = 0.0 if unit is None else float(attributes.get("value", "")) * unit.times
    except ValueError:
        return None
    return amount if 0 < amount < float("inf") else None
