"""No word of a question is dropped or given another part: it is read as it was meant, or declined."""

from dataclasses import replace
from datetime import date
from typing import Final

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.resolving.readings import Reading
from services.data_science.language.understanding import Reader
from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

START: Final = Quantity(name="start_clock", unit="clock", noun="start time", spoken=("start time",))
TIME: Final = Quantity(name="duration_min", unit="min", noun="duration", spoken=("duration", "time"), additive=True)
SOMEONE: Final = replace(
    CATALOGUE, kinds=("Run", "Bike", "Walk"), fields={**CATALOGUE.fields, START.name: START, TIME.name: TIME}
)
RAN, RODE, WALKED = (f"In(DaysOf(Where(activities, Kind({{{kind}}}))))" for kind in ("Run", "Bike", "Walk"))
LONGEST_RIDE = "Pick(Where(activities, Kind({Bike})), duration_min, highest)"


def lab(name: str) -> Quantity:
    return Quantity(name=name, unit="mg/dL", noun=name, spoken=(name.lower(),))


SAMPLED: Final = replace(
    CATALOGUE,
    biomarkers={name: lab(name) for name in ("LDL", "HDL", "Vitamin D", "Iron")},
    samples=(date(2024, 3, 1), date(2024, 11, 1)),
    upper_limits=frozenset({"LDL", "Vitamin D"}),
    lower_limits=frozenset({"HDL", "Vitamin D"}),
)


def newest(name: str) -> str:
    return f"Reduce(samples, {name}, latest)"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("is my ldl too high", f"Decide({newest('LDL')}, >, ReferenceBound(LDL, high))"),
        ("is my ldl in range", f"Decide({newest('LDL')}, <=, ReferenceBound(LDL, high))"),
        ("is my hdl too low", f"Decide({newest('HDL')}, <, ReferenceBound(HDL, low))"),
        ("was my hdl out of range", f"Decide({newest('HDL')}, <, ReferenceBound(HDL, low))"),
        ("is an ldl of 140 high", "Decide(140mg/dL, >, ReferenceBound(LDL, high))"),
        ("is my ldl too low", "declined"),
        ("is my iron normal", "declined"),
        ("is a vitamin d of 20 normal", "declined"),
    ],
)
def test_a_laboratory_value_is_held_against_the_limit_that_is_meant(question: str, expected: str) -> None:
    assert read_in_brief(SAMPLED, question) == expected


@pytest.mark.parametrize(
    ("question", "held"),
    [
        (
            "is my vitamin d normal",
            (
                "And({Compare(Vitamin D, <=, ReferenceBound(Vitamin D, high)), "
                "Compare(Vitamin D, >=, ReferenceBound(Vitamin D, low))})"
            ),
        ),
        (
            "is my vitamin d out of range",
            (
                "Or({Compare(Vitamin D, <, ReferenceBound(Vitamin D, low)), "
                "Compare(Vitamin D, >, ReferenceBound(Vitamin D, high))})"
            ),
        ),
    ],
)
def test_a_range_with_two_ends_is_one_yes_or_no(question: str, held: str) -> None:
    value = "Pick(Where(samples, Known(Vitamin D)), newest)"
    assert read_in_brief(SAMPLED, question) == f"Decide(Count(Where({value}, {held})), >=, 1)"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is my ldl", f"Tell({newest('LDL')})"),
        ("what was my average ldl", "Tell(Reduce(samples, LDL, mean))"),
        ("what is the ratio of ldl to hdl", f"Tell(NumberArithmetic({newest('LDL')}, ratio, {newest('HDL')}))"),
    ],
)
def test_a_laboratory_value_is_the_newest_where_nothing_else_is_said(question: str, expected: str) -> None:
    assert read_in_brief(SAMPLED, question) == expected


@pytest.mark.parametrize(
    ("question", "of", "value"),
    [
        ("how far did I run per week on average in the autumn", "week", "distance_m, sum"),
        ("how many runs per week in the autumn", "week", "count"),
    ],
)
def test_weeks_outside_the_season_are_not_weeks_without_a_run(question: str, of: str, value: str) -> None:
    months = "Calendar({}, {10, 11, 9})"
    runs = f"Where(activities, And({{{months}, Kind({{Run}})}}))"
    periods = f"Where(Periods([all data], {of}, {runs}, {value}), {months})"
    assert read_in_brief(SOMEONE, question) == f"Tell(Reduce({periods}, value, mean))"


@pytest.mark.parametrize(
    ("question", "held"),
    [
        (
            "how many days with over 10000 steps had a run",
            f"Where(days, And({{Compare(steps, >, 10000count), {RAN}}}))",
        ),
        ("how many days did I walk and run in June", f"Where(days[June 2024], And({{{RAN}, {WALKED}}}))"),
        (
            "how many days without runs and rides in june",
            "Where(days[June 2024], Not(In(DaysOf(Where(activities, Kind({Bike, Run}))))))",
        ),
    ],
)
def test_days_with_both_kinds_are_those_that_have_both(question: str, held: str) -> None:
    assert read_in_brief(SOMEONE, question) == f"Tell(Count({held}))"


@pytest.mark.parametrize(
    ("question", "held", "often"),
    [
        ("how many weekends did I run", RAN, ">="),
        ("how many weekends without a run", RAN, "<"),
        ("how many weekends did I walk and run together", f"{RAN}, {WALKED}", ">="),
    ],
)
def test_weekends_are_counted_and_not_their_days(question: str, held: str, often: str) -> None:
    days = f"Where(days, And({{Calendar({{6, 7}}, {{}}), {held}}}))"
    read = read_in_brief(SOMEONE, question)
    assert read.startswith(f"Tell(Count(Where(Periods([all data], week, {days}, count")
    assert read.endswith(f"Compare(value, {often}, 1))))")


