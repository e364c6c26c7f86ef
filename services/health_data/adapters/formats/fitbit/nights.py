"""Sleep: logs of both kinds, those of the newer tables with offsets, and scores.

Of several sleeps that end on one day the one that Fitbit calls the main sleep is the night, else the longest; those
that it calls no main sleep are naps.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from services.health_data.adapters.formats.fitbit.json_records import number, records
from services.health_data.adapters.formats.fitbit.stamps import Clock, by_offset, moment, wall
from services.health_data.adapters.formats.fitbit.tables import cell_number, table
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Entry, Place

_STAGES: Final = {"deep": "deep_sleep_minutes", "rem": "rem_sleep_minutes", "light": "light_sleep_minutes"}
_MOST: Final = timedelta(hours=24)
_SAME_END: Final = timedelta(minutes=1)
"""So far apart the end of a night may stand in its log and in its table."""


@dataclass(frozen=True, kw_only=True)
class Sleep:
    """One sleep in local time.

    Attributes:
        is_main: None where the file does not say.
        minutes: by metric.
    """

    name: str
    start: datetime
    end: datetime
    is_main: bool | None
    at: Place
    minutes: Mapping[str, float] = field(default_factory=dict)

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def read_nights(members: Sequence[Member], gathering: Gathering, clock: Clock) -> None:
    """The files sleep-<date>.json, sleep_score.csv, UserSleeps_, UserSleepStages_ and UserSleepScores_<date>.csv."""
    del clock
    logs = [each for each in members if each.name.lower().endswith(".json")]
    stages, tables, tabled_scores, scores = (
        [each for each in members if each not in logs and re.match(name, each.name.lower())]
        for name in (r"usersleepstages", r"usersleeps(?!tages|cores)", r"usersleepscores", r"sleep_score")
    )
    logged, tabled = _logged(logs, gathering), _tabled(tables, _stages(stages), gathering)
    if logged or tabled:
        gathering.found("sleep records", len(logged) or len(tabled))
    by_day = _by_day(tabled.values()) | _by_day(logged.values())
    nights = {day: _night(sleeps) for day, sleeps in by_day.items()}
    for day, sleeps in by_day.items():
        night = nights[day]
        if night is not None:
            _store(day, night, gathering)
        for each in sleeps:
            if each.is_main is False and each is not night and "sleep_minutes" in each.minutes:
                minutes = each.minutes["sleep_minutes"]
                nap = Entry(day=day, at=each.start, tag="nap", amount=minutes, unit="min")
                gathering.entry(nap, each.at)
    _read_tabled_scores(tabled_scores, nights, tabled, gathering)
    _read_scores(scores, nights, logged, gathering)


def _store(day: date, night: Sleep, gathering: Gathering) -> None:
    for metric, minutes in night.minutes.items():
        gathering.daily(metric, day, minutes, night.at)
    gathering.moment("bed_time", day, night.start, night.at)
    gathering.moment("wake_up_time", day, night.end, night.at)


def _by_day(sleeps: Iterable[Sleep]) -> dict[date, list[Sleep]]:
    days: dict[date, list[Sleep]] = defaultdict(list)
    for each in sleeps:
        days[each.end.date()].append(each)
    return days


def _night(sleeps: Sequence[Sleep]) -> Sleep | None:
    said = [each for each in sleeps if each.is_main]
    unsaid = [each for each in sleeps if each.is_main is None]
    return max(said or unsaid, key=lambda each: (each.length, each.start), default=None)


def _logged(members: Sequence[Member], gathering: Gathering) -> dict[str, Sleep]:
    """The sleeps of sleep-<date>.json by the id of their log; a log that comes twice counts once."""
    sleeps: dict[str, Sleep] = {}
    for member in members:
        for row, record in records(member):
            at = Place(member.path, row)
            start, end = wall(record.get("startTime")), wall(record.get("endTime"))
            if start is None or end is None or not timedelta() < end - start <= _MOST:
                gathering.skip("sleep: no start and end", at)
                continue
            name = str(record.get("logId", f"{start} {end}"))
            is_main = record.get("mainSleep", record.get("isMainSleep"))
            sleeps[name] = Sleep(
                name=name,
                start=start,
                end=end,
                is_main=is_main if isinstance(is_main, bool) else None,
                at=at,
                minutes=_log_minutes(record),
            )
    return sleeps


def _log_minutes(record: Mapping[str, Any]) -> dict[str, float]:
    """Asleep and awake of any log; the stages of those that have them."""
    found = {"sleep_minutes": number(record.get("minutesAsleep")), "awake_minutes": number(record.get("minutesAwake"))}
    levels = record.get("levels")
    summary = levels.get("summary") if isinstance(levels, Mapping) else None
    if record.get("type", "stages") == "stages" and isinstance(summary, Mapping):
        for stage, metric in _STAGES.items():
            part = summary.get(stage)
            found[metric] = number(part.get("minutes")) if isinstance(part, Mapping) else None
    if not found["sleep_minutes"]:
        return {}
    return {metric: minutes for metric, minutes in found.items() if minutes is not None}


def _stages(members: Sequence[Member]) -> Mapping[str, Mapping[str, float]]:
    """Minutes in each stage by the id of the sleep; a stage that comes twice counts once."""
    seen: set[tuple[str, str]] = set()
    minutes: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for member in members:
        for _, row in table(member):
            start, end = moment(row.get("sleep_stage_start")), moment(row.get("sleep_stage_end"))
            metric = _STAGES.get(row.get("sleep_stage_type", "").lower())
            key = (row.get("sleep_id", ""), row.get("sleep_stage_start", ""))
            if start is not None and end is not None and metric and key not in seen:
                seen.add(key)
                minutes[key[0]][metric] += (end - start).total_seconds() / 60
    return minutes


def _tabled(
    members: Sequence[Member], stages: Mapping[str, Mapping[str, float]], gathering: Gathering
) -> dict[str, Sleep]:
    sleeps: dict[str, Sleep] = {}
    for member in members:
        for line, row in table(member):
            at = Place(member.path, line)
            start = by_offset(row.get("sleep_start"), row.get("start_utc_offset"))
            end = by_offset(row.get("sleep_end"), row.get("end_utc_offset"))
            asleep, awake = cell_number(row.get("minutes_asleep")), cell_number(row.get("minutes_awake"))
            if start is None or end is None or not asleep or not timedelta() < end - start <= _MOST:
                gathering.skip("sleep: no start and end with their offsets, or no time asleep", at)
                continue
            name = row.get("sleep_id", f"{start} {end}")
            found = {"sleep_minutes": asleep, "awake_minutes": awake} | dict(stages.get(name, {}))
            minutes = {metric: value for metric, value in found.items() if value is not None}
            sleeps[name] = Sleep(name=name, start=start, end=end, is_main=None, at=at, minutes=minutes)
    return sleeps


def _read_tabled_scores(
    members: Sequence[Member], nights: Mapping[date, Sleep | None], tabled: Mapping[str, Sleep], gathering: Gathering
) -> None:
    """Scores with decimals, by the id of their sleep; sleep_score.csv has those that the app shows, and goes before."""
    for member in members:
        for line, row in table(member):
            at, sleep = Place(member.path, line), tabled.get(row.get("sleep_id", ""))
            score = cell_number(row.get("overall_score"))
            if sleep is None or not score or score < 0:
                gathering.skip("sleep_score: no score, or no sleep that it is of", at)
                continue
            gathering.found("sleep scores")
            night = nights[sleep.end.date()]
            if night is not None and abs(night.end - sleep.end) <= _SAME_END:
                gathering.daily("sleep_score", sleep.end.date(), score, at)


def _read_scores(
    members: Sequence[Member], nights: Mapping[date, Sleep | None], logged: Mapping[str, Sleep], gathering: Gathering
) -> None:
    """A score counts for the night whose log it names; one whose log is not here, for the day that it states."""
    loose: dict[date, dict[float, Place]] = defaultdict(dict)
    for member in members:
        for line, row in table(member):
            at, ends = Place(member.path, line), wall(row.get("timestamp"))
            score, name = cell_number(row.get("overall_score")), row.get("sleep_log_entry_id", "")
            if ends is None or not score or score < 0:
                gathering.skip("sleep_score: no score", at)
                continue
            gathering.found("sleep scores")
            sleep = logged.get(name)
            if sleep is None:
                loose[ends.date()].setdefault(score, at)
            elif nights[sleep.end.date()] is sleep:
                gathering.daily("sleep_score", sleep.end.date(), score, at)
    for day, scores in loose.items():
        night = nights.get(day)
        if night is not None and night.name in logged:
            continue
        if len(scores) > 1:
            at = next(iter(scores.values()))
            gathering.skip("sleep_score: several on one day, and no sleep log that says which is the night's", at)
            continue
        for score, at in scores.items():
            gathering.daily("sleep_score", day, score, at)
