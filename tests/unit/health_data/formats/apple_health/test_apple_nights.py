"""Nights and naps out of an Apple export."""

from datetime import date, datetime

import pytest

from tests.unit.health_data.formats.apple_health.exports import (
    APP,
    ASLEEP,
    PHONE,
    asleep,
    days,
    moments,
    read,
    zone,
)

MORNING = date(2024, 3, 2)
IN_BED = "HKCategoryValueSleepAnalysisInBed"
AWAKE = "HKCategoryValueSleepAnalysisAwake"
NIGHT = (
    asleep("2024-03-01 23:00:00", "2024-03-02 01:00:00", ASLEEP + "Core"),
    asleep("2024-03-02 01:00:00", "2024-03-02 02:00:00", ASLEEP + "Deep"),
    asleep("2024-03-02 02:00:00", "2024-03-02 02:15:00", AWAKE),
    asleep("2024-03-02 02:15:00", "2024-03-02 03:45:00", ASLEEP + "REM"),
    asleep("2024-03-02 03:45:00", "2024-03-02 06:30:00", ASLEEP + "Core"),
)
TOLD = {
    "sleep_minutes": {MORNING: 435},
    "deep_sleep_minutes": {MORNING: 60},
    "rem_sleep_minutes": {MORNING: 90},
    "light_sleep_minutes": {MORNING: 285},
    "awake_minutes": {MORNING: 15},
}


def test_a_night_with_stages_belongs_to_the_day_of_the_wake_up() -> None:
    parsed = read(*NIGHT)
    assert {metric: days(parsed, metric) for metric in parsed.numbers} == TOLD
    assert moments(parsed, "bed_time") == {MORNING: datetime(2024, 3, 1, 23)}  # noqa: DTZ001, local
    assert moments(parsed, "wake_up_time") == {MORNING: datetime(2024, 3, 2, 6, 30)}  # noqa: DTZ001, local


@pytest.mark.parametrize(
    ("number", "metric"),
    [("3", "light_sleep_minutes"), ("4", "deep_sleep_minutes"), ("5", "rem_sleep_minutes"), ("1", "sleep_minutes")],
)
def test_old_numbers_of_stages_are_known(number: str, metric: str) -> None:
    parsed = read(asleep("2024-03-02 01:00:00", "2024-03-02 02:00:00", number))
    assert days(parsed, metric) == days(parsed, "sleep_minutes") == {MORNING: 60}


def test_what_overlaps_is_not_counted_twice() -> None:
    again = asleep("2024-03-02 00:30:00", "2024-03-02 02:00:00", ASLEEP + "Deep")
    parsed = read(*NIGHT, NIGHT[0], again)
    # 00:30 to 02:00 is deep, whatever else was said of it: 90 minutes, 30 of them no longer light.
    assert days(parsed, "sleep_minutes") == {MORNING: 435}
    assert days(parsed, "deep_sleep_minutes") == {MORNING: 90}
    assert days(parsed, "light_sleep_minutes") == {MORNING: 255}


def test_time_in_bed_is_not_time_asleep() -> None:
    parsed = read(asleep("2024-03-01 22:30:00", "2024-03-02 07:00:00", IN_BED), *NIGHT)
    assert days(parsed, "sleep_minutes") == {MORNING: 435}
    assert moments(parsed, "bed_time") == {MORNING: datetime(2024, 3, 1, 22, 30)}  # noqa: DTZ001, local
    assert moments(parsed, "wake_up_time") == {MORNING: datetime(2024, 3, 2, 6, 30)}  # noqa: DTZ001, local


def test_time_in_bed_alone_is_no_night() -> None:
    parsed = read(asleep("2024-03-01 22:30:00", "2024-03-02 07:00:00", IN_BED, PHONE))
    assert not parsed.numbers
    assert not parsed.local_times
    assert parsed.absent == (("sleep_minutes", "Records of time in bed or awake: 1, none of sleep."),)


def test_the_source_with_stages_counts_even_if_another_slept_longer() -> None:
    longer = asleep("2024-03-01 22:00:00", "2024-03-02 08:00:00", ASLEEP + "Unspecified", APP)
    parsed = read(longer, *NIGHT)
    assert {metric: days(parsed, metric) for metric in parsed.numbers} == TOLD


def test_of_sources_without_stages_the_one_with_most_sleep_counts() -> None:
    parsed = read(
        asleep("2024-03-01 22:00:00", "2024-03-02 04:00:00", ASLEEP, APP),
        asleep("2024-03-01 23:00:00", "2024-03-02 06:00:00", ASLEEP, PHONE),
    )
    assert days(parsed, "sleep_minutes") == {MORNING: 420}
    assert dict(parsed.absent)["deep_sleep_minutes"] == "Nights with stages: none of 1."


