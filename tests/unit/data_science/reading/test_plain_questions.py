"""Plain questions of one sentence, as people ask them one at a time."""

import pytest

from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "out of all my mondays, which one had the most steps",
            "TellRecords(Pick(Where(days, Calendar({1}, {})), steps, highest), (steps))",
        ),
        (
            "which of my weekend days had the fewest steps",
            "TellRecords(Pick(Where(days, Calendar({6, 7}, {})), steps, lowest), (steps))",
        ),
        (
            "have i averaged eight hours of sleep over the last week",
            "Decide(Reduce(days[the last week], sleep_minutes, mean), >=, 480min)",
        ),
        (
            "have i averaged less than 10000 steps this month",
            "Decide(Reduce(days[this month], steps, mean), <, 10000count)",
        ),
        (
            "when was my latest workout",
            "Tell(When(Pick(activities, newest), day))",
        ),
        (
            "out of all my workouts, what percentage were runs",
            "Tell(Share(activities, Kind({Run})))",
        ),
        (
            "of all my nights, what share were longer than seven hours",
            "Tell(Share(days, Compare(sleep_minutes, >, 420min)))",
        ),
        (
            "what share of the time did i sleep over 7 hours",
            "Tell(Share(days, Compare(sleep_minutes, >, 420min)))",
        ),
        (
            "how many days did i walk 10000 steps without doing a workout",
            "Tell(Count(Where(days, And({Compare(steps, >=, 10000count), Not(In(DaysOf(activities)))}))))",
        ),
        (
            "how many days did i not get any steps",
            "Tell(Count(Where(days, Compare(steps, ==, 0count))))",
        ),
        (
            "how far was my second run",
            "Tell(Reduce(Pick(Where(activities, Kind({Run})), oldest, 2), distance_m, mean))",
        ),
        (
            "how much did i sleep in the first, second and third weeks of october",
            (
                "Tell(Reduce(days[the first week of October 2024], sleep_minutes, mean)); Tell(Re"
                "duce(days[the second week of October 2024], sleep_minutes, mean)); Tell(Reduce(d"
                "ays[the third week of October 2024], sleep_minutes, mean))"
            ),
        ),
        (
            "which burns more, a run or a bike ride",
            "Contrast(Where(activities, Kind({Run})), Where(activities, Kind({Bike})), calories_kcal)",
        ),
        (
            "which burns more, a workout or a run",
            "Contrast(activities, Where(activities, Kind({Run})), calories_kcal)",
        ),
        (
            "which is longer on average, my runs or my rides",
            "Contrast(Where(activities, Kind({Run})), Where(activities, Kind({Bike})), duration_min)",
        ),
        (
            "compare my steps on mondays, wednesdays and fridays",
            "Profile(Where(days, Calendar({1, 3, 5}, {})), steps, mean, weekday)",
        ),
        (
            "for every weekday, what is my average bedtime",
            "Profile(days, bed_time_clock, mean, weekday)",
        ),
        (
            "how warm does my skin get at night",
            "Tell(Reduce(days, skin_temperature, mean))",
        ),
    ],
)
def test_a_plain_question_is_read(question: str, expected: str) -> None:
    assert read_in_brief(CATALOGUE, question) == expected
