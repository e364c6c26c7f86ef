"""What can be seen in the records before anything is computed for the person: how much of it, and what moved."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median
from typing import Final

from services.investigator.domain.focus import Focus
from services.investigator.domain.records import LabValue, Records, Series
from services.investigator.domain.spans import LAST_NIGHT, Span, Spans, year_of

FEWEST_DAYS: Final = 10
"""In either stretch of a comparison; of a stretch shorter than two weeks, more than half of its days."""
_ROBUST: Final = 1.4826
"""The standard deviation of normal values is so many median absolute deviations: Rousseeuw and Croux (1993)."""
_FORTNIGHT: Final = 14
_MOST_LABS: Final = 3
_MISSED: Final = 2
"""So many of the metrics, the most telling first, are told to be missing where they never were on record."""


@dataclass(frozen=True, kw_only=True)
class SeriesSeen:
    """How much there is of a metric, and how far it moved.

    Attributes:
        days: with a value in the window; `days_before` in the stretch before.
        shift: median of the window less median before, in robust standard deviations of the last year; None where
            either stretch is too short, or the metric hardly varies.
    """

    metric: str
    noun: str
    days: int
    days_before: int
    shift: float | None = None


@dataclass(frozen=True, kw_only=True)
class NothingOnRecord:
    """There was nothing to look at."""


@dataclass(frozen=True, kw_only=True)
class Digest:
    """What was looked at.

    Attributes:
        focus: names what the question is about; empty: everything.
        looked_before: earlier turns tested something, which is not proposed again.
        goals: the metrics that a goal on file is about.
    """

    spans: Spans
    series: tuple[SeriesSeen, ...] = ()
    focus: str = ""
    looked_before: bool = False
    goals: tuple[str, ...] = ()

    @property
    def is_of_a_day(self) -> bool:
        """Whether a single day is asked about, of which chance says nothing."""
        return self.spans.window.days == 1

    @property
    def is_of_a_night(self) -> bool:
        """Whether that day stands for the night it begins with."""
        return self.is_of_a_day and self.spans.window.label == LAST_NIGHT


def digest_of(
    records: Records,
    spans: Spans,
    metrics: Sequence[str],
    *,
    focus: Focus,
    looked_before: bool = False,
    goals: Sequence[str] = (),
) -> Digest:
    """The metrics on record, in the order they are looked at; the first few also where they are not on record.

    Laboratory values that are to be told follow them.
    """
    year = year_of(first=records.first, today=records.today)
    looked_at = [name for place, name in enumerate(metrics) if place < _MISSED or name in records.series]
    series = (
        records.series.get(name) or Series(metric=name, noun=records.nouns.get(name, name), values={})
        for name in looked_at
    )
    return Digest(
        spans=spans,
        series=(*(_seen(each, spans, year) for each in series), *map(_sampled, labs_outside(records, focus))),
        focus=focus.name,
        looked_before=looked_before,
        goals=tuple(name for name in goals if name in records.series),
    )


def labs_outside(records: Records, focus: Focus) -> tuple[LabValue, ...]:
    """The laboratory values outside the laboratory's own range that bear on the question."""
    return tuple(lab for lab in records.labs if lab.side is not None and focus.bears_on(lab.name))[:_MOST_LABS]


def _sampled(lab: LabValue) -> SeriesSeen:
    """A sample is a value of its own, not of a day."""
    return SeriesSeen(metric=lab.name, noun=lab.noun, days=0, days_before=0)


def is_enough(days: int, span: Span) -> bool:
    """Whether so many days with a value speak for a stretch."""
    return days >= fewest_of(span)


def fewest_of(span: Span) -> int:
    return FEWEST_DAYS if span.days >= _FORTNIGHT else span.days // 2 + 1


def days_in(values: Mapping[date, float], span: Span) -> int:
    return sum(span.holds(day) for day in values)


def _seen(series: Series, spans: Spans, year: Span) -> SeriesSeen:
    window, before = (_values(series, span) for span in (spans.window, spans.before))
    is_long = is_enough(len(window), spans.window) and is_enough(len(before), spans.before)
    return SeriesSeen(
        metric=series.metric,
        noun=series.noun,
        days=len(window),
        days_before=len(before),
        shift=_shift(window, before, _values(series, year)) if is_long else None,
    )


def _values(series: Series, span: Span) -> list[float]:
    return [value for day, value in series.values.items() if span.holds(day)]


def _shift(window: Iterable[float], before: Iterable[float], year: Sequence[float]) -> float | None:
    middle = median(year)
    spread = _ROBUST * median(abs(value - middle) for value in year)
    return (median(window) - median(before)) / spread if spread > 0 else None
