"""Files of vendors that were cut off, put in another order, stated twice or rewritten: a report, and no wrong value."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.health_auto_export import HEALTH_AUTO_EXPORT
from services.health_data.adapters.formats.members import DamagedError
from services.health_data.adapters.formats.oura import OURA
from services.health_data.adapters.formats.room import Room
from services.health_data.adapters.formats.samsung_health import SAMSUNG_HEALTH
from services.health_data.adapters.formats.whoop import WHOOP
from services.health_data.adapters.formats.withings import WITHINGS
from services.health_data.domain.records import ParsedFile, to_epoch_day
from tests.unit.health_data.formats.support import gathered

Values = dict[tuple[str, int], float]


@dataclass(frozen=True)
class Night:
    """A night, in local time, and the day that it ends on.

    Attributes:
        wakes: the day of its wake-up.
        asleep: minutes.
        offset: hours that local time is ahead of UTC.
        heart: beats a minute.
    """

    wakes: date
    asleep: int
    offset: int
    heart: int

    @property
    def wake(self) -> datetime:
        return datetime(self.wakes.year, self.wakes.month, self.wakes.day, 7)  # noqa: DTZ001, local

    @property
    def bed(self) -> datetime:
        return self.wake - timedelta(minutes=self.asleep)


def iso(moment: datetime, offset: int) -> str:
    return f"{moment.isoformat()}{offset:+03d}:00"


@dataclass(frozen=True)
class Vendor:
    """How a vendor writes nights.

    Attributes:
        header: the lines above the rows.
        row: the line of a night.
        states: the metrics that a row says, by how the night has them.
    """

    room: Room
    path: str
    header: str
    row: Callable[[Night], str]
    states: Mapping[str, Callable[[Night], float]]


VENDORS = {
    "oura": Vendor(
        OURA,
        "App Data/sleepmodel.csv",
        "id,day,total_sleep_duration,lowest_heart_rate,bedtime_start,bedtime_end,type\n",
        lambda night: (
            f"x,{night.wakes},{night.asleep * 60},{night.heart},{iso(night.bed, night.offset)},"
            f"{iso(night.wake, night.offset)},long_sleep\n"
        ),
        {"sleep_minutes": lambda night: night.asleep, "resting_heart_rate": lambda night: night.heart},
    ),
    "whoop": Vendor(
        WHOOP,
        "physiological_cycles.csv",
        "Cycle start time,Cycle timezone,Resting heart rate (bpm),Day Strain,Asleep duration (min),"
        "Sleep onset,Wake onset\n",
        lambda night: (
            f"{night.bed},UTC{night.offset:+03d}:00,{night.heart},9,{night.asleep},{night.bed},{night.wake}\n"
        ),
        {"sleep_minutes": lambda night: night.asleep, "resting_heart_rate": lambda night: night.heart},
    ),
    "withings": Vendor(
        WITHINGS,
        "sleep.csv",
        'from,to,"light (s)","deep (s)","rem (s)","awake (s)","wake up"\n',
        lambda night: (
            f"{iso(night.bed, night.offset)},{iso(night.wake, night.offset)},{night.asleep * 60 - 1200},600,600,0,0\n"
        ),
        {
            "sleep_minutes": lambda night: night.asleep,
            "light_sleep_minutes": lambda night: night.asleep - 20,
            "deep_sleep_minutes": lambda _: 10,
            "rem_sleep_minutes": lambda _: 10,
            "awake_minutes": lambda _: 0,
        },
    ),
    "health auto export": Vendor(
        HEALTH_AUTO_EXPORT,
        "HealthAutoExport.csv",
        "Date/Time,Sleep Analysis [Total] (hr),Resting Heart Rate (bpm),Notes\n",
        lambda night: f"{night.wakes} 00:00:00,{night.asleep / 60!r},{night.heart},\n",
        {"sleep_minutes": lambda night: night.asleep, "resting_heart_rate": lambda night: night.heart},
    ),
}

nights = st.lists(
    st.builds(
        Night,
        wakes=st.dates(date(2024, 2, 27), date(2024, 4, 2)),
        asleep=st.integers(240, 600),
        offset=st.sampled_from([-8, 0, 1, 2]),
        heart=st.integers(40, 90),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda night: night.wakes,
)
vendors = pytest.mark.parametrize("vendor", VENDORS.values(), ids=VENDORS)


def found(parsed: ParsedFile) -> dict[tuple[str, int], object]:
    return {
        (metric, int(day)): pytest.approx(float(value))
        for metric, series in parsed.numbers.items()
        for day, value in zip(series.days, series.values, strict=True)
    }


def stated(vendor: Vendor, of: list[Night]) -> Values:
    return {(name, to_epoch_day(each.wakes)): float(read(each)) for each in of for name, read in vendor.states.items()}


def written(vendor: Vendor, of: list[Night]) -> str:
    return vendor.header + "".join(map(vendor.row, of))


@vendors
@settings(max_examples=25, deadline=None)
@given(of=nights, data=st.data())
def test_order_copies_marks_and_line_ends_change_nothing(vendor: Vendor, of: list[Night], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(of + of[: data.draw(st.integers(0, len(of)))]))
    text = ("\ufeff" if data.draw(st.booleans()) else "") + written(vendor, shuffled)
    if data.draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    files = {vendor.path: text.encode()}
    if data.draw(st.booleans()):
        files[f"again/{vendor.path}"] = written(vendor, of).encode()
    assert found(gathered(vendor.room, files)) == stated(vendor, of)


@vendors
@settings(max_examples=50, deadline=None)
@given(of=nights, data=st.data())
def test_a_file_that_was_cut_off_says_nothing_wrong(vendor: Vendor, of: list[Night], data: st.DataObject) -> None:
    whole = written(vendor, of).encode()
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    try:
        parsed = gathered(vendor.room, {vendor.path: cut})
    except DamagedError as error:
        assert "again" in str(error)  # noqa: PT017, either of two outcomes is right
        return
    expected = stated(vendor, of)
    assert all(expected.get(key) == value for key, value in found(parsed).items())


@vendors
@settings(max_examples=25, deadline=None)
@given(of=nights, data=st.data())
def test_columns_may_stand_in_any_order_where_they_have_names(
    vendor: Vendor, of: list[Night], data: st.DataObject
) -> None:
    lines = [line.split(",") for line in written(vendor, of).splitlines()]
    fixed = 1 if vendor.room is HEALTH_AUTO_EXPORT else 0
    order = [*range(fixed), *data.draw(st.permutations(range(fixed, len(lines[0]))))]
    text = "".join(",".join([*(line[at] for at in order), "extra"]) + "\n" for line in lines)
    assert found(gathered(vendor.room, {vendor.path: text.encode()})) == stated(vendor, of)


@settings(max_examples=25, deadline=None)
@given(of=nights, data=st.data())
def test_samsungs_tables_go_together_in_any_order(of: list[Night], data: st.DataObject) -> None:
    def utc(moment: datetime, offset: int) -> str:
        return f"{moment - timedelta(hours=offset)}.000"

    sessions = [
        f"{utc(night.bed, night.offset)},{utc(night.wake, night.offset)},UTC{night.offset:+03d}00,{night.wakes},\n"
        for night in of
    ]
    stages = [f"{utc(night.bed, night.offset)},{utc(night.wake, night.offset)},40002,{night.wakes},\n" for night in of]
    sleep = "com.samsung.shealth.sleep,1,1\nstart_time,end_time,time_offset,datauuid,\n"
    stage = "com.samsung.health.sleep_stage,1,1\nstart_time,end_time,stage,sleep_id,\n"
    files = {
        "com.samsung.health.sleep_stage.20240405.csv": stage + "".join(data.draw(st.permutations(stages + stages[:1]))),
        "com.samsung.shealth.sleep.20240405.csv": sleep + "".join(data.draw(st.permutations(sessions + sessions[:1]))),
    }
    parsed = gathered(SAMSUNG_HEALTH, {path: f"\ufeff{text}".encode() for path, text in files.items()})
    assert found(parsed) == {
        (metric, to_epoch_day(night.wakes)): night.asleep
        for night in of
        for metric in ("sleep_minutes", "light_sleep_minutes")
    }


@settings(max_examples=25, deadline=None)
@given(
    steps=st.dictionaries(st.integers(0, 2879), st.integers(1, 200), min_size=1, max_size=30),
    data=st.data(),
)
def test_overlapping_json_of_minutes_counts_each_minute_once(steps: dict[int, int], data: st.DataObject) -> None:
    start = datetime(2024, 2, 28, tzinfo=UTC)

    def exported(minutes: list[int]) -> bytes:
        values: list[dict[str, Any]] = [
            {"date": f"{start + timedelta(minutes=each):%Y-%m-%d %H:%M:%S} +0000", "qty": steps[each]}
            for each in minutes
        ]
        return json.dumps({"data": {"metrics": [{"data": values, "name": "step_count", "units": "count"}]}}).encode()

    every = data.draw(st.permutations(sorted(steps)))
    some = every[: data.draw(st.integers(0, len(every)))]
    parsed = gathered(HEALTH_AUTO_EXPORT, {"a.json": exported(every), "b.json": exported(some)})
    by_day: dict[tuple[str, int], float] = {}
    for minute, count in steps.items():
        key = ("steps", to_epoch_day(start.date()) + minute // 1440)
        by_day[key] = by_day.get(key, 0) + count
    assert found(parsed) == by_day
