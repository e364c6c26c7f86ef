"""Questions about weeks, months and other groups of days: one value for each, how many of them, the best of them."""

from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    VALUE,
    All,
    And,
    Calendar,
    Compare,
    Count,
    Daily,
    Decide,
    Field,
    Grouping,
    Literal,
    Operator,
    Order,
    Periods,
    Pick,
    Profile,
    Statistic,
    Table,
    Tell,
    TellRecords,
    Test,
    Unit,
    Where,
)
from services.data_science.domain.catalogue import Quantity
from services.data_science.language.building import Builder
from services.data_science.language.phrases import Amount, Ask, Bound, Kind, where
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.readings import PlaceError, Reading, UnanswerableError

_SPANS: Final = frozenset({Grouping.WEEK, Grouping.MONTH})
"""What "how many" is asked of as a whole."""
RANKED: Final = frozenset({Grouping.WEEKDAY, Grouping.KIND})
"""Groups of which the best few are told; weeks and months are picked from."""
_MOST_LISTED: Final = 366


class PeriodQuestions:
    """Completes questions about periods."""

    def __init__(self, builder: Builder, measuring: Measuring) -> None:
        self._builder = builder
        self._measuring = measuring

    def profile(self, ask: Ask) -> Reading:
        frame = ask.frame
        by = frame.by or Grouping.WEEKDAY
        extreme = frame.best.order if frame.best is not None else None
        several = frame.best is not None and frame.best.count > 1
        if frame.best is not None and frame.best.first > 1 and by is Grouping.WEEKDAY:
            raise PlaceError("of weekdays I can tell the best few in order, but not the second or third alone")
        if frame.best is not None and (frame.best.first > 1 or (several and by not in RANKED)):
            raise UnanswerableError("of such groups I can only tell the first")
        most_told = frame.best.count if several and frame.best else 0
        counted = frame.noun is None and frame.records.table is Table.ACTIVITIES and by is not Grouping.KIND
        named = _named_weekdays(ask) if by is Grouping.WEEKDAY else frozenset()
        if counted and (extreme is Order.LOWEST or (named and extreme is None)):
            return self._with_none(ask, by, named, extreme)
        if frame.noun is None:
            rows = self._builder.rows(frame.records)
            profile = Profile(rows=rows, column=None, statistic=Statistic.COUNT, by=by, extreme=extreme)
            return Reading(question=profile, ask=ask, most_told=most_told)
        column, quantity, records = self._measuring.column(frame)
        of_each = records.table is Table.ACTIVITIES and by is not Grouping.KIND
        of_spans = frame.how_many and frame.per is None and by in _SPANS and not quantity.nightly
        statistic = frame.statistic or (
            Statistic.SUM if quantity.additive and (of_each or of_spans) else Statistic.MEAN
        )
        if named and extreme is None:
            statistic = self._measuring.statistic(frame, quantity)
        rows = self._builder.rows(records)
        profile = Profile(rows=rows, column=column, statistic=statistic, by=by, extreme=extreme)
        return Reading(question=profile, ask=ask, most_told=most_told)

    def _with_none(self, ask: Ask, by: Grouping, named: frozenset[Test], extreme: Order | None) -> Reading:
        """Groups with their activities, of which some may have none: what the days of each come to."""
        window = ask.frame.records.window or self._builder.all_time
        records = replace(ask.frame.records, tests=ask.frame.records.tests - named)
        done = Daily(rows=self._builder.rows(records), column=None, statistic=Statistic.COUNT)
        days = where(All(table=Table.DAYS, window=window), named)
        profile = Profile(rows=days, column=done, statistic=Statistic.SUM, by=by, extreme=extreme)
        return Reading(question=profile, ask=ask)

    def each_extreme(self, ask: Ask) -> Reading:
        """The highest or lowest value of each group, where the groups are asked for and not the best of them."""
        frame = ask.frame
        best = frame.best or (frame.records.pick[1] if frame.records.pick else None)
        if best is None or best.first != 1 or best.count != 1:
            raise UnanswerableError("I can tell the highest or lowest of each group, not several of them")
        by, records = (frame.records.pick or (None, best))[0], replace(frame.records, pick=None)
        column = self._measuring.column(frame)[0] if frame.best is not None else by
        if column is None:
            raise UnanswerableError("it does not say what of each group is asked for")
        statistic = Statistic.MAX if best.order is Order.HIGHEST else Statistic.MIN
        profile = Profile(
            rows=self._builder.rows(records), column=column, statistic=statistic, by=frame.by or Grouping.WEEKDAY
        )
        return Reading(question=profile, ask=ask)

    def count_periods(self, ask: Ask) -> Reading:
        periods, test = self.periods_and_test(ask)
        number = Count(rows=Where(rows=periods, test=test))
        if ask.yes_no:
            decide = Decide(left=number, operator=Operator.GREATER_OR_EQUAL, right=Literal(value=1.0))
            return Reading(question=decide, ask=ask)
        return Reading(question=Tell(number=number), ask=ask)

    def periods_and_test(self, ask: Ask) -> tuple[Periods, Test]:
        """All periods that are asked about, and what is to hold.

        Those that the record begins and ends in are among them, unless full ones were asked for.
        """
        frame, unit = ask.frame, ask.unit or Unit.WEEK
        rows = self._builder.rows(frame.records)
        if frame.noun is None:
            periods = self._measuring.periods(frame.records, unit, rows, None, Statistic.COUNT)
            bound = ask.bound
            if bound is None or not isinstance(bound.to, Amount):
                raise UnanswerableError("it does not say how often")
            test: Test = Compare(
                column=Field(name=VALUE), operator=bound.operator, number=Literal(value=bound.to.value)
            )
        else:
            column, quantity, _ = self._measuring.column(frame)
            statistic = frame.statistic or (
                Statistic.SUM if quantity.additive and not quantity.nightly else Statistic.MEAN
            )
            periods = self._measuring.periods(frame.records, unit, rows, column, statistic)
            test = self._held(quantity, ask)
        return replace(periods, complete=ask.full), test

    def _held(self, quantity: Quantity, ask: Ask) -> Test:
        bound = ask.bound
        if bound is None or bound.upper is None:
            return self._measuring.bound_test(Field(name=VALUE), quantity, ask)
        ends = (replace(bound, upper=None), Bound(Operator.LESS_OR_EQUAL, bound.upper))
        return And(
            tests=frozenset(
                self._measuring.bound_test(Field(name=VALUE), quantity, replace(ask, bound=each)) for each in ends
            )
        )

    def best_of_each(self, ask: Ask) -> Reading:
        """Which weeks they were of which "my highest weekly average" tells the number."""
        frame = ask.frame
        quantity = self._measuring.column(frame)[1] if frame.noun is not None else None
        statistic = Statistic.SUM if quantity is not None and quantity.additive else Statistic.MEAN
        each = replace(frame, per=None, statistic=frame.statistic or (statistic if quantity is not None else None))
        return self.best_period(replace(ask, kind=Kind.BEST_PERIOD, frame=each, unit=frame.per))

    def best_period(self, ask: Ask) -> Reading:
        frame, unit, best = ask.frame, ask.unit or Unit.WEEK, ask.frame.best
        if ask.bound is not None:
            periods, test = self.periods_and_test(ask)
            each = Pick(rows=Where(rows=periods, test=test), by=None, order=Order.OLDEST, count=_MOST_LISTED)
            return Reading(question=TellRecords(rows=each, columns=(Field(name=VALUE),)), ask=ask, wants_day=True)
        if best is None:
            raise UnanswerableError("it does not say which")
        if frame.per is not None and (frame.noun is None or frame.per is not Unit.DAY):
            raise UnanswerableError("it says per what twice")
        rows = self._builder.rows(frame.records)
        if frame.noun is None:
            periods = self._measuring.periods(frame.records, unit, rows, None, Statistic.COUNT)
        else:
            column, quantity, _ = self._measuring.column(frame)
            is_total = quantity.additive and not quantity.nightly and frame.per is None
            default = Statistic.SUM if is_total else Statistic.MEAN
            periods = self._measuring.periods(frame.records, unit, rows, column, frame.statistic or default)
        value = Field(name=VALUE)
        picked = Pick(rows=periods, by=value, order=best.order, first=best.first, count=best.count)
        return Reading(question=TellRecords(rows=picked, columns=(value,)), ask=ask, wants_day=True)


def _named_weekdays(ask: Ask) -> frozenset[Test]:
    """The days of the week that a question is restricted to, each of which is asked about."""
    return frozenset(each for each in ask.frame.records.tests if isinstance(each, Calendar) and each.iso_weekdays)
