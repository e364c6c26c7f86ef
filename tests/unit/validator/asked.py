"""Questions of the question language and small records to ask them of."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import numpy as np

from services.validator.domain.algebra import (
    VALUE,
    All,
    Calendar,
    Column,
    Compare,
    Count,
    Field,
    Kind,
    Literal,
    Number,
    Operator,
    Order,
    Periods,
    Pick,
    Question,
    Reduce,
    Rows,
    Statistic,
    Table,
    Tell,
    Test,
    Unit,
    Where,
    Window,
)
from services.validator.domain.answering.answers import Answer
from services.validator.domain.answering.evaluation import evaluate
from services.validator.domain.claims.basis import kind_of
from services.validator.domain.claims.finding import Finding, FindingKind, NamedNumber
from services.validator.domain.claims.unreadable import Unreadable
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.recomputing.interpreter import Interpreter
from services.validator.domain.records.samples import LabSample, SampleLog
from services.validator.domain.records.series import DailySeries
from services.validator.domain.records.store import ActivityLog, Norm, Store

DAY_ONE = date(2026, 1, 1)
"""A Thursday."""
DAY_ONE_EPOCH = (DAY_ONE - date(1970, 1, 1)).days
STEPS, SLEEP = Field(name="steps"), Field(name="sleep")
DISTANCE, DURATION = Field(name="distance_m"), Field(name="duration_min")
THE_VALUE = Field(name=VALUE)
WEEKENDS = Calendar(iso_weekdays=frozenset({6, 7}))
RUNS = Kind(names=frozenset({"RUN"}))


def span(first: int, last: int, label: str = "all data") -> Window:
    return Window(start=DAY_ONE + timedelta(days=first), end=DAY_ONE + timedelta(days=last), label=label)


def days(first: int = 0, last: int = 999, label: str = "all data") -> All:
    return All(table=Table.DAYS, window=span(first, last, label))


def activities(first: int = 0, last: int = 999) -> All:
    return All(table=Table.ACTIVITIES, window=span(first, last))


def samples(first: int = 0, last: int = 999) -> All:
    return All(table=Table.SAMPLES, window=span(first, last))


def where(rows: Rows, test: Test) -> Where:
    return Where(rows=rows, test=test)


def above(column: Column, number: float | Number) -> Compare:
    bound = number if not isinstance(number, int | float) else Literal(value=number)
    return Compare(column=column, operator=Operator.GREATER, number=bound)


def of(rows: Rows, column: Column = STEPS, statistic: Statistic = Statistic.MEAN) -> Reduce:
    return Reduce(rows=rows, column=column, statistic=statistic)


def highest(rows: Rows, by: Column, *, first: int = 1, count: int = 1) -> Pick:
    return Pick(rows=rows, by=by, order=Order.HIGHEST, first=first, count=count)


def newest(rows: Rows, *, first: int = 1, count: int = 1) -> Pick:
    return Pick(rows=rows, by=None, order=Order.NEWEST, first=first, count=count)


def weekly(
    rows: Rows,
    column: Column | None,
    statistic: Statistic,
    *,
    last: int = 999,
    unit: Unit = Unit.WEEK,
    whole: bool = True,
) -> Periods:
    return Periods(window=span(0, last), unit=unit, rows=rows, column=column, statistic=statistic, complete=whole)


def record(
    *,
    steps: Sequence[float] | Mapping[int, float] = (),
    sleep: Sequence[float] | Mapping[int, float] = (),
    done: Sequence[tuple[int, str, Mapping[str, float]]] = (),
    recorded: Sequence[int] = (),
    lab: Sequence[LabSample] = (),
    norms: Mapping[str, Norm] | None = None,
) -> Store:
    """Values by day from the first on; NaN is a day on record without one, and so is a day that is only `recorded`."""
    by_day = {name: _by_day(values) for name, values in {"steps": steps, "sleep": sleep}.items()}
    on_record = {day for values in by_day.values() for day in values} | set(recorded)
    return Store(
        daily={name: _series(values) for name, values in by_day.items()},
        activities=ActivityLog.of(
            days=[DAY_ONE_EPOCH + day for day, _, _ in done],
            kinds=[kind for _, kind, _ in done],
            fields=[fields for _, _, fields in done],
            recorded=[DAY_ONE_EPOCH + day for day in on_record],
        ),
        samples=SampleLog.of(lab),
        norms=norms or {},
    )


def lab(day: int, name: str, value: float, unit: str = "mg/dL", *, high: float | None = None) -> LabSample:
    return LabSample(taken_s=(DAY_ONE_EPOCH + day) * 86_400.0 + 3600, name=name, value=value, unit=unit, high=high)


def _by_day(values: Sequence[float] | Mapping[int, float]) -> dict[int, float]:
    return dict(values) if isinstance(values, Mapping) else dict(enumerate(values))


def _series(values: Mapping[int, float]) -> DailySeries:
    at = np.array(list(values), np.int64) + DAY_ONE_EPOCH
    return DailySeries.of(at, np.array(list(values.values()), np.float64))


def numbers(question: Question, store: Store) -> dict[str, float]:
    """The numbers by key, days counted from the first."""
    answer = evaluate(question, store)
    assert isinstance(answer, Answer), answer
    return {key: value - DAY_ONE_EPOCH if _is_day(key) else value for key, value in answer.values.items()}


def told(number: Number, store: Store) -> dict[str, float]:
    return numbers(Tell(number=number), store)


def effect(number: Number, store: Store) -> float | None:
    return told(number, store).get("effect")


def chosen(rows: Rows, store: Store) -> list[int]:
    """The days of the rows, counted from the first."""
    given = Interpreter(store)
    return [int(day) - DAY_ONE_EPOCH for day in given.records(source_of(rows)).days[given.rows(rows)]]


def count(rows: Rows, store: Store) -> float | None:
    return effect(Count(rows=rows), store)


def why_not(question: Question, store: Store) -> str:
    answer = evaluate(question, store)
    assert isinstance(answer, Unreadable), answer
    return answer.reason


def claim(question: Question, store: Store, *, kind: FindingKind | None = None, **wrong: float) -> Finding:
    """A finding with every number that the question comes to, but for those that are given."""
    answer = evaluate(question, store)
    told = {**answer.values, **wrong} if isinstance(answer, Answer) else wrong
    return Finding(
        id="ds-001",
        kind=kind or kind_of(question),
        claim="The value is {{ds-001.effect}}.",
        numbers=tuple(NamedNumber(key=key, value=value) for key, value in told.items()),
        source="data_science",
        question=question,
    )


def _is_day(key: str) -> bool:
    return key.split("_", maxsplit=1)[0] in {"day", "end"} or key.endswith("_day")
