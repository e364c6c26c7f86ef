"""An answer may repeat what its question states: amounts, places in an order, how often something was done."""

from datetime import date

import pytest

from services.orchestrator.domain.numbers.checking.claims import claims_in
from services.orchestrator.domain.numbers.checking.tracing import known_numbers, trace
from services.validator.domain import algebra as a
from services.validator.domain.questions.stated import stated_in

ALL = a.Window(start=date(2024, 1, 1), end=date(2024, 6, 30), label="all data")
DAYS = a.All(table=a.Table.DAYS, window=ALL)
REM = a.Field(name="rem_sleep_minutes")
SECOND = a.Pick(rows=DAYS, by=REM, order=a.Order.HIGHEST, first=2)
WEEKS = a.Periods(
    window=ALL,
    unit=a.Unit.WEEK,
    rows=a.All(table=a.Table.ACTIVITIES, window=ALL),
    column=None,
    statistic=a.Statistic.COUNT,
    complete=False,
)
BUSY = a.Compare(column=a.Field(name=a.VALUE), operator=a.Operator.GREATER, number=a.Literal(value=3.0))


@pytest.mark.parametrize(
    ("number", "said", "never"),
    [
        (
            a.Reduce(rows=SECOND, column=REM, statistic=a.Statistic.MEAN),
            "Your REM sleep on the day with the second highest REM sleep was long.",
            "Your REM sleep on the day with the third highest REM sleep was long.",
        ),
        (
            a.Count(rows=a.Where(rows=WEEKS, test=BUSY)),
            "There were weeks (partial weeks included) with more than 3 activities.",
            "There were weeks (partial weeks included) with more than 4 activities.",
        ),
    ],
)
def test_an_answer_may_say_what_its_question_states_and_nothing_else(number: a.Number, said: str, never: str) -> None:
    known = known_numbers((), (stated_in(a.Tell(number=number)),))
    assert claims_in(said)
    assert all(trace(claim, known) for claim in claims_in(said))
    assert not all(trace(claim, known) for claim in claims_in(never))
