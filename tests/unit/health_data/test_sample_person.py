"""The sample person: the planted effects are there, the non-effects are not, and nothing depends on the day."""

import io
import itertools
import subprocess
import sys
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from services.health_data.domain.sample_person import DAYS, DEFAULT_END_DATE, DEFAULT_SEED, sample_person
from tests.unit.health_data.support import parse_good

SEEDS = (DEFAULT_SEED, *range(100, 112))
PROJECT = Path(__file__).parents[3]


def daily(seed: int) -> pd.DataFrame:
    frame = pd.read_csv(io.StringIO(sample_person(seed=seed).daily_csv), parse_dates=["date"])
    return frame.set_index("date").asfreq("D")


PEOPLE = {seed: daily(seed) for seed in SEEDS}


def spearman(frame: pd.DataFrame, feature: str, target: str, lag_days: int = 0) -> float:
    pairs = pd.concat([frame[feature], frame[target].shift(-lag_days)], axis=1).dropna()
    return float(stats.spearmanr(pairs.iloc[:, 0], pairs.iloc[:, 1]).statistic)


def change_over_the_year(column: "pd.Series[float]") -> float:
    present = column.dropna()
    days = (present.index - column.index[0]).days
    return float(np.polyfit(days, present, 1)[0]) * (DAYS - 1)


@pytest.mark.parametrize(
    ("feature", "target", "lag_days", "low", "high"),
    [
        ("sleep_minutes", "resting_heart_rate", 0, -0.65, -0.35),
        ("active_zone_minutes", "heart_rate_variability", 1, -0.65, -0.3),
        ("heart_rate_variability", "stress_management_score", 0, 0.4, 0.7),
    ],
)
def test_a_planted_association_is_there_for_every_seed(
    feature: str, target: str, lag_days: int, low: float, high: float
) -> None:
    for frame in PEOPLE.values():
        assert low <= spearman(frame, feature, target, lag_days) <= high


def test_sleep_and_heart_rate_go_together_in_both_halves_of_the_year() -> None:
    for frame in PEOPLE.values():
        for half in (frame[: DAYS // 2], frame[DAYS // 2 :]):
            assert -0.7 <= spearman(half, "sleep_minutes", "resting_heart_rate") <= -0.3


def test_the_default_persons_main_effect_is_of_the_documented_size() -> None:
    frame = PEOPLE[DEFAULT_SEED]
    assert spearman(frame, "sleep_minutes", "resting_heart_rate") == pytest.approx(-0.49, abs=0.02)


def test_weight_falls_by_three_kilograms() -> None:
    for frame in PEOPLE.values():
        assert change_over_the_year(frame["weight_kg"]) == pytest.approx(-3, abs=0.4)


def test_weekends_are_slept_longer_and_sundays_walked_less() -> None:
    for frame in PEOPLE.values():
        weekday = frame.index.to_series().dt.day_of_week
        sleep = frame["sleep_minutes"].groupby(weekday >= 5).mean()
        steps = frame["steps"].groupby(weekday == 6).mean()
        assert 20 <= sleep[True] - sleep[False] <= 50
        assert -3500 <= steps[True] - steps[False] <= -1500


NON_EFFECTS = (
    ("steps", "resting_heart_rate"),
    ("spo2", "sleep_minutes"),
    ("skin_temperature", "steps"),
    ("respiratory_rate", "heart_rate_variability"),
    ("active_zone_minutes", "heart_rate_variability"),
)


@pytest.mark.parametrize(("feature", "target"), NON_EFFECTS)
def test_a_non_effect_is_no_more_than_chance(feature: str, target: str) -> None:
    found = [spearman(frame, feature, target) for frame in PEOPLE.values()]
    assert abs(found[0]) < 0.12
    assert abs(np.mean(found)) < 0.06
    assert max(map(abs, found)) < 0.25


def test_resting_heart_rate_has_no_trend() -> None:
    changes = [change_over_the_year(frame["resting_heart_rate"]) for frame in PEOPLE.values()]
    assert abs(changes[0]) < 1
    assert abs(np.mean(changes)) < 0.6
    assert max(map(abs, changes)) < 2


def test_days_resemble_the_days_before_them() -> None:
    for frame in PEOPLE.values():
        assert frame["sleep_minutes"].autocorr(1) > 0.15
        assert frame["resting_heart_rate"].autocorr(1) > 0.2


def test_there_are_gaps_of_days_and_of_cells() -> None:
    for frame in PEOPLE.values():
        unworn = frame["age_years"].isna()
        longest = max(len(list(run)) for gone, run in itertools.groupby(unworn) if gone)
        assert 9 <= longest <= 14
        assert 12 <= unworn.sum() <= 35
        assert frame.loc[~unworn, "steps"].isna().sum() >= 3
        assert len(frame) == DAYS


def test_the_files_are_read_without_a_complaint() -> None:
    person = sample_person()
    parsed = [parse_good(content) for content in (person.daily_csv, person.activities_csv, person.biomarkers_csv)]
    assert [each.layout for each in parsed] == ["canonical_daily", "canonical_activities", "canonical_biomarkers"]
    assert not any(each.skipped or each.notes for each in parsed)
    assert len(parsed[0].numbers) == 17
    assert len(parsed[1].activities) > 100
    assert {each.kind for each in parsed[1].activities if each.steps is None} == {"Outdoor Bike"}
    assert {each.start.month for each in parsed[1].activities} == set(range(1, 13))
    assert {each.name for each in parsed[2].biomarkers} == {
        "LDL cholesterol",
        "HDL cholesterol",
        "HbA1c",
        "Ferritin",
        "Vitamin D",
    }


def test_the_same_seed_makes_the_same_bytes_and_another_another_person() -> None:
    assert sample_person() == sample_person(seed=DEFAULT_SEED, end_date=DEFAULT_END_DATE)
    assert sample_person(seed=DEFAULT_SEED + 1) != sample_person()


def test_the_program_writes_the_three_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(tmp_path / "new")]
    subprocess.run([*command, "--seed", "3", "--end-date", "2024-02-29"], check=True, cwd=PROJECT)
    person = sample_person(seed=3, end_date=date(2024, 2, 29))
    written = {path.name: path.read_bytes().decode() for path in (tmp_path / "new").iterdir()}
    assert written == {
        "daily.csv": person.daily_csv,
        "activities.csv": person.activities_csv,
        "biomarkers.csv": person.biomarkers_csv,
    }
    assert "\n2024-02-29," in person.daily_csv