def test_a_watch_that_saw_a_nap_only_does_not_hide_the_night() -> None:
    parsed = read(
        asleep("2024-03-01 23:00:00", "2024-03-02 06:00:00", ASLEEP, APP),
        asleep("2024-03-02 14:00:00", "2024-03-02 14:30:00", ASLEEP + "Core"),
    )
    assert days(parsed, "sleep_minutes") == {MORNING: 420}


def test_a_shorter_sleep_of_the_day_is_a_nap() -> None:
    parsed = read(*NIGHT, asleep("2024-03-02 14:00:00", "2024-03-02 14:40:00", ASLEEP + "Core"))
    assert days(parsed, "sleep_minutes") == {MORNING: 435}
    (nap,) = parsed.entries
    assert (nap.tag, nap.at, nap.amount, nap.unit) == ("nap", datetime(2024, 3, 2, 14), 40, "min")  # noqa: DTZ001, local


def test_a_gap_of_less_than_three_hours_is_within_one_night() -> None:
    parsed = read(
        asleep("2024-03-01 23:00:00", "2024-03-02 01:00:00"),
        asleep("2024-03-02 03:59:59", "2024-03-02 06:59:59"),
    )
    assert days(parsed, "sleep_minutes") == {MORNING: 300}
    assert not parsed.entries


def test_a_gap_of_three_hours_is_between_two_sleeps() -> None:
    parsed = read(
        asleep("2024-03-02 00:00:00", "2024-03-02 01:00:00"),
        asleep("2024-03-02 04:00:00", "2024-03-02 07:00:00"),
    )
    assert days(parsed, "sleep_minutes") == {MORNING: 180}
    assert [(nap.tag, nap.amount) for nap in parsed.entries] == [("nap", 60)]


def test_the_clock_of_a_night_is_that_of_its_time_zone() -> None:
    """A phone writes the offset it has when it exports, +0200 in summer, whatever it was in the night."""
    parsed = read(asleep("2024-03-02 00:00:00 +0200", "2024-03-02 07:00:00 +0200", inner=zone("Europe/Berlin")))
    assert moments(parsed, "bed_time") == {MORNING: datetime(2024, 3, 1, 23)}  # noqa: DTZ001, local
    assert moments(parsed, "wake_up_time") == {MORNING: datetime(2024, 3, 2, 6)}  # noqa: DTZ001, local
    assert parsed.profile.time_zone == "Europe/Berlin"
    assert parsed.warnings[0].startswith("All times are written as UTC+02:00, the clock of the phone")


def test_a_zone_of_another_record_is_not_that_of_the_night() -> None:
    other = '<Record type="HKQuantityTypeIdentifierHeartRate" value="60">' + zone("Asia/Tokyo") + "</Record>\n"
    parsed = read(asleep("2024-03-02 00:00:00", "2024-03-02 07:00:00"), other)
    assert moments(parsed, "wake_up_time") == {MORNING: datetime(2024, 3, 2, 7)}  # noqa: DTZ001, local


def test_a_journey_between_zones_is_told() -> None:
    parsed = read(
        asleep("2024-03-02 00:00:00", "2024-03-02 07:00:00", inner=zone("Europe/Berlin")),
        asleep("2024-03-04 05:00:00", "2024-03-04 12:00:00", inner=zone("America/New_York")),
    )
    assert moments(parsed, "wake_up_time")[date(2024, 3, 4)] == datetime(2024, 3, 4, 6)  # noqa: DTZ001, local
    assert "The time zone changes from Europe/Berlin to America/New_York on 2024-03-04." in parsed.warnings


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("2024-03-30 23:00:00 +0100", "2024-03-31 07:00:00 +0200", 420),
        ("2024-10-26 23:00:00 +0200", "2024-10-27 07:00:00 +0100", 540),
    ],
)
def test_the_night_of_a_clock_change_has_its_real_length(start: str, end: str, minutes: float) -> None:
    parsed = read(asleep(start, end))
    assert list(days(parsed, "sleep_minutes").values()) == [minutes]
    assert next(iter(moments(parsed, "wake_up_time").values())).hour == 7


def test_a_sleep_of_more_than_a_day_is_left_out() -> None:
    parsed = read(asleep("2024-03-01 22:00:00", "2024-03-03 08:00:00"))
    assert not parsed.numbers
    assert [skip.reason for skip in parsed.skipped] == ["sleep records: no time, or more than a day"]
