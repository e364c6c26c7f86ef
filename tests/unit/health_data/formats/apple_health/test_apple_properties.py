"""Whatever an Apple export holds, in whatever order: the same as counted second by second, or minute by minute."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.apple_health import APPLE_HEALTH
from services.health_data.adapters.formats.members import DamagedError
from tests.unit.health_data.formats.apple_health.exports import (
    APP,
    ASLEEP,
    COPY,
    PHONE,
    WATCH,
    asleep,
    days,
    export,
    read,
    steps,
)
from tests.unit.health_data.formats.support import gathered

EVENING = datetime(2024, 2, 28, 22)  # noqa: DTZ001, local
SOURCES = (WATCH, PHONE, APP, COPY)
STAGES = {"Deep": 0, "REM": 1, "Core": 2, "Unspecified": 3}
OFFSETS = (0, 60, -300, 345)


@dataclass(frozen=True)
class Stretch:
    """What a source says of a stretch of time, in minutes after 22:00 UTC on 28 February, at an offset in minutes."""

    source: str
    start: int
    length: int
    offset: int
    value: int = 0
    stage: str = ""

    def written(self, minute: int) -> str:
        local = EVENING + timedelta(minutes=minute + self.offset)
        sign, minutes = "-" if self.offset < 0 else "+", abs(self.offset)
        return f"{local:%Y-%m-%d %H:%M:%S} {sign}{minutes // 60:02}{minutes % 60:02}"

    @property
    def line(self) -> str:
        start, end = self.written(self.start), self.written(self.start + self.length)
        if self.stage:
            return asleep(start, end, ASLEEP + self.stage, self.source)
        return steps(start, end, str(self.value), self.source)


def stretches(*, offsets: tuple[int, ...] = (0,)) -> st.SearchStrategy[list[Stretch]]:
    """Of different sources, and of one source at different times."""
    one = st.builds(
        Stretch,
        source=st.sampled_from(SOURCES),
        start=st.integers(0, 300),
        length=st.integers(1, 120),
        offset=st.sampled_from(offsets),
        value=st.integers(0, 500),
    )
    return st.lists(one, min_size=1, max_size=12)


def counted(records: list[Stretch]) -> dict[date, float]:
    """The steps of each day, minute by minute, in fractions."""
    held: dict[int, int] = {}
    totals: dict[date, Fraction] = defaultdict(Fraction)
    for rank, source in enumerate(SOURCES):
        own = {each for each in records if each.source == source}
        for each in own:
            for minute in range(each.start, each.start + each.length):
                day = (EVENING + timedelta(minutes=minute + each.offset)).date()
                if held.get(minute, rank) == rank:
                    totals[day] += Fraction(each.value, each.length)
                    held.setdefault(minute, rank)
    return {day: round(float(total), 9) for day, total in totals.items()}


@settings(max_examples=50)
@given(stretches(offsets=OFFSETS), st.randoms(use_true_random=False))
def test_steps_are_those_of_the_first_source_at_each_minute(records: list[Stretch], random: object) -> None:
    lines = [each.line for each in records]
    again = [*lines, *lines[:3]]
    random.shuffle(again)  # type: ignore[attr-defined]
    told, expected = days(read(*again), "steps"), counted(records)
    assert told == pytest.approx(expected, abs=1e-6)


@settings(max_examples=50)
@given(
    st.lists(
        st.builds(
            Stretch,
            source=st.just(WATCH),
            start=st.integers(0, 170),
            length=st.integers(1, 120),
            offset=st.just(0),
            stage=st.sampled_from(list(STAGES)),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_a_minute_asleep_counts_once_however_often_it_is_told(records: list[Stretch]) -> None:
    stage_of: dict[int, int] = {}
    for each in records:
        for minute in range(each.start, each.start + each.length):
            stage_of[minute] = min(STAGES[each.stage], stage_of.get(minute, 9))
    parsed = read(*(each.line for each in records))
    # All begin within three hours of 22:00, so that they are one night.
    assert list(days(parsed, "sleep_minutes").values()) == [len(stage_of)]
    staged = any(stage < STAGES["Unspecified"] for stage in stage_of.values())
    for stage, metric in (("Deep", "deep_sleep"), ("REM", "rem_sleep"), ("Core", "light_sleep")):
        told = list(days(parsed, f"{metric}_minutes").values())
        minutes = sum(each == STAGES[stage] for each in stage_of.values())
        assert told == ([minutes] if staged and any(each.stage == stage for each in records) else [])


@settings(max_examples=50)
@given(stretches(), st.integers(1, 3000))
def test_a_file_that_is_cut_off_anywhere_is_refused(records: list[Stretch], missing: int) -> None:
    content = export(*(each.line for each in records)).rstrip()
    root = content.index(b"<HealthData") + 12
    with pytest.raises(DamagedError):
        gathered(APPLE_HEALTH, {"export.xml": content[: max(root, len(content) - missing)]})


@settings(max_examples=50)
@given(stretches())
def test_a_file_twice_is_a_file_once(records: list[Stretch]) -> None:
    content = export(*(each.line for each in records))
    once = gathered(APPLE_HEALTH, {"a.xml": content})
    twice = gathered(APPLE_HEALTH, {"a.xml": content, "b.xml": content})
    assert days(once, "steps") == days(twice, "steps")