def test_a_window_of_weekends_is_kept() -> None:
    read = read_in_brief(SOMEONE, "how many weekends in october did i run")
    assert "Periods([October 2024], week, Where(days[October 2024]" in read


def test_which_of_one_kind_asks_for_each_of_them() -> None:
    read = read_in_brief(SOMEONE, "which runs did I do last month")
    assert read.startswith("TellRecords(Pick(Where(activities[last month], Kind({Run})), newest, 10)")


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            ("did I run yesterday", "when was my last one"),
            "Tell(When(Pick(Where(activities, Kind({Run})), newest), day))",
        ),
        (
            ("did I run in May", "when was the last one"),
            "Tell(When(Pick(Where(activities[May 2024], Kind({Run})), newest), day))",
        ),
        (
            ("what was my rhr the day after my longest ride", "and the day before"),
            f"Tell(Reduce(DaysOf({LONGEST_RIDE}, -1), resting_heart_rate, mean))",
        ),
        (("how many runs in july", "and rides", "how far were they together"), "declined"),
        (("did I sleep enough this week", "how many nights under 7"), "declined"),
    ],
)
def test_what_leans_on_a_message_means_what_that_named(messages: tuple[str, ...], expected: str) -> None:
    assert read_in_brief(SOMEONE, *messages) == expected


def test_how_long_a_streak_is_belongs_to_whether_there_is_one() -> None:
    read = read_in_brief(SOMEONE, "am I on a streak of 8k step days right now? how long")
    assert "duration_min" not in read


def test_how_long_behind_a_count_is_a_question_of_its_own() -> None:
    read = read_in_brief(SOMEONE, "how many times a week do I ride on average and how long")
    assert [each.split("Kind({Bike})), ")[1] for each in read.split("; ")] == [
        "count), value, mean))",
        "duration_min, sum), value, mean))",
    ]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "how did I sleep the two nights after my longest ride",
            f"Tell(Reduce(Union(DaysOf({LONGEST_RIDE}), DaysOf({LONGEST_RIDE}, 2)), sleep_minutes, mean))",
        ),
        (
            "how did I sleep two nights after my longest ride",
            f"Tell(Reduce(DaysOf({LONGEST_RIDE}, 2), sleep_minutes, mean))",
        ),
        ("average steps in the 10 days after 1 June", "Tell(Reduce(days[2 June 2024 to 11 June 2024], steps, mean))"),
        ("steps 10 days after 1 june", "Tell(Reduce(days[11 June 2024], steps, mean))"),
    ],
)
def test_the_days_after_are_all_of_them(question: str, expected: str) -> None:
    assert read_in_brief(SOMEONE, question) == expected


def test_shown_per_day_is_a_list() -> None:
    expected = "TellRecords(Pick(Where(days[the last 5 days], Known(sleep_minutes)), oldest, 5), (sleep_minutes))"
    assert read_in_brief(SOMEONE, "show me sleep per day for the last 5 days") == expected


def test_weekdays_in_a_row_are_told_apart_without_a_comma() -> None:
    expected = "Profile(Where(days[this week], Calendar({1, 2, 3}, {})), sleep_minutes, mean, weekday)"
    assert read_in_brief(SOMEONE, "how did i sleep monday tuesday and wednesday this week") == expected


def test_a_season_behind_what_was_not_done_is_that_of_the_days() -> None:
    read = read_in_brief(SOMEONE, "was there a saturday with no runs in summer")
    assert (
        read
        == f"Decide(Count(Where(days, And({{Calendar({{6}}, {{}}), Calendar({{}}, {{6, 7, 8}}), Not({RAN})}}))), >=, 1)"
    )


@pytest.mark.parametrize(
    "question",
    [
        "how many calories do I burn per km of riding",
        "do i burn more calories when running or riding",
        "how many days did I not record any sleep",
        "last sunday of every month steps average",
        "when I walk more than 12000 steps do I sleep deeper",
        "how many steps do i take per hour of sleep",
        "at what time did I start my last 3 runs",
        "which days did I sleep less than 6 hours and then ride",
    ],
)
def test_what_would_leave_a_word_out_is_declined(question: str) -> None:
    assert read_in_brief(SOMEONE, question) == "declined"


def test_sundays_on_which_both_were_done_are_counted() -> None:
    days = f"Where(days, And({{Calendar({{7}}, {{}}), {RAN}, {WALKED}}}))"
    assert read_in_brief(SOMEONE, "how many sundays did I run and walk") == f"Tell(Count({days}))"


def test_a_month_behind_two_kinds_is_that_of_both() -> None:
    one, other = (f"Where(activities[May 2024], Kind({{{kind}}}))" for kind in ("Run", "Bike"))
    read = read_in_brief(SOMEONE, "is my heart rate higher on my runs or my rides in may")
    assert read == f"Contrast({one}, {other}, average_heart_rate)"


@pytest.mark.parametrize(
    "question", ["do I run faster in the morning or in the evening", "do i spend more time running or walking"]
)
def test_how_fast_is_no_count_and_time_spent_no_average(question: str) -> None:
    assert read_in_brief(SOMEONE, question) == "declined"


@pytest.mark.parametrize(
    "question",
    [
        "did my sleep go up or down from September to October and by how much",
        "was I above or below my average number of steps yesterday",
        "how many steps more or less do I do on Sundays than on Saturdays",
    ],
)
def test_a_choice_between_two_ways_is_none_between_two_groups(question: str) -> None:
    (read,) = Reader(SOMEONE).understand([question])
    assert isinstance(read, Reading)
    assert not read.choice
