"""Withings' sleeps: stages in seconds, of which a device that cannot tell REM writes 0 for every night."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.tables import Row
from services.health_data.domain.gathering import Gathering

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
        bed, wake = row.moment(columns["from"]), row.moment(columns["to"])
        seconds = {stage: row.number(columns[stage]) for stage in _METRICS if stage in columns}
        if wake is None:
            gathering.skip("sleep: no date", row.at)
            return
        values = {_METRICS[stage]: value / 60 for stage, value in seconds.items() if value is not None}
        stages = [seconds.get(stage) for stage in _ASLEEP]
        asleep = None if None in stages else sum(stage for stage in stages if stage) / 60
        if not asleep:
            gathering.skip("sleep: no time asleep", row.at)
            return
        values["sleep_minutes"] = asleep
        self._sleeps.append(Sleep(day=wake.date(), at=row.at, asleep_min=asleep, values=values, bed=bed, wake=wake))

    def tell(self, gathering: Gathering) -> None:
        has_rem = any(sleep.values["rem_sleep_minutes"] for sleep in self._sleeps)
        if self._sleeps and not has_rem:
            gathering.absent(
                "rem_sleep_minutes", f"0 s in all {len(self._sleeps):,} sleeps: the device cannot tell it."
            )
        for sleep in self._sleeps:
            values = {name: value for name, value in sleep.values.items() if has_rem or name != "rem_sleep_minutes"}
            self._nights.add(replace(sleep, values=values))
