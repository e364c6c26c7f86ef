"""Questions about two groups or two series, and about one series over time."""

from dataclasses import replace
from datetime import date, timedelta

from services.data_science.domain.algebra import (
    ChangePoint,
    Contrast,
    DaysOf,
    Decide,
    Number,
    NumberArithmetic,
    Operation,
    Operator,
    Pick,
    Relate,
    Rows,
    Statistic,
    Table,
    Tell,
    Trend,
    Unit,
    Unusual,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.grammar.quantities import MEASURED_ASLEEP
from services.data_science.language.grammar.time.spans import day_said, span
from services.data_science.language.phrases import Ask, Frame, Kind, Records
from services.data_science.language.resolving.measuring import Measuring
from services.data_science.language.resolving.readings import Reading, UnanswerableError


class Comparisons:
    """Completes comparisons, relations and trends."""

    def __init__(self, builder: Builder, measuring: Measuring) -> None:
        self._builder = builder
        self._measuring = measuring

    def contrast(self, ask: Ask) -> Reading:
        frame, other = ask.frame, ask.other
        if other is None:
            raise UnanswerableError("it does not say what to compare with")
        if frame.noun is None:
            return self._apart(ask, self._measuring.counted(frame), self._measuring.counted(other))
        if frame.statistic not in {None, Statistic.MEAN} or frame.best is not None or frame.per not in {None, Unit.DAY}:
            left = self._measuring.reduced(frame)
            right = self._measuring.reduced(replace(other, statistic=frame.statistic, best=frame.best))
            return self._apart(ask, left, right)
        column, _, records = self._measuring.column(frame)
        _, _, baseline = self._measuring.column(other)
        rows, before = self._builder.rows(records), self._builder.rows(baseline)
        return Reading(question=Contrast(rows=rows, baseline=before, column=column), ask=ask)

    def _apart(self, ask: Ask, left: Number, right: Number) -> Reading:
        """Two numbers that are no averages of days: which is more where that is asked, else how far they are apart."""
        if ask.yes_no and abs(ask.direction) == 1:
            operator = Operator.GREATER if ask.direction > 0 else Operator.LESS
            return Reading(question=Decide(left=left, operator=operator, right=right), ask=ask)
        minus = NumberArithmetic(left=left, operation=Operation.MINUS, right=right)
        return Reading(question=Tell(number=minus), ask=ask)

    def relate(self, ask: Ask) -> Reading:
        ask = self._night_after(ask)
        if ask.other is None:
            raise UnanswerableError("it does not say with what")
        left, right = self._measuring.daily(ask.frame), self._measuring.daily(ask.other)
        first, second = ask.frame.records, ask.other.records
        records = replace(
            Records(),
            window=first.window or second.window,
            tests=first.tests | second.tests if first.table is second.table else frozenset(),
        )
        rows = self._builder.rows(records)
        notes = ("higher and lower values alike",) if ask.sided else ()
        return Reading(question=Relate(left=left, right=right, rows=rows, lag_days=ask.frame.lag), ask=ask, notes=notes)

    def _night_after(self, ask: Ask) -> Ask:
        """What is noted of a day stands beside the night after it, whichever of the two is named first.

        It stands beside the night before where that is said to come first: "do I get headaches when I sleep less".
        """
        frame, other = ask.frame, ask.other
        if other is None or frame.lag:
            return ask
        if self._is_asleep(frame) and self._is_of_a_moment(other):
            if ask.direction or ask.sided:
                return replace(ask, frame=replace(frame, lag=1 if self._is_of_the_evening(frame) else 0))
            frame, other = other, frame
        if not (self._is_of_a_moment(frame) and self._is_asleep(other)):
            return ask
        lag = 0 if self._is_of_the_evening(other) else 1
        return replace(ask, frame=replace(frame, lag=lag), other=other)

    def _is_of_the_evening(self, frame: Frame) -> bool:
        """Whether it measures a night that stands on the day on which it begins."""
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return self._builder.catalogue.nights_follow and quantity is not None and quantity.nightly

    def _is_asleep(self, frame: Frame) -> bool:
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return quantity is not None and (quantity.nightly or quantity.name in MEASURED_ASLEEP)

    def _is_of_a_moment(self, frame: Frame) -> bool:
        quantity = self._builder.quantity(frame.noun, Table.DAYS) if frame.noun else None
        return quantity is not None and bool(quantity.tag) and not quantity.lasting

    def over_time(self, ask: Ask) -> Reading:
        frame = ask.frame
        activities = frame.records.table is Table.ACTIVITIES
        if _is_one(frame.records.inside):
            raise UnanswerableError("one day alone shows no course over time")
        column = self._measuring.daily(frame)
        records = Records(window=frame.records.window) if activities else frame.records
        rows = self._builder.rows(records)
        match ask.kind:
            case Kind.TREND if not activities and (days := _two_days(records.window)):
                first, second = (self._builder.rows(replace(records, window=day)) for day in days)
                return Reading(question=Contrast(rows=second, baseline=first, column=column), ask=ask)
            case Kind.TREND:
                notes = (
                    ("day by day rather than as an average",)
                    if frame.statistic is Statistic.MEAN and not activities
                    else ()
                )
                return Reading(question=Trend(rows=rows, column=column), ask=ask, notes=notes)
            case Kind.CHANGE_POINT:
                return Reading(question=ChangePoint(rows=rows, column=column), ask=ask)
            case _:
                return Reading(question=Unusual(rows=rows, column=column), ask=ask)


def _is_one(rows: Rows | None) -> bool:
    match rows:
        case Pick(count=1):
            return True
        case DaysOf(rows=inner):
            return _is_one(inner)
        case _:
            return False


def _two_days(window: Window | None) -> tuple[Window, Window] | None:
    """Both days of a span that has no more: from one to the other there is a difference and no trend."""
    if window is None or not isinstance(window.start, date) or window.end != window.start + timedelta(days=1):
        return None
    first, second = (
        span(day, day, day_said(day), Unit.DAY) for day in (window.start, window.start + timedelta(days=1))
    )
    return (first, second) if first and second else None
