"""The derived features against their definition, written out day by day."""

import math
from datetime import date, datetime, timedelta
from statistics import fmean, stdev

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.data_science.adapters.sandbox.features import attach_derived
from services.health_data.domain.features import FEATURE, derive
from services.health_data.domain.records import moment_series

_FIRST = date(2024, 1, 1)
Recorded = dict[int, float | None]


def summary(recorded: Recorded) -> pd.DataFrame:
    days = sorted(recorded)
    values = [math.nan if recorded[day] is None else recorded[day] for day in days]
    moments = pd.to_datetime([_FIRST + timedelta(days=day) for day in days])
    return pd.DataFrame({"datetime": moments, "steps": np.array(values, dtype=float)})


def window(recorded: Recorded, day: int) -> list[float]:
    """The values of the 30 calendar days ending that day, or nothing where the features are not defined."""
    values = [value for d in range(day - 29, day + 1) if (value := recorded.get(d)) is not None]
    return values if recorded[day] is not None and len(values) >= 10 else []


@settings(deadline=None, max_examples=60)
@given(
    st.dictionaries(
        st.integers(0, 120), st.none() | st.floats(0, 30_000).map(lambda v: round(v, 1)), min_size=1, max_size=90
    )
)
def test_rolling_features_are_those_of_the_thirty_calendar_days(recorded: Recorded) -> None:
    frame = attach_derived(summary(recorded), "summary_df['steps_mean_30d']")
    for row, day in enumerate(sorted(recorded)):
        values = window(recorded, day)
        mean = fmean(values) if values else math.nan
        sd = stdev(values) if values else math.nan
        assert frame["steps_mean_30d"][row] == pytest.approx(mean, nan_ok=True)
        assert frame["steps_sd_30d"][row] == pytest.approx(sd, nan_ok=True, abs=1e-8)
        cv = sd / mean if values and mean else math.nan
        assert frame["steps_cv_30d"][row] == pytest.approx(cv, nan_ok=True, abs=1e-8)


def test_ratios_are_missing_where_a_part_is_or_the_divisor_is_zero() -> None:
    frame = pd.DataFrame(
        {
            "datetime": pd.date_range(_FIRST, periods=4),
            "steps": [6000.0, math.nan, 100.0, 0.0],
            "resting_heart_rate": [60.0, 60.0, 0.0, 50.0],
            "heart_rate_variability": [30.0, 30.0, 30.0, math.nan],
        }
    )
    derived = attach_derived(frame, "cardio_fitness_index hrv_rhr_ratio")
    assert derived["cardio_fitness_index"].fillna(-1).tolist() == [100.0, -1, -1, 0.0]
    assert derived["hrv_rhr_ratio"].fillna(-1).tolist() == [0.5, 0.5, -1, -1]


CLOCKS = {"bed_time": "bed_time_clock", "wake_up_time": "wake_up_time_clock"}
moments = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1))  # noqa: DTZ001, local


@given(st.dictionaries(st.integers(0, 60), st.none() | moments, min_size=1))
def test_clocks_are_what_the_owner_of_the_data_makes_of_them(recorded: dict[int, datetime | None]) -> None:
    times = pd.array([recorded[day] for day in sorted(recorded)], dtype="datetime64[us]")
    frame = pd.DataFrame(dict.fromkeys(CLOCKS, times)).astype("datetime64[ns]")
    derived = attach_derived(frame, " ".join(CLOCKS.values()))
    present = {day: moment for day, moment in recorded.items() if moment is not None}
    for local_time, clock in CLOCKS.items():
        owners = derive(FEATURE[clock], {local_time: moment_series(present)})
        assert owners.days.tolist() == sorted(present)
        assert derived[clock].dropna().tolist() == owners.values.tolist()  # noqa: PD011, no pandas
        assert derived[clock].isna().tolist() == [recorded[day] is None for day in sorted(recorded)]


def test_clocks_go_past_midnight_by_the_time_of_day() -> None:
    went = pd.DatetimeIndex(["2024-01-01 23:30", "2024-01-03 00:30", pd.NaT, "2024-01-04 12:00", "2024-01-05 11:59"])
    rose = pd.DatetimeIndex(["2024-01-02 06:45", "2024-01-03 00:00", pd.NaT, "2024-01-04 23:59", "2024-01-05 12:00"])
    frame = pd.DataFrame({"bed_time": went, "wake_up_time": rose})
    derived = attach_derived(frame, "summary_df['bed_time_clock'] - summary_df['wake_up_time_clock']")
    assert derived["bed_time_clock"].fillna(-1).tolist() == [1410, 1470, -1, 720, 2159]
    assert derived["wake_up_time_clock"].fillna(-1).tolist() == [405, 0, -1, 1439, 720]
    assert list(attach_derived(frame, "summary_df['bed_time']").columns) == ["bed_time", "wake_up_time"]


def test_only_what_the_code_names_is_attached() -> None:
    frame = summary(dict.fromkeys(range(40), 1.0))
    assert list(attach_derived(frame, "return 1").columns) == ["datetime", "steps"]


def test_a_ratio_whose_part_was_never_recorded_is_not_attached() -> None:
    frame = summary(dict.fromkeys(range(3), 1.0))
    assert "cardio_fitness_index" not in attach_derived(frame, "cardio_fitness_index").columns


def test_an_empty_table_stays_empty() -> None:
    assert len(attach_derived(pd.DataFrame(), "x_mean_30d hrv_rhr_ratio")) == 0


def test_derived_features_have_no_rolling_features_of_their_own() -> None:
    frame = summary(dict.fromkeys(range(3), 1.0)).assign(resting_heart_rate=50.0)
    derived = attach_derived(frame, "cardio_fitness_index _30d")
    assert not [name for name in derived.columns if str(name).startswith("cardio_fitness_index_")]
