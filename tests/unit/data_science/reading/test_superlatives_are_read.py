"""Superlatives and what hangs on them: each question beside what it is read as, in brief."""

import pytest

from tests.unit.data_science.reading.expressions_in_brief import read_in_brief
from tests.unit.data_science.reading.someone_with_a_tracker import CATALOGUE

PICKED = (
    (
        "my shortest night what time did i go to bed",
        "Tell(Reduce(Pick(days, sleep_minutes, lowest), bed_time_clock, mean))",
    ),
    (
        "steps on the day with my latest bedtime",
        "Tell(Reduce(Pick(days, bed_time_clock, highest), steps, mean))",
    ),
    ("my 3 best step days and what weekday each was", "TellRecords(Pick(days, steps, highest, 3), (steps))"),
    (
        "what was my longest run and what was my heart rate on it",
        (
            "TellRecords(Pick(Where(activities, Kind({Run})), duration_min, highest), (duration_min, distance_m)); "
            "Tell(Reduce(Pick(Where(activities, Kind({Run})), duration_min, highest), average_heart_rate, mean))"
        ),
    ),
    ("my least active weekday", "Profile(days, steps, mean, weekday, lowest)"),
    (
        "my longest run how did i sleep that night",
        ("Tell(Reduce(DaysOf(Pick(Where(activities, Kind({Run})), duration_min, highest)), sleep_minutes, mean))"),
    ),
    (
        "my worst night, how many steps did i do the next day",
        "Tell(Reduce(DaysOf(Pick(days, sleep_minutes, lowest)), steps, mean))",
    ),
    (
        "my steps in the two days after my longest run",
        (
            "Tell(Reduce(Union(DaysOf(Pick(Where(activities, Kind({Run})), duration_min, highest)), "
            "DaysOf(Pick(Where(activities, Kind({Run})), duration_min, highest), 2)), steps, mean))"
        ),
    ),
    ("highest hrv and on which date was it", "Tell(Reduce(days, heart_rate_variability, max))"),
    (
        "my 5 best days for steps and their average",
        "TellRecords(Pick(days, steps, highest, 5), (steps)); Tell(Reduce(Pick(days, steps, highest, 5), steps, mean))",
    ),
    (
        "most steps in a single weekend",
        (
            "TellRecords(Pick(Periods([all data], week, Where(days, Calendar({6, 7}, {})), steps, sum), value, "
            "highest), (value))"
        ),
    ),
    ("laziest day by steps", "TellRecords(Pick(days, steps, lowest), (steps))"),
    ("what weekday was my best step day", "TellRecords(Pick(days, steps, highest), (steps))"),
    ("the maximum of steps in one day of weekend", "Tell(Reduce(Where(days, Calendar({6, 7}, {})), steps, max))"),
    ("which night was my worst", "TellRecords(Pick(days, sleep_minutes, lowest), (sleep_minutes))"),
    ("wich day i did less steps", "TellRecords(Pick(days, steps, lowest), (steps))"),
    (
        "which of the last 7 days had the most steps",
        "TellRecords(Pick(days[the last 7 days], steps, highest), (steps))",
    ),
    (
        "my most active month by average steps",
        "TellRecords(Pick(Periods([all data], month, days, steps, mean), value, highest), (value))",
    ),
    (
        "how many workouts did i do in my busiest week",
        "Tell(Reduce(Periods([all data], week, activities, count), value, max))",
    ),
    ("what sport do i spend the most time on", "Profile(activities, duration_min, sum, kind, highest)"),
    ("which workout burns the most calories", "Profile(activities, calories_kcal, mean, kind, highest)"),
    (
        "which workout burned the most calories",
        "TellRecords(Pick(activities, calories_kcal, highest), (calories_kcal, duration_min, distance_m))",
    ),
    (
        "how many steps did i do the day after my run on october 4th",
        "Tell(Reduce(DaysOf(Where(activities[4 October 2024], Kind({Run}))), steps, mean))",
    ),
    ("my most active day", "TellRecords(Pick(days, steps, highest), (steps))"),
    ("record number of steps in a day", "Tell(Reduce(days, steps, max))"),
    ("what is my step record", "Tell(Reduce(days, steps, max))"),
    ("which day of the week am i most active", "Profile(days, steps, mean, weekday, highest)"),
    (
        "rank my workouts by duration",
        "TellRecords(Pick(activities, duration_min, highest, 10), (duration_min, distance_m))",
    ),
    ("rank my days by steps", "TellRecords(Pick(days, steps, highest, 10), (steps))"),
    (
        "which run was the longest",
        ("TellRecords(Pick(Where(activities, Kind({Run})), duration_min, highest), (duration_min, distance_m))"),
    ),
    (
        "when did i run the furthest",
        "TellRecords(Pick(Where(activities, Kind({Run})), distance_m, highest), (distance_m))",
    ),
    (
        "what was my heart rate on the run where i burned the most calories",
        ("Tell(Reduce(Pick(Where(activities, Kind({Run})), calories_kcal, highest), average_heart_rate, mean))"),
    ),
    (
        "heart rate on the longest i have ever run",
        ("Tell(Reduce(Pick(Where(activities, Kind({Run})), duration_min, highest), average_heart_rate, mean))"),
    ),
    (
        "biggest one day jump in resting heart rate",
        "TellRecords(Pick(days, Step(resting_heart_rate), highest), (Step(resting_heart_rate)))",
    ),
    (
        "biggest drop in my hrv overnight",
        "TellRecords(Pick(days, Step(heart_rate_variability), lowest), (Step(heart_rate_variability)))",
    ),
    (
        "how many days did i hit my lowest resting heart rate",
        "Tell(Count(Where(days, Compare(resting_heart_rate, ==, Reduce(days, resting_heart_rate, min)))))",
    ),
    (
        "what did i do on my most active day",
        (
            "TellRecords(Pick(Where(activities, In(Pick(days, steps, highest))), newest, 10), (duration_min, "
            "distance_m))"
        ),
    ),
    ("what did i do in my last three workouts", "TellRecords(Pick(activities, newest, 3), (duration_min, distance_m))"),
    ("which kind of workout do i do most often", "Profile(activities, count, kind, highest)"),
    (
        "my highest and lowest hrv",
        "Tell(Reduce(days, heart_rate_variability, max)); Tell(Reduce(days, heart_rate_variability, min))",
    ),
    ("what is the difference between my best and worst day of steps", "Tell(Reduce(days, steps, range))"),
    (
        "longest and shortest night",
        (
            "TellRecords(Pick(days, sleep_minutes, highest), (sleep_minutes)); TellRecords(Pick(days, "
            "sleep_minutes, lowest), (sleep_minutes))"
        ),
    ),
    (
        "which month had the most nights under 6 hours sleep",
        (
            "TellRecords(Pick(Periods([all data], month, Where(days, Compare(sleep_minutes, <, 360min)), "
            "count), value, highest), (value))"
        ),
    ),
    ("what was my highest step day in each month", "Profile(days, steps, max, month)"),
    (
        "my top 3 weeks for steps",
        "TellRecords(Pick(Periods([all data], week, days, steps, sum), value, highest, 3), (value))",
    ),
    ("which sunday did i walk the most", "TellRecords(Pick(Where(days, Calendar({7}, {})), steps, highest), (steps))"),
    ("how many steps did i get on my best day last week", "Tell(Reduce(days[last week], steps, max))"),
    ("total steps on my 3 best days", "Tell(Reduce(Pick(days, steps, highest, 3), steps, sum))"),
    (
        "on the 3 days i took the most steps how did i sleep",
        "Tell(Reduce(Pick(days, steps, highest, 3), sleep_minutes, mean))",
    ),
    (
        "in october how did i sleep the day before my biggest step day",
        "Tell(Reduce(DaysOf(Pick(days[October 2024], steps, highest), -1), sleep_minutes, mean))",
    ),
    (
        "resting heart rate the day after my best step day in october",
        "Tell(Reduce(DaysOf(Pick(days[October 2024], steps, highest)), resting_heart_rate, mean))",
    ),
    (
        "my last 5 runs with duration and heart rate",
        "TellRecords(Pick(Where(activities, Kind({Run})), newest, 5), (duration_min, average_heart_rate))",
    ),
    (
        "top 5 step days and my resting heart rate on each",
        "TellRecords(Pick(days, steps, highest, 5), (steps, resting_heart_rate))",
    ),
    ("the workout before last", "TellRecords(Pick(activities, newest, 2), (duration_min, distance_m))"),
    ("the longest break between workouts", "Tell(Streak(days, Not(In(DaysOf(activities))), longest))"),
)
YES_OR_NO = (
    (
        "my lowest hrv, was it in october",
        "Decide(Count(Where(Pick(days, heart_rate_variability, lowest), In(days[October 2024]))), >=, 1)",
    ),
    (
        "on my lowest step day did i exercise",
        "Decide(Count(Where(activities, In(Pick(days, steps, lowest)))), >=, 1)",
    ),
    (
        "was my longest run longer than an hour",
        ("Decide(Reduce(Pick(Where(activities, Kind({Run})), duration_min, highest), duration_min, mean), >, 60min)"),
    ),
    (
        "was my last run longer than usual",
        (
            "Decide(Reduce(Pick(Where(activities, Kind({Run})), newest), duration_min, mean), >, "
            "Reduce(Where(activities, Kind({Run})), duration_min, mean))"
        ),
    ),
    (
        "was my last run longer than the one before",
        (
            "Decide(Reduce(Pick(Where(activities, Kind({Run})), newest), duration_min, mean), >, "
            "Reduce(Pick(Where(activities, Kind({Run})), newest, 2), duration_min, mean))"
        ),
    ),
    (
        "which was longer, my last run or the one before",
        (
            "Contrast(Pick(Where(activities, Kind({Run})), newest), Pick(Where(activities, Kind({Run})), "
            "newest, 2), duration_min)"
        ),
    ),
    (
        "was my last run my longest",
        (
            "Decide(Reduce(Pick(Where(activities, Kind({Run})), newest), duration_min, mean), >=, "
            "Reduce(Where(activities, Kind({Run})), duration_min, max))"
        ),
    ),
    (
        "was yesterday my best day for steps",
        "Decide(Reduce(days[yesterday], steps, mean), >=, Reduce(days, steps, max))",
    ),
    (
        "was october my best month for steps",
        (
            "Decide(Reduce(days[October 2024], steps, sum), >=, Reduce(Periods([all data], month, Where(days,"
            " Not(In(days[October 2024]))), steps, sum), value, max))"
        ),
    ),
    ("is saturday my best day for steps", "Profile(days, steps, mean, weekday, highest)"),
    (
        "has my hrv ever been higher than 100",
        "Decide(Count(Where(days, Compare(heart_rate_variability, >, 100ms))), >=, 1)",
    ),
    (
        "was my longest run in october",
        (
            "Decide(Count(Where(Pick(Where(activities, Kind({Run})), duration_min, highest), "
            "In(days[October 2024]))), >=, 1)"
        ),
    ),
    (
        "was my highest step day on a weekend",
        "Decide(Count(Where(Pick(days, steps, highest), Calendar({6, 7}, {}))), >=, 1)",
    ),
    ("did my hrv drop the day after my best step day", "declined"),
    (
        "how long was my last run and what was my heart rate",
        (
            "Tell(Reduce(Pick(Where(activities, Kind({Run})), newest), duration_min, mean)); "
            "Tell(Reduce(Pick(Where(activities, Kind({Run})), newest), average_heart_rate, mean))"
        ),
    ),
    (
        "which month did i sleep the least and what was the average",
        (
            "TellRecords(Pick(Periods([all data], month, days, sleep_minutes, mean), value, lowest), "
            "(value)); Tell(Reduce(DaysOf(Pick(Periods([all data], month, days, sleep_minutes, mean), value, "
            "lowest)), sleep_minutes, mean))"
        ),
    ),
    (
        "was last night my shortest night",
        "Decide(Reduce(days[last night], sleep_minutes, mean), <=, Reduce(days, sleep_minutes, min))",
    ),
)
FOLLOWING = (
    (
        ("my lowest hrv day", "was it on a monday"),
        "Decide(Count(Where(Pick(days, heart_rate_variability, lowest), Calendar({1}, {}))), >=, 1)",
    ),
    (
        ("which day was my resting heart rate the highest", "had i been running the day before"),
        (
            "Decide(Count(Where(activities, And({In(DaysOf(Pick(days, resting_heart_rate, highest), -1)), "
            "Kind({Run})}))), >=, 1)"
        ),
    ),
    (("my laziest day by steps", "what weekday was it"), "TellRecords(Pick(days, steps, lowest), (steps))"),
    (
        ("how long was my last run", "and the one before that"),
        "Tell(Reduce(Pick(Where(activities, Kind({Run})), newest, 2), duration_min, mean))",
    ),
    (
        ("how long was my last run", "and the one before that", "and before that"),
        "Tell(Reduce(Pick(Where(activities, Kind({Run})), newest, 3), duration_min, mean))",
    ),
    (
        ("my longest run", "and the second longest"),
        ("TellRecords(Pick(Where(activities, Kind({Run})), duration_min, highest, 2), (duration_min, distance_m))"),
    ),
    (
        ("when was my first run", "how long was it", "and the last one"),
        "Tell(Reduce(Pick(Where(activities, Kind({Run})), newest), duration_min, mean))",
    ),
    (
        ("which day did i walk the most", "and the least", "how many was it"),
        "Tell(Reduce(Pick(days, steps, lowest), steps, mean))",
    ),
    (
        ("how many runs did i do", "when was the last one"),
        "Tell(When(Pick(Where(activities, Kind({Run})), newest), day))",
    ),
    (
        ("how many runs did i do", "which was the longest"),
        ("TellRecords(Pick(Where(activities, Kind({Run})), duration_min, highest), (duration_min, distance_m))"),
    ),
    (("how long was my last run", "how many steps do i usually do"), "Tell(Reduce(days, steps, mean))"),
    (("how long was my last run", "how many steps yesterday"), "Tell(Reduce(days[yesterday], steps, mean))"),
    (
        ("which month did i sleep the least", "what was my resting heart rate in that month"),
        (
            "Tell(Reduce(DaysOf(Pick(Periods([all data], month, days, sleep_minutes, mean), value, lowest)), "
            "resting_heart_rate, mean))"
        ),
    ),
    (
        ("how did i sleep on my biggest step day", "and last week"),
        "Tell(Reduce(Pick(days[last week], steps, highest), sleep_minutes, mean))",
    ),
    (("my longest run", "and the previous one"), "declined"),
)


@pytest.mark.parametrize(("question", "expected"), PICKED)
def test_what_a_superlative_picks_is_read(question: str, expected: str) -> None:
    assert read_in_brief(CATALOGUE, question) == expected


@pytest.mark.parametrize(("question", "expected"), YES_OR_NO)
def test_a_question_of_yes_or_no_is_decided_or_declined(question: str, expected: str) -> None:
    assert read_in_brief(CATALOGUE, question) == expected


@pytest.mark.parametrize(("messages", "expected"), FOLLOWING)
def test_a_conversation_goes_on_from_what_was_picked(messages: tuple[str, ...], expected: str) -> None:
    assert read_in_brief(CATALOGUE, *messages) == expected
