"""The real files: what is stored equals what an independent reading of the raw file says."""

import csv
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

import pandas as pd
import pytest

from services.health_data.domain.records import EMPTY_SERIES, ParsedFile, to_epoch_day
from tests.unit.health_data.support import parse_good

PublicData = Callable[[str], Path]

LIFESNAPS_COLUMNS = {
    "steps": ("steps", 1),
    "distance": ("distance_km", 1000),
    "calories": ("calories_kcal", 1),
    "minutesAsleep": ("sleep_minutes", 1),
    "minutesAwake": ("awake_minutes", 1),
    "resting_hr": ("resting_heart_rate", 1),
    "rmssd": ("heart_rate_variability", 1),
    "spo2": ("spo2", 1),
    "nightly_temperature": ("skin_temperature", 1),
}
LIFESNAPS_ZERO_IS_MISSING = {
    "stress_score": "stress_management_score",
    "full_sleep_breathing_rate": "respiratory_rate",
}


def stored(parsed: ParsedFile, metric: str) -> dict[int, float]:
    series = parsed.numbers.get(metric, EMPTY_SERIES)
    return dict(zip(series.days.tolist(), series.values.tolist(), strict=True))  # noqa: PD011, no pandas


def epoch_days(texts: "pd.Series[str]") -> list[int]:
    return [to_epoch_day(date.fromisoformat(text)) for text in texts]


@pytest.mark.parametrize("wearer", ["621e346f67b776a24081744f", "621e36dd67b776a240ce9a45", "621e2f7a67b776a240f14425"])
def test_a_lifesnaps_wearer_equals_pandas(public_data: PublicData, wearer: str) -> None:
    path = public_data("lifesnaps/daily.csv")
    raw = pd.read_csv(path, low_memory=False)
    mine = raw[raw["id"] == wearer]
    parsed = parse_good(path.read_bytes(), subject=wearer)
    assert (parsed.layout, parsed.rows_read) == ("lifesnaps_daily", len(mine))
    for column, (metric, over) in LIFESNAPS_COLUMNS.items():
        present = mine[mine[column].notna()]
        assert stored(parsed, metric) == dict(zip(epoch_days(present["date"]), present[column] / over, strict=True))
    for column, metric in LIFESNAPS_ZERO_IS_MISSING.items():
        present = mine[mine[column].notna() & (mine[column] != 0)]
        assert stored(parsed, metric) == dict(zip(epoch_days(present["date"]), present[column], strict=True))


def test_every_lifesnaps_wearer_is_read_whole(public_data: PublicData) -> None:
    path = public_data("lifesnaps/daily.csv")
    raw = pd.read_csv(path, low_memory=False)
    content = path.read_bytes()
    rows = {wearer: parse_good(content, subject=str(wearer)).rows_read for wearer in raw["id"].unique()}
    assert rows == raw.groupby("id").size().to_dict()
    assert len(rows) == 32


@pytest.mark.parametrize(
    ("file", "column", "metric", "source"),
    [
        ("dailyActivity_merged.csv", "ActivityDate", "steps", "TotalSteps"),
        ("sleepDay_merged.csv", "SleepDay", "sleep_minutes", "TotalMinutesAsleep"),
    ],
)
def test_fitabase_days_are_those_of_the_study(
    public_data: PublicData, file: str, column: str, metric: str, source: str
) -> None:
    path = public_data(f"fitabase/{file}")
    with path.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    study = {to_epoch_day(date(2016, 4, 12) + timedelta(days=offset)) for offset in range(31)}
    found: set[int] = set()
    for person in dict.fromkeys(row["Id"] for row in rows):
        theirs = [row for row in rows if row["Id"] == person]
        values = stored(parse_good(path.read_bytes(), subject=person), metric)
        # The rows are in order of time, so reading them in order of day must give back the file's own order.
        different = list(dict.fromkeys((row[column], float(row[source])) for row in theirs))
        assert list(values.values()) == [value for _, value in different]
        found |= values.keys()
    assert found == study


def test_whoop_cycles_fall_on_the_day_of_waking(public_data: PublicData) -> None:
    path = public_data("whoop/physiological_cycles.csv")
    raw = pd.read_csv(path)
    parsed = parse_good(path.read_bytes())
    slept = raw[raw["Wake onset"].notna()]
    woke = epoch_days(slept["Wake onset"].str[:10])
    assert (parsed.layout, parsed.rows_read, len(slept)) == ("whoop", 51, 49)
    for column, metric in (
        ("Resting heart rate (bpm)", "resting_heart_rate"),
        ("Heart rate variability (ms)", "heart_rate_variability"),
        ("Asleep duration (min)", "sleep_minutes"),
        ("Deep (SWS) duration (min)", "deep_sleep_minutes"),
        ("Skin temp (celsius)", "skin_temperature"),
        ("Blood oxygen %", "spo2"),
        ("Respiratory rate (rpm)", "respiratory_rate"),
    ):
        assert stored(parsed, metric) == dict(zip(woke, slept[column], strict=True))
    sleepless = {to_epoch_day(date(2024, 10, 2)): 211.0, to_epoch_day(date(2024, 10, 7)): 2044.0}
    assert sleepless.items() <= stored(parsed, "calories_kcal").items()


@pytest.mark.parametrize("user", ["41", "171", "333", "465"])
def test_phia_users_equal_pandas(public_data: PublicData, user: str) -> None:
    summary = public_data(f"phia/users/summary_df_{user}.csv")
    raw = pd.read_csv(summary)
    parsed = parse_good(summary.read_bytes())
    assert (parsed.layout, parsed.subject, parsed.rows_read) == ("phia_summary", user, len(raw))
    for metric in parsed.numbers:
        present = raw[raw[metric].notna()]
        assert stored(parsed, metric) == dict(zip(epoch_days(present["datetime"]), present[metric], strict=True))
    assert not parsed.skipped
    assert parsed.profile.age_years == raw["age"].iloc[0]
    assert parsed.profile.sex == raw["gender"].iloc[0].lower()

    exercise = public_data(f"phia/users/exercise_df_{user}.csv")
    bouts = pd.read_csv(exercise)
    activities = parse_good(exercise.read_bytes()).activities
    assert [each.start for each in activities] == [datetime.fromisoformat(text) for text in bouts["startTime"]]
    assert [each.distance_m for each in activities] == bouts["distance"].tolist()
    assert [each.kind for each in activities] == bouts["activityName"].tolist()
