"""Takes the records of an export as they come, and keeps what days, nights and entries are made of."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from services.health_data.adapters.formats.apple_health.journal import Journal
from services.health_data.adapters.formats.apple_health.kinds import (
    ACTIVE,
    BASAL,
    HEIGHT,
    INSTEAD,
    NOTED,
    PREFIXES,
    SAMPLED,
    SLEEP,
    STAGES,
    SYMPTOMS,
    Sampled,
    plain,
)
from services.health_data.adapters.formats.apple_health.moments import DAY, Moment, Moments
from services.health_data.adapters.formats.apple_health.parsing import Attributes, Elements, Taker, Takers
from services.health_data.adapters.formats.apple_health.rows import NIGHTS, SAMPLES, Rows
from services.health_data.adapters.formats.apple_health.sources import Sources
from services.health_data.adapters.formats.apple_health.workouts import Workout
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.limits import LIMITS, SPLIT, require
from services.health_data.domain.metrics import METRIC, PROFILE_FIELDS
from services.health_data.domain.quantities import Quantity
from services.health_data.domain.records import Place

_LONGEST_SAMPLE: Final = 7 * DAY
_LONGEST_SLEEP: Final = DAY
_PART_DAYS: Final = 366
_BOUNDS: Final[Mapping[str, Quantity]] = {
    **METRIC,
    ACTIVE: METRIC["calories_kcal"],
    BASAL: METRIC["calories_kcal"],
    HEIGHT: PROFILE_FIELDS[HEIGHT],
}
_SEXES: Final = {"HKBiologicalSexFemale": "female", "1": "female", "HKBiologicalSexMale": "male", "2": "male"}


class Collecting:
    """What the exports of one person hold.

    Attributes:
        samples: by metric and by a stretch of about a year, so that a part of them is in memory at a time.
        nights: all under one key.
        zones: the time zones that records state, the first being none.
        found: how many of what else, in a person's words.
        records: how many samples by metric and source.
        counted: how many records of what is only counted, by type.
    """

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self.samples: Rows[tuple[str, int]] = Rows(SAMPLES)
        self.nights: Rows[str] = Rows(NIGHTS)
        self.sources = Sources()
        self.moments = Moments()
        self.zones = [""]
        self.workouts: list[Workout] = []
        self.found: Counter[str] = Counter()
        self.records: Counter[tuple[str, int]] = Counter()
        self.counted: Counter[str] = Counter()
        self.members: list[str] = []
        self.journal = Journal(gathering, self.moments, self.place)
        self._sleep: list[int] | None = None
        self._sleep_record = 0
        self._workout: Workout | None = None
        self._in_part = False
        self._elements = Elements(
            Takers(self._by_name(), PREFIXES),
            {
                "Workout": self._take_workout,
                "WorkoutActivity": self._take_part,
                "WorkoutStatistics": self._take_statistics,
                "MetadataEntry": self._take_metadata,
                "Me": self._take_person,
            },
            self._ended,
        )

    def read(self, member: Member) -> None:
        """Goes through one export.

        Raises:
            DamagedError: it is cut off, or no XML.
            LimitExceededError: it holds too many workouts.
        """
        self.members.append(member.path)
        self._elements.read(member)
        self._keep_sleep()

    def close(self) -> None:
        self.samples.close()
        self.nights.close()

    def place(self, line: int, rows: int = 1, member: int | None = None) -> Place:
        """Where something stands, in the file that is read now or in another one."""
        return Place(self.members[-1 if member is None else member], line, rows)

    def _by_name(self) -> Mapping[str, Taker]:
        takers: dict[str, Taker] = {name: self._sampling(kind) for name, kind in SAMPLED.items()}
        takers |= dict.fromkeys(NOTED, self.journal.take) | dict.fromkeys(SYMPTOMS, self.journal.take)
        takers |= {name: self._counting(name) for name in INSTEAD}
        takers[SLEEP] = self._take_sleep
        return {name.casefold(): taker for name, taker in takers.items()}

    def _counting(self, name: str) -> Taker:
        counted = self.counted

        def take(_: Attributes, __: int) -> None:
            counted[name] += 1

        return take

    def _sampling(self, kind: Sampled) -> Taker:
        """Who takes the records of a quantity. Millions pass here: what each needs is at hand."""
        read, origin, append, records = self.moments.read, self.sources.origin, self.samples.append, self.records
        name, units, adds_up = kind.name, kind.units, kind.adds_up
        low, high = _BOUNDS[name].low, _BOUNDS[name].high
        longest = _LONGEST_SAMPLE if adds_up else 2**32 - 1

        def take(attributes: Attributes, line: int) -> None:
            try:
                first = attributes["startDate"]
                last = attributes.get("endDate", first)
                start = read(first)
                end = start if last == first else read(last)
                unit = units[attributes.get("unit", "")]
                value = float(attributes["value"]) * unit.times + unit.plus
            except (KeyError, ValueError):
                self._skip(kind, attributes, line)
                return
            if kind.is_share and value <= 1:
                value *= 100
            length = end.utc - start.utc
            if not (low <= value <= high and 0 <= length <= longest):
                self._skip(kind, attributes, line)
                return
            source = origin(attributes, start.utc).source
            records[name, source] += 1
            day = (start.utc + start.offset) // DAY
            if adds_up and (start.utc + start.offset) % DAY + length > DAY:
                self._split(kind, start, length, value, source, line)
                return
            if kind.ends_night:
                day = end.day
            append(
                (name, day // _PART_DAYS), start.utc, length, length, value, day, source, len(self.members) - 1, line
            )

        return take

    def _split(self, kind: Sampled, start: Moment, length: int, value: float, source: int, line: int) -> None:
        """A record that crosses midnight: a part of it for each day, in proportion."""
        at = start.utc
        end = start.utc + length
        while at < end:
            day = (at + start.offset) // DAY
            until = min(end, (day + 1) * DAY - start.offset)
            part = value * (until - at) / length
            key = (kind.name, day // _PART_DAYS)
            self.samples.append(key, at, until - at, length, part, day, source, len(self.members) - 1, line)
            at = until

    def _skip(self, kind: Sampled, attributes: Attributes, line: int) -> None:
        self._gathering.skip(f"{kind.found}: {_why_not(kind, attributes, self.moments)}", self.place(line))

    def _take_sleep(self, attributes: Attributes, line: int) -> None:
        self._keep_sleep()
        try:
            start = self.moments.read(attributes["startDate"])
            end = self.moments.read(attributes["endDate"])
        except (KeyError, ValueError):
            self._gathering.skip("sleep records: no date that can be read", self.place(line))
            return
        stage = STAGES.get(plain(attributes.get("value", "")))
        if stage is None:
            self._gathering.skip("sleep records: a stage that is not known", self.place(line))
        elif not 0 < end.utc - start.utc <= _LONGEST_SLEEP:
            self._gathering.skip("sleep records: no time, or more than a day", self.place(line))
        else:
            self.found["sleep records"] += 1
            source = self.sources.origin(attributes, start.utc).source
            member = len(self.members) - 1
            self._sleep = [start.utc, end.utc, start.offset, end.offset, stage, source, 0, member, line]
            self._sleep_record = self._elements.records_met

    def _keep_sleep(self) -> None:
        if self._sleep is not None:
            self.nights.append(SLEEP, *self._sleep)
            self._sleep = None

    def _take_metadata(self, attributes: Attributes, _: int) -> None:
        key, value = attributes.get("key"), attributes.get("value", "")
        if self._workout is not None:
            if key == "HKElevationAscended" and not self._in_part:
                self._workout.elevation = value
            elif key == "HKTimeZone" and not self._in_part:
                self._workout.zone = value
        elif key == "HKTimeZone" and self._sleep is not None and self._sleep_record == self._elements.records_met:
            self._sleep[6] = self._zone(value)

    def _zone(self, name: str) -> int:
        if name not in self.zones and len(self.zones) < 1000:
            self.zones.append(name)
        return self.zones.index(name) if name in self.zones else 0

    def _take_workout(self, attributes: Attributes, line: int) -> None:
        try:
            start = self.moments.read(attributes["startDate"])
            end = self.moments.read(attributes["endDate"])
        except (KeyError, ValueError):
            self._gathering.skip("workouts: no date that can be read", self.place(line))
            return
        if end.utc < start.utc:
            self._gathering.skip("workouts: the end is before the start", self.place(line))
            return
        source = self.sources.origin(attributes, start.utc).source
        member = len(self.members) - 1
        self._workout = Workout(attributes=attributes, member=member, line=line, start=start, end=end, source=source)

    def _take_part(self, _: Attributes, __: int) -> None:
        self._in_part = True

    def _take_statistics(self, attributes: Attributes, _: int) -> None:
        if self._workout is not None and not self._in_part:
            self._workout.statistic(attributes)

    def _ended(self, tag: str) -> None:
        if tag == "WorkoutActivity":
            self._in_part = False
        elif tag == "Workout":
            if self._workout is not None:
                self.workouts.append(self._workout)
                self.found["workouts"] += 1
                require(len(self.workouts), LIMITS.records, "workouts", SPLIT)
            self._workout = None
            self._in_part = False

    def _take_person(self, attributes: Attributes, _: int) -> None:
        birth = attributes.get("HKCharacteristicTypeIdentifierDateOfBirth", "")
        sex = _SEXES.get(attributes.get("HKCharacteristicTypeIdentifierBiologicalSex", ""))
        self._gathering.person(sex=sex, birth_year=int(birth[:4]) if birth[:4].isdecimal() else None)


def _why_not(kind: Sampled, attributes: Attributes, moments: Moments) -> str:
    try:
        start = moments.read(attributes["startDate"])
        end = moments.read(attributes.get("endDate", attributes["startDate"]))
    except (KeyError, ValueError):
        return "no date that can be read"
    if attributes.get("unit", "") not in kind.units:
        return f"the unit {attributes.get('unit', '')[:40]!r} is not known"
    try:
        float(attributes.get("value", ""))
    except ValueError:
        return "not a number"
    if end.utc < start.utc:
        return "the end is before the start"
    if kind.adds_up and end.utc - start.utc > _LONGEST_SAMPLE:
        return "more than a week in one record"
    bounds = _BOUNDS[kind.name]
    return f"outside {bounds.low:g} to {bounds.high:g} {bounds.unit}"
