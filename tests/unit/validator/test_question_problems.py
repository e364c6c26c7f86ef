"""Questions that cannot be computed say why, and none of them raises."""

import math
from datetime import date

import pytest

from services.validator.domain.algebra import (
    All,
    Contrast,
    Count,
    Daily,
    DaysOf,
    Except,
    Field,
    Grouping,
    Kind,
    Literal,
    Moment,
    Norm,
    Not,
    Or,
    Order,
    Periods,
    Pick,
    Profile,
    Question,
    ReferenceBound,
    Relate,
    Rolling,
    Run,
    Shifted,
    Side,
    Statistic,
    Streak,
    Table,
    Tell,
    Test,
    Trend,
    Union,
    Unit,
    When,
    Window,
)
from services.validator.domain.answering.answers import Answer
from services.validator.domain.answering.evaluation import evaluate
from services.validator.domain.questions.needs import needs_of_question
from services.validator.domain.records.store import Needs, Store
from services.validator.domain.verdict.validation import examine
from tests.unit.validator.asked import (
    DISTANCE,
    RUNS,
    SLEEP,
    STEPS,
    THE_VALUE,
    above,
    activities,
    claim,
    days,
    highest,
    of,
    record,
    samples,
    weekly,
    where,
    why_not,
)

STORE = record(steps=[1.0, 2.0], done=[(0, "Run", {"distance_m": 5.0})])
WEEKS = weekly(days(), STEPS, Statistic.MEAN)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (Tell(number=of(days(), Field(name="mood"))), 'no metric is called "mood"'),
        (Tell(number=of(days(), DISTANCE)), 'no metric is called "distance_m"'),
        (Tell(number=of(activities(), SLEEP)), 'activities have nothing called "sleep"'),
        (Tell(number=of(samples(), STEPS)), 'there is no laboratory value called "steps"'),
        (Tell(number=of(WEEKS, STEPS)), 'a period has a value and nothing called "steps"'),
        (Tell(number=of(where(days(), above(DISTANCE, 1)), STEPS)), 'no metric is called "distance_m"'),
        (Tell(number=Count(rows=where(days(), RUNS))), "only activities are of a kind, and days are not"),
        (Tell(number=Count(rows=where(WEEKS, Not(test=Kind(names=frozenset()))))), "only activities are of a kind"),
        (Tell(number=Count(rows=Union(left=days(), right=activities()))), "days and activities cannot be put together"),
        (Tell(number=Count(rows=Except(left=WEEKS, right=days()))), "periods and days cannot be put together"),
        (Contrast(rows=WEEKS, baseline=weekly(days(), SLEEP, Statistic.MEAN), column=THE_VALUE), "periods and others"),
        (Tell(number=of(activities(), Shifted(column=DISTANCE, days=1))), "only days have a day before or after"),
        (Tell(number=of(WEEKS, Rolling(column=THE_VALUE, days=3, statistic=Statistic.SUM))), "only days are followed"),
        (Tell(number=of(days(), Rolling(column=STEPS, days=0, statistic=Statistic.SUM))), "from 1 to"),
        (Tell(number=of(days(), Daily(rows=days(), column=STEPS, statistic=Statistic.SUM))), "only days have activ"),
        (Tell(number=of(days(), Daily(rows=activities(), column=None, statistic=Statistic.SUM))), "only be counted"),
        (Tell(number=Streak(rows=activities(), test=RUNS, run=Run.LONGEST)), "only days and periods come in a row"),
        (Tell(number=When(rows=days(), moment=Moment.CLOCK)), "only activities begin at a time of day"),
        (Tell(number=ReferenceBound(biomarker="LDL", side=Side.LOW)), 'no laboratory value called "LDL"'),
        (Tell(number=Count(rows=Pick(rows=days(), by=STEPS, order=Order.NEWEST))), "what is picked by time"),
        (Tell(number=Count(rows=Pick(rows=days(), by=None, order=Order.LOWEST))), "what is picked by time"),
        (Tell(number=Count(rows=highest(days(), STEPS, count=400))), "at most 366"),
        (Tell(number=Count(rows=highest(days(), STEPS, first=0))), "at most 366"),
        (Profile(rows=days(), column=STEPS, statistic=Statistic.MEAN, by=Grouping.KIND), "only activities are of a"),
        (Profile(rows=days(), column=None, statistic=Statistic.MEAN, by=Grouping.WEEK), "only be counted"),
        (Relate(left=DISTANCE, right=DISTANCE, rows=activities(), lag_days=1), "only days have a day before or after"),
    ],
)
def test_what_does_not_fit_says_why(question: Question, reason: str) -> None:
    assert reason in why_not(question, STORE)


