"""The first batch: weeks, months, windows, goals, comparisons and relations.

Conventions where a question has two fair readings: both are accepted, as the second and later entries of its truth.
"Today" is the newest day on record.
"""

from evals.everyday.conventions import counts, link, periods_where, windows
from evals.everyday.questions import Batch
from evals.everyday.records import LIFESNAPS, WHOOP, dates, later, slope_p
from evals.everyday.truths import (
    bpm,
    change,
    count,
    either,
    kcal,
    listed,
    mins,
    month,
    more,
    ms,
    on,
    plain,
    share,
    steps,
    weekday,
    yes,
)

_B = Batch()
A, B, C, D, L, W = map(_B.person, ("465", "41", "333", "171", LIFESNAPS, WHOOP))

_B.topic("per week or month")
A(
    "how many workouts do i do a week on average",
    lambda p: (plain(p.weekly_acts().mean()), plain(7 * len(p.acts) / 31), plain(7 * len(p.acts) / 29)),
)
L(
    "steps per month on average?",
    lambda p: (
        steps(p.by_month("steps").mean()),
        steps(p.by_month("steps").iloc[1:].mean()),
        steps(p.by_month("steps").iloc[1:-1].mean()),
        steps(p.days.steps.mean() * 365.25 / 12),
    ),
)
L("avg sleep by month pls", lambda p: listed([mins(v) for v in p.by_month("sleep", "mean")]))
A(
    "total steps each week this month",
    lambda p: (
        listed([steps(v) for v in p.by_week("steps")]),
        listed([steps(v) for v in p.between("2023-10-01", "2023-10-31").steps.resample("W-SAT").sum()]),
    ),
)
B(
    "how many zone mins do i get in a typical week",
    lambda p: (
        mins(p.by_week("zone").mean()),
        mins(p.by_week("zone").median()),
        mins(7 * p.days.zone.mean()),
        mins(p.by_week("zone").iloc[1:-1].mean()),
        mins(p.by_week("zone").iloc[1:-1].median()),
    ),
)
W(
    "average hrv each week?",
    lambda p: (
        listed([ms(v) for v in p.by_week("hrv", "mean")]),
        listed([ms(v) for v in p.by_week("hrv", "mean").iloc[1:-1]]),
    ),
)
W("cals burned per month, on avg per day", lambda p: listed([kcal(v) for v in p.by_month("calories", "mean")]))

_B.topic("three windows")
L("avg steps last 7, 30 and 90 days?", lambda p: listed(windows(p, "steps", "steps", 7, 30, 90)))
W(
    "compare my hrv for the last week, two weeks and month",
    lambda p: (
        listed(windows(p, "hrv", "ms", 7, 14, 30)),
        listed(windows(p, "hrv", "ms", 7, 14, 31)),
        listed(windows(p, "hrv", "ms", 7, 14, 28)),
    ),
)
L(
    "sleep in october vs november vs december",
    lambda p: listed(
        [
            mins(p.between(f"2021-{m}-01", f"2021-{m}-30" if m == 11 else f"2021-{m}-31").sleep.mean())
            for m in (10, 11, 12)
        ]
    ),
)
A(
    "my rhr 7 day avg, 14 day avg and overall",
    lambda p: listed([*windows(p, "rhr", "bpm", 7, 14), bpm(p.days.rhr.mean())]),
)
L(
    "which was best for steps: september, october or november?",
    lambda p: month(p.by_month("steps", "mean").loc["2021-09-01":"2021-11-30"].idxmax()),
)
A("avg hrv on mondays vs wednesdays vs fridays", lambda p: listed([ms(p.weekdays(n).hrv.mean()) for n in (0, 2, 4)]))
W(
    "deep, rem and light sleep on average?",
    lambda p: listed([mins(p.days[name].mean()) for name in ("deep", "rem", "light")]),
)

