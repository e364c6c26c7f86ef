"""Withings' sleeps: stages in seconds, of which a device that cannot tell REM writes 0 for every night."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.tables import Row
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_ASLEEP: Final = ("light", "deep", "rem")
_METRICS: Final[Mapping[str, str]] = {
    "light": "light_sleep_minutes",
    "deep": "deep_sleep_minutes",
    "rem": "rem_sleep_minutes",
    "awake": "awake_minutes",
}


class Sleeps:
    """Takes the rows of a table of sleeps, and gives them to the nights once it is known whether REM was measured."""

    def __init__(self, nights: Nights) -> None:
        self._nights = nights
        self._sleeps: list[Sleep] = []

    def take(self, row: Row, columns: Mapping[str, str], gathering: Gathering) -> None:
        stated = {stage: row.number(columns[stage]) for stage in _METRICS if stage in columns}
        seconds = {stage: value for stage, value in stated.items() if value is not None}
        bed, wake = row.moment(columns["from"]), row.moment(columns["to"])
        self.add(seconds, bed=bed, wake=wake, others={}, at=row.at, gathering=gathering)

    def add(
        self,
        seconds: Mapping[str, float],
        *,
        bed: datetime | None,
        wake: datetime | None,
        others: Mapping[str, float],
        at: Place,
        gathering: Gathering,
    ) -> None:
        """A sleep by the seconds of its stages; `others` are its other values by metric."""
        if wake is None:
            gathering.skip("sleep: no date", at)
            return
        asleep = sum(seconds[stage] for stage in _ASLEEP) / 60 if seconds.keys() >= set(_ASLEEP) else None
        if not asleep:
            gathering.skip("sleep: no time asleep", at)
            return
        values = {_METRICS[stage]: value / 60 for stage, value in seconds.items()}
        values |= {"sleep_minutes": asleep, **others}
        self._sleeps.append(Sleep(day=wake.date(), at=at, asleep_min=asleep, values=values, bed=bed, wake=wake))

    def tell(self, gathering: Gathering) -> None:
        has_rem = any(sleep.values["rem_sleep_minutes"] for sleep in self._sleeps)
        if self._sleeps and not has_rem:
            gathering.absent(
                "rem_sleep_minutes", f"0 s in all {len(self._sleeps):,} sleeps: the device cannot tell it."
            )
        for sleep in self._sleeps:
            values = {name: value for name, value in sleep.values.items() if has_rem or name != "rem_sleep_minutes"}
            self._nights.add(replace(sleep, values=values))
