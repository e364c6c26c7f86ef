"""Answers in the words that people use: the longest sleep, more than so much above your average, so many weekends."""

from services.data_science.domain.algebra import (
    VALUE,
    Calendar,
    Compare,
    Contrast,
    Count,
    Field,
    Grouping,
    Literal,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Order,
    Periods,
    Pick,
    Profile,
    Relate,
    Share,
    Statistic,
    Tell,
    TellRecords,
    Unit,
    Where,
)
from tests.unit.data_science.saying.people_and_words import (
    EVER,
    LAST_WEEK,
    OCTOBER,
    SEPTEMBER,
    SLEEP,
    STEPS,
    activities,
    compare,
    days,
    field,
    runs,
)
from tests.unit.data_science.telling.computed_questions import day, mean
from tests.unit.data_science.telling.test_differences_and_ranks_are_told import told

_WEEKEND = Calendar(iso_weekdays=frozenset({6, 7}))


def test_what_lasts_is_longest_and_a_time_of_day_latest() -> None:
    longest = told(Tell(number=mean(days(), SLEEP, Statistic.MAX)), n=29, effect=540, day=day("2024-10-03"))
    assert longest.startswith("Your longest sleep duration in October 2024 was 9 h, on Thursday 3 October 2024")
    latest = Profile(
        rows=days(EVER),
        column=field("bed_time"),
        statistic=Statistic.MEAN,
        by=Grouping.WEEKDAY,
        extreme=Order.HIGHEST,
    )
    answer = told(latest, "Monday", "Tuesday", "Friday", n=3, effect=1400, extreme=3, g_1=1380, g_2=1390, g_3=1400)
    assert answer.startswith("On Fridays your average bed time was latest: 23:20.")


def test_more_of_what_lasts_goes_with_longer() -> None:
    question = Relate(left=STEPS, right=SLEEP, rows=days(EVER))
    assert told(question, n=301, effect=0.4).startswith("A higher step count goes with a longer sleep duration, ")


def test_days_far_above_the_own_average_are_told_without_brackets() -> None:
    above = NumberArithmetic(
        left=mean(days(), STEPS), operation=Operation.PLUS, right=Literal(value=5000.0, unit="count")
    )
    far = Where(rows=days(), test=Compare(column=STEPS, operator=Operator.GREATER_OR_EQUAL, number=above))
    assert (
        told(Tell(number=Count(rows=far)), effect=6)
        == "There were 6 days with step count at least 5,000 steps above your average in October 2024."
    )


def test_weekends_are_counted_as_weekends() -> None:
    weekends = Periods(
        window=OCTOBER,
        unit=Unit.WEEK,
        rows=days(OCTOBER, _WEEKEND),
        column=STEPS,
        statistic=Statistic.SUM,
        complete=False,
    )
    over = Compare(column=Field(name=VALUE), operator=Operator.GREATER, number=Literal(value=30_000.0, unit="count"))
    answer = told(Tell(number=Count(rows=Where(rows=weekends, test=over))), effect=2)
    assert answer.startswith(
        "There were 2 weekends (partial weeks included) with (total step count) above 30,000 steps"
    )


def test_a_share_says_what_so_many_had_and_nights_are_nights() -> None:
    slept = Share(rows=days(), test=compare("sleep_minutes", Operator.GREATER_OR_EQUAL, 420.0, "min"))
    answer = told(Tell(number=slept), n=29, effect=79.3, held=23)
    assert answer == "79.3% of the nights in October 2024 had at least 7 h of sleep (23 of 29 nights)."


def test_a_day_is_told_beside_the_own_average() -> None:
    question = Contrast(rows=days(LAST_WEEK), baseline=days(EVER), column=STEPS)
    answer = told(question, effect=-14, mean_recent=8128, mean_prior=8142, n_recent=7, n_prior=338)
    assert answer.startswith("14 steps fewer: ")
    assert answer.endswith("; your average over all your data was 8,142 steps (338 days).")


def test_a_percent_change_says_its_way() -> None:
    sides: tuple[Number, Number] = (mean(days(), STEPS), mean(days(SEPTEMBER), STEPS))
    change = NumberArithmetic(left=sides[0], operation=Operation.PERCENT_CHANGE, right=sides[1])
    assert told(Tell(number=change), n=29, effect=25.1, left=10_184, right=8142).startswith("25.1% more: ")


def test_the_week_with_the_most_activities_is_told_with_how_many() -> None:
    weeks = Periods(window=OCTOBER, unit=Unit.WEEK, rows=activities(), column=None, statistic=Statistic.COUNT)
    value = Field(name=VALUE)
    most = TellRecords(rows=Pick(rows=weeks, by=value, order=Order.HIGHEST, first=1, count=1), columns=(value,))
    answer = told(most, n=1, effect=5, c1_1=5, day_1=day("2024-10-07"), end_1=day("2024-10-13"))
    assert answer.endswith("was 7 October 2024 to 13 October 2024: 5.")


def test_how_many_were_picked_is_not_said_twice() -> None:
    two = Pick(rows=runs(), by=Field(name="duration_min"), order=Order.HIGHEST, first=1, count=2)
    total = mean(two, Field(name="duration_min"), Statistic.SUM)
    assert told(Tell(number=total), n=2, effect=93).endswith("was 1 h 33 min.")
