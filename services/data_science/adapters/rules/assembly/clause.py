"""One thing that is asked, as terms; what it is read as; and why it may not be readable."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from services.data_science.adapters.rules.spans import Calendar
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Condition,
    DayOf,
    Earlier,
    Item,
    Lag,
    Limit,
    Metric,
    Months,
    Rate,
    Sign,
    Span,
    Statistic,
    Term,
    Unit,
    Weekdays,
)
from services.data_science.domain.data import DataDescription
from services.data_science.domain.query import Aggregate, Query, Source, Window

JOINTS: Final = frozenset({"and", "or", "between"})
"""Words that join what is asked; by themselves they ask for nothing."""
_T = TypeVar("_T")


@dataclass(frozen=True, kw_only=True)
class Understood:
    """A query, and what has to be said about how the question was read.

    Attributes:
        asked_in: the unit the question asks in; None where it names none.
        assumed: what the question left open and how it was filled in; empty when nothing was.
        causal: whether it asked for a cause, which an association is not.
        caveat: what the answer has to admit.
        other: the less likely of two readings, where both are plausible.
    """

    query: Query
    asked_in: Unit | None = None
    assumed: str = ""
    causal: bool = False
    caveat: str = ""
    other: "Understood | None" = None


@dataclass(frozen=True, kw_only=True)
class NotUnderstood:
    """Why the language cannot say the question, as the end of "because …", and what it spoke of."""

    because: str
    terms: tuple[Term, ...] = ()


Reading: TypeAlias = Understood | NotUnderstood


class CannotSayError(Exception):
    """What is asked has no query; the message is the end of "because …"."""


@dataclass(frozen=True)
class Clause:
    """The terms of one thing that is asked, in the order they were said, and what they are read against."""

    items: tuple[Item, ...]
    days: Calendar
    data: DataDescription

    def of(self, kind: type[_T]) -> tuple[_T, ...]:
        """The different terms of a kind."""
        return tuple(dict.fromkeys(item for item in self.items if isinstance(item, kind)))

    def names(self, *kinds: type) -> bool:
        """Whether there is a term of any of the kinds."""
        return any(isinstance(item, kinds) for item in self.items)

    def has(self, *signs: Sign) -> bool:
        return any(item in signs for item in self.items if isinstance(item, Sign))

    @property
    def signs(self) -> frozenset[Sign]:
        return frozenset(self.of(Sign))

    @property
    def aggregates(self) -> frozenset[Aggregate]:
        return frozenset(statistic.aggregate for statistic in self.of(Statistic))

    def without(self, *kinds: type) -> "Clause":
        return replace(self, items=tuple(item for item in self.items if not isinstance(item, kinds)))

    def less(self, *items: Item) -> "Clause":
        return replace(self, items=tuple(item for item in self.items if item not in items))

    def plus(self, *items: Item) -> "Clause":
        return replace(self, items=(*self.items, *items))

    @property
    def per_days(self) -> float:
        """The days a rate is per; 1, which says nothing of daily values, where none is named."""
        return max((rate.per_days for rate in self.of(Rate)), default=1.0)

    @property
    def windows(self) -> tuple[Window, ...]:
        """The different windows; the same days said in two ways are one."""
        return tuple({(span.window.start, span.window.end): span.window for span in reversed(self.of(Span))}.values())[
            ::-1
        ]

    def window(self, source: Source = Source.DAY) -> Window:
        """The one window; all there is where none is named.

        Raises:
            CannotSayError: several windows are named, or one whose length is only told by another.
        """
        spans = self.windows
        if len(spans) > 1 or self.of(Earlier):
            raise CannotSayError("it names several windows of time, and I do not see which one is meant")
        return spans[0] if spans else everything(self.days, self.data, source)

    def allow(self, signs: frozenset[Sign], *kinds: type) -> None:
        """Makes sure that nothing the question says is lost on the way.

        Raises:
            CannotSayError: a term of another kind, or another sign, is left.
        """
        known = (*_ALWAYS, *kinds)
        for item in self.items:
            if isinstance(item, Sign):
                if item not in signs and item not in _HARMLESS:
                    raise CannotSayError(_LOST.get(item, _TOO_MUCH))
            elif not isinstance(item, (str, *known)):
                raise CannotSayError(_LOST.get(type(item), _TOO_MUCH))


def everything(days: Calendar, data: DataDescription, source: Source) -> Window:
    """All data: of biomarkers from the oldest sample on, which may be older or newer than the daily data."""
    first, last = days.first, days.today
    if source is Source.BIOMARKER and data.biomarker_dates is not None:
        first, last = data.biomarker_dates
    return Window(start=first, end=last, label="all data")


_ALWAYS: Final[tuple[type, ...]] = (Metric, Biomarker, Activity, Condition, DayOf, Weekdays, Months, Span, Unit)
_HARMLESS: Final = frozenset({Sign.FILLER, Sign.HABIT, Sign.WHERE, Sign.DAYS_WHEN})
_TOO_MUCH: Final = "it asks for more than one thing at once, or for something I cannot put into one computation"
_LOST: Final[Mapping[object, str]] = MappingProxyType(
    {
        Sign.NOT: "it is about what does not hold, and I only know days with or without an activity",
        Sign.ROLLING: ("I know rolling features only as the mean, standard deviation or variation of a metric"),
        Limit: "it compares with something that is neither a number nor a window of time",
        Lag: "days before or after only make sense between two metrics",
    }
)
