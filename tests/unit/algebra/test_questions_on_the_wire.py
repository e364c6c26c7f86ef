"""Questions as messages: nothing is lost, and what is malformed is said with its place."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date
from time import perf_counter
from typing import Any, get_args

import pytest
from google.protobuf.message import DecodeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from amy.api.query.v1 import query_pb2 as pb
from amy.runtime.trees import MAX_LEVELS, TreeCodec
from services.data_science.domain import algebra as of_data_science
from services.data_science.domain.algebra import (
    All,
    And,
    Calendar,
    Column,
    ColumnArithmetic,
    Compare,
    Count,
    Daily,
    DaysOf,
    Except,
    Field,
    In,
    Kind,
    Literal,
    Not,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Or,
    Order,
    Periods,
    Pick,
    Question,
    Reduce,
    Rows,
    Statistic,
    Table,
    Tell,
    TellRecords,
    Test,
    Unit,
    When,
    Where,
    Window,
)
from services.validator.domain import algebra as of_validator
from tests.unit.algebra.strategies import questions

QUESTIONS: TreeCodec[Question, pb.Question] = TreeCodec(Question, pb.Question, name="question")
QUESTIONS_CHECKED: TreeCodec[of_validator.Question, pb.Question] = TreeCodec(
    of_validator.Question, pb.Question, name="question"
)
WINDOW = Window(start=date(2026, 10, 1), end=date(2026, 10, 31), label="October", unit=Unit.MONTH)
DAYS = All(table=Table.DAYS, window=WINDOW)
RUNS = Where(rows=All(table=Table.ACTIVITIES, window=WINDOW), test=Kind(names=frozenset({"Run", "Treadmill run"})))
STEPS = Field(name="steps")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(questions())
def test_every_question_reads_as_it_was_written(question: Question) -> None:
    written = QUESTIONS.encode(question)
    assert QUESTIONS.decode(pb.Question.FromString(written.SerializeToString())) == question


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(questions(of_validator))
def test_both_services_write_a_question_alike(question: of_validator.Question) -> None:
    written = QUESTIONS_CHECKED.encode(question)
    assert QUESTIONS_CHECKED.decode(written) == question
    assert QUESTIONS.encode(QUESTIONS.decode(written)) == written


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(questions(depth=2), st.data())
def test_any_message_reads_or_is_refused_in_one_way(question: Question, data: st.DataObject) -> None:
    written = bytearray(QUESTIONS.encode(question).SerializeToString())
    for _ in range(data.draw(st.integers(1, 3))):
        written[data.draw(st.integers(0, len(written) - 1))] = data.draw(st.integers(0, 255))
    try:
        message = pb.Question.FromString(bytes(written))
    except DecodeError:
        return
    try:
        read = QUESTIONS.decode(message)
    except ValueError as error:
        assert str(error).startswith("question")  # noqa: PT017, either outcome is right
    else:
        QUESTIONS.encode(read)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(questions(depth=2), st.data())
def test_a_message_that_lacks_anything_is_refused_or_reads_as_another_question(
    question: Question, data: st.DataObject
) -> None:
    """Only what may be unset, and what is 0, false or empty when unset, can be lacking."""
    message = QUESTIONS.encode(question)
    whole = message.SerializeToString(deterministic=True)
    place: Any = message
    while True:
        field, value = data.draw(st.sampled_from(sorted(place.ListFields(), key=lambda each: each[0].number)))
        inner = value if field.message_type and not field.is_repeated and value.ListFields() else None
        if inner is None or data.draw(st.booleans()):
            place.ClearField(field.name)
            break
        place = inner
    try:
        assert QUESTIONS.encode(QUESTIONS.decode(message)).SerializeToString(deterministic=True) != whole
    except ValueError as error:
        assert str(error).startswith("question")  # noqa: PT017, either outcome is right


def tell(number: Number) -> pb.Question:
    return QUESTIONS.encode(Tell(number=number))


def broken(number: Number, breaking: Callable[[Any], object]) -> pb.Question:
    message = tell(number)
    breaking(message.tell.number)
    return message


COUNT = Count(rows=DAYS)
ONE_OF_TWO = Count(rows=Where(rows=DAYS, test=Or(tests=frozenset({Calendar(), Not(test=Calendar())}))))


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (pb.Question(), "question is empty, or of a newer contract"),
        (pb.Question(tell=pb.Tell()), "question.tell.number is missing"),
        (pb.Question(tell=pb.Tell(number=pb.Number())), "question.tell.number is empty, or of a newer contract"),
        (
            broken(Reduce(rows=DAYS, column=STEPS, statistic=Statistic.MEAN), lambda n: n.reduce.ClearField("rows")),
            "question.tell.number.reduce.rows is missing",
        ),
        (
            broken(
                Reduce(rows=DAYS, column=STEPS, statistic=Statistic.MEAN), lambda n: n.reduce.ClearField("statistic")
            ),
            "question.tell.number.reduce.statistic is missing",
        ),
        (
            broken(COUNT, lambda n: setattr(n.count.rows.all, "table", 99)),
            "question.tell.number.count.rows.all.table is no known Table",
        ),
        (
            broken(COUNT, lambda n: setattr(n.count.rows.all.window, "unit", 99)),
            "question.tell.number.count.rows.all.window.unit is no known Unit",
        ),
        (
            broken(COUNT, lambda n: n.count.rows.all.window.start.Clear()),
            "question.tell.number.count.rows.all.window.start is empty, or of a newer contract",
        ),
        *(
            (
                broken(COUNT, lambda n, day=day: setattr(n.count.rows.all.window.end, "date", day)),  # type: ignore[misc]
                "question.tell.number.count.rows.all.window.end.date is no date as YYYY-MM-DD",
            )
            for day in ("", "yesterday", "20261031", "2026-W44-6", "2026-02-30", " 2026-10-31", "\u0662026-10-31")
        ),
        (
            broken(ONE_OF_TWO, lambda n: getattr(n.count.rows.where.test, "or").tests[1].Clear()),
            "question.tell.number.count.rows.where.test.or.tests[1] is empty, or of a newer contract",
        ),
    ],
)
def test_what_is_malformed_is_said_with_its_place(message: pb.Question, problem: str) -> None:
    with pytest.raises(ValueError, match=r"^question") as refused:
        QUESTIONS.decode(message)
    assert str(refused.value) == problem


def test_a_set_is_written_in_one_order() -> None:
    tests = [Calendar(months=frozenset({month})) for month in (12, 3, 7, 1)]
    written = {
        QUESTIONS.encode(Tell(number=Count(rows=Where(rows=DAYS, test=And(tests=frozenset(order)))))).SerializeToString(
            deterministic=True
        )
        for order in (tests, tests[::-1], sorted(tests, key=repr))
    }
    assert len(written) == 1
    calendar = Calendar(iso_weekdays=frozenset({7, 1, 6}), months=frozenset({12, 2}))
    test = tell(Count(rows=Where(rows=DAYS, test=calendar))).tell.number.count.rows.where.test
    assert (list(test.calendar.iso_weekdays), list(test.calendar.months)) == ([1, 6, 7], [2, 12])


def test_records_are_told_with_their_columns_in_order() -> None:
    longest = Pick(rows=RUNS, by=Field(name="duration_min"), order=Order.HIGHEST, first=2, count=3)
    asked = TellRecords(rows=longest, columns=(Field(name="distance_m"), Field(name="average_heart_rate")))
    message = QUESTIONS.encode(asked)
    assert [each.field.name for each in message.tell_records.columns] == ["distance_m", "average_heart_rate"]
    assert message.tell_records.rows.pick.order == pb.ORDER_HIGHEST
    assert QUESTIONS.decode(message) == asked


def test_what_is_none_is_unset_and_an_end_may_be_a_number() -> None:
    newest = Pick(rows=RUNS, by=None, order=Order.NEWEST)
    since = All(table=Table.DAYS, window=Window(start=When(rows=newest), end=date(2026, 10, 31)))
    message = tell(Count(rows=since))
    window = message.tell.number.count.rows.all.window
    assert (window.unit, window.end.date) == (pb.UNIT_UNSPECIFIED, "2026-10-31")
    assert not window.start.number.when.rows.pick.HasField("by")
    assert QUESTIONS.decode(message) == Tell(number=Count(rows=since))


def test_arithmetic_of_columns_takes_a_column_or_a_number() -> None:
    for right in (STEPS, Literal(value=2.0), Reduce(rows=DAYS, column=STEPS, statistic=Statistic.MEAN)):
        halved = ColumnArithmetic(left=STEPS, operation=Operation.RATIO, right=right)
        asked = Tell(number=Reduce(rows=DAYS, column=halved, statistic=Statistic.MAX))
        assert QUESTIONS.decode(QUESTIONS.encode(asked)) == asked


def nested(levels: int) -> Question:
    """A question of so many dataclasses inside each other, through sets and all."""
    test: Test = Calendar()
    for _ in range(levels - 4):
        test = Or(tests=frozenset({test}))
    return Tell(number=Count(rows=Where(rows=DAYS, test=test)))


def test_a_question_as_deep_as_may_be_travels() -> None:
    deepest = nested(MAX_LEVELS)
    written = QUESTIONS.encode(deepest).SerializeToString()
    assert QUESTIONS.decode(pb.Question.FromString(written)) == deepest


def test_a_deeper_one_is_refused_both_ways() -> None:
    with pytest.raises(ValueError, match=r"^question\.tell\.number.* is nested deeper than 40 levels$"):
        QUESTIONS.encode(nested(MAX_LEVELS + 1))
    message = QUESTIONS.encode(nested(MAX_LEVELS))
    innermost = message.tell.number.count.rows.where.test
    while innermost.WhichOneof("test") == "or":
        innermost = getattr(innermost, "or").tests[0]
    getattr(innermost, "or").tests.add().calendar.SetInParent()
    with pytest.raises(ValueError, match=r"\.calendar is nested deeper than 40 levels$"):
        QUESTIONS.decode(message)


def test_what_does_not_fit_its_field_is_refused() -> None:
    for number in (Count(rows=DaysOf(rows=DAYS, offset=2**31)), Literal(value=1.0, unit="\ud800")):
        with pytest.raises(ValueError, match=r"^question\.tell\.number\..* does not fit the message"):
            tell(number)
    with pytest.raises(ValueError, match=r"^question\.tell\.number may not be a Calendar$"):
        tell(Calendar())  # type: ignore[arg-type]


def test_every_type_of_the_language_is_in_the_contract_and_no_other() -> None:
    classes = {name for name, each in vars(of_data_science).items() if is_dataclass(each)}
    sorts = {"Question", "Rows", "Column", "Number", "Test", "DayOrNumber", "ColumnOrNumber"}
    assert set(pb.DESCRIPTOR.message_types_by_name) == classes | sorts
    for sort, union in (("Rows", Rows), ("Column", Column), ("Number", Number), ("Test", Test)):
        assert len(get_args(union)) == len(pb.DESCRIPTOR.message_types_by_name[sort].fields)
    assert all(fields(each) for each in get_args(Question))


def usual_questions() -> list[Question]:
    """Of the size that people ask."""
    walks = Compare(column=Field(name="distance_m"), operator=Operator.GREATER, number=Literal(value=5000.0, unit="m"))
    nights = DaysOf(rows=Where(rows=RUNS, test=walks), offset=1)
    weekly = Periods(window=WINDOW, unit=Unit.WEEK, rows=RUNS, column=None, statistic=Statistic.COUNT)
    days = Daily(rows=RUNS, column=None, statistic=Statistic.COUNT)
    return [
        Tell(number=Reduce(rows=nights, column=Field(name="sleep_minutes"), statistic=Statistic.MEAN)),
        Tell(number=Count(rows=Except(left=weekly, right=Pick(rows=weekly, by=None, order=Order.NEWEST)))),
        Tell(
            number=NumberArithmetic(
                left=Reduce(rows=Where(rows=DAYS, test=In(rows=RUNS)), column=days, statistic=Statistic.SUM),
                operation=Operation.MINUS,
                right=Literal(value=1.0),
            )
        ),
    ]


def test_a_usual_question_reads_in_well_under_a_millisecond() -> None:
    messages = [QUESTIONS.encode(each) for each in usual_questions()]

    def seconds_each() -> float:
        start = perf_counter()
        for message in messages:
            QUESTIONS.decode(message)
        return (perf_counter() - start) / len(messages)

    assert min(seconds_each() for _ in range(50)) < 0.0005
