"""Computed questions of every class, with numbers as a computation gives them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import (
    VALUE,
    All,
    And,
    Calendar,
    ChangePoint,
    Column,
    Compare,
    Contrast,
    Count,
    DaysOf,
    Decide,
    Grouping,
    Literal,
    Moment,
    Norm,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Order,
    Periods,
    Pick,
    Profile,
    Question,
    Reduce,
    Relate,
    Rows,
    Run,
    Share,
    Statistic,
    Streak,
    Table,
    Tell,
    TellRecords,
    Trend,
    Unit,
    Unusual,
    When,
    Where,
    Window,
)
from services.data_science.language.telling import Asked, ComputedQuestion
from tests.unit.data_science.saying.people_and_words import (
    DISTANCE,
    DURATION,
    EVER,
    HRV,
    LAST_WEEK,
    OCTOBER,
    RESTING,
    RUN,
    SLEEP,
    STEPS,
    THE_WEEK_BEFORE,
    activities,
    compare,
    days,
    runs,
    window,
)
from tests.unit.data_science.saying.people_and_words import (
    field as of,
)


def day(text: str) -> float:
    return float((date.fromisoformat(text) - date(1970, 1, 1)).days)


def mean(rows: Rows, column: Column, statistic: Statistic = Statistic.MEAN) -> Number:
    return Reduce(rows=rows, column=column, statistic=statistic)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A question with its numbers; the options are those of a `ComputedQuestion`."""

    name: str
    question: Question
    numbers: Mapping[str, float]
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    asked_in: str = ""
    asked: Asked | None = None
    notes: tuple[str, ...] = ()

    @property
    def computed(self) -> ComputedQuestion:
        return ComputedQuestion(
            question=self.question,
            numbers=self.numbers,
            texts=self.texts,
            asked_in=self.asked_in,
            asked=self.asked,
            notes=self.notes,
        )


LONGEST: Final = Pick(rows=runs(), by=DURATION, order=Order.HIGHEST)
LOWEST_HRV: Final = Pick(rows=days(), by=HRV, order=Order.LOWEST)
FIVE_KM: Final = And(tests=frozenset({RUN, compare("distance_m", Operator.GREATER, 5000, "m")}))
LONG_RUNS: Final = activities(EVER, FIVE_KM)
RUNS_A_WEEK: Final = Periods(window=EVER, unit=Unit.WEEK, rows=runs(EVER), column=None, statistic=Statistic.COUNT)
ZONES_A_WEEK: Final = Periods(
    window=EVER, unit=Unit.WEEK, rows=days(EVER), column=of("active_zone_minutes"), statistic=Statistic.SUM
)
RESTING_A_MONTH: Final = Periods(
    window=EVER, unit=Unit.MONTH, rows=days(EVER), column=RESTING, statistic=Statistic.MEAN
)
MANY_STEPS: Final = compare("steps", Operator.GREATER, 10_000, "count")
LONG_NIGHT: Final = compare("sleep_minutes", Operator.GREATER_OR_EQUAL, 480, "min")
ENOUGH_ZONES: Final = compare(VALUE, Operator.GREATER_OR_EQUAL, 150, "min")
LATEST_RUN: Final = Pick(rows=runs(EVER), by=None, order=Order.NEWEST)
THIRD: Final = window("2024-10-03", "2024-10-03", "3 October")
SINCE_TEST: Final = Window(
    start=When(rows=Pick(rows=All(table=Table.SAMPLES, window=EVER), by=None, order=Order.NEWEST)),
    end=date(2024, 11, 24),
    label="since my last blood test",
)

