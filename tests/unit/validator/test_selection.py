"""Which days a selection selects: against pandas, and what it refuses to read."""

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.validator.domain.claims.finding import (
    Comparison,
    DayFilter,
    Finding,
    FindingKind,
    Selection,
    Statistic,
    UnknownFilter,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from services.validator.domain.selection import SelectedSample, needs_of
from services.validator.domain.records.series import DailySeries
from services.validator.domain.records.store import Needs
from services.validator.domain.claims.unreadable import Unreadable
from tests.unit.validator import documented
from tests.unit.validator.builders import DAY_ONE, DAY_ONE_EPOCH, day, finding, read_daily, series, window

METRICS = ("steps", "sleep_minutes", "resting_heart_rate")
COLUMN = st.dictionaries(st.integers(-5, 70), st.integers(0, 6).map(float), max_size=50)
WINDOWS = st.tuples(st.integers(-10, 75), st.integers(0, 60)).map(lambda at: window(at[0], at[0] + at[1]))
FILTERS = st.lists(
    st.builds(
        ValueFilter,
        metric=st.sampled_from(METRICS),
        comparison=st.sampled_from(Comparison),
        value=st.integers(0, 6).map(float),
    )
    | st.builds(WeekdayFilter, iso_weekdays=st.lists(st.integers(1, 7), min_size=1, max_size=7).map(tuple)),
    max_size=2,
).map(tuple)


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    kind = draw(st.sampled_from(FindingKind))
    baseline = draw(st.none() | WINDOWS) if kind is FindingKind.TREND else None
    lag = draw(st.integers(-3, 3)) if kind is FindingKind.ASSOCIATION else 0
    return finding(kind, days=draw(WINDOWS), baseline=baseline, lag_days=lag, filters=draw(FILTERS))


@settings(max_examples=200, deadline=None)
@given(findings(), st.fixed_dictionaries(dict.fromkeys(METRICS, COLUMN)))
def test_the_selected_days_are_those_pandas_selects(claimed: Finding, columns: dict[str, dict[int, float]]) -> None:
    store = {name: series(values) for name, values in columns.items()}
    stamped = {
        name: {pd.Timestamp(DAY_ONE + timedelta(days=at)): value for at, value in values.items()}
        for name, values in columns.items()
    }
    assert claimed.selection
    expected = documented.select(claimed.selection, documented.frame_of(stamped))
    sample = read_daily(claimed, store)
    if isinstance(sample, Unreadable):
        assert claimed.selection.baseline_window
        for span in (claimed.selection.window, claimed.selection.baseline_window):
            assert span
            if expected.loc[span.start_date : span.end_date].empty:
                return
        raise AssertionError(sample.reason)
    assert sample.feature.tolist() == expected["feature"].tolist()
    if claimed.kind is FindingKind.ASSOCIATION:
        assert sample.target is not None
        assert sample.target.tolist() == expected["target"].tolist()
    else:
        assert sample.target is None


@pytest.mark.parametrize(
    ("comparison", "kept"),
    [
        (Comparison.LESS, [1]),
        (Comparison.LESS_OR_EQUAL, [1, 2]),
        (Comparison.GREATER, [3]),
        (Comparison.GREATER_OR_EQUAL, [2, 3]),
        (Comparison.EQUAL, [2]),
    ],
)
def test_each_comparison_keeps_its_days_and_none_without_the_metric(comparison: Comparison, kept: list[int]) -> None:
    store = {"steps": series([1, 2, 3, 4]), "sleep_minutes": series([1, 2, 3])}
    filters = (ValueFilter(metric="sleep_minutes", comparison=comparison, value=2),)
    sample = read_daily(finding(filters=filters), store)
    assert isinstance(sample, SelectedSample)
    assert sample.feature.tolist() == kept


def test_the_target_is_read_lag_days_after_the_feature_even_outside_the_window() -> None:
    store = {"steps": series([1, 2, 3]), "sleep_minutes": series([10, 20, 30, 40])}
    sample = read_daily(finding(FindingKind.ASSOCIATION, days=window(0, 2), lag_days=1), store)
    assert isinstance(sample, SelectedSample)
    assert sample.feature.tolist() == [1, 2, 3]
    assert sample.target is not None
    assert sample.target.tolist() == [20, 30, 40]


def test_coverage_counts_the_days_on_which_the_filters_hold() -> None:
    """The first of January 2026 is a Thursday: five Thursdays in its first 35 days, two with a value."""
    store = {"steps": series({0: 1.0, 1: 1.0, 7: 2.0})}
    thursdays = (WeekdayFilter(iso_weekdays=(4,)),)
    sample = read_daily(finding(days=window(0, 34), filters=thursdays), store)
    assert isinstance(sample, SelectedSample)
    assert (sample.n, sample.chosen, sample.coverage) == (2, 5, 0.4)


def test_a_difference_of_means_knows_how_many_values_its_poorer_window_has() -> None:
    store = {"steps": series({0: 1.0, 1: 1.0, 30: 5.0, 31: 6.0, 32: 7.0})}
    sample = read_daily(finding(FindingKind.TREND, days=window(30, 59), baseline=window(0, 29)), store)
    assert isinstance(sample, SelectedSample)
    assert sample.feature.tolist() == [1, 1, 5, 6, 7]
    assert (sample.smaller_window_n, sample.chosen) == (2, 60)


def test_a_window_without_any_value_is_an_empty_sample_for_the_gates_to_judge() -> None:
    sample = read_daily(finding(days=window(200, 220)), {"steps": series([1, 2, 3])})
    assert isinstance(sample, SelectedSample)
    assert (sample.n, sample.coverage) == (0, 0.0)


def test_filters_that_keep_no_day_leave_no_coverage() -> None:
    store = {"steps": series([1, 2, 3])}
    filters = (ValueFilter(metric="steps", comparison=Comparison.GREATER, value=99),)
    sample = read_daily(finding(filters=filters), store)
    assert isinstance(sample, SelectedSample)
    assert (sample.n, sample.chosen, sample.coverage) == (0, 0, 0.0)


def test_stored_rows_may_come_in_any_order_and_of_a_repeated_day_the_last_holds() -> None:
    days = np.array([3, 1, 2, 1, 5], dtype=np.int64)
    values = np.array([30.0, 9.0, 20.0, 10.0, np.nan])
    tidy = DailySeries.of(days, values)
    assert tidy.days.tolist() == [1, 2, 3]
    assert tidy.on(np.arange(5)).tolist() == pytest.approx([np.nan, 10, 20, 30, np.nan], nan_ok=True)


WELL_FORMED = finding()
ASSOCIATION = finding(FindingKind.ASSOCIATION)


def selecting(**changes: object) -> Finding:
    assert WELL_FORMED.selection
    return replace(WELL_FORMED, selection=replace(WELL_FORMED.selection, **changes))  # type: ignore[arg-type]


def filtered(day_filter: DayFilter) -> Finding:
    return selecting(day_filters=(day_filter,))


@pytest.mark.parametrize(
    ("malformed", "reason"),
    [
        (replace(WELL_FORMED, id=""), "no id"),
        (replace(WELL_FORMED, kind=None), "what kind"),
        (replace(WELL_FORMED, selection=None), "which data"),
        (selecting(feature=""), "which data"),
        (selecting(target="sleep_minutes"), "second series"),
        (finding(FindingKind.ASSOCIATION, target=""), "second series"),
        (selecting(statistic=Statistic.SPEARMAN), "a spearman is not a finding of kind scalar"),
        (finding(FindingKind.TREND, statistic=Statistic.MEAN), "a mean is not a finding of kind trend"),
        (selecting(window=None), "which days"),
        (selecting(window=Window(start_date="", end_date="")), "span"),
        (selecting(window=Window(start_date="2026-02-30", end_date="2026-03-01")), "span"),
        (selecting(window=Window(start_date="20260101", end_date="20260201")), "span"),
        (selecting(window=Window(start_date=day(5), end_date=day(4))), "span"),
        (selecting(baseline_window=window(0, 9)), "earlier window"),
        (finding(FindingKind.TREND, statistic=Statistic.DIFFERENCE_OF_MEANS), "earlier window"),
        (filtered(UnknownFilter()), "filter"),
        (filtered(WeekdayFilter(iso_weekdays=())), "filter"),
        (filtered(WeekdayFilter(iso_weekdays=(0,))), "filter"),
        (filtered(WeekdayFilter(iso_weekdays=(8,))), "filter"),
        (filtered(ValueFilter(metric="", comparison=Comparison.LESS, value=1)), "filter"),
        (filtered(ValueFilter(metric="steps", comparison=None, value=1)), "filter"),
        (filtered(ValueFilter(metric="steps", comparison=Comparison.LESS, value=float("nan"))), "filter"),
    ],
)
def test_a_malformed_selection_says_what_is_wrong_and_asks_for_no_data(malformed: Finding, reason: str) -> None:
    store = {"steps": series(range(90)), "sleep_minutes": series(range(90))}
    sample = read_daily(malformed, store)
    assert isinstance(sample, Unreadable)
    assert reason in sample.reason
    assert needs_of(malformed) == Needs()


@pytest.mark.parametrize(
    "asked",
    [
        finding(feature="mood"),
        finding(FindingKind.ASSOCIATION, target="mood"),
        finding(filters=(ValueFilter(metric="mood", comparison=Comparison.LESS, value=1),)),
    ],
)
def test_a_name_that_is_no_metric_is_said(asked: Finding) -> None:
    store = {"steps": series(range(90)), "sleep_minutes": series(range(90))}
    assert read_daily(asked, store) == Unreadable(reason='no metric is called "mood"')
    assert "mood" in needs_of(asked).metrics


@pytest.mark.parametrize(("first", "last", "which"), [(0, 9, "later"), (50, 59, "earlier")])
def test_a_difference_needs_values_on_both_sides(first: int, last: int, which: str) -> None:
    store = {"steps": series(dict.fromkeys(range(first, last + 1), 1.0))}
    compared = finding(FindingKind.TREND, days=window(30, 59), baseline=window(0, 29))
    sample = read_daily(compared, store)
    assert isinstance(sample, Unreadable)
    assert f"the {which} window" in sample.reason


def test_windows_reach_as_far_as_dates_do() -> None:
    forever = Window(start_date=date.min.isoformat(), end_date=date.max.isoformat())
    sample = read_daily(finding(days=forever), {"steps": series([1, 2, 3])})
    assert isinstance(sample, SelectedSample)
    assert sample.n == 3


def test_a_selection_without_a_named_statistic_can_still_be_read() -> None:
    unnamed = Selection(feature="steps", window=window(0, 2))
    sample = read_daily(replace(WELL_FORMED, selection=unnamed), {"steps": series([1, 2, 3])})
    assert isinstance(sample, SelectedSample)
    assert sample.n == 3


def test_days_count_from_1970() -> None:
    assert series([1.0]).days.tolist() == [DAY_ONE_EPOCH]
