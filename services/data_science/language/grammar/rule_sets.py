"""All rules of the grammar, by what they speak of."""

from collections.abc import Iterator
from typing import Protocol

from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule
from services.data_science.language.grammar.comparisons.arithmetic import Arithmetic
from services.data_science.language.grammar.comparisons.before_and_after import BeforeAndAfter
from services.data_science.language.grammar.comparisons.contrasts import Contrasts
from services.data_science.language.grammar.comparisons.groups import Groups
from services.data_science.language.grammar.comparisons.it_beside import ItBeside
from services.data_science.language.grammar.comparisons.laboratory import Laboratory
from services.data_science.language.grammar.comparisons.other_people import OtherPeople
from services.data_science.language.grammar.comparisons.own_level import OwnLevel
from services.data_science.language.grammar.comparisons.paired import Paired
from services.data_science.language.grammar.comparisons.pairs import Pairs
from services.data_science.language.grammar.comparisons.percent_changes import PercentChanges
from services.data_science.language.grammar.comparisons.picked_apart import PickedApart
from services.data_science.language.grammar.comparisons.proportions import Proportions
from services.data_science.language.grammar.comparisons.records_beside import RecordsBeside
from services.data_science.language.grammar.comparisons.relations import Relations
from services.data_science.language.grammar.comparisons.side_by_side import SideBySide
from services.data_science.language.grammar.comparisons.stated_values import StatedValues
from services.data_science.language.grammar.comparisons.trends import Trends
from services.data_science.language.grammar.comparisons.unusual_days import UnusualDays
from services.data_science.language.grammar.comparisons.weekdays_apart import WeekdaysApart
from services.data_science.language.grammar.comparisons.windows_in_turn import WindowsInTurn
from services.data_science.language.grammar.discourse import Discourse
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.goals import Goals
from services.data_science.language.grammar.noted import NotedDays
from services.data_science.language.grammar.one_day import DaysBesideNamed
from services.data_science.language.grammar.quantities import Quantities
from services.data_science.language.grammar.questions.averages_of_periods import AveragesOfPeriods
from services.data_science.language.grammar.questions.best_of_records import BestOfRecords
from services.data_science.language.grammar.questions.best_periods import BestPeriods
from services.data_science.language.grammar.questions.both_ends import BothEnds
from services.data_science.language.grammar.questions.clock_times import ClockTimes
from services.data_science.language.grammar.questions.counted_periods import CountedPeriods
from services.data_science.language.grammar.questions.counting import Counting
from services.data_science.language.grammar.questions.coverage import Coverage
from services.data_science.language.grammar.questions.days_in_turn import DaysInTurn
from services.data_science.language.grammar.questions.decided_counts import DecidedCounts
from services.data_science.language.grammar.questions.elapsed import Elapsed
from services.data_science.language.grammar.questions.kinds import KindsOnRecord
from services.data_science.language.grammar.questions.lists import Lists
from services.data_science.language.grammar.questions.measures import Measures
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.questions.numbers import Numbers
from services.data_science.language.grammar.questions.period_claims import PeriodClaims
from services.data_science.language.grammar.questions.shares import Shares
from services.data_science.language.grammar.questions.shortfalls import Shortfalls
from services.data_science.language.grammar.questions.streaks import Streaks
from services.data_science.language.grammar.questions.which_day import WhichDay
from services.data_science.language.grammar.questions.yes_or_no import YesOrNo
from services.data_science.language.grammar.questions.yes_or_no_of_best import YesOrNoOfBest
from services.data_science.language.grammar.records.activities import Activities
from services.data_science.language.grammar.records.activity_tests import ActivityTests
from services.data_science.language.grammar.records.best_activities import BestActivities
from services.data_science.language.grammar.records.best_days import BestDays
from services.data_science.language.grammar.records.claims import Claims
from services.data_science.language.grammar.records.day_tests import DayTests
from services.data_science.language.grammar.records.days import Days
from services.data_science.language.grammar.records.days_beside import DaysBeside
from services.data_science.language.grammar.records.days_of_best_periods import DaysOfBestPeriods
from services.data_science.language.grammar.records.since_records import SinceRecords
from services.data_science.language.grammar.records.superlatives import Superlatives
from services.data_science.language.grammar.records.times_of_day import TimesOfDay
from services.data_science.language.grammar.time.bounded import BoundedSpans
from services.data_science.language.grammar.time.calendar_units import CalendarUnits
from services.data_science.language.grammar.time.dates import Dates
from services.data_science.language.grammar.time.day_lists import DayLists
from services.data_science.language.grammar.time.holidays import Holidays
from services.data_science.language.grammar.time.months_and_quarters import MonthsAndQuarters
from services.data_science.language.grammar.time.named_spans import NamedSpans
from services.data_science.language.grammar.time.parts_of_spans import PartsOfSpans
from services.data_science.language.grammar.time.seasons import Seasons
from services.data_science.language.grammar.time.sliding import Sliding
from services.data_science.language.grammar.time.weekdays import Weekdays
from services.data_science.language.grammar.time.windows import Windows


