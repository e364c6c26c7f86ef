from dataclasses import replace
from datetime import date

import pytest

from services.data_science.domain import algebra as a
from services.data_science.domain.algebra import Operation, Operator, Order, Statistic, Table, Unit
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.traversal import base_window, depth, nodes, parts, size, table_of
from services.data_science.domain.units import dimension_of, unit_in_words
from services.data_science.domain.units_of_questions import unit_of
from services.data_science.domain.well_typed import MAX_DEPTH, MAX_SIZE, problem_of


def _quantities(**units: str) -> dict[str, Quantity]:
    return {name: Quantity(name=name, unit=unit, noun=name) for name, unit in units.items()}


CATALOGUE = Catalogue(
    first=date(2024, 1, 1),
    today=date(2024, 12, 31),
    metrics=_quantities(
        steps="count",
        sleep_minutes="min",
        resting_heart_rate="bpm",
        distance_km="km",
        bed_time_clock="clock",
        cardio_fitness_index="count/bpm",
    ),
    fields=_quantities(distance_m="m", duration_min="min", average_heart_rate="bpm"),
    biomarkers=_quantities(LDL="mg/dL", Ferritin="ng/mL"),
    kinds=("Run",),
    population=frozenset({"resting_heart_rate"}),
    upper_limits=frozenset({"LDL"}),
)
EVER = a.Window(start=date(2024, 1, 1), end=date(2024, 12, 31), label="all data")
DAYS = a.All(table=Table.DAYS, window=EVER)
RUNS = a.Where(rows=a.All(table=Table.ACTIVITIES, window=EVER), test=a.Kind(names=frozenset({"Run"})))
SAMPLES = a.All(table=Table.SAMPLES, window=EVER)
WEEKS = a.Periods(window=EVER, unit=Unit.WEEK, rows=RUNS, column=None, statistic=Statistic.COUNT)
STEPS, SLEEP, PULSE, BED = (a.Field(name=n) for n in ("steps", "sleep_minutes", "resting_heart_rate", "bed_time_clock"))
DISTANCE, DURATION, VALUE = a.Field(name="distance_m"), a.Field(name="duration_min"), a.Field(name=a.VALUE)


def mean(column: a.Column, rows: a.Rows = DAYS, statistic: Statistic = Statistic.MEAN) -> a.Reduce:
    return a.Reduce(rows=rows, column=column, statistic=statistic)


def told(number: a.Number) -> str | None:
    return problem_of(a.Tell(number=number), CATALOGUE)


def both(left: a.Number, operation: Operation, right: a.Number) -> a.NumberArithmetic:
    return a.NumberArithmetic(left=left, operation=operation, right=right)


def above(column: a.Column, value: float, unit: str) -> a.Compare:
    return a.Compare(column=column, operator=Operator.GREATER, number=a.Literal(value=value, unit=unit))


LAST_RUN = a.When(rows=a.Pick(rows=RUNS, by=None, order=Order.NEWEST))
TODAY = a.Literal(value=20000, unit="date")


