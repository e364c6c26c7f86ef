"""Findings whose every number is right: random questions about random records, answered twice over.

Once the slow way (`evals.slow`, and pandas and scipy in `evals.facts` for intervals and correlations), once by running
the code that the data scientist writes for the question.
"""

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from scipy import stats

from evals import slow
from evals.facts import association_facts, interval_of_mean
from services.data_science.adapters.rules.code import code_for
from services.data_science.adapters.sandbox.analysis import PARAMETERS
from services.data_science.domain.finding import Finding, FindingQuery, Interval, NamedNumber, numbers_of
from services.data_science.domain.query import (
    Activities,
    ActivityFilter,
    Aggregate,
    Associate,
    Bound,
    ChangePoint,
    Compare,
    Comparison,
    DayFilter,
    Describe,
    End,
    Measure,
    MonthFilter,
    Pick,
    Selection,
    Source,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from services.data_science.wire import selection_to_proto
from services.validator.domain.claims.finding import Selection as Selected
from services.validator.wire.selections import selection_from_proto

Numbers: TypeAlias = tuple[NamedNumber, ...]

FIRST, DAYS = date(2024, 11, 4), 420
NEWEST = FIRST + timedelta(days=DAYS - 1)
METRICS = ("steps", "resting_heart_rate", "heart_rate_variability", "sleep_minutes", "spo2", "distance_km", "vo2_max")
FIELDS = ("distance_m", "duration_min", "average_heart_rate")
KINDS = ("Run", "run", "Treadmill", "Yoga")
LAB_VALUE = "LDL"
NORM = (61.5, 8.25)
FEWEST_FOR_A_CORRELATION = 4
PER_DAY = (Aggregate.SUM, Aggregate.MEAN, Aggregate.MAX, Aggregate.COUNT)
OF_CONDITIONS = frozenset({Aggregate.SHARE, Aggregate.LONGEST_STREAK, Aggregate.CURRENT_STREAK})
OF_BARE_DAYS = (Aggregate.COUNT, Aggregate.COUNT_DAYS, Aggregate.COUNT_PER)


@dataclass(frozen=True, kw_only=True)
class Person:
    """Someone's tables, as generated code is given them; days are the index of `days`."""

    days: pd.DataFrame
    activities: pd.DataFrame
    samples: pd.DataFrame

    @cached_property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        norm = {"metric": METRICS[1], "sex": "any", "age_low": 18, "age_high": 99, "source": "made up"}
        tables = (
            self.days.reset_index(),
            self.activities,
            pd.DataFrame({"age_years": [40.0], "sex": ["female"]}),
            pd.DataFrame([{**norm, "mean": NORM[0], "sd": NORM[1]}]),
            self.samples,
        )
        return dict(zip(PARAMETERS, tables, strict=True))

    @cached_property
    def on_days(self) -> list[date]:
        """The days of the rows of `days`."""
        return [moment.date() for moment in pd.DatetimeIndex(self.days.index)]

    @cached_property
    def records(self) -> slow.Records:
        return slow.Records(
            daily={
                str(name): {
                    day: float(value) for day, value in zip(self.on_days, column, strict=True) if math.isfinite(value)
                }
                for name, column in self.days.items()
            },
            activities=[
                slow.Done(row["start"].date(), row["kind"], {name: row[name] for name in FIELDS if pd.notna(row[name])})
                for row in self.activities.to_dict("records")
            ],
            samples=[(row["date"].date(), row["value"]) for row in self.samples.to_dict("records")],
            seen=frozenset(self.on_days),
            norm=NORM,
        )


def person(rng: np.random.Generator) -> Person:
    """Someone with a year and more of days, a hundred and more activities, and some laboratory values."""
    return Person(days=_days(rng), activities=_activities(rng), samples=_samples(rng))


def _days(rng: np.random.Generator) -> pd.DataFrame:
    """Daily values by date, each metric with its own scale, memory, ties and gaps; one does not vary for months."""
    memory = np.cumsum(rng.normal(size=(DAYS, 2)), axis=0)
    noise = rng.normal(size=(DAYS, len(METRICS)))
    days = pd.DataFrame(
        {
            "steps": (9000 + 3000 * noise[:, 0]).round(),
            "resting_heart_rate": (58 + 0.3 * memory[:, 0] + noise[:, 1]).round(),
            "heart_rate_variability": 45 + 0.4 * memory[:, 1] + 6 * noise[:, 2],
            "sleep_minutes": (430 - 20 * noise[:, 1] + 40 * noise[:, 3]).round(1),
            "spo2": np.clip((96 + noise[:, 4]).round(), 90, 100),
            "distance_km": (0.0007 * (9000 + 3000 * noise[:, 0]) + 0.2 * noise[:, 5]).round(3),
            "vo2_max": np.where(np.arange(DAYS) < DAYS // 2, 41.3, (42 + 0.5 * noise[:, 6]).round(1)),
        },
        index=pd.date_range(FIRST, periods=DAYS, name="datetime"),
    )
    gaps = rng.random(days.shape) < np.linspace(0.02, 0.4, len(METRICS))
    away = int(rng.integers(0, DAYS - 25))
    gaps[away : away + 25] = True
    off_record = rng.random(DAYS) < 0.03
    return days.mask(gaps)[~off_record]


def _activities(rng: np.random.Generator) -> pd.DataFrame:
    """Several on some days, also on days that are otherwise off the record; fields are missing now and then."""
    count = 150
    minutes = np.sort(rng.integers(0, DAYS * 1440, size=count))
    fields = pd.DataFrame(
        {
            "distance_m": (5000 + 1500 * rng.normal(size=count)).round(),
            "duration_min": (35 + 8 * rng.normal(size=count)).round(1),
            "average_heart_rate": (140 + 12 * rng.normal(size=count)).round(),
        }
    )
    kinds = pd.DataFrame(
        {"start": pd.Timestamp(FIRST) + pd.to_timedelta(minutes, unit="min"), "kind": rng.choice(KINDS, size=count)}
    )
    return pd.concat([kinds, fields.mask(rng.random(fields.shape) < 0.15)], axis=1)


def _samples(rng: np.random.Generator) -> pd.DataFrame:
    moments = pd.Timestamp(FIRST) + pd.to_timedelta(np.sort(rng.integers(0, DAYS * 1440, size=24)), unit="min")
    values = (120 + 15 * rng.normal(size=24)).round()
    return pd.DataFrame(
        {"name": LAB_VALUE, "value": values, "unit": "mg/dL", "collected_at": moments, "date": moments.normalize()}
    )


def random_window(rng: np.random.Generator) -> Window:
    """All data, the last so many days, a month, a single day, or any span, which may begin before there is data."""
    back = int(rng.integers(0, DAYS))
    match rng.choice(["all data", "last days", "month", "day", "span"], p=[0.2, 0.35, 0.15, 0.05, 0.25]):
        case "all data":
            return Window(start=FIRST, end=NEWEST, label="all data")
        case "last days":
            last = int(rng.choice([7, 14, 30, 60, 90, 180]))
            return Window(start=NEWEST - timedelta(days=last - 1), end=NEWEST, label=f"last {last} days")
        case "month":
            month = (NEWEST - timedelta(days=back)).replace(day=1)
            end = (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)
            return Window(start=month, end=end, label="a month")
        case "day":
            day = NEWEST - timedelta(days=back)
            return Window(start=day, end=day, label="a day")
        case _:
            start = NEWEST - timedelta(days=back + 20)
            return Window(start=start, end=start + timedelta(days=int(rng.integers(1, 200))), label="a span")


def random_activities(rng: np.random.Generator, person: Person) -> Activities:
    kinds = tuple(str(kind) for kind in rng.choice(("RUN", "Treadmill"), size=int(rng.integers(0, 3)), replace=False))
    bounds: list[Bound] = []
    if rng.random() < 0.3:
        name, comparison = str(rng.choice(FIELDS)), list(Comparison)[rng.integers(len(Comparison))]
        value = float(rng.choice(person.activities[name].dropna().to_numpy()))
        bounds.append(Bound(name=name, comparison=comparison, value=value, label="a bound"))
    return Activities(kinds=kinds, bounds=tuple(bounds))


def random_filters(rng: np.random.Generator, person: Person) -> Iterator[DayFilter]:
    """None, or any of: a condition on a metric, some weekdays, some months, days with or without an activity."""
    if rng.random() < 0.3:
        metric, comparison = str(rng.choice(METRICS)), list(Comparison)[rng.integers(len(Comparison))]
        value = float(rng.choice(person.days[metric].dropna().to_numpy()))
        yield ValueFilter(metric=metric, comparison=comparison, value=value, label="a condition")
    if rng.random() < 0.2:
        weekdays = rng.choice(np.arange(1, 8), size=int(rng.integers(1, 6)), replace=False)
        yield WeekdayFilter(iso_weekdays=tuple(sorted(weekdays.tolist())), label="some weekdays")
    if rng.random() < 0.1:
        months = rng.choice(np.arange(1, 13), size=int(rng.integers(1, 7)), replace=False)
        yield MonthFilter(months=tuple(sorted(months.tolist())), label="some months")
    if rng.random() < 0.15:
        absent = bool(rng.random() < 0.5)
        yield ActivityFilter(activities=random_activities(rng, person), label="activities", absent=absent)


def random_measure(rng: np.random.Generator, person: Person, *, daily: bool = False) -> Measure:
    """A metric, a field of activities as it is or by day, or a laboratory value."""
    match rng.choice(["day", "activity", "per day", "sample"], p=[0.5, 0.2, 0.2, 0.1]):
        case "activity" if not daily:
            return Measure(
                source=Source.ACTIVITY, name=str(rng.choice(FIELDS)), activities=random_activities(rng, person)
            )
        case "sample" if not daily:
            return Measure(source=Source.BIOMARKER, name=LAB_VALUE)
        case "per day":
            per_day = PER_DAY[rng.integers(len(PER_DAY))]
            name = "" if per_day is Aggregate.COUNT and rng.random() < 0.5 else str(rng.choice(FIELDS))
            activities = random_activities(rng, person)
            return Measure(source=Source.ACTIVITY, name=name, activities=activities, per_day=per_day)
        case _:
            return Measure(name=str(rng.choice(METRICS)))


def random_selection(rng: np.random.Generator, person: Person, measure: Measure) -> Selection:
    pick = None
    if rng.random() < 0.2:
        pick = Pick(end=End.FIRST if rng.random() < 0.5 else End.LAST, count=int(rng.integers(1, 40)))
    filters = tuple(random_filters(rng, person))
    return Selection(measure=measure, window=random_window(rng), day_filters=filters, pick=pick)


def random_describe(rng: np.random.Generator, person: Person) -> Describe:
    aggregate, measure = list(Aggregate)[rng.integers(len(Aggregate))], random_measure(rng, person)
    if aggregate is Aggregate.POPULATION_DIFFERENCE:
        measure = Measure(name=METRICS[1])
    elif aggregate in OF_BARE_DAYS and measure.source is Source.ACTIVITY and rng.random() < 0.5:
        measure = replace(measure, name="", per_day=None)
    conditions: tuple[DayFilter, ...] = ()
    while aggregate in OF_CONDITIONS and not conditions:
        conditions = tuple(random_filters(rng, person))
    is_rate = aggregate in {Aggregate.TOTAL_PER, Aggregate.COUNT_PER}
    return Describe(
        selection=random_selection(rng, person, measure),
        aggregate=aggregate,
        conditions=conditions,
        per_days=float(rng.choice([1.0, 7.0, 30.4375])) if is_rate else 0.0,
    )


def random_compare(rng: np.random.Generator, person: Person) -> Compare:
    """Two windows, or two groups that differ in anything."""
    selection = random_selection(rng, person, random_measure(rng, person))
    if rng.random() < 0.5:
        start = selection.window.start - timedelta(days=int(rng.integers(0, 120)))
        end = start + (selection.window.end - selection.window.start)
        return Compare(selection=selection, baseline=replace(selection, window=Window(start=start, end=end, label="")))
    measure = selection.measure
    if measure.source is Source.ACTIVITY and measure.per_day is None:
        measure = replace(measure, activities=random_activities(rng, person))
    return Compare(selection=selection, baseline=random_selection(rng, person, measure))


def random_query(rng: np.random.Generator, person: Person) -> FindingQuery:
    match rng.choice(["describe", "compare", "associate", "trend", "change"], p=[0.5, 0.16, 0.14, 0.12, 0.08]):
        case "describe":
            return random_describe(rng, person)
        case "compare":
            return random_compare(rng, person)
        case "associate":
            return Associate(
                feature=random_measure(rng, person, daily=True),
                target=random_measure(rng, person, daily=True),
                lag_days=int(rng.choice([0, 1, 2, 7])),
                window=random_window(rng),
                day_filters=tuple(random_filters(rng, person)),
            )
        case "trend":
            return Trend(selection=random_selection(rng, person, random_measure(rng, person)))
        case _:
            return ChangePoint(selection=random_selection(rng, person, random_measure(rng, person)))


def facts_of(query: FindingQuery, person: Person) -> dict[str, float]:
    """What is true of a question's records; without an effect where there is too little to have one."""
    selected = selection_from_proto(selection_to_proto(query))
    if isinstance(query, Associate):
        return _facts_of_pairs(slow.pairs_of(selected, person.records))
    facts = slow.numbers_of(selected, person.records)
    if isinstance(query, Describe) and query.aggregate is Aggregate.MEAN and selected.is_daily and facts["n"] > 1:
        facts["ci_low"], facts["ci_high"] = interval_of_mean(_by_day(selected, person.records))
    return facts


def _facts_of_pairs(values: Sequence[tuple[float, float]]) -> dict[str, float]:
    pairs = pd.DataFrame(values, columns=["feature", "target"])
    if len(pairs) < FEWEST_FOR_A_CORRELATION or pairs.nunique().min() < 2:
        return {}
    with np.errstate(divide="ignore"):  # of a perfect correlation the interval is a point
        facts = association_facts(pairs)
    return {**facts, "tau": float(stats.kendalltau(pairs["feature"], pairs["target"]).statistic)}


def _by_day(selected: Selected, records: slow.Records) -> pd.Series:
    there = slow.present(slow.chosen(selected, selected.groups[0], records))
    return pd.Series([value for _, value in there], index=pd.DatetimeIndex([each.day for each, _ in there]))


def claimed_by_hand(query: FindingQuery, person: Person) -> Numbers:
    facts = {key: value for key, value in facts_of(query, person).items() if math.isfinite(value)}
    numbers = [
        NamedNumber(key=key, value=float(value), unit="") for key, value in facts.items() if not key.startswith("ci_")
    ]
    if "ci_low" in facts:
        interval = Interval(low=facts["ci_low"], high=facts["ci_high"])
        numbers.append(NamedNumber(key="ci", value=interval, unit=""))
    return tuple(numbers)


def claimed_by_code(query: FindingQuery, person: Person) -> Numbers:
    """What the data scientist's code for the question returns."""
    body = "\n".join(f"    {line}" for line in code_for(query).splitlines())
    scope: dict[str, Any] = {}
    exec(f"def analysis({', '.join(PARAMETERS)}):\n{body}", scope)  # noqa: S102, generated here, from a query made here
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = scope["analysis"](*(table.copy() for table in person.tables.values()))
    plain = {key: value.item() if isinstance(value, np.generic) else value for key, value in result.items()}
    if isinstance(plain.get("ci"), list | tuple):
        plain["ci"] = [float(end) for end in plain["ci"]]
    return numbers_of(query, plain, unit="")


def honest_findings(rng: np.random.Generator, person: Person, count: int) -> Iterator[Finding]:
    """So many findings with every number right, computed by hand and by code in turn."""
    drawn = 0
    while drawn < count:
        query = random_query(rng, person)
        numbers = claimed_by_code(query, person) if drawn % 2 else claimed_by_hand(query, person)
        if any(number.key == "effect" for number in numbers):
            drawn += 1
            yield Finding(id=f"ds-{drawn:04}", claim="", query=query, numbers=numbers)


def written(rng: np.random.Generator, finding: Finding) -> Finding:
    """The finding as people write it: numbers with two decimals or four significant digits, whole ones in full."""

    def rounded(value: float) -> float:
        size = math.floor(math.log10(abs(value))) if value else 0
        return round(value, 2 if rng.random() < 0.5 else max(3 - size, 0)) or value

    def shown(number: NamedNumber) -> NamedNumber:
        match number.value:
            case Interval(low=low, high=high):
                return replace(number, value=Interval(low=rounded(low), high=rounded(high)))
            case value:
                return replace(number, value=rounded(value))

    return replace(finding, numbers=tuple(map(shown, finding.numbers)))
