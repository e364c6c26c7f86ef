"""Whatever happens to an export on its way: a report, or a reason, and never a wrong value."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.health_data.adapters.formats.fitbit import FITBIT
from services.health_data.adapters.formats.members import DamagedError
from tests.unit.health_data.formats.fitbit.exports import a_log, days, local, logs, series
from tests.unit.health_data.formats.support import gathered

START = local("2024-02-28T00:00")
"""The days that follow have a 29 February."""
LEAP = date(2024, 2, 29)
minutes = st.dictionaries(st.integers(0, 3 * 1440 - 1), st.integers(0, 200), min_size=1, max_size=40)
ZONES = ("America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Sydney", "Pacific/Kiritimati")


def profile(zone: str) -> dict[str, bytes]:
    return {"Fitbit/Profile.csv": f"id,date_of_birth,timezone,height\nX,1990-05-20,{zone},170\n".encode()}


def by_day(found: dict[int, int], zone: str = "UTC") -> dict[date, float]:
    """The steps of each local day, by the standard library's own arithmetic."""
    sums: dict[date, float] = {}
    for minute, value in found.items():
        day = (START.replace(tzinfo=UTC) + timedelta(minutes=minute)).astimezone(ZoneInfo(zone)).date()
        sums[day] = sums.get(day, 0) + value
    return sums


@settings(max_examples=40, deadline=None)
@given(found=minutes, zone=st.sampled_from(ZONES), data=st.data())
def test_minutes_in_any_order_and_twice_are_those_of_local_days(
    found: dict[int, int], zone: str, data: st.DataObject
) -> None:
    rows = [(START + timedelta(minutes=minute), value) for minute, value in found.items()]
    first = data.draw(st.permutations(rows * data.draw(st.integers(1, 2))))
    files = profile(zone) | {"steps-2024-02-28.json": series(first), "Other/steps-2024-02-28.json": series(rows)}
    assert days(gathered(FITBIT, files), "steps") == by_day(found, zone)


@settings(max_examples=50, deadline=None)
@given(found=minutes, cut=st.integers(1, 400))
def test_a_json_file_that_is_cut_off_stops_the_import(found: dict[int, int], cut: int) -> None:
    content = series((START + timedelta(minutes=minute), value) for minute, value in found.items())
    name = "Fitbit/steps-2024-02-28.json"
    if cut >= len(content) - 20:
        return
    with pytest.raises(DamagedError):
        gathered(FITBIT, {name: content[:-cut]})


def a_summary(values: Sequence[float]) -> list[str]:
    return [f"{(START + timedelta(days=at)).isoformat()},{value},55.1,2.2" for at, value in enumerate(values)]


@settings(max_examples=40, deadline=None)
@given(values=st.lists(st.integers(11, 150), min_size=1, max_size=6), data=st.data())
def test_a_table_in_any_order_twice_and_behind_a_mark_means_the_same(values: list[int], data: st.DataObject) -> None:
    rows = data.draw(st.permutations(a_summary(values) * data.draw(st.integers(1, 2))))
    text = "\n".join(("timestamp,rmssd,nremhr,entropy", *rows, "")).replace(
        "\n", data.draw(st.sampled_from(["\n", "\r\n"]))
    )
    content = text.encode(data.draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])))
    parsed = gathered(FITBIT, {"Daily Heart Rate Variability Summary - 2024-02-(28).csv": content})
    expected = {START.date() + timedelta(days=at): float(value) for at, value in enumerate(values)}
    assert days(parsed, "heart_rate_variability") == expected


@settings(max_examples=50, deadline=None)
@given(values=st.lists(st.floats(11, 40), min_size=1, max_size=4), cut=st.integers(1, 80))
def test_a_table_that_is_cut_off_has_no_wrong_value(values: list[float], cut: int) -> None:
    rows = [f"{(START + timedelta(days=at)).isoformat()},{value}" for at, value in enumerate(values)]
    content = "\n".join(("timestamp,daily_respiratory_rate", *rows, "")).encode()[:-cut]
    found = days(
        gathered(FITBIT, {"Fitbit/Daily Respiratory Rate Summary - 2024-02-28.csv": content}), "respiratory_rate"
    )
    expected = {START.date() + timedelta(days=at): value for at, value in enumerate(values)}
    assert found.items() <= expected.items()


@settings(max_examples=40, deadline=None)
@given(
    ends=st.lists(st.integers(0, 24 * 40), min_size=1, max_size=6, unique=True),
    asleep=st.integers(200, 470),
    data=st.data(),
)
def test_nights_in_any_order_and_twice_are_those_of_their_wake_up(
    ends: list[int], asleep: int, data: st.DataObject
) -> None:
    found = [a_log((START + timedelta(hours=hour)).isoformat(), asleep) for hour in ends]
    files = {
        "sleep-2024-02-01.json": logs(*data.draw(st.permutations(found))),
        "again/sleep-2024-02-01.json": logs(*found),
    }
    parsed = gathered(FITBIT, files)
    assert days(parsed, "sleep_minutes") == {(START + timedelta(hours=hour)).date(): float(asleep) for hour in ends}


@settings(max_examples=30, deadline=None)
@given(before=st.sampled_from([100_000, 1000]), after=st.sampled_from([100_000, 1000]), stride=st.floats(0.66, 0.8))
def test_a_unit_that_changes_between_files_changes_no_distance(before: int, after: int, stride: float) -> None:
    files = {}
    for month, per_km in ((3, before), (4, after)):
        at = [datetime(2024, month, day, 12, tzinfo=UTC).replace(tzinfo=None) for day in range(5, 10)]
        files[f"steps-2024-{month:02d}-01.json"] = series((each, 5000) for each in at)
        files[f"distance-2024-{month:02d}-01.json"] = series((each, 5 * stride * per_km) for each in at)
    found = days(gathered(FITBIT, files), "distance_km")
    assert list(found.values()) == pytest.approx([5 * stride] * 10)


@settings(max_examples=50, deadline=None)
@given(kilograms=st.floats(45, 140), height=st.floats(1.45, 1.90), in_pounds=st.booleans(), known=st.booleans())
def test_a_weight_is_right_or_not_taken(kilograms: float, height: float, *, in_pounds: bool, known: bool) -> None:
    weight = round(kilograms / 0.45359237, 1) if in_pounds else round(kilograms, 1)
    record = {
        "logId": 1,
        "weight": weight,
        "bmi": round(kilograms / height**2, 2),
        "date": "02/29/24",
        "time": "07:00:00",
    }
    files = {"weight-2024-02-01.json": json.dumps([record]).encode()}
    if known:
        files["Fitbit/Profile.csv"] = f"id,date_of_birth,height\nX,1990-05-20,{height * 100:.1f}\n".encode()
    assert days(gathered(FITBIT, files), "weight_kg") == {LEAP: pytest.approx(kilograms, abs=0.06)}


def test_the_night_on_which_clocks_change_keeps_its_wall_clock_and_its_minutes() -> None:
    log = a_log("2024-03-10T07:00:00", 400)
    steps = series([(local("2024-03-10T04:59"), 1), (local("2024-03-10T05:00"), 2), (local("2024-03-11T03:59"), 4)])
    files = profile("America/New_York") | {"sleep-2024-03-01.json": logs(log), "steps-2024-03-01.json": steps}
    parsed = gathered(FITBIT, files)
    assert days(parsed, "sleep_minutes") == {date(2024, 3, 10): 400}
    # Midnight is at 05:00 UTC before, and at 04:00 UTC after.
    assert days(parsed, "steps") == {date(2024, 3, 9): 1, date(2024, 3, 10): 6}