@pytest.mark.parametrize(
    "question",
    [
        a.Tell(number=mean(a.Field(name="average_heart_rate"), a.Pick(rows=RUNS, by=DURATION, order=Order.HIGHEST))),
        a.Tell(number=mean(SLEEP, a.DaysOf(rows=a.Where(rows=RUNS, test=above(DISTANCE, 5000, "m")), offset=1))),
        a.Tell(number=a.Count(rows=a.Where(rows=WEEKS, test=above(VALUE, 3, "")))),
        a.Tell(number=both(TODAY, Operation.MINUS, LAST_RUN)),
        a.Tell(number=mean(STEPS, a.All(table=Table.DAYS, window=a.Window(start=LAST_RUN, end=date(2024, 12, 31))))),
        a.Decide(left=mean(VALUE, WEEKS), operator=Operator.GREATER_OR_EQUAL, right=a.Literal(value=3)),
        a.Decide(left=mean(PULSE), operator=Operator.LESS, right=a.Norm(metric="resting_heart_rate")),
        a.Decide(
            left=mean(a.Field(name="ldl"), SAMPLES),
            operator=Operator.GREATER,
            right=a.ReferenceBound(biomarker="LDL", side=a.Side.HIGH),
        ),
        a.TellRecords(rows=a.Pick(rows=WEEKS, by=a.Step(column=VALUE), order=Order.LOWEST), columns=(VALUE,)),
        a.Profile(rows=RUNS, column=None, statistic=Statistic.COUNT, by=a.Grouping.KIND),
        a.Relate(left=STEPS, right=SLEEP, rows=DAYS, lag_days=1),
        a.Contrast(rows=RUNS, baseline=a.All(table=Table.ACTIVITIES, window=EVER), column=DISTANCE),
        a.Tell(number=mean(a.Daily(rows=RUNS, column=DISTANCE, statistic=Statistic.SUM))),
        a.Tell(number=mean(a.Field(name=a.START_CLOCK), RUNS)),
        a.Tell(number=a.Share(rows=DAYS, test=a.And(tests=frozenset({above(STEPS, 10000, "count"), a.In(rows=RUNS)})))),
    ],
)
def test_what_people_ask_makes_sense(question: a.Question) -> None:
    assert problem_of(question, CATALOGUE) is None


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        (both(mean(SLEEP), Operation.PLUS, mean(PULSE)), "beats per minute cannot be added to minutes"),
        (both(mean(SLEEP), Operation.MINUS, mean(PULSE)), "beats per minute cannot be taken from minutes"),
        (both(LAST_RUN, Operation.PLUS, LAST_RUN), "dates cannot be added to dates"),
        (both(LAST_RUN, Operation.PLUS, a.Literal(value=3, unit="min")), "minutes cannot be added to dates"),
        (
            both(mean(BED), Operation.PERCENT_CHANGE, mean(BED)),
            "times of day cannot be told in percent of times of day",
        ),
        (both(mean(SLEEP), Operation.TIMES, mean(PULSE)), "minutes cannot be multiplied by beats per minute"),
        (mean(BED, statistic=Statistic.SUM), "times of day do not add up"),
        (mean(a.Field(name="holiday")), "there is no holiday in the records"),
        (mean(DISTANCE), "a day has no distance m"),
        (mean(BED, RUNS), "an activity has no bed time clock"),
        (mean(STEPS, WEEKS), "a week has a value and no steps"),
        (mean(VALUE), "there is no value in the records"),
        (mean(a.Shifted(column=DISTANCE, days=1), RUNS), "an activity has no values of other days"),
        (mean(a.Daily(rows=DAYS, column=STEPS, statistic=Statistic.SUM)), "only activities can be gathered by day"),
        (mean(a.Daily(rows=RUNS, column=None, statistic=Statistic.SUM)), "an activity has no sum of its own"),
        (
            a.Count(rows=a.Where(rows=DAYS, test=a.Kind(names=frozenset({"Run"})))),
            "only activities are of different kinds",
        ),
        (a.Count(rows=a.Where(rows=RUNS, test=above(DISTANCE, 5, "km"))), "kilometres have to be said in metres"),
        (a.Count(rows=a.Where(rows=RUNS, test=above(DISTANCE, 5, "min"))), "metres cannot be held against minutes"),
        (
            a.Count(rows=a.Union(left=DAYS, right=RUNS)),
            "only records of one kind can be put together or taken from each other",
        ),
        (
            a.Count(rows=a.Except(left=WEEKS, right=replace(WEEKS, unit=Unit.MONTH))),
            "only records of one kind can be put together or taken from each other",
        ),
        (
            a.Count(rows=a.Pick(rows=DAYS, by=None, order=Order.NEWEST, count=367)),
            "between 1 and 366 records can be picked",
        ),
        (
            a.Count(rows=a.Pick(rows=DAYS, by=None, order=Order.NEWEST, first=0)),
            "between 1 and 366 records can be picked",
        ),
        (
            a.Count(rows=a.Pick(rows=DAYS, by=STEPS, order=Order.NEWEST)),
            "records are put in order by one of their values or by time",
        ),
        (a.Count(rows=a.DaysOf(rows=RUNS, offset=-367)), "days are moved by at most 366"),
        (
            mean(a.Rolling(column=STEPS, days=0, statistic=Statistic.MEAN)),
            "a rolling window has between 1 and 366 days",
        ),
        (
            a.Streak(rows=RUNS, test=a.Known(column=DISTANCE), run=a.Run.LONGEST),
            "only days, weeks and the like come in a row",
        ),
        (a.When(rows=DAYS, moment=a.Moment.CLOCK), "a day has no time of day"),
        (a.Norm(metric="steps"), "what is typical of other people is not known of steps"),
        (
            a.ReferenceBound(biomarker="Ferritin", side=a.Side.LOW),
            "the laboratory gave no reference range for Ferritin",
        ),
        (
            a.Count(rows=a.Where(rows=DAYS, test=a.Calendar(iso_weekdays=frozenset({0})))),
            "there are seven weekdays and twelve months",
        ),
        (a.Count(rows=a.Where(rows=DAYS, test=a.And(tests=frozenset()))), "no condition is named"),
        (a.Count(rows=a.Where(rows=RUNS, test=a.Kind(names=frozenset()))), "no kind of activity is named"),
        (
            a.Count(rows=a.All(table=Table.DAYS, window=a.Window(start=mean(STEPS), end=date(2024, 1, 1)))),
            "a time begins and ends on a date, and counts are none",
        ),
    ],
)
def test_what_makes_no_sense_is_said_in_plain_words(number: a.Number, problem: str) -> None:
    assert told(number) == problem


