"""How sure a number is: between which ends it lies in general, what that rests on, and how both are said.

Whoever claims a finding claims no interval and no chance of its own: only the validator models how days resemble each
other, and it alone tells either.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from services.validator.domain.algebra import (
    Contrast,
    Decide,
    Number,
    Pick,
    Question,
    Reduce,
    Relate,
    Rows,
    Share,
    Statistic,
    Table,
    Tell,
    Trend,
)
from services.validator.domain.claims.finding import Finding, FindingKind
from services.validator.domain.claims.sample import Sample
from services.validator.domain.questions.traversal import source_of
from services.validator.domain.records.series import Days, Floats
from services.validator.domain.statistics import certainty
from services.validator.domain.statistics.certainty import ConfidenceInterval

_WEEK: Final = 7
_PERCENT: Final = 100
_ALMOST_ALL: Final = 0.9
"""From this share on, the days count for about as many as they are."""
_HARDLY_EVER: Final = 0.01
_STRENGTHS: Final = ((0.1, "next to none"), (0.3, "weak"), (0.5, "moderate"))
_STRONGEST: Final = "strong"


@dataclass(frozen=True, kw_only=True)
class Certainty:
    """Between which ends the effect of a finding lies in general.

    Attributes:
        interval: in the unit of the effect, with the days that it is worth.
        per_week: of a line, likewise its slope per week; None otherwise.
    """

    interval: ConfidenceInterval
    per_week: ConfidenceInterval | None = None


def certainty_of(sample: Sample) -> Certainty | None:
    """Of a mean, a median, a share, a difference, a line or a correlation of daily values; None of anything else.

    What is counted or picked out, the day of a change and a comparison with a single day have none: they are what they
    are. Activities and samples have none, for nothing tells how much they resemble each other.
    """
    with np.errstate(all="ignore"):
        interval = _interval(sample)
    if interval is None:
        return None
    if not isinstance(sample.question, Trend):
        return Certainty(interval=interval)
    weeks = int(sample.days[-1] - sample.days[0]) / _WEEK
    return Certainty(interval=interval, per_week=interval.times(1 / weeks))


def numbers_of(finding: Finding, found: Certainty) -> Iterator[tuple[str, float]]:
    """Its numbers by key; the days that it rests on as whole ones, and of a difference below 0 its size as well."""
    yield from (("ci_low", found.interval.low), ("ci_high", found.interval.high))
    if _is_told_by_size(finding, found):
        yield from (("least", -found.interval.high), ("most", -found.interval.low))
    if found.per_week is not None:
        yield from (("slope_per_week_low", found.per_week.low), ("slope_per_week_high", found.per_week.high))
    yield "days_worth", float(max(round(found.interval.days_worth), 1))


def range_in_words(finding: Finding, found: Certainty) -> str:
    """Between which ends the effect lies, in one sentence whose numbers are references; of a link by its strength."""
    low, high = found.interval.low, found.interval.high
    if finding.kind is FindingKind.ASSOCIATION:
        return _strength_in_words(low, high)
    least, most = ("least", "most") if _is_told_by_size(finding, found) else ("ci_low", "ci_high")
    ends = f"between {{{{{finding.id}.{least}}}}} and {{{{{finding.id}.{most}}}}}"
    none = ", so there may be none" if finding.kind is FindingKind.TREND and low <= 0 <= high else ""
    return f"Most likely {_subject(finding.question)} is {ends}{none}."


def basis_in_words(finding: Finding, found: Certainty, *, n: int, p_value: float | None) -> str:
    """What the range rests on and, of what was tested, how seldom chance alone gives as much."""
    said = [] if p_value is None else [f"Chance alone would {_how_often(p_value)} give as much."]
    if any(each.key == "n" for each in finding.numbers):
        said.append(f"This rests on {{{{{finding.id}.n}}}} days.")
    if found.interval.days_worth < _ALMOST_ALL * n:
        worth = f"{{{{{finding.id}.days_worth}}}}"
        said.append(f"Neighbouring days are so alike that they count for about {worth} separate ones.")
    return " ".join(said)


def _is_told_by_size(finding: Finding, found: Certainty) -> bool:
    """Whether it is a difference to the lower side: one says how much less, and not that it is minus so much."""
    return isinstance(finding.question, Contrast) and found.interval.high < 0


def _how_often(p_value: float) -> str:
    return "hardly ever" if p_value <= _HARDLY_EVER else "seldom"


def _subject(question: Question | None) -> str:
    match question:
        case Contrast():
            return "the real difference"
        case Trend():
            return "the real change"
        case Tell(number=Share()) | Decide(left=Share()):
            return "the usual share"
        case _:
            return "what is usual for you"


def _is_of_days(rows: Rows) -> bool:
    """Whether they are days, and not those with the highest or lowest values: these are typical of nothing."""
    is_extreme = isinstance(rows, Pick) and rows.by is not None
    return source_of(rows) is Table.DAYS and not is_extreme


def _interval(sample: Sample) -> ConfidenceInterval | None:
    values, days = sample.feature, sample.days
    match sample.question:
        case Relate(rows=rows) if _is_of_days(rows) and sample.target is not None:
            return certainty.of_rank_correlation(values, sample.target, days)
        case Contrast(rows=rows) if _is_of_days(rows) and sample.weighed_as(FindingKind.TREND) is FindingKind.TREND:
            if sample.earlier is None or sample.later is None:
                return None
            return certainty.of_difference(values, days, sample.earlier, sample.later)
        case Trend(rows=rows) if _is_of_days(rows):
            return certainty.of_line(values, days)
        case Tell(number=number) | Decide(left=number):
            return _of_number(number, values, days)
        case _:
            return None


def _of_number(number: Number, values: Floats, days: Days) -> ConfidenceInterval | None:
    match number:
        case Reduce(rows=rows, statistic=Statistic.MEAN) if _is_of_days(rows):
            return certainty.of_mean(values, days)
        case Reduce(rows=rows, statistic=Statistic.MEDIAN) if _is_of_days(rows):
            return certainty.of_median(values, days)
        case Share(rows=rows) if _is_of_days(rows):
            share = certainty.of_share(values, days)
            return None if share is None else share.times(_PERCENT)
        case _:
            return None


def _strength_in_words(low: float, high: float) -> str:
    if low <= 0 <= high:
        return "There may also be no link at all."
    weakest, strongest = (_strength(end) for end in sorted((abs(low), abs(high))))
    how = weakest if weakest == strongest else f"anything from {weakest} to {strongest}"
    return f"Most likely the link is {how}."


def _strength(size: float) -> str:
    return next((said for bound, said in _STRENGTHS if size < bound), _STRONGEST)
