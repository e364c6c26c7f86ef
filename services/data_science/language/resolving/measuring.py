"""Which number a phrase stands for: its column, its statistic where none was said, and what it is told per."""

from dataclasses import replace
from datetime import date
from typing import Final

from services.data_science.domain.algebra import (
    VALUE,
    All,
    Calendar,
    Column,
    Compare,
    Count,
    Daily,
    DaysOf,
    Field,
    Literal,
    Number,
    NumberArithmetic,
    Operation,
    Order,
    Periods,
    Pick,
    Reduce,
    Rows,
    Statistic,
    Table,
    Unit,
    Where,
)
from services.data_science.domain.catalogue import Quantity
from services.data_science.domain.units import CLOCK
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Amount, Ask, Best, Frame, Noun, Records, Tense
from services.data_science.language.resolving.readings import MissingError, UnanswerableError

_OWN: Final = {Statistic.MEAN: "average", Statistic.MEDIAN: "median", Statistic.SUM: "total"}
_TOGETHER: Final = frozenset({"distance_m", "calories_kcal", "active_zone_minutes"})
_AVERAGED_WITHIN: Final = frozenset({Field(name="average_heart_rate"), Field(name="speed_m_per_min")})
"""What of an activity varies while it lasts."""
_DAYS_IN: Final = {Unit.WEEK: 7.0, Unit.MONTH: 30.4375, Unit.YEAR: 365.25, Unit.QUARTER: 91.3125}

_PARTIAL_MONTHS: Final = 2
"""A span of more months than these has a whole one between the first and the last."""


