"""Questions of which no part may be passed over: every week, a whole day, both together, what is not recorded."""

from dataclasses import replace
from datetime import date

import pytest

from services.data_science.domain.catalogue import Quantity
from services.data_science.language.understanding import NotRead, Reader
from tests.unit.data_science.reading.brief import understood
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

READER = Reader(CATALOGUE)
PARTS = {
    f"{name.replace(' ', '_')}_minutes": Quantity(
        name=f"{name.replace(' ', '_')}_minutes",
        unit="min",
        noun=f"{name} time",
        spoken=(name,),
        loose={"in bed": "I take the time asleep."} if name == "sleep" else {},
        additive=True,
        nightly=True,
    )
    for name in ("sleep", "deep sleep", "rem sleep", "light sleep", "awake")
}
AT_NIGHT = Reader(replace(CATALOGUE, metrics={**CATALOGUE.metrics, **PARTS}))


def reason(reader: Reader, *messages: str) -> str:
    (read,) = reader.understand(messages)
    assert isinstance(read, NotRead), read
    return read.because


@pytest.mark.parametrize(
    "asked",
    [
        "what was my max heart rate in my last run",
        "what was my top speed on my last bike ride",
        "what was the lowest heart rate of my longest run",
    ],
)
def test_of_one_activity_no_peak_is_told_of_what_is_only_averaged(asked: str) -> None:
    assert "average of an activity alone" in reason(READER, asked)
    assert understood(READER, "max heart rate of my runs this month").startswith("Tell(Reduce(Where(activities[this")


@pytest.mark.parametrize(
    "asked", ["how many calories do I burn on a typical day", "my average calories per day", "average daily calories"]
)
def test_what_activities_come_to_is_not_that_of_a_day(asked: str) -> None:
    calories = replace(CATALOGUE.metrics["calories_kcal"], recorded=False)
    reader = Reader(replace(CATALOGUE, metrics={**CATALOGUE.metrics, "calories_kcal": calories}))
    assert "not of whole days" in reason(reader, asked)
    assert understood(READER, asked) == "Tell(Reduce(days, calories_kcal, mean))"


@pytest.mark.parametrize(
    ("asked", "periods", "test"),
    [
        ("do I walk 50000 steps every week", "days, steps, sum", "value, >=, 50000"),
        ("do I get 7 hours of sleep every week", "days, sleep_minutes, mean", "value, >=, 420"),
        ("do I run every week", "Where(activities, Kind({Run})), count", "value, >=, 1"),
        ("do I work out 3 times every week", "activities, count", "value, >=, 3"),
    ],
)
def test_every_week_is_all_of_them_and_not_their_average(asked: str, periods: str, test: str) -> None:
    share = f"Share(Periods([all data], week, {periods}), Compare({test}))"
    assert understood(READER, asked) == f"Decide({share}, >=, 100)"


def test_weekends_of_a_time_are_counted_as_weekends() -> None:
    days = "Where(days[since October 2024], Calendar({6, 7}, {}))"
    periods = f"Periods([since October 2024], week, {days}, steps, sum, False)"
    counted = f"Tell(Count(Where({periods}, Compare(value, <, 8000))))"
    for behind in ("", ", sat and sun together"):
        assert understood(READER, f"how many weekends since october did I stay under 8000 steps{behind}") == counted


def test_days_after_others_are_counted() -> None:
    after = "In(DaysOf(Where(days, Compare(sleep_minutes, <, 420))))"
    counted = f"Tell(Count(Where(days, And({{Compare(steps, >=, 10000), {after}}}))))"
    assert understood(READER, "how many days did I do 10000 or more steps after I slept less than 7 hours") == counted


def test_how_long_since_i_had_such_a_day_is_how_long_ago() -> None:
    length = replace(CATALOGUE.fields["duration_min"], spoken=("duration", "how long"))
    reader = Reader(replace(CATALOGUE, fields={**CATALOGUE.fields, "duration_min": length}))
    told = understood(reader, "how long since I had a day with zero steps")
    assert "When(Pick(Where(days, Compare(steps, ==, 0)), newest), day)" in told
    assert understood(READER, "average steps since I got my watch") == "Tell(Reduce(days, steps, mean))"


@pytest.mark.parametrize(
    "asked",
    [
        "did I do 2 hours of workouts last week",
        "did I get 2 hours of exercise in total last week",
        "did I get 2 hours of exercise last week in total",
    ],
)
def test_hours_of_activities_are_those_of_all_of_them(asked: str) -> None:
    assert understood(READER, asked) == "Decide(Reduce(activities[last week], duration_min, sum), >=, 120)"
    assert "Count" in understood(READER, "did I do a 2 hour workout last week")


def test_an_average_night_by_month_is_told_of_each_month() -> None:
    for asked in ("my average sleep per month", "my average monthly sleep"):
        assert understood(READER, asked) == "Profile(days, sleep_minutes, mean, month)"
    daily = "calories burned per month, on average per day"
    assert understood(READER, daily) == "Profile(days, calories_kcal, mean, month)"


