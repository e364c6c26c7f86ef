"""The nights of a Polar Flow account: their sleep, their scores and their heart rate variability."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from services.health_data.adapters.formats.polar.values import day_of, local, minutes, number, part, records
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_PHASES: Final = {
    "deep": "deep_sleep_minutes",
    "light": "light_sleep_minutes",
    "rem": "rem_sleep_minutes",
    "wake": "awake_minutes",
}
_RMSSD: Final = (
    "meanNightlyRecoveryRmssd",
    "meanNightlyRecoveryRMSSD",
    "heartRateVariabilityAvg",
    "heart_rate_variability_avg",
)
_SCORES: Final = ("sleepScore", "sleep_score")


@dataclass(frozen=True)
class _Sleep:
    """One sleep.

    Attributes:
        day: of its end, by the clock of the person.
        asleep: in minutes.
    """

    night: date
    day: date
    asleep: float
    values: Mapping[str, float]
    moments: Mapping[str, datetime]
    at: Place


@dataclass
class Nights:
    """Puts together what several files say of a night, which each calls by a date that Polar gives it."""

    _sleeps: list[_Sleep] = field(default_factory=list)
    _others: list[tuple[str, date, float, Place]] = field(default_factory=list)

    def add(self, family: str, document: Any, path: str, gathering: Gathering) -> None:  # noqa: ANN401, as JSON is
        for row, record in records(document):
            at = Place(path, row)
            night = day_of(record.get("night") or record.get("date") or record.get("sleepResultDate"))
            if night is None:
                gathering.skip("night: no date", at)
            elif family == "sleep_result":
                self._sleep(record, night, at, gathering)
            elif family == "sleep_score":
                self._other("sleep_score", part(record, "sleepScoreResult") or record, _SCORES, night, at)
            else:
                gathering.found("nights of heart rate variability")
                self._other("heart_rate_variability", record, _RMSSD, night, at)

    def _other(self, metric: str, record: Mapping[str, Any], names: tuple[str, ...], night: date, at: Place) -> None:
        value = next((found for name in names if (found := number(record.get(name)))), None)
        if value is not None:
            self._others.append((metric, night, value, at))

    def _sleep(self, record: Mapping[str, Any], night: date, at: Place, gathering: Gathering) -> None:
        evaluation = part(record, "evaluation")
        hypnogram = part(part(record, "sleepResult"), "hypnogram")
        asleep = minutes(evaluation.get("asleepDuration"))
        if not asleep:
            gathering.skip("night: no time asleep", at)
            return
        gathering.found("nights")
        phases = part(evaluation, "phaseDurations")
        values = {metric: value for name, metric in _PHASES.items() if (value := minutes(phases.get(name))) is not None}
        awake = minutes(part(evaluation, "interruptions").get("totalDuration"))
        if awake is not None:
            values.setdefault("awake_minutes", awake)
        begins, ends = local(hypnogram.get("sleepStart")), local(hypnogram.get("sleepEnd"))
        moments = {"bed_time": begins, "wake_up_time": ends}
        if number(hypnogram.get("sleepStartOffset")) or number(hypnogram.get("sleepEndOffset")):
            gathering.skip("bed_time: changed by hand, and not stated how", at)
            moments = {}
        self._sleeps.append(
            _Sleep(
                night=night,
                day=ends.date() if ends else night,
                asleep=asleep,
                values=values | {"sleep_minutes": asleep},
                moments={name: each for name, each in moments.items() if each is not None},
                at=at,
            )
        )

    def tell(self, gathering: Gathering) -> None:
        """Hands everything over: of several sleeps that end on a day the longest."""
        best: dict[date, _Sleep] = {}
        for sleep in sorted(self._sleeps, key=lambda each: (each.asleep, each.night)):
            best[sleep.day] = sleep
        days = {sleep.night: sleep.day for sleep in best.values()}
        for day, sleep in sorted(best.items()):
            for metric, value in sleep.values.items():
                gathering.daily(metric, day, value, sleep.at)
            for name, moment in sleep.moments.items():
                gathering.moment(name, day, moment, sleep.at)
        for metric, night, value, at in sorted(self._others, key=lambda each: each[:3]):
            gathering.daily(metric, days.get(night, night), value, at)