class Measuring:
    """Numbers of some records, against one catalogue."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def column(self, frame: Frame) -> tuple[Column, Quantity, Records]:
        """The column of a frame, on the table on which it has one."""
        if frame.noun is None:
            raise UnanswerableError("it does not say what is to be measured")
        records = frame.records
        column, quantity = (
            self._builder.column(frame.noun, records.table),
            self._builder.quantity(frame.noun, records.table),
        )
        if column is None or quantity is None:
            raise UnanswerableError(f"“{frame.noun.said or 'that'}” is not recorded of {_table(records.table)}")
        return column, quantity, records

    def unit(self, frame: Frame) -> str:
        """What a frame is measured in; empty of a count."""
        return self.column(frame)[1].unit if frame.noun is not None else ""

    def statistic(self, frame: Frame, quantity: Quantity) -> Statistic:
        """What was said, or what people mean who do not say it."""
        if frame.statistic is not None:
            return frame.statistic
        if frame.best is not None:
            return Statistic.MAX if frame.best.order is Order.HIGHEST else Statistic.MIN
        if (quantity.unit == "kg" and frame.records == Records()) or frame.records == Records(table=Table.SAMPLES):
            return Statistic.LATEST
        single = self.is_single(frame.records)
        how_many = frame.how_many or self._is_of_any_activity(frame)
        if not quantity.additive or single or not how_many:
            return Statistic.MEAN
        asked_in_minutes = frame.noun is not None and frame.noun.unit == "min" and frame.records.window is not None
        beside = isinstance(frame.records.inside, DaysOf) and frame.records.inside.offset != 0
        if frame.tense is Tense.HABIT or beside or (quantity.nightly and not asked_in_minutes):
            return Statistic.MEAN
        return Statistic.SUM

    def _is_of_any_activity(self, frame: Frame) -> bool:
        """Whether it is what days have of activities of any kind, as "distance last week": that of one is not meant."""
        records, named = frame.records, frame.noun is not None and frame.noun.field in _TOGETHER
        calendar = frozenset(each for each in records.tests if isinstance(each, Calendar))
        plain = records == Records(table=Table.ACTIVITIES, window=records.window, tests=calendar)
        return named and plain and records.window is not None and frame.tense is not Tense.HABIT

    def is_single(self, records: Records) -> bool:
        window = records.window
        one_day = window is not None and window.start == window.end and records.table is Table.DAYS
        picked = isinstance(records.inside, Pick) and records.inside.count == 1
        return one_day or picked or (records.pick is not None and records.pick[1].count == 1)

    def reduced(self, frame: Frame) -> Number:
        """The number that a frame asks for."""
        if frame.noun is None and frame.records.pick is None:
            return self.counted(frame)
        if frame.noun is None:
            return self._picked_number(frame)
        column, quantity, records = self.column(frame)
        rows = self._builder.rows(records)
        if frame.best is not None and (frame.best.first > 1 or frame.best.count > 1):
            judged = frame.best
            rows = Pick(rows=rows, by=column, order=judged.order, first=judged.first, count=judged.count)
            return Reduce(rows=rows, column=column, statistic=frame.statistic or Statistic.MEAN)
        if frame.per is not None:
            return self._per(frame, column, quantity, rows)
        self._check_peak(frame, column)
        several = records.pick is not None and records.pick[1].count > 1
        if quantity.unit == CLOCK and several and frame.statistic is None:
            raise UnanswerableError("each of them has a time of its own")
        statistic = self.statistic(frame, quantity)
        return Reduce(rows=rows, column=column, statistic=statistic)

    def _check_peak(self, frame: Frame, column: Column) -> None:
        """Of one activity only the average is on record of what varies within it: that is no top speed."""
        records = frame.records
        window = records.window
        day = window is not None and window.start == window.end
        one = records.table is Table.ACTIVITIES and (self.is_single(records) or day)
        peak = frame.best is not None or frame.statistic in {Statistic.MAX, Statistic.MIN}
        if one and peak and column in _AVERAGED_WITHIN:
            raise UnanswerableError("of heart rate and speed your records hold the average of an activity alone")

    def said_again(self, frame: Frame) -> tuple[str, ...]:
        """What is told where a statistic was asked for that changes nothing: of one value, or of days one by one."""
        if frame.noun is None:
            return ("that is the total",) if frame.statistic is Statistic.SUM else ()
        if frame.statistic in _OWN and self.is_single(frame.records):
            return (f"a single value, which is its own {_OWN[frame.statistic]}",)
        if frame.best is not None and frame.best.count == 1 and self.is_single(frame.records):
            return (f"a single value, which is its own {frame.best.order.value}",)
        daily = frame.per is Unit.DAY and frame.records.table is Table.DAYS
        return ("the average of each day's total",) if daily and frame.statistic is Statistic.SUM else ()

    def _per(self, frame: Frame, column: Column, quantity: Quantity, rows: Rows) -> Number:
        """What comes together in a day, a week, a month."""
        unit, records = frame.per or Unit.DAY, frame.records
        window = records.window
        if unit is not Unit.DAY and window is not None and window.start == window.end:
            raise UnanswerableError(f"one day alone is no {unit}")
        statistic = frame.statistic or Statistic.MEAN
        of_each = frame.statistic
        if frame.best is not None:
            statistic = Statistic.MAX if frame.best.order is Order.HIGHEST else Statistic.MIN
        if unit is Unit.DAY and records.table is Table.DAYS:
            return Reduce(
                rows=rows, column=column, statistic=statistic if statistic is not Statistic.SUM else Statistic.MEAN
            )
        if frame.best is not None and of_each is not None:
            within = of_each
        elif not quantity.additive:
            if frame.best is None and statistic is Statistic.MEAN and records.table is Table.DAYS:
                raise UnanswerableError("it can be told by week or month only as a list")
            within = Statistic.MEAN
        else:
            within = Statistic.SUM
        if unit is Unit.DAY:
            self._check_whole_days(frame)
            days = All(table=Table.DAYS, window=records.window or self._builder.all_time)
            daily = Daily(rows=rows, column=column, statistic=within)
            return Reduce(rows=days, column=daily, statistic=statistic)
        every_day = records.table is Table.DAYS and not records.tests and records.inside is None
        spread = every_day and within is Statistic.SUM and statistic is Statistic.MEAN
        if spread and not (unit is Unit.MONTH and self._whole_months(records)):
            mean = Reduce(rows=rows, column=column, statistic=Statistic.MEAN)
            factor = Literal(value=_DAYS_IN[unit])
            return NumberArithmetic(left=mean, operation=Operation.TIMES, right=factor)
        periods = _of_the_season(self.periods(records, unit, rows, column, within), records)
        return Reduce(rows=periods, column=Field(name=VALUE), statistic=_over_periods(statistic))

    def _check_whole_days(self, frame: Frame) -> None:
        """Raises where a day's amount is asked for and only that of activities is on record."""
        of_days = self._builder.catalogue.metrics.get(frame.noun.field) if frame.noun else None
        if of_days is not None and not of_days.recorded and frame.records.kinds is None:
            raise MissingError(f"your records hold the {of_days.noun} of activities alone, and not of whole days")

    def _whole_months(self, records: Records) -> bool:
        """Whether there are several months on record from their first to their last day."""
        window = records.window or self._builder.all_time
        catalogue = self._builder.catalogue
        start, end = (
            each if isinstance(each, date) else known
            for each, known in ((window.start, catalogue.first), (window.end, catalogue.today))
        )
        return (end.year - start.year) * 12 + end.month - start.month > _PARTIAL_MONTHS

    def periods(self, records: Records, unit: Unit, rows: Rows, column: Column | None, statistic: Statistic) -> Periods:
        window = records.window or self._builder.all_time
        return Periods(window=window, unit=unit, rows=rows, column=column, statistic=statistic)

    def counted(self, frame: Frame) -> Number:
        rows = self._builder.rows(frame.records)
        if frame.per is None or (frame.per is Unit.DAY and frame.records.table is Table.DAYS):
            return Count(rows=rows)
        if frame.per is Unit.DAY:
            days = All(table=Table.DAYS, window=frame.records.window or self._builder.all_time)
            return Reduce(
                rows=days, column=Daily(rows=rows, column=None, statistic=Statistic.COUNT), statistic=Statistic.MEAN
            )
        periods = _of_the_season(self.periods(frame.records, frame.per, rows, None, Statistic.COUNT), frame.records)
        statistic = Statistic.MEAN
        if frame.best is not None:
            statistic = Statistic.MAX if frame.best.order is Order.HIGHEST else Statistic.MIN
        return Reduce(rows=periods, column=Field(name=VALUE), statistic=statistic)

    def _picked_number(self, frame: Frame) -> Number:
        """How long it was, of "my longest run"."""
        by, best = frame.records.pick or (None, Best(order=Order.NEWEST))
        rows = self._builder.rows(replace(frame.records, pick=None))
        if by is None:
            raise UnanswerableError("it does not say what of it is asked for")
        if best.first == best.count == 1:
            return Reduce(
                rows=rows, column=by, statistic=Statistic.MAX if best.order is Order.HIGHEST else Statistic.MIN
            )
        return Reduce(rows=self._builder.rows(frame.records), column=by, statistic=Statistic.MEAN)

    def bound_test(self, column: Column, quantity: Quantity, ask: Ask) -> Compare:
        bound = ask.bound
        if bound is None:
            raise UnanswerableError("it does not say how much")
        if bound.upper is not None:
            raise UnanswerableError("a number lies between two others or not, which I only tell of single days")
        number: Number | None
        if isinstance(bound.to, Amount):
            number = self._builder.literal(bound.to, quantity)
        else:
            usual = replace(bound.to, kinds=bound.to.kinds or ask.frame.records.kinds)
            number = self._builder.usual(usual, ask.frame.noun or Noun(), ask.frame.records.table)
        if number is None:
            raise UnanswerableError(f"{quantity.noun} is not measured in that unit")
        return Compare(column=column, operator=bound.operator, number=number)

    def daily(self, frame: Frame) -> Column:
        """A column on days, of what only activities have what they come to on a day."""
        if frame.noun is not None and frame.records.table is Table.ACTIVITIES:
            daily = self._builder.daily(frame.noun, frame.records, each=frame.statistic is Statistic.MEAN)
            if daily is not None:
                return daily
        return self.column(frame)[0]


def _of_the_season(periods: Periods, records: Records) -> Rows:
    """Those that begin in the months that are meant: the others have none of the records, and would count as zero."""
    months = [
        each.months for each in (*records.tests, *records.day_tests) if isinstance(each, Calendar) and each.months
    ]
    return Where(rows=periods, test=Calendar(months=months[0])) if len(months) == 1 else periods


def _over_periods(statistic: Statistic) -> Statistic:
    return Statistic.MEAN if statistic is Statistic.SUM else statistic


def _table(table: Table) -> str:
    return {Table.DAYS: "days", Table.ACTIVITIES: "activities", Table.SAMPLES: "laboratory samples"}[table]
