"""What an export says about one person, put together value by value; its size grows with days, not with rows."""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import replace
from datetime import date, datetime
from math import isfinite
from typing import Final, TypeVar

import numpy as np

from services.health_data.domain.activity_fields import STORED_FIELDS
from services.health_data.domain.cells import FIRST_LINES
from services.health_data.domain.dates import FIRST_YEAR, LAST_YEAR, is_dated
from services.health_data.domain.limits import LIMITS, SPLIT, require
from services.health_data.domain.metrics import LOCAL_TIMES, METRIC, PROFILE_FIELDS
from services.health_data.domain.records import (
    Activity,
    DaySeries,
    Entry,
    LabResult,
    ParsedFile,
    Place,
    Profile,
    SeriesPlaces,
    Skip,
    to_epoch_day,
)

_NUMBERS: Final = PROFILE_FIELDS | METRIC
_T = TypeVar("_T")


class Gathering:
    """Takes what a reader finds, in any order; of several values for one day the last counts.

    Args:
        source: whose data it is: "oura", "fitbit" ...
        layout: what the report calls the format.
    """

    def __init__(self, source: str, *, layout: str = "") -> None:
        self._source = source
        self._layout = layout or source
        self._values: dict[str, dict[int, tuple[float, Place]]] = defaultdict(dict)
        self._moments: dict[str, dict[int, tuple[datetime, Place]]] = defaultdict(dict)
        self._recorded: set[int] = set()
        self._activities: dict[tuple[datetime, str], tuple[Activity, Place]] = {}
        self._labs: dict[Hashable, tuple[LabResult, Place]] = {}
        self._entries: dict[Hashable, tuple[Entry, Place]] = {}
        self._profile = Profile()
        self._skipped: Counter[str] = Counter()
        self._skip_lines: dict[str, list[int]] = defaultdict(list)
        self._notes: dict[str, None] = {}
        self._found: Counter[str] = Counter()
        self._absent: dict[str, str] = {}
        self._left_out: dict[str, str] = {}
        self._warnings: dict[str, None] = {}

    def daily(self, metric: str, day: date, value: float, at: Place) -> None:
        """A value of a canonical metric, in its unit; one that cannot be is skipped, and the report says so."""
        quantity = METRIC[metric]
        if not is_dated(day):
            self.skip(f"{metric}: no date from {FIRST_YEAR} to {LAST_YEAR}", at)
        elif not isfinite(value):
            self.skip(f"{metric}: not a number", at)
        elif not quantity.low <= value <= quantity.high:
            self.skip(f"{metric}: outside {quantity.low:g} to {quantity.high:g} {quantity.unit}", at)
        else:
            self._values[metric][to_epoch_day(day)] = (float(value), at)

    def moment(self, name: str, day: date, local: datetime, at: Place) -> None:
        """`bed_time` or `wake_up_time` of the night that ends on a day, as local time without a zone."""
        assert name in LOCAL_TIMES
        assert local.tzinfo is None
        if is_dated(day) and is_dated(local.date()):
            self._moments[name][to_epoch_day(day)] = (local, at)
        else:
            self.skip(f"{name}: no date from {FIRST_YEAR} to {LAST_YEAR}", at)

    def recorded(self, day: date) -> None:
        """A day that the source has a row for, whether or not it holds a value."""
        if is_dated(day):
            self._recorded.add(to_epoch_day(day))

    def activity(self, activity: Activity, at: Place) -> None:
        """A bout of exercise; its start and end are local times without a zone. A number that cannot be is skipped."""
        assert activity.start.tzinfo is None
        if not is_dated(activity.start.date()):
            self.skip(f"activity: no date from {FIRST_YEAR} to {LAST_YEAR}", at)
            return
        for field in STORED_FIELDS:
            value = getattr(activity, field.name)
            if value is not None and not (isfinite(value) and field.low <= value <= field.high):
                self.skip(f"{field.name}: outside {field.low:g} to {field.high:g} {field.unit}", at)
                activity = replace(activity, **{field.name: None})  # type: ignore[arg-type]
        self._activities[activity.start, activity.kind] = (activity, at)
        require(len(self._activities), LIMITS.records, "activities", SPLIT)

    def lab_result(self, result: LabResult, at: Place) -> None:
        assert result.collected_at.tzinfo is not None
        self._labs[result.name, result.collected_at, result.text, result.unit] = (result, at)
        require(len(self._labs), LIMITS.records, "lab values", SPLIT)

    def entry(self, entry: Entry, at: Place) -> None:
        self._entries[entry.day, entry.at, entry.tag, entry.amount, entry.unit] = (entry, at)
        require(len(self._entries), LIMITS.records, "journal entries", SPLIT)

    def person(
        self,
        *,
        sex: str | None = None,
        birth_year: int | None = None,
        age_years: int | None = None,
        height_cm: float | None = None,
        weight_kg: float | None = None,
        time_zone: str | None = None,
    ) -> None:
        """What is said of the person; what cannot be, or is None, is left as it was."""
        numbers = {"age_years": age_years, "height_cm": height_cm, "weight_kg": weight_kg}
        stated: dict[str, object] = {
            name: value for name, value in numbers.items() if value is not None and _can_be(name, value)
        }
        if sex in ("male", "female"):
            stated["sex"] = sex
        if birth_year is not None and FIRST_YEAR <= birth_year <= LAST_YEAR:
            stated["birth_year"] = birth_year
        if time_zone:
            stated["time_zone"] = time_zone
        self._profile = replace(self._profile, **stated)  # type: ignore[arg-type]

    def device(self, name: str) -> None:
        """What measured, as it calls itself."""
        if name and name not in self._profile.devices:
            devices = list(self._profile.devices)
            insort(devices, name)
            self._profile = replace(self._profile, devices=tuple(devices))

    def skip(self, reason: str, at: Place) -> None:
        """A value or row that is not taken over."""
        self._skipped[reason] += 1
        if len(self._skip_lines[reason]) < FIRST_LINES:
            self._skip_lines[reason].append(at.row)

    def note(self, text: str) -> None:
        """What the reader of the report should know; said once."""
        self._notes[text] = None

    def found(self, what: str, count: int = 1) -> None:
        """So many more of something, in a person's words and in the plural: "sleep records"."""
        self._found[what] += count

    def absent(self, metric: str, why: str) -> None:
        """A metric that somebody would look for and that is not there: "1,442 SDNN values, no rMSSD"."""
        self._absent[metric] = why

    def left_out(self, member: str, why: str) -> None:
        """A file that was not read."""
        self._left_out[member] = why

    def warn(self, text: str) -> None:
        """What the person should look at: a change of device, a clock that was shifted."""
        self._warnings[text] = None

    def has(self, metric: str) -> bool:
        """Whether a value of it was found."""
        return bool(self._values.get(metric))

    def parsed(self) -> ParsedFile:
        """All of it. A metric that was called absent and has a value is not."""
        members: dict[str, int] = {}
        activities = [self._activities[key] for key in sorted(self._activities)]
        labs = sorted(self._labs.values(), key=lambda each: (each[0].collected_at, each[0].name))
        entries = sorted(self._entries.values(), key=lambda each: (each[0].day, each[0].tag))
        numbers = {name: _series(self._values[name]) for name in METRIC if self._values.get(name)}
        moments = {name: self._moments[name] for name in LOCAL_TIMES if self._moments.get(name)}
        places = {name: _places(self._values[name], members) for name in numbers}
        places |= {name: _places(each, members) for name, each in moments.items()}
        days = self._recorded.union(*self._values.values(), *self._moments.values())
        return ParsedFile(
            layout=self._layout,
            subject="",
            rows_read=sum(self._found.values()),
            recorded_days=np.array(sorted(days), np.int32),
            numbers=numbers,
            local_times={name: {day: each[0] for day, each in by_day.items()} for name, by_day in moments.items()},
            activities=tuple(activity for activity, _ in activities),
            profile=self._profile,
            skipped=tuple(
                Skip(reason=reason, cells=cells, first_lines=tuple(self._skip_lines[reason]))
                for reason, cells in sorted(self._skipped.items(), key=lambda item: (-item[1], item[0]))
            ),
            notes=tuple(self._notes),
            source=self._source,
            places=places,
            lab_results=tuple(result for result, _ in labs),
            entries=tuple(entry for entry, _ in entries),
            activity_places=_rows(activities, members),
            lab_places=_rows(labs, members),
            entry_places=_rows(entries, members),
            found=tuple(sorted(self._found.items(), key=lambda item: (-item[1], item[0]))),
            absent=tuple((metric, why) for metric, why in self._absent.items() if metric not in numbers),
            left_out=tuple(self._left_out.items()),
            warnings=tuple(self._warnings),
            members=tuple(members),
        )


def _can_be(name: str, value: float) -> bool:
    return isfinite(value) and _NUMBERS[name].low <= value <= _NUMBERS[name].high


def _series(by_day: Mapping[int, tuple[float, Place]]) -> DaySeries:
    days = sorted(by_day)
    return DaySeries(np.array(days, np.int32), np.array([by_day[day][0] for day in days], np.float64))


def _places(by_day: Mapping[int, tuple[object, Place]], members: dict[str, int]) -> SeriesPlaces:
    places = [by_day[day][1] for day in sorted(by_day)]
    return SeriesPlaces(
        members=np.array([members.setdefault(each.member, len(members)) for each in places], np.int32),
        rows=np.array([each.row for each in places], np.int64),
        counts=np.array([each.rows for each in places], np.int32),
    )


def _rows(records: list[tuple[_T, Place]], members: dict[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((members.setdefault(at.member, len(members)), at.row) for _, at in records)
