"""Which daily values a question reads."""

from datetime import date

import pytest

from services.validator.domain.algebra import (
    ActivitiesOn,
    All,
    ColumnArithmetic,
    Compare,
    Contrast,
    Count,
    Daily,
    DaysOf,
    Except,
    Field,
    Literal,
    Operator,
    Periods,
    Question,
    Reduce,
    Relate,
    Rolling,
    Rows,
    Shifted,
    Statistic,
    Step,
    Table,
    Tell,
    Union,
    Unit,
    Where,
    Window,
)
from services.validator.domain.questions.inputs import inputs_of
from tests.unit.validator.builders import rows, window

STEPS, SLEEP, LONG = Field(name="steps"), Field(name="sleep_minutes"), Literal(value=420)
MARCH = Window(start=date(2026, 3, 1), end=date(2026, 3, 31))
APRIL = Window(start=date(2026, 4, 1), end=date(2026, 4, 30))
IN_MARCH, IN_APRIL = rows(MARCH), rows(APRIL)
RUNS = All(table=Table.ACTIVITIES, window=MARCH)


def mean(of: Rows, column: Field | Daily | Shifted | Rolling | Step | ColumnArithmetic) -> Tell:
    return Tell(number=Reduce(rows=of, column=column, statistic=Statistic.MEAN))


def slept_long(of: Rows) -> Where:
    return Where(rows=of, test=Compare(column=SLEEP, operator=Operator.GREATER, number=LONG))


@pytest.mark.parametrize(
    ("question", "read"),
    [
        (mean(IN_MARCH, STEPS), ["steps 2026-03-01 2026-03-31"]),
        (mean(slept_long(IN_MARCH), STEPS), ["sleep_minutes 2026-03-01 2026-03-31", "steps 2026-03-01 2026-03-31"]),
        (
            Relate(left=STEPS, right=SLEEP, rows=IN_MARCH, lag_days=2),
            ["sleep_minutes 2026-03-03 2026-04-02", "steps 2026-03-01 2026-03-31"],
        ),
        (
            Contrast(rows=IN_APRIL, baseline=IN_MARCH, column=STEPS),
            ["steps 2026-03-01 2026-03-31", "steps 2026-04-01 2026-04-30"],
        ),
        (mean(IN_MARCH, Shifted(column=STEPS, days=-1)), ["steps 2026-02-28 2026-03-30"]),
        (mean(IN_MARCH, Rolling(column=STEPS, days=7, statistic=Statistic.MEAN)), ["steps 2026-02-23 2026-03-31"]),
        (mean(IN_MARCH, Step(column=STEPS)), ["steps None 2026-03-31"]),
        (
            mean(Union(left=IN_MARCH, right=IN_APRIL), STEPS),
            ["steps 2026-03-01 2026-03-31", "steps 2026-04-01 2026-04-30"],
        ),
        (mean(Except(left=IN_MARCH, right=IN_APRIL), STEPS), ["steps 2026-03-01 2026-03-31"]),
        (mean(DaysOf(rows=RUNS, offset=1), SLEEP), ["sleep_minutes 2026-03-02 2026-04-01"]),
        (mean(RUNS, Field(name="distance_m")), []),
        (
            mean(ActivitiesOn(rows=slept_long(IN_MARCH)), Field(name="distance_m")),
            ["sleep_minutes 2026-03-01 2026-03-31"],
        ),
        (mean(IN_MARCH, Daily(rows=RUNS, column=Field(name="steps"), statistic=Statistic.SUM)), []),
        (Tell(number=Count(rows=RUNS)), []),
        (
            mean(
                Periods(window=MARCH, unit=Unit.WEEK, rows=rows(window(0, 69)), column=STEPS, statistic=Statistic.MEAN),
                Field(name="value"),
            ),
            # The rows begin on 1 January and end on 11 March, the periods on 1 March.
            ["steps 2026-03-01 2026-03-11"],
        ),
        (
            mean(rows(Window(start=date(2026, 3, 1), end=date.max)), Shifted(column=STEPS, days=1)),
            ["steps 2026-03-02 None"],
        ),
    ],
)
def test_a_metric_is_told_with_the_days_it_is_read_on(question: Question, read: list[str]) -> None:
    assert sorted(f"{each.metric} {each.start} {each.end}" for each in inputs_of(question)) == read


def test_what_is_read_in_a_number_of_its_own_is_read_there() -> None:
    average = Reduce(rows=IN_APRIL, column=STEPS, statistic=Statistic.MEAN)
    above = Where(rows=IN_MARCH, test=Compare(column=STEPS, operator=Operator.GREATER, number=average))
    assert [str(each.start) for each in inputs_of(mean(above, SLEEP)) if each.metric == "steps"] in (
        ["2026-03-01", "2026-04-01"],
        ["2026-04-01", "2026-03-01"],
    )


def test_an_end_that_is_a_number_is_not_known() -> None:
    since = Window(start=Reduce(rows=RUNS, column=Field(name="date"), statistic=Statistic.MAX), end=date(2026, 4, 1))
    (only,) = inputs_of(mean(rows(since), STEPS))
    assert (only.start, only.end) == (None, date(2026, 4, 1))