_B.topic("periods")
L(
    "which month did i walk the most",
    lambda p: (month(p.by_month("steps").idxmax()), month(p.by_month("steps", "mean").idxmax())),
)
L("best month for sleep?", lambda p: month(p.by_month("sleep", "mean").idxmax()))
A("which week had the most steps", lambda p: (on(p.by_week("steps").idxmax()), on(p.by_week("steps", "mean").idxmax())))
W(
    "what week was my hrv the best",
    lambda p: (on(p.by_week("hrv", "mean").idxmax()), on(p.by_week("hrv", "mean").iloc[1:-1].idxmax())),
)
L(
    "how many steps did i do in my best week",
    lambda p: (steps(p.by_week("steps").max()), steps(p.by_week("steps", "mean").max())),
)
L("worst month for resting heart rate?", lambda p: month(p.by_month("rhr", "mean").idxmax()))
A(
    "what day of the week do i sleep best",
    lambda p: weekday(int(p.days.sleep.groupby(dates(p.days).dayofweek).mean().argmax())),
)
B(
    "do i walk more on weekends or weekdays",
    lambda p: (
        either("weekend", "weekday") if p.weekend.steps.mean() > p.week.steps.mean() else either("weekday", "weekend")
    ),
)

_B.topic("counted periods")
L("in how many weeks did i avg over 7000 steps a day", lambda p: periods_where(p.by_week("steps", "mean") > 7000))
L("how many months did i walk more than 180k steps?", lambda p: periods_where(p.by_month("steps") > 180000))
A("how many weeks did i do 3 or more workouts", lambda p: periods_where(p.weekly_acts() >= 3))
W(
    "number of weeks where my average sleep was under 6.5 hours",
    lambda p: periods_where(p.by_week("sleep", "mean") < 390),
)
B("how many weeks did i get at least 600 zone mins?", lambda p: periods_where(p.by_week("zone") >= 600))
L("how many months had an average rhr under 75", lambda p: periods_where(p.by_month("rhr", "mean") < 75))
B("were there weeks i didnt exercise at all? how many", lambda p: periods_where(p.weekly_acts() == 0))

_B.topic("goals")
B(
    "am i hitting 150 zone minutes a week?",
    lambda p: (
        yes((p.by_week("zone") >= 150).sum() > len(p.by_week("zone")) / 2),
        share(p.by_week("zone") >= 150),
        *periods_where(p.by_week("zone") >= 150),
        mins(p.by_week("zone").mean()),
    ),
)
A("my goal is 10k steps. how many days did i make it", lambda p: count((p.days.steps >= 10000).sum()))
L(
    "did i average 8000 steps a day this month",
    lambda p: yes(p.between("2022-01-01", "2022-01-31").steps.mean() >= 8000),
)
W(
    "how far off 8 hours of sleep am i on average",
    lambda p: (change(p.days.sleep.mean() - 480, "min"), mins(480 - p.days.sleep.mean())),
)
C("how often do i meet 7 hours sleep", lambda p: (count((p.days.sleep >= 420).sum()), share(p.days.sleep >= 420)))
A(
    "if i want 12k steps a day how many steps short am i on average",
    lambda p: (change(p.days.steps.mean() - 12000, "steps"), steps(12000 - p.days.steps.mean())),
)
C(
    "did i get 10,000 steps every day last week?",
    lambda p: yes((p.between("2023-10-23", "2023-10-29").steps >= 10000).all()),
)

