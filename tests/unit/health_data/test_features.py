"""Derived features against pandas."""

from datetime import date, datetime, timedelta

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.health_data.domain.features import CLOCKS, FEATURE, FEATURES, derive
from services.health_data.domain.metrics import METRICS
from services.health_data.domain.records import EMPTY_SERIES, DaySeries, from_epoch_day, moment_series, to_epoch_day

SPARSE_DAYS = st.lists(st.one_of(st.none(), st.floats(0.5, 500), st.floats(0.5, 500)), min_size=1, max_size=80).map(
    lambda cells: {day - 40: cell for day, cell in enumerate(cells) if cell is not None}
)
LONG_HISTORY = st.lists(st.one_of(st.none(), st.floats(0.5, 500)), min_size=25, max_size=80).map(
    lambda cells: {day - 40: cell for day, cell in enumerate(cells) if cell is not None}
)


def series(values: dict[int, float]) -> DaySeries:
    days = sorted(values)
    return DaySeries(np.array(days, np.int32), np.array([values[day] for day in days], np.float64))


def by_day(derived: DaySeries) -> dict[int, float]:
    return dict(zip(derived.days.tolist(), derived.values.tolist(), strict=True))  # noqa: PD011, no pandas


def oracle(values: dict[int, float], statistic: str) -> dict[int, float]:
    if not values:
        return {}
    calendar = pd.Series(values).reindex(range(min(values), max(values) + 1))
    rolling = calendar.rolling(30, min_periods=10)
    computed = {"mean": rolling.mean(), "sd": rolling.std(), "cv": rolling.std() / rolling.mean()}[statistic]
    return {day: float(computed[day]) for day in sorted(values) if np.isfinite(computed[day])}


@pytest.mark.parametrize("statistic", ["mean", "sd", "cv"])
@given(values=st.one_of(LONG_HISTORY, SPARSE_DAYS))
def test_rolling_features_equal_pandas(statistic: str, values: dict[int, float]) -> None:
    derived = by_day(derive(FEATURE[f"steps_{statistic}_30d"], {"steps": series(values)}))
    expected = oracle(values, statistic)
    assert derived.keys() == expected.keys()
    assert list(derived.values()) == pytest.approx(list(expected.values()), rel=1e-6, abs=1e-4)


@given(SPARSE_DAYS, SPARSE_DAYS)
def test_ratios_equal_pandas(above: dict[int, float], below: dict[int, float]) -> None:
    history = {"steps": series(above), "resting_heart_rate": series(below)}
    expected = (pd.Series(above, dtype=float) / pd.Series(below, dtype=float)).dropna().sort_index()
    derived = by_day(derive(FEATURE["cardio_fitness_index"], history))
    assert list(derived) == expected.index.tolist()
    assert list(derived.values()) == expected.tolist()


def test_a_rolling_feature_needs_ten_days_and_a_value_on_its_own_day() -> None:
    nine = dict.fromkeys(range(9), 1.0)
    assert not by_day(derive(FEATURE["steps_mean_30d"], {"steps": series(nine)}))
    ten = nine | {9: 11.0}
    assert by_day(derive(FEATURE["steps_mean_30d"], {"steps": series(ten)})) == {9: 2.0}
    # 30 calendar days: the value 30 days back has left the window.
    later = ten | {30: 11.0}
    assert by_day(derive(FEATURE["steps_mean_30d"], {"steps": series(later)}))[30] == pytest.approx((8 + 22) / 10)


def test_a_ratio_to_zero_is_missing() -> None:
    constant = dict.fromkeys(range(12), 0.0)
    history = {"steps": series(constant)}
    assert by_day(derive(FEATURE["steps_mean_30d"], history))[11] == 0
    assert not by_day(derive(FEATURE["steps_cv_30d"], history))


def test_nothing_stored_gives_nothing() -> None:
    for feature in FEATURES:
        assert not len(derive(feature, {}).days)


def test_every_metric_has_its_three_rolling_features_and_there_are_two_ratios_and_two_clocks() -> None:
    assert len(FEATURE) == len(FEATURES) == 3 * len(METRICS) + 2 + len(CLOCKS)
    assert {clock.name: clock.inputs for clock in CLOCKS} == {
        "bed_time_clock": ("bed_time",),
        "wake_up_time_clock": ("wake_up_time",),
    }
    assert FEATURE["resting_heart_rate_sd_30d"].unit == "bpm"
    assert FEATURE["resting_heart_rate_cv_30d"].unit == ""


@pytest.mark.parametrize(
    ("clock", "text", "minutes"),
    [
        ("bed_time_clock", "2024-03-01T23:30:00", 1410),
        ("bed_time_clock", "2024-03-02T00:30:30", 1470.5),
        ("bed_time_clock", "2024-03-02T11:59:00", 2159),
        ("bed_time_clock", "2024-03-01T12:00:00", 720),
        ("bed_time_clock", "1969-12-31T23:45:00", 1425),
        ("wake_up_time_clock", "2024-03-02T00:00:00", 0),
        ("wake_up_time_clock", "2024-03-02T06:45:00", 405),
        ("wake_up_time_clock", "2024-03-02T23:59:00", 1439),
    ],
)
def test_a_clock_counts_minutes_after_midnight(clock: str, text: str, minutes: float) -> None:
    moments = moment_series({5: datetime.fromisoformat(text)})
    assert by_day(derive(FEATURE[clock], {FEATURE[clock].inputs[0]: moments})) == {5: minutes}
    assert FEATURE[clock].unit == "clock"


@given(st.dictionaries(st.integers(-40, 40), st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1))))  # noqa: DTZ001, local
def test_a_clock_keeps_the_time_of_day_and_its_bounds(moments: dict[int, datetime]) -> None:
    history = {name: moment_series(moments) for name in ("bed_time", "wake_up_time")}
    bed, woke = (by_day(derive(clock, history)) for clock in CLOCKS)
    assert list(bed) == list(woke) == sorted(moments)
    assert all(720 <= minutes < 2160 for minutes in bed.values())
    for day, minutes in woke.items():
        midnight = moments[day].replace(hour=0, minute=0, second=0, microsecond=0)
        assert minutes == (moments[day] - midnight) / timedelta(microseconds=1) / 60e6
        assert bed[day] == pytest.approx(minutes if minutes >= 720 else minutes + 1440, abs=1e-9)


def test_cutting_a_window_keeps_both_ends() -> None:
    whole = series({1: 1.0, 3: 3.0, 5: 5.0})
    assert whole.between(1, 5).days.tolist() == [1, 3, 5]
    assert whole.between(2, 4).days.tolist() == [3]
    assert whole.between(None, 3).values.tolist() == [1.0, 3.0]  # noqa: PD011, no pandas
    assert not len(EMPTY_SERIES.between(1, 2).days)


@given(st.dates(date(1900, 1, 1), date(2100, 12, 31)))
def test_epoch_days_round_trip(day: date) -> None:
    assert from_epoch_day(to_epoch_day(day)) == day