class RuleSet(Protocol):
    """The rules of one topic."""

    def rules(self) -> Iterator[Rule]: ...


def rule_sets(
    builder: Builder, frames: FrameRules, questions: ModifiedQuestions, discourse: Discourse
) -> tuple[RuleSet, ...]:
    """Every rule set against one catalogue, in the order in which rules of one cost are tried."""
    catalogue = builder.catalogue
    sliding = Sliding(catalogue)
    contrasts = Contrasts(builder, frames)
    return (
        Dates(catalogue),
        NamedSpans(catalogue),
        CalendarUnits(catalogue),
        MonthsAndQuarters(catalogue),
        PartsOfSpans(catalogue),
        Holidays(catalogue),
        DayLists(catalogue),
        sliding,
        BoundedSpans(catalogue),
        Weekdays(catalogue),
        Seasons(catalogue),
        DaysBesideNamed(catalogue),
        Windows(catalogue),
        Quantities(builder, sliding),
        Superlatives(),
        Claims(builder),
        DayTests(builder),
        ActivityTests(builder),
        TimesOfDay(),
        SinceRecords(builder),
        Activities(builder),
        BestActivities(builder),
        Days(builder),
        BestDays(builder),
        DaysOfBestPeriods(builder),
        DaysBeside(builder),
        frames,
        questions,
        Numbers(builder),
        Measures(builder, frames),
        WhichDay(builder),
        ClockTimes(builder, frames),
        Counting(builder, questions),
        PeriodClaims(builder, frames),
        CountedPeriods(),
        AveragesOfPeriods(builder),
        Coverage(builder),
        Shortfalls(builder, frames),
        Shares(builder),
        Streaks(builder),
        YesOrNo(builder, frames, questions),
        Lists(builder),
        DaysInTurn(),
        KindsOnRecord(builder),
        BestPeriods(builder),
        BestOfRecords(builder),
        BothEnds(builder),
        YesOrNoOfBest(builder, frames),
        Elapsed(builder),
        Groups(builder),
        Pairs(builder),
        BeforeAndAfter(catalogue),
        ItBeside(builder, contrasts),
        Paired(builder, contrasts),
        OwnLevel(builder, contrasts),
        RecordsBeside(builder, frames),
        PickedApart(builder, frames),
        Proportions(builder, frames),
        StatedValues(builder, frames),
        DecidedCounts(builder),
        SideBySide(builder, frames, questions, sliding),
        WeekdaysApart(builder, questions),
        WindowsInTurn(catalogue, frames),
        NotedDays(builder, frames),
        Relations(builder, frames),
        Trends(builder),
        UnusualDays(),
        OtherPeople(),
        Arithmetic(),
        PercentChanges(),
        Laboratory(builder),
        Goals(builder, frames),
        discourse,
    )