CASES: Final = (
    Case(
        name="average",
        question=Tell(number=mean(days(), STEPS)),
        numbers={"effect": 14042.88, "n": 27, "sd": 3000.5},
    ),
    Case(
        name="average night",
        question=Tell(number=mean(days(LAST_WEEK), SLEEP)),
        numbers={"effect": 454.84, "n": 7},
        asked_in="h",
        notes=("I take each night by the day you woke up",),
    ),
    Case(
        name="few values",
        question=Tell(number=mean(days(LAST_WEEK), RESTING)),
        numbers={"effect": 58.4375, "n": 2},
    ),
    Case(
        name="single day",
        question=Tell(number=mean(days(THIRD), STEPS)),
        numbers={"effect": 9120, "n": 1, "day": day("2024-10-03")},
    ),
    Case(
        name="lowest with ties",
        question=Tell(number=mean(days(EVER), RESTING, Statistic.MIN)),
        numbers={"effect": 52, "n": 310, "day": day("2024-10-03"), "ties": 17},
    ),
    Case(
        name="highest",
        question=Tell(number=mean(days(), STEPS, Statistic.MAX)),
        numbers={"effect": 21034, "n": 31, "day": day("2024-10-12")},
    ),
    Case(
        name="latest bed time",
        question=Tell(number=mean(days(), of("bed_time"), Statistic.MAX)),
        numbers={"effect": 1476, "n": 30, "day": day("2024-10-12")},
    ),
    Case(
        name="of the longest run",
        question=Tell(number=mean(LONGEST, of("average_heart_rate"))),
        numbers={"effect": 148.25, "n": 1, "day": day("2024-10-19")},
    ),
    Case(
        name="on the day of the lowest",
        question=Tell(number=mean(DaysOf(rows=LOWEST_HRV), STEPS, Statistic.SUM)),
        numbers={"effect": 8123, "n": 1, "day": day("2024-10-19")},
    ),
    Case(
        name="night after long runs",
        question=Tell(number=mean(DaysOf(rows=LONG_RUNS, offset=1), SLEEP)),
        numbers={"effect": 471.2, "n": 12},
    ),
    Case(
        name="total distance",
        question=Tell(number=mean(runs(), DISTANCE, Statistic.SUM)),
        numbers={"effect": 43210.4, "n": 6},
    ),
    Case(
        name="total distance in miles",
        question=Tell(number=mean(runs(), DISTANCE, Statistic.SUM)),
        numbers={"effect": 43210.4, "n": 6},
        asked_in="mi",
    ),
    Case(
        name="pace",
        question=Tell(number=mean(LATEST_RUN, of("speed_m_per_min"))),
        numbers={"effect": 175.44, "n": 1, "day": day("2024-11-21")},
        asked_in="min/km",
    ),
    Case(name="one activity", question=Tell(number=Count(rows=activities())), numbers={"effect": 1, "n": 1}),
    Case(name="no activity", question=Tell(number=Count(rows=runs())), numbers={"effect": 0, "n": 0}),
    Case(
        name="weeks with three runs",
        question=Tell(number=Count(rows=Where(rows=RUNS_A_WEEK, test=compare(VALUE, Operator.GREATER_OR_EQUAL, 3)))),
        numbers={"effect": 9, "n": 9},
    ),
    Case(
        name="share",
        question=Tell(number=Share(rows=days(), test=MANY_STEPS)),
        numbers={"effect": 62.963, "n": 27, "held": 17},
    ),
    Case(
        name="streak",
        question=Tell(number=Streak(rows=days(EVER), test=MANY_STEPS, run=Run.LONGEST)),
        numbers={"effect": 7, "n": 310, "day": day("2024-10-09"), "start_day": day("2024-10-03")},
    ),
    Case(
        name="no streak",
        question=Tell(number=Streak(rows=days(EVER), test=LONG_NIGHT, run=Run.CURRENT)),
        numbers={"effect": 0, "n": 310},
    ),
    Case(
        name="days since",
        question=Tell(
            number=NumberArithmetic(
                left=Literal(value=day("2024-11-24"), unit="date"),
                operation=Operation.MINUS,
                right=When(rows=LATEST_RUN),
            )
        ),
        numbers={"effect": 3, "n": 1, "left": day("2024-11-24"), "right": day("2024-11-21")},
    ),
    Case(
        name="when",
        question=Tell(number=When(rows=LATEST_RUN)),
        numbers={"effect": day("2024-11-21"), "n": 1},
    ),
    Case(
        name="what time",
        question=Tell(number=When(rows=LATEST_RUN, moment=Moment.CLOCK)),
        numbers={"effect": 1085, "n": 1},
    ),
    Case(
        name="percent",
        question=Tell(
            number=NumberArithmetic(
                left=mean(days(LAST_WEEK), STEPS),
                operation=Operation.PERCENT_CHANGE,
                right=mean(days(THE_WEEK_BEFORE), STEPS),
            )
        ),
        numbers={"effect": -8.333, "n": 7, "left": 11000, "right": 12000},
    ),
    Case(
        name="weekly goal",
        question=Decide(
            left=mean(ZONES_A_WEEK, of(VALUE)),
            operator=Operator.GREATER_OR_EQUAL,
            right=Literal(value=150, unit="min"),
            share=Share(rows=ZONES_A_WEEK, test=ENOUGH_ZONES),
        ),
        numbers={"effect": 162.4, "left": 162.4, "right": 150, "n": 45, "share": 57.78, "held": 26, "share_n": 45},
    ),
    Case(
        name="not more",
        question=Decide(
            left=mean(days(LAST_WEEK), STEPS), operator=Operator.GREATER, right=Literal(value=10000, unit="count")
        ),
        numbers={"effect": 8120.14, "left": 8120.14, "right": 10000, "n": 7},
    ),
    Case(
        name="other people",
        question=Decide(left=mean(days(), RESTING), operator=Operator.LESS, right=Norm(metric="resting_heart_rate")),
        numbers={"effect": 58.4, "left": 58.4, "right": 71.25, "n": 31},
    ),
    Case(
        name="any runs",
        question=Decide(left=Count(rows=runs()), operator=Operator.GREATER, right=Literal(value=0)),
        numbers={"effect": 4, "left": 4, "right": 0, "n": 4},
    ),
    Case(
        name="farthest runs",
        question=TellRecords(
            rows=Pick(rows=runs(EVER), by=DISTANCE, order=Order.HIGHEST, count=3), columns=(DISTANCE, DURATION)
        ),
        numbers={
            "effect": 12345.6,
            "n": 3,
            "day_1": day("2024-10-19"),
            "c1_1": 12345.6,
            "c2_1": 72.4,
            "day_2": day("2024-09-01"),
            "c1_2": 10012,
            "c2_2": 59.2,
            "day_3": day("2024-03-03"),
            "c1_3": 9876,
            "c2_3": 55,
        },
        texts={"kinds": ("Run", "Run", "Run")},
    ),
    Case(
        name="best day",
        question=TellRecords(rows=Pick(rows=days(), by=STEPS, order=Order.HIGHEST), columns=(STEPS,)),
        numbers={"effect": 21034, "n": 1, "day_1": day("2024-10-12"), "c1_1": 21034},
    ),
    Case(
        name="latest activity",
        question=TellRecords(rows=Pick(rows=activities(EVER), by=None, order=Order.NEWEST), columns=()),
        numbers={"effect": day("2024-11-21"), "n": 1, "day_1": day("2024-11-21")},
        texts={"kinds": ("Kitesurf",)},
    ),
    Case(
        name="best month",
        question=TellRecords(rows=Pick(rows=RESTING_A_MONTH, by=of(VALUE), order=Order.LOWEST), columns=(of(VALUE),)),
        numbers={"effect": 55.31, "n": 1, "day_1": day("2024-10-01"), "end_1": day("2024-10-31"), "c1_1": 55.31},
    ),
    Case(
        name="weekdays",
        question=Profile(
            rows=days(), column=STEPS, statistic=Statistic.MEAN, by=Grouping.WEEKDAY, extreme=Order.HIGHEST
        ),
        numbers={
            "n": 12,
            "effect": 12000.5,
            "extreme": 3,
            "g_1": 9000.2,
            "g_2": 8000,
            "g_3": 12000.5,
            "n_1": 4,
            "n_2": 4,
            "n_3": 4,
        },
        texts={"labels": ("Monday", "Tuesday", "Wednesday")},
    ),
    Case(
        name="weekends",
        question=Profile(rows=days(), column=SLEEP, statistic=Statistic.MEAN, by=Grouping.WEEKEND),
        numbers={"n": 31, "effect": 431.1, "g_1": 431.1, "n_1": 23, "g_2": 467.9, "n_2": 8},
        texts={"labels": ("weekdays", "weekends")},
    ),
    Case(
        name="kinds",
        question=Profile(rows=activities(), column=None, statistic=Statistic.COUNT, by=Grouping.KIND),
        numbers={"n": 12, "effect": 7, "g_1": 7, "g_2": 4, "g_3": 1, "n_1": 7, "n_2": 4, "n_3": 1},
        texts={"labels": ("Walk", "Run", "Kitesurf")},
    ),
    Case(
        name="relation",
        question=Relate(left=STEPS, right=SLEEP, rows=days(EVER)),
        numbers={"effect": 0.38, "rho": 0.38, "n": 301, "tau": 0.27},
        asked=Asked.DIFFERENT,
    ),
    Case(
        name="no relation",
        question=Relate(left=STEPS, right=SLEEP, rows=days(EVER), lag_days=1),
        numbers={"effect": -0.04, "rho": -0.04, "n": 301, "tau": -0.02},
        asked=Asked.HIGHER,
    ),
    Case(
        name="two weeks",
        question=Contrast(rows=days(LAST_WEEK), baseline=days(THE_WEEK_BEFORE), column=RESTING),
        numbers={
            "effect": -1.9,
            "n": 7,
            "n_recent": 7,
            "n_prior": 7,
            "mean_recent": 58.2,
            "mean_prior": 60.1,
            "sd": 5.2,
        },
    ),
    Case(
        name="more sleep",
        question=Contrast(
            rows=days(OCTOBER, Calendar(iso_weekdays=frozenset({6, 7}))),
            baseline=days(OCTOBER, Calendar(iso_weekdays=frozenset(range(1, 6)))),
            column=SLEEP,
        ),
        numbers={
            "effect": 36.8,
            "n": 8,
            "n_recent": 8,
            "n_prior": 23,
            "mean_recent": 467.9,
            "mean_prior": 431.1,
            "sd": 40.2,
        },
        asked=Asked.HIGHER,
    ),
    Case(
        name="trend",
        question=Trend(rows=days(), column=RESTING),
        numbers={"effect": -2.31, "n": 31, "slope_per_week": -0.52, "mean": 58.44},
        asked=Asked.LOWER,
    ),
    Case(
        name="change",
        question=ChangePoint(rows=days(EVER), column=RESTING),
        numbers={
            "effect": -3.2,
            "n": 320,
            "day": day("2024-07-04"),
            "mean_recent": 57.1,
            "mean_prior": 60.3,
            "n_recent": 140,
            "n_prior": 180,
        },
    ),
    Case(
        name="unusual",
        question=Unusual(rows=days(), column=RESTING),
        numbers={"effect": 1, "n": 31, "median": 58, "day_1": day("2024-10-12"), "c1_1": 74},
    ),
    Case(
        name="since the last test",
        question=Tell(number=mean(days(SINCE_TEST), SLEEP)),
        numbers={"effect": 441.7, "n": 110},
    ),
    Case(name="nothing there", question=Tell(number=mean(days(LAST_WEEK), HRV)), numbers={"n": 0}),
    Case(
        name="too little",
        question=Tell(number=mean(days(LAST_WEEK), HRV, Statistic.SD)),
        numbers={"n": 1},
    ),
    Case(
        name="no such runs",
        question=TellRecords(rows=Pick(rows=LONG_RUNS, by=DURATION, order=Order.HIGHEST), columns=(DURATION,)),
        numbers={"n": 0},
    ),
    Case(
        name="hours from usual",
        question=Tell(
            number=Count(rows=days(OCTOBER, Compare(column=HRV, operator=Operator.GREATER, number=mean(days(), HRV))))
        ),
        numbers={"effect": 13, "n": 13},
    ),
)
BY_NAME: Final = {case.name: case for case in CASES}