def test_the_furthest_of_several_days_is_a_distance() -> None:
    furthest = "TellRecords(Pick(days, distance_km, highest, 3), (distance_km))"
    assert understood(READER, "on which three days did I walk the furthest") == furthest


def test_the_length_of_the_shortest_night_is_that_of_the_night() -> None:
    shortest = "Tell(Reduce(days[last week], sleep_minutes, min))"
    assert understood(READER, "what was the length of my shortest night last week") == shortest


def test_averages_of_two_things_measured_alike_are_added() -> None:
    asked = ("average deep sleep", "average rem sleep")
    both = "NumberArithmetic(Reduce(days, deep_sleep_minutes, mean), plus, Reduce(days, rem_sleep_minutes, mean))"
    for together in ("how much is that together?", "and combined?"):
        assert understood(AT_NIGHT, *asked, together) == f"Tell({both})"
    assert understood(AT_NIGHT, *asked, "average light sleep", "and combined?") == "declined"


def test_in_bed_asleep_or_awake_is_both() -> None:
    asleep, awake = "Reduce(days, sleep_minutes, mean)", "Reduce(days, awake_minutes, mean)"
    told = understood(AT_NIGHT, "how long am I in bed per night on average, asleep or awake?")
    assert told == f"Tell(NumberArithmetic({asleep}, plus, {awake}))"


def test_it_is_the_day_of_which_it_was_asked_whether_i_worked_out() -> None:
    asked = ("when was my lowest resting heart rate", "did I work out then", "how many steps was it")
    assert understood(READER, *asked) == "Tell(Reduce(Pick(days, resting_heart_rate, lowest), steps, mean))"


def test_a_goal_of_a_month_is_missed_by_the_average_of_that_month() -> None:
    asked = "I wanted 8 hours of sleep a night in October. By how much did I miss that on average?"
    mean = "Reduce(days[October 2024], sleep_minutes, mean)"
    assert understood(READER, asked) == f"Tell(NumberArithmetic({mean}, minus, 480))"


@pytest.mark.parametrize(
    "asked",
    [
        "what was my highest sleep dropped last 30 days",
        "on how many nights did total I get over 8 hours of sleep",
        "what speed did I run at currently on my latest run",
        "what is calories the range of my resting heart rate",
    ],
)
def test_a_word_that_does_not_fit_is_not_passed_over(asked: str) -> None:
    assert understood(READER, asked) == "declined"
    assert (
        understood(READER, "the lowest my resting heart rate dropped to")
        == "Tell(Reduce(days, resting_heart_rate, min))"
    )


def test_a_place_is_not_on_record() -> None:
    assert understood(READER, "when was my last workout?", "which gym was it at?") == "declined"


@pytest.mark.parametrize(
    "messages",
    [
        ("which day did I walk the most", "and how many the next day"),
        ("which night was the shortest", "what was the length"),
    ],
)
def test_what_a_day_has_none_of_is_not_told_of_it(messages: tuple[str, ...]) -> None:
    assert isinstance(READER.understand(messages)[-1], NotRead)


@pytest.mark.parametrize(
    ("asked", "because"),
    [
        ("what was my weight in june", "your weight is on record up to 25 May 2024, before June 2024"),
        ("how much did I weigh last week", "your weight is on record up to 25 May 2024, before last week"),
        ("my average weight in march", "your weight is on record from 10 April 2024 on, after March 2024"),
    ],
)
def test_of_a_time_before_or_after_its_own_days_nothing_is_computed(asked: str, because: str) -> None:
    days = (date(2024, 4, 10), date(2024, 5, 25))
    weight = Quantity(name="weight_kg", unit="kg", noun="weight", spoken=("weight", "weigh"), days=days)
    reader = Reader(replace(CATALOGUE, metrics={**CATALOGUE.metrics, "weight_kg": weight}))
    assert reason(reader, asked) == because
    assert understood(reader, "what was my weight in may")
    assert understood(reader, "what is my weight")


def test_what_is_noted_may_be_nothing_in_a_time() -> None:
    days = (date(2024, 4, 10), date(2024, 5, 25))
    beers = Quantity(
        name="noted_beer", unit="count", noun="beers", spoken=("beers",), additive=True, tag="beer", days=days
    )
    reader = Reader(replace(CATALOGUE, metrics={**CATALOGUE.metrics, "noted_beer": replace(beers, days_without=True)}))
    assert understood(reader, "how many beers in june")


@pytest.mark.parametrize(
    "asked", ["what can you tell me about my hrv?", "hi, what do you know about my hrv", "can you tell me about my hrv"]
)
def test_what_can_be_told_of_something_is_asked_for(asked: str) -> None:
    assert understood(READER, asked) == understood(READER, "tell me about my hrv")