def nested(levels: int) -> Question:
    test = above(STEPS, 1)
    number = of(where(days(), test))
    for _ in range(levels):
        number = of(where(days(), above(STEPS, number)))
    return Tell(number=number)


def test_a_question_that_is_too_deep_is_declined_before_anything_is_read() -> None:
    assert isinstance(evaluate(nested(2), STORE), Answer)
    assert "levels deep" in why_not(nested(3), STORE)
    assert "levels deep" in why_not(nested(20_000), STORE)
    assert needs_of_question(nested(20_000)).metrics == frozenset()


def test_a_question_with_too_many_parts_is_declined() -> None:
    tests = frozenset[Test](above(STEPS, at) for at in range(40))
    assert "more than 80 parts" in why_not(Tell(number=Count(rows=where(days(), Or(tests=tests)))), STORE)


@pytest.mark.parametrize("end", [1e300, -1e300, math.inf, math.nan, 0.5])
def test_no_number_is_too_large_to_be_the_end_of_a_window(end: float) -> None:
    window = Window(start=date(2026, 1, 1), end=Literal(value=end, unit="date"))
    rows = All(table=Table.DAYS, window=window)
    store = record(steps=[float(each % 5) for each in range(40)])
    for question in (
        Tell(number=of(rows)),
        Trend(rows=rows, column=STEPS),
        Relate(left=STEPS, right=SLEEP, rows=rows, lag_days=3),
        Tell(number=Streak(rows=rows, test=above(STEPS, 1), run=Run.CURRENT)),
        Tell(
            number=Count(rows=Periods(window=window, unit=Unit.DAY, rows=rows, column=STEPS, statistic=Statistic.SUM))
        ),
    ):
        expected = 40.0 if end > 1e9 else 0.0
        answer = evaluate(question, store)
        assert isinstance(answer, Answer)
        finding = claim(question, store, effect=1.0)
        assert examine(finding, store).report.outcomes
        if isinstance(question, Trend):
            assert answer.values["n"] == expected


def test_no_offset_is_too_large_to_be_declined() -> None:
    assert "days away" in why_not(Tell(number=Count(rows=DaysOf(rows=days(), offset=10**30))), STORE)
    assert "days away" in why_not(Relate(left=STEPS, right=SLEEP, rows=days(), lag_days=-(10**30)), STORE)


def test_a_question_needs_what_its_columns_are_read_from() -> None:
    runs = where(activities(), above(DISTANCE, of(days(), SLEEP)))
    needs = needs_of_question(Trend(rows=days(), column=Daily(rows=runs, column=DISTANCE, statistic=Statistic.SUM)))
    assert needs == Needs(metrics=frozenset({"sleep"}), activities=True)
    needs = needs_of_question(Tell(number=Norm(metric="steps")))
    assert needs.norms == {"steps"}
    assert needs_of_question(Tell(number=ReferenceBound(biomarker="LDL", side=Side.LOW))).samples
    assert needs_of_question(Tell(number=Count(rows=samples()))).samples


def test_an_empty_record_gives_an_answer_without_numbers() -> None:
    answer = evaluate(Tell(number=of(days())), Store(daily={"steps": record().daily["steps"]}))
    assert isinstance(answer, Answer)
    assert answer.values == {"n": 0.0}
