"""The judge of everyday answers, on texts written by hand: what a person would call right, wrong or a refusal."""

import pandas as pd
import pytest

from evals.everyday.judging import Outcome, judge
from evals.everyday.truths import (
    Declined,
    Name,
    Truth,
    Truths,
    bpm,
    change,
    clock,
    count,
    either,
    kcal,
    kind,
    listed,
    mins,
    month,
    more,
    ms,
    on,
    percent,
    plain,
    steps,
    weekday,
    yes,
)

RIGHT, REFUSED, WRONG = Outcome.RIGHT, Outcome.REFUSED, Outcome.WRONG
NIGHT = mins(454.84)
BEST_DAYS = listed([on("2023-10-08"), on("2023-10-26"), on("2023-10-20")])
BEST_STEPS = listed([steps(18670.92), steps(17856.52), steps(15808.26)])
STAGES = listed([mins(83.51), mins(131.1), mins(167.57)])
MORE_ON_WEEKENDS = more(mins(506.57), mins(435.14))
SUNDAY: Name = weekday(6)

CASES: tuple[tuple[str, Truths, Outcome], ...] = (
    # durations
    ("Your average sleep duration over all data is 454.84 min (29 days).", NIGHT, RIGHT),
    ("You sleep 7 h 35 min on average.", NIGHT, RIGHT),
    ("You sleep 7h35 a night on average.", NIGHT, RIGHT),
    ("On average: 7 hours and 35 minutes.", NIGHT, RIGHT),
    ("You sleep 7.6 hours a night.", NIGHT, RIGHT),
    ("You sleep **7:35 h** a night.", NIGHT, RIGHT),
    ("You sleep 7 h 45 min on average.", NIGHT, WRONG),
    ("You sleep 8 hours on average.", NIGHT, WRONG),
    ("Your median is 462.08 min. Your average is 454.84 min.", NIGHT, WRONG),
    ("Your average is 454.84 min. Your median is 462.08 min.", NIGHT, RIGHT),
    ("You sleep 454.84 on average.", steps(454.84), RIGHT),
    ("You sleep 454.84 min on average.", steps(454.84), WRONG),
    # amounts with units, thousands, rounding, context
    ("You took 13,533.33 steps on 2023-10-10, the day of your shortest sleep (133.41 min).", steps(13533.33), RIGHT),
    ("On 2023-10-10, your shortest night (133.41 min), you took 13,533 steps.", steps(13533.33), RIGHT),
    ("On the day after your best day (18,670.92 steps) you took 11,535.27 steps.", steps(11535.27), RIGHT),
    ("You took 18,670.92 steps, and 11,535.27 the day after.", steps(11535.27), WRONG),
    ("You took about 13.5k steps that day.", steps(13533.33), RIGHT),
    ("You took 14k steps that day.", steps(13533.33), WRONG),
    ("Over the last 30 days you averaged 58.9 bpm.", bpm(58.93), RIGHT),
    ("Your resting heart rate was 59.78 bpm and your HRV 43.08 ms.", ms(43.08), RIGHT),
    ("You burned 2,036.22 kcal a day.", kcal(2036.22), RIGHT),
    ("You burned 2.036 kcal a day.", kcal(2036.22), WRONG),
    ("Your correlation is -0.61 (208 days).", plain(-0.6107), RIGHT),
    ("Your correlation is 0.61 (208 days).", plain(-0.6107), WRONG),
    ("The 3 rides were 21.33 min long.", bpm(3), WRONG),
    ("Your average resting heart rate from 25 to 31 October 2023 was 61 bpm (6 days).", bpm(60.97), RIGHT),
    # counts
    ("Your longest streak of days with bed time before 00:00 was 6 days in a row.", count(6), RIGHT),
    ("There are 23 days with sleep duration above 7 hours over all data.", count(23), RIGHT),
    ("There are 23 days with sleep duration above 7 hours over all data.", count(7), WRONG),
    ("You slept at least 7 hours on 23 of 29 nights.", count(23), RIGHT),
    ("You slept at least 7 hours on 23 of 29 nights.", count(29), WRONG),
    ("There were no such days.", count(0), RIGHT),
    ("Never: no nights were that short.", count(0), RIGHT),
    ("You did it twice, on 2023-10-10 and 2023-10-17.", count(2), RIGHT),
    ("Three times in October.", count(3), RIGHT),
    ("Your longest streak of days with no activities is 3 days in a row, from 2023-10-15.", count(3), RIGHT),
    ("Your last run was 7 days ago, on 2023-10-24.", count(7), RIGHT),
    ("Your last run was a week ago: 1 week.", count(7), RIGHT),
    ("There are 22 days.", count(23), WRONG),
    ("Out of 29 nights, 23 were that long.", count(23), RIGHT),
    ("Over the last 30 days there are 12 of them.", count(12), RIGHT),
    ("With more than 8,000 steps there are 12 of them.", count(12), RIGHT),
    ("On those 3 nights it was 33.7 \u00b0C.", plain(33.7), RIGHT),
    # shares
    ("You reach 7 hours on 79.31 % of nights (23 of 29).", percent(79.3103), RIGHT),
    ("You reach 7 hours on 79% of nights.", percent(79.3103), RIGHT),
    ("You reach 7 hours on 23 of 29 nights.", percent(79.3103), WRONG),
    # days and months
    ("Your highest HRV is 68.72 ms, on 2023-10-26 (29 days).", on("2023-10-26"), RIGHT),
    ("It was highest on 26 October 2023.", on("2023-10-26"), RIGHT),
    ("On Oct 26, 2023, at 68.72 ms.", on("2023-10-26"), RIGHT),
    ("On October 26th.", on("2023-10-26"), RIGHT),
    ("On 2023-10-25, and again on 2023-10-26.", on("2023-10-26"), WRONG),
    ("October 2021, with 7,106 steps a day.", month("2021-10-01"), RIGHT),
    ("Your steps were highest in September, then in October 2021.", month("2021-10-01"), WRONG),
    ("The week of 2 to 8 October 2023.", on("2023-10-08"), RIGHT),
    # clock times
    ("Your average bed time over all data is 22:50 (29 days).", clock(1370), RIGHT),
    ("You usually go to bed at 10:50 pm.", clock(1370), RIGHT),
    ("You usually go to bed at 10:50.", clock(1370), WRONG),
    ("Your latest bed time is 00:29, on 2023-10-15.", clock(1468.6), RIGHT),
    ("You usually go to bed at 22:40.", clock(1370), WRONG),
    ("You wake at 7 am.", clock(462), WRONG),
    # yes or no
    ("Yes. You slept 7 h 10 min last night.", yes(holds=True), RIGHT),
    ("No, you slept 328.8 min.", yes(holds=False), RIGHT),
    ("No, you slept 328.8 min.", yes(holds=True), WRONG),
    ("Your sleep duration last night was 328.8 min.", yes(holds=False), WRONG),
    ("I don't see a change in your HRV that holds up.", yes(holds=False), RIGHT),
    ("I don't see a change in your HRV that holds up.", yes(holds=True), WRONG),
    ("You did not reach 10,000 steps every day.", yes(holds=False), RIGHT),
    ("On days when you did not exercise it was higher.", yes(holds=False), WRONG),
    # comparisons
    ("Your sleep was 506.57 min on weekends (8 days) and 435.14 min on weekdays (21 days).", MORE_ON_WEEKENDS, RIGHT),
    ("You sleep 71.43 min more on weekends.", MORE_ON_WEEKENDS, RIGHT),
    ("You sleep 71.43 min less on weekends.", MORE_ON_WEEKENDS, WRONG),
    ("Your sleep was 506.57 min on weekends and 454.84 min on weekdays.", MORE_ON_WEEKENDS, WRONG),
    ("A relative difference of -54.02%.", change(-54.016, "%"), RIGHT),
    ("That is 54.02 % fewer steps.", change(-54.016, "%"), RIGHT),
    ("That is 54.02 % more steps.", change(-54.016, "%"), WRONG),
    # names
    ("Your sleep is longest on Sundays, 521.42 min, and shortest on Tuesdays.", SUNDAY, RIGHT),
    ("It is shortest on Tuesdays and longest on Sundays.", SUNDAY, WRONG),
    ("You walk more on weekdays than on weekends.", either("weekday", "weekend"), RIGHT),
    ("Outdoor Bike, 7 times, more often than Run.", kind("Outdoor Bike"), RIGHT),
    # lists
    (
        "Your best days:\n- 2023-10-08: 18,670.92 steps\n- 2023-10-26: 17,856.52\n- 2023-10-20: 15,808.26",
        BEST_DAYS,
        RIGHT,
    ),
    ("Your best days:\n- 2023-10-26: 17,856.52\n- 2023-10-08: 18,670.92\n- 2023-10-20: 15,808.26", BEST_DAYS, WRONG),
    ("Your best days:\n1. 8 October: 18,671 steps\n2. 26 October: 17,857 steps", BEST_DAYS, WRONG),
    ("They were 18,670.92, 17,856.52 and 15,808.26 steps.", BEST_STEPS, RIGHT),
    ("They were 18,670.92 and 17,856.52 steps.", BEST_STEPS, WRONG),
    (
        (
            "| day | steps |\n| --- | --- |\n| 2023-10-08 | 18,670.92 |\n| 2023-10-26 | 17,856.52 |\n"
            "| 2023-10-20 | 15,808.26 |"
        ),
        BEST_STEPS,
        RIGHT,
    ),
    ("Your deep sleep is 83.51 min.\nYour REM sleep is 131.1 min.\nYour light sleep is 167.57 min.", STAGES, RIGHT),
    ("Your deep sleep is 83.51 min and your REM sleep 131.1 min.", STAGES, WRONG),
    # refusals
    ("I can't compute that from your data, because I describe one metric at a time.", NIGHT, REFUSED),
    ("I can\u2019t say how 454.84 min came about.", NIGHT, REFUSED),
    ("I'm not sure what you would like to know.", count(3), REFUSED),
    ("No swims are on record in your data.", NIGHT, REFUSED),
    ("", NIGHT, REFUSED),
    ("I can't compute that from your data, because it is about what lies ahead.", Declined(), RIGHT),
    ("I can't compute that: 2019-03-03 lies before the oldest day on record.", Declined(), RIGHT),
    ("What I can compute: averages and totals of your step count.", Declined(), RIGHT),
    ("Your average sleep duration over all data is 436 min (220 days).", Declined(), WRONG),
    ("I can't give advice, but here is what your data says.\n\nYour average sleep is 454.84 min.", Declined(), WRONG),
    ("Yes, you do.", Declined(), WRONG),
    ("I don't see a relationship between travel and sleep.", Declined(), WRONG),
)


@pytest.mark.parametrize(("answer", "truth", "outcome"), CASES)
def test_an_answer_is_judged_as_a_person_reads_it(answer: str, truth: Truths, outcome: Outcome) -> None:
    accepted: tuple[Truth, ...] = truth if isinstance(truth, tuple) else (truth,)

    assert judge(answer, accepted) is outcome


def test_any_of_several_readings_is_right() -> None:
    accepted = (on("2023-10-18"), count(13))

    assert judge("Your last ride was 13 days ago.", accepted) is RIGHT
    assert judge("Your last ride was on 18 October 2023.", accepted) is RIGHT
    assert judge("Your last ride was 12 days ago.", accepted) is WRONG


def test_a_night_goes_on_beyond_midnight() -> None:
    assert judge("At 00:10.", (clock(1449.6),)) is RIGHT
    assert judge("At 23:10.", (clock(1449.6),)) is WRONG


def test_days_are_compared_with_their_year() -> None:
    assert judge("On 2022-10-08.", (on(pd.Timestamp("2023-10-08")),)) is WRONG