_B.topic("decisions")
A("do i sleep more on weekends?", lambda p: more(mins(p.weekend.sleep.mean()), mins(p.week.sleep.mean())))
C("did i sleep more than 7 hours last night", lambda p: yes(p.days.sleep.iloc[-1] > 420))
B("is my hrv higher on days i work out?", lambda p: more(ms(p.with_acts().hrv.mean()), ms(p.without_acts().hrv.mean())))
L("have i ever walked 30k steps in a day", lambda p: (yes(p.days.steps.max() >= 30000), *counts(p.days.steps, 30000)))
W(
    "was october better than november for sleep?",
    lambda p: more(
        mins(p.between("2024-10-01", "2024-10-31").sleep.mean()),
        mins(p.between("2024-11-01", "2024-11-30").sleep.mean()),
    ),
)
C(
    "do i walk more on fridays than mondays",
    lambda p: more(steps(p.weekdays(4).steps.mean()), steps(p.weekdays(0).steps.mean())),
)
A("did i ever sleep less than 4 hours?", lambda p: (yes((p.days.sleep < 240).any()), count((p.days.sleep < 240).sum())))
W("is my avg resting hr under 60?", lambda p: yes(p.days.rhr.mean() < 60))

_B.topic("relations and trends")
L("is my hrv lower when my rhr is higher?", lambda p: link(p.days.rhr, p.days.hrv))
L("do more steps mean more calories", lambda p: link(p.days.steps, p.days.calories))
L("does sleep affect my steps", lambda p: (*link(p.days.sleep, p.days.steps), *link(p.days.sleep, later(p.days.steps))))
W("does more deep sleep give me better hrv?", lambda p: link(p.days.deep, p.days.hrv))
W("are breathing rate and resting heart rate connected", lambda p: link(p.days.rhr, p.days.breathing))
W(
    "is my hrv going up or down",
    lambda p: (
        yes(slope_p(p.days.hrv)[1] < 0.05),
        change(slope_p(p.days.hrv)[0] * 7, "ms"),
        change(slope_p(p.days.hrv)[0] * 49, "ms"),
    ),
)
A(
    "is my resting hr trending down?",
    lambda p: (
        yes(slope_p(p.days.rhr)[0] < 0 and slope_p(p.days.rhr)[1] < 0.05),
        change(slope_p(p.days.rhr)[0] * 7, "bpm"),
    ),
)

_B.topic("changes")
L(
    "how much did my steps change from november to december",
    lambda p: (
        change(p.by_month("steps", "mean")["2021-12-01"] - p.by_month("steps", "mean")["2021-11-01"], "steps"),
        change(p.by_month("steps")["2021-12-01"] - p.by_month("steps")["2021-11-01"], "steps"),
        change(100 * (p.by_month("steps", "mean")["2021-12-01"] / p.by_month("steps", "mean")["2021-11-01"] - 1), "%"),
    ),
)
L(
    "by what % did my steps drop this month vs last month",
    lambda p: change(
        100 * (p.by_month("steps", "mean")["2022-01-01"] / p.by_month("steps", "mean")["2021-12-01"] - 1), "%"
    ),
)
W(
    "rhr this week vs last week difference",
    lambda p: (
        change(p.last(7).rhr.mean() - p.last(7, skip=7).rhr.mean(), "bpm"),
        change(
            p.between("2024-11-18", "2024-11-24").rhr.mean() - p.between("2024-11-11", "2024-11-17").rhr.mean(), "bpm"
        ),
    ),
)
A(
    "how much more did i sleep in the last 14 days than the 14 before",
    lambda p: change(p.last(14).sleep.mean() - p.last(14, skip=14).sleep.mean(), "min"),
)
W(
    "did my deep sleep go up or down from oct to nov and by how much",
    lambda p: change(
        p.between("2024-11-01", "2024-11-30").deep.mean() - p.between("2024-10-01", "2024-10-31").deep.mean(), "min"
    ),
)
C(
    "difference in hrv between first and second half of october",
    lambda p: tuple(
        change(
            p.between(f"2023-10-{day + 1}", "2023-10-31").hrv.mean()
            - p.between("2023-10-01", f"2023-10-{day}").hrv.mean(),
            "ms",
        )
        for day in (15, 16)
    ),
)
L(
    "how much did my rhr change from the first month to the last month on record",
    lambda p: change(p.by_month("rhr", "mean").iloc[-1] - p.by_month("rhr", "mean").iloc[0], "bpm"),
)

PERIODS = _B.questions