def test_groups_and_relations_that_make_no_sense_are_declined() -> None:
    by_kind = a.Profile(rows=DAYS, column=STEPS, statistic=Statistic.MEAN, by=a.Grouping.KIND)
    newest = replace(by_kind, by=a.Grouping.WEEKDAY, extreme=Order.NEWEST)
    later = a.Relate(left=DISTANCE, right=DURATION, rows=RUNS, lag_days=1)
    across = a.Contrast(rows=RUNS, baseline=DAYS, column=DISTANCE)
    unlike = a.Decide(left=mean(STEPS), operator=Operator.LESS, right=mean(PULSE))
    assert problem_of(by_kind, CATALOGUE) == "only activities are of different kinds"
    assert problem_of(newest, CATALOGUE) == "of groups there is a highest and a lowest one, not a newest or oldest"
    assert problem_of(later, CATALOGUE) == "only daily values can be read some days later"
    assert problem_of(across, CATALOGUE) == "a day has no distance m"
    months = a.Contrast(rows=WEEKS, baseline=replace(WEEKS, unit=Unit.MONTH), column=VALUE)
    assert problem_of(months, CATALOGUE) == "only records of one kind can be compared with each other"
    assert problem_of(unlike, CATALOGUE) == "counts cannot be held against beats per minute"


def test_a_question_has_bounds_in_depth_and_size() -> None:
    number: a.Number = a.Literal(value=1)
    for _ in range(MAX_DEPTH - 2):
        number = both(number, Operation.PLUS, a.Literal(value=1))
    assert depth(a.Tell(number=number)) == MAX_DEPTH
    assert told(number) is None
    assert told(both(number, Operation.PLUS, number)) == "that is too much in one question"
    tests = frozenset(a.Known(column=a.Field(name=f"x{at}")) for at in range(MAX_SIZE))
    assert told(a.Count(rows=a.Where(rows=DAYS, test=a.And(tests=tests)))) == "that is too much in one question"


@pytest.mark.parametrize(
    ("value", "unit"),
    [
        (mean(BED), "clock"),
        (mean(BED, statistic=Statistic.SD), "min"),
        (mean(STEPS, statistic=Statistic.CV), "%"),
        (mean(STEPS, statistic=Statistic.OUTLIERS), ""),
        (mean(VALUE, WEEKS), ""),
        (mean(VALUE, replace(WEEKS, column=DISTANCE, statistic=Statistic.SUM)), "m"),
        (both(TODAY, Operation.MINUS, LAST_RUN), "days"),
        (both(LAST_RUN, Operation.PLUS, a.Literal(value=2, unit="days")), "date"),
        (both(a.Literal(value=2, unit="days"), Operation.PLUS, LAST_RUN), "date"),
        (both(mean(BED), Operation.MINUS, mean(BED)), "min"),
        (both(mean(BED), Operation.MINUS, a.Literal(value=30, unit="min")), "clock"),
        (both(mean(STEPS), Operation.RATIO, mean(STEPS)), ""),
        (both(mean(DISTANCE, RUNS), Operation.RATIO, mean(DURATION, RUNS)), "m/min"),
        (both(a.Literal(value=2), Operation.TIMES, mean(SLEEP)), "min"),
        (both(mean(STEPS), Operation.PERCENT_CHANGE, mean(STEPS)), "%"),
        (a.Step(column=BED), "min"),
        (a.Rolling(column=STEPS, days=7, statistic=Statistic.MEAN), "count"),
        (a.Daily(rows=RUNS, column=None, statistic=Statistic.COUNT), ""),
        (a.ColumnArithmetic(left=STEPS, operation=Operation.RATIO, right=PULSE), "count/bpm"),
        (a.Share(rows=DAYS, test=a.Known(column=STEPS)), "%"),
        (a.Norm(metric="resting_heart_rate"), "bpm"),
        (a.ReferenceBound(biomarker="ldl", side=a.Side.LOW), "mg/dL"),
    ],
)
def test_the_unit_follows_from_what_a_number_is_made_of(value: a.Column | a.Number, unit: str) -> None:
    assert unit_of(value, CATALOGUE) == unit


def test_units_of_one_dimension_are_convertible_and_said_in_words() -> None:
    assert dimension_of("min") == dimension_of("h") == "time"
    assert dimension_of("count") == dimension_of("")
    assert dimension_of("bpm") == "bpm"
    assert unit_in_words("breaths/min") == "breaths per minute"
    assert unit_in_words("count/bpm") == "counts per bpm"


def test_the_parts_of_a_question_are_those_in_its_windows_and_sets_too() -> None:
    window = a.Window(start=LAST_RUN, end=date(2024, 12, 31))
    tests = a.Or(tests=frozenset({a.Known(column=STEPS), a.Not(test=a.Known(column=SLEEP))}))
    rows = a.Where(rows=a.All(table=Table.DAYS, window=window), test=tests)
    question = a.TellRecords(rows=rows, columns=(STEPS, SLEEP))
    assert parts(rows.rows) == (LAST_RUN,)
    assert parts(question) == (rows, STEPS, SLEEP)
    assert size(question) == len(list(nodes(question))) == 16
    assert depth(question) == 7
    assert (table_of(rows), base_window(rows)) == (Table.DAYS, window)
    assert table_of(a.Pick(rows=WEEKS, by=VALUE, order=Order.HIGHEST)) == WEEKS
    assert base_window(a.DaysOf(rows=RUNS)) == EVER
