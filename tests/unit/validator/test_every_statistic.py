"""Every statistic of every source: what a slow computation claims is reproduced, and anything else is rejected."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evals.slow import Done, Records, epoch_day, numbers_of
from services.validator.domain.claims.finding import (
    OF_CONDITIONS,
    Activities,
    ActivityBound,
    ActivityFilter,
    Comparison,
    DayFilter,
    End,
    Finding,
    FindingKind,
    Group,
    MonthFilter,
    NamedNumber,
    Pick,
    Selection,
    Source,
    Statistic,
    ValueFilter,
    Verdict,
    WeekdayFilter,
)
from services.validator.domain.gates.gate import GateVerdict
from services.validator.domain.gates.reproduction import reproduce
from services.validator.domain.selection import SelectedSample, needs_of, read_sample
from services.validator.domain.records.series import Events
from services.validator.domain.records.store import ActivityLog, Norm, Store
from services.validator.domain.verdict.validation import examine
from tests.unit.validator.builders import DAY_ONE, series, window

METRICS = ("steps", "sleep_minutes")
FIELDS = ("distance_m", "duration_min")
KINDS = ("Run", "run", "Walk")
BY_DAY, BY_ACTIVITY, BY_SAMPLE, PER_DAY = "a day", "an activity", "a sample", "activities of a day"
TRENDS = {Statistic.DIFFERENCE_OF_MEANS, Statistic.LINEAR_CHANGE, Statistic.CHANGE_POINT}
NAMED = [each for each in Statistic if each is not Statistic.SPEARMAN]
CASES = [
    (statistic, of)
    for statistic in NAMED
    for of in (BY_DAY, BY_ACTIVITY, BY_SAMPLE, PER_DAY)
    if of == BY_DAY or statistic is not Statistic.POPULATION_DIFFERENCE
]

values = st.integers(-3, 9).map(float) | st.sampled_from([0.25, 41.3, 7001.0])
offsets = st.integers(0, 44)
comparisons = st.sampled_from(Comparison)
windows = st.tuples(st.integers(-3, 25), st.integers(0, 50)).map(lambda at: window(at[0], at[0] + at[1]))
picks = st.none() | st.none() | st.builds(Pick, end=st.sampled_from(End), count=st.integers(1, 20))
activities = st.builds(
    Activities,
    kinds=st.lists(st.sampled_from(("RUN", "walk", "Swim")), max_size=2).map(tuple),
    bounds=st.lists(
        st.builds(ActivityBound, field=st.sampled_from(FIELDS), comparison=comparisons, value=values), max_size=1
    ).map(tuple),
)
filters: st.SearchStrategy[DayFilter] = st.one_of(
    st.builds(ValueFilter, metric=st.sampled_from(METRICS), comparison=comparisons, value=values),
    st.builds(WeekdayFilter, iso_weekdays=st.lists(st.integers(1, 7), min_size=1).map(tuple)),
    st.builds(MonthFilter, months=st.lists(st.integers(1, 3), min_size=1).map(tuple)),
    st.builds(ActivityFilter, activities=st.none() | activities, absent=st.booleans()),
)
some_filters = st.just(()) | st.lists(filters, min_size=1, max_size=2).map(tuple)


@st.composite
def records(draw: st.DrawFn) -> Records:
    days = {
        metric: {DAY_ONE + timedelta(days=at): value for at, value in column.items()}
        for metric, column in draw(
            st.fixed_dictionaries(dict.fromkeys(METRICS, st.dictionaries(offsets, values, max_size=45)))
        ).items()
    }
    done = draw(
        st.lists(
            st.tuples(offsets, st.sampled_from(KINDS), st.dictionaries(st.sampled_from(FIELDS), values)), max_size=40
        )
    )
    samples = draw(st.lists(st.tuples(offsets, values), max_size=30))
    return Records(
        daily=days,
        activities=[
            Done(DAY_ONE + timedelta(days=at), kind, fields) for at, kind, fields in sorted(done, key=lambda d: d[0])
        ],
        samples=[(DAY_ONE + timedelta(days=at), value) for at, value in sorted(samples, key=lambda s: s[0])],
        seen=frozenset(DAY_ONE + timedelta(days=at) for at in draw(st.sets(offsets, max_size=5))),
        norm=(draw(values), 2.5),
    )


@st.composite
def selections(draw: st.DrawFn, statistic: Statistic, of: str) -> Selection:
    source = {BY_DAY: Source.DAY, BY_SAMPLE: Source.BIOMARKER}.get(of, Source.ACTIVITY)
    feature = {Source.DAY: "steps", Source.BIOMARKER: "LDL"}.get(source, "distance_m")
    meant = draw(activities) if source is Source.ACTIVITY else None
    if of == PER_DAY and meant is not None:
        per_day = draw(st.sampled_from((Statistic.SUM, Statistic.MEAN, Statistic.MIN, Statistic.MAX, Statistic.COUNT)))
        meant = replace(meant, per_day=per_day)
        feature = draw(st.sampled_from(("", feature))) if per_day is Statistic.COUNT else feature
    elif source is not Source.BIOMARKER and statistic in {
        Statistic.COUNT,
        Statistic.COUNT_DAYS,
        Statistic.COUNT_PER,
        Statistic.LATEST,
        Statistic.FIRST,
    }:
        feature = draw(st.sampled_from(("", feature)))
    selection = Selection(
        feature=feature,
        source=source,
        activities=meant,
        window=draw(windows),
        day_filters=draw(some_filters),
        statistic=statistic,
        pick=draw(picks),
        conditions=tuple(draw(st.lists(filters, min_size=1, max_size=2))) if statistic in OF_CONDITIONS else (),
        per_days=draw(st.sampled_from((1.0, 7.0, 30.4375))),
    )
    if statistic is not Statistic.DIFFERENCE_OF_MEANS:
        return selection
    if draw(st.booleans()):
        return replace(selection, baseline_window=draw(windows))
    other = draw(activities) if of == BY_ACTIVITY else meant
    group = Group(window=draw(windows), day_filters=draw(some_filters), activities=other, pick=draw(picks))
    return replace(selection, baseline=group)


def store_of(person: Records) -> Store:
    first = int(epoch_day(DAY_ONE))
    return Store(
        daily={
            metric: series({int(epoch_day(day)) - first: value for day, value in column.items()})
            for metric, column in person.daily.items()
        },
        activities=ActivityLog.of(
            days=[int(epoch_day(done.day)) for done in person.activities],
            kinds=[done.kind for done in person.activities],
            fields=[done.fields for done in person.activities],
            recorded=[int(epoch_day(day)) for day in person.recorded],
        ),
        biomarkers={
            "LDL": Events.of(
                np.array([epoch_day(day) for day, _ in person.samples], np.int64),
                np.array([value for _, value in person.samples], np.float64),
            )
        },
        norms={"steps": Norm(mean=person.norm[0], sd=person.norm[1])},
    )


def claiming(selection: Selection, numbers: Mapping[str, float]) -> Finding:
    kind = FindingKind.TREND if selection.statistic in TRENDS else FindingKind.SCALAR
    claimed = tuple(NamedNumber(key=key, value=float(value)) for key, value in numbers.items())
    return Finding(id="ds-001", kind=kind, claim="", selection=selection, numbers=claimed)


@pytest.mark.parametrize(("statistic", "of"), CASES)
@settings(max_examples=9, deadline=None)
@given(data=st.data(), person=records())
def test_what_is_true_passes_and_what_is_not_is_rejected(
    statistic: Statistic, of: str, data: st.DataObject, person: Records
) -> None:
    selection = data.draw(selections(statistic, of))
    numbers = numbers_of(selection, person)
    if "effect" not in numbers:
        return
    store, honest = store_of(person), claiming(selection, numbers)
    sample = read_sample(honest, store.only(needs_of(honest)))
    assert isinstance(sample, SelectedSample), sample
    outcome = reproduce(honest, sample)
    assert outcome.verdict is GateVerdict.PASSED, (outcome.detail, numbers)
    key = data.draw(st.sampled_from(sorted(numbers)))
    false = data.draw(st.sampled_from((numbers[key] + 1, numbers[key] - 1, numbers[key] * 1.07 + 1)))
    rejected = reproduce(claiming(selection, numbers | {key: false}), sample)
    assert (rejected.ceiling, rejected.detail["key"]) == (Verdict.REJECTED, key)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), person=records(), layered=st.booleans())
def test_no_record_and_no_selection_raises(*, data: st.DataObject, person: Records, layered: bool) -> None:
    statistic, of = data.draw(st.sampled_from(CASES))
    selection = data.draw(selections(statistic, of))
    finding = claiming(selection, numbers_of(selection, person))
    examined = examine(finding, store_of(person).only(needs_of(finding)), layered=layered)
    assert examined.report.verdict in Verdict
