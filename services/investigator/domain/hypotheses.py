"""What is worth computing: questions in the order of their promise, few enough to compute them all."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from itertools import islice
from typing import Final

from services.investigator.domain.asked import (
    ActivityCount,
    Asked,
    Change,
    ChangePoint,
    Lab,
    Level,
    Together,
    Weekdays,
)
from services.investigator.domain.digest import Digest, SeriesSeen, days_in, is_enough, labs_outside
from services.investigator.domain.focus import Focus, Pair
from services.investigator.domain.records import Records, Side
from services.investigator.domain.spans import EVERYTHING, Span, baseline_of, year_of

_MOST_SURPRISES: Final = 2
_MOST_PAIRS_OF_A_WEEK: Final = 1
_LONG: Final = 14
MOST: Final = 24
"""Of everything together; levels are the first to give way."""
_WORTH_DATING: Final = 1.0
_SURPRISING: Final = 1.0
"""A metric that is not looked at as a rule is, if it moved by so many robust standard deviations."""
_FEWEST_PAIRS: Final = 60
_STEP_DAYS: Final = 90
_FEWEST_OF_A_STEP: Final = 40
_SHORTEST_OF_A_STEP: Final = 30
_FEWEST_OF_A_KIND: Final = 3
_FEWEST_OF_A_LEVEL: Final = 3


class Kind(StrEnum):
    """What a hypothesis is of; the names are those of the contract."""

    CHANGE = "change"
    WEEKDAYS = "weekdays"
    TOGETHER = "together"
    CHANGE_POINT = "change_point"
    LAB = "lab"
    LEVEL = "level"


class EarlierKind(StrEnum):
    """What an earlier test was of."""

    ASSOCIATION = "association"
    TREND = "trend"
    SCALAR = "scalar"


@dataclass(frozen=True, kw_only=True)
class EarlierTest:
    """What was tested in an earlier turn."""

    kind: EarlierKind
    feature: str
    target: str = ""
    lag_days: int = 0


@dataclass(frozen=True, kw_only=True)
class Hypothesis:
    """A question worth computing; `id` is unique within the run."""

    id: str
    title: str
    rationale: str
    asked: Asked

    @property
    def kind(self) -> Kind:
        return _KINDS[type(self.asked)]


_KINDS: Final = {
    Change: Kind.CHANGE,
    Weekdays: Kind.WEEKDAYS,
    Together: Kind.TOGETHER,
    ChangePoint: Kind.CHANGE_POINT,
    Lab: Kind.LAB,
    Level: Kind.LEVEL,
    ActivityCount: Kind.LEVEL,
}


@dataclass(frozen=True, kw_only=True)
class _Proposal:
    asked: Asked
    title: str
    rationale: str


@dataclass(frozen=True, kw_only=True)
class _Caps:
    """How many of a kind there may be: every further one costs the others power."""

    changes: int
    pairs: int
    weekdays: int
    levels: int


_USUAL: Final = _Caps(changes=6, pairs=5, weekdays=4, levels=4)
_MOST_OF: Final = {
    Kind.CHANGE: _USUAL.changes + _MOST_SURPRISES,
    Kind.LAB: _USUAL.levels,
    Kind.TOGETHER: _USUAL.pairs,
    Kind.WEEKDAYS: _USUAL.weekdays,
    Kind.CHANGE_POINT: 1,
    Kind.LEVEL: _USUAL.levels + 2,
}
_ANY: Final = _Caps(changes=100, pairs=100, weekdays=100, levels=100)


def hypotheses_of(
    records: Records, digest: Digest, focus: Focus, pairs: Sequence[Pair], tested: Collection[EarlierTest] = ()
) -> tuple[Hypothesis, ...]:
    """Everything that is to be computed, the most promising first.

    Changes, laboratory values and levels are of days that are new each time, and are asked again; what goes together,
    and the rhythm of the week, are not asked a second time. Which changes are looked at does not depend on how large
    they are, but for one that stands out among the others.
    """
    return _numbered(_proposed(records, digest, focus, pairs, tested, _USUAL))[:MOST]


def candidates_of(
    records: Records, digest: Digest, focus: Focus, pairs: Sequence[Pair], tested: Collection[EarlierTest] = ()
) -> tuple[Hypothesis, ...]:
    """Everything of these kinds that can be computed: `hypotheses_of` first, then what is beyond its numbers."""
    usual = list(_proposed(records, digest, focus, pairs, tested, _USUAL))
    asked = [each.asked for each in usual]
    beyond = [each for each in _proposed(records, digest, focus, pairs, tested, _ANY) if each.asked not in asked]
    return _numbered([*usual, *beyond])


def together_of(
    records: Records, digest: Digest, pair: Pair, tested: Collection[EarlierTest] = ()
) -> Hypothesis | None:
    """Whether two metrics go together that no table has; None where that cannot be computed or was tested."""
    return next(iter(_numbered(_pairs(records, digest, None, [pair], tested, _USUAL))), None)


def most_of(kind: Kind) -> int:
    """How many of a kind are proposed at most, whoever proposes."""
    return _MOST_OF[kind]


def _proposed(
    records: Records,
    digest: Digest,
    focus: Focus,
    pairs: Sequence[Pair],
    tested: Collection[EarlierTest],
    caps: _Caps,
) -> Iterator[_Proposal]:
    yield from _changes(records, digest, focus, caps)
    yield from _labs(records, focus)
    yield from _pairs(records, digest, focus, pairs, tested, caps)
    yield from _weekdays(records, digest, focus, tested, caps)
    yield from _steps(records, digest, focus)
    yield from _levels(records, digest, caps)


def _numbered(proposed: Iterable[_Proposal]) -> tuple[Hypothesis, ...]:
    return tuple(
        Hypothesis(id=f"h-{number:02}", title=each.title, rationale=each.rationale, asked=each.asked)
        for number, each in enumerate(proposed, start=1)
    )


def _size(seen: SeriesSeen) -> float:
    return abs(seen.shift or 0.0)


def _comparable(digest: Digest) -> list[SeriesSeen]:
    spans = digest.spans
    return [
        seen
        for seen in digest.series
        if is_enough(seen.days, spans.window) and is_enough(seen.days_before, spans.before)
    ]


def _looked_at(digest: Digest, focus: Focus, caps: _Caps = _USUAL) -> list[SeriesSeen]:
    """What is looked at for changes, the one that moved most first."""
    comparable = _comparable(digest)
    is_all = caps is _ANY or not focus.name
    about = [seen for seen in comparable if is_all or seen.metric in focus.metrics][: caps.changes]
    surprising = [seen for seen in comparable if seen not in about and _size(seen) >= _SURPRISING]
    surprises = sorted(surprising, key=_size, reverse=True)[:_MOST_SURPRISES]
    return sorted([*about, *surprises], key=_size, reverse=True)


def _changes(records: Records, digest: Digest, focus: Focus, caps: _Caps) -> Iterator[_Proposal]:
    window, before = digest.spans.window, baseline_of(digest.spans, first=records.first)
    for seen in _looked_at(digest, focus, caps):
        yield _Proposal(
            asked=Change(metric=seen.metric, window=window, before=before),
            title=f"{seen.noun}, {window.label} against {before.label}",
            rationale="It moved by more than it usually does." if _size(seen) >= 1 else "It is looked at as a rule.",
        )


def _labs(records: Records, focus: Focus) -> Iterator[_Proposal]:
    if records.sampled is None:
        return
    first, last = records.sampled
    for lab in labs_outside(records, focus):
        side = lab.side or Side.LOW
        limit = "lower" if side is Side.LOW else "upper"
        yield _Proposal(
            asked=Lab(biomarker=lab.name, side=side, window=Span(start=first, end=last, label=EVERYTHING)),
            title=f"{lab.noun}, the newest sample against the laboratory's own {limit} limit",
            rationale="The newest sample is outside the range that the laboratory gave.",
        )


def _pairs(
    records: Records,
    digest: Digest,
    focus: Focus | None,
    pairs: Sequence[Pair],
    tested: Collection[EarlierTest],
    caps: _Caps,
) -> Iterator[_Proposal]:
    """Those that begin with a metric the question is about come first, else in the order of the table."""
    year = year_of(first=records.first, today=records.today)
    nouns = {seen.metric: seen.noun for seen in digest.series}
    known = [
        pair
        for pair in pairs
        if _days_with_both(records, pair, year) >= _FEWEST_PAIRS and not _was_tested(pair, tested)
    ]
    about = frozenset(focus.metrics) if focus and focus.name else frozenset()
    known.sort(key=lambda pair: -len({pair.left, pair.right} & about))
    most = caps.pairs if digest.spans.window.days >= _LONG else _MOST_PAIRS_OF_A_WEEK
    for pair in known[: most if digest.spans.window.days > 1 else 0]:
        later = ", the next day" if pair.lag_days else ""
        yield _Proposal(
            asked=Together(left=pair.left, right=pair.right, lag_days=pair.lag_days, window=year),
            title=f"{nouns[pair.left]} and {nouns[pair.right]}{later}",
            rationale=pair.because,
        )


def _days_with_both(records: Records, pair: Pair, year: Span) -> int:
    left, right = (records.series.get(name) for name in (pair.left, pair.right))
    if left is None or right is None:
        return 0
    later = {day.toordinal() - pair.lag_days for day in right.values}
    return sum(year.holds(day) and day.toordinal() in later for day in left.values)


def _was_tested(pair: Pair, tested: Collection[EarlierTest]) -> bool:
    return any(
        each.kind is EarlierKind.ASSOCIATION
        and {each.feature, each.target} == {pair.left, pair.right}
        and each.lag_days == pair.lag_days
        for each in tested
    )


def _weekdays(
    records: Records, digest: Digest, focus: Focus, tested: Collection[EarlierTest], caps: _Caps
) -> Iterator[_Proposal]:
    """The rhythm of the week, unless the question is about a week or a day; what the days off change most comes first.

    Of metrics of which no days were held against others yet; a change in time has no `target`. What the question is
    about is all that a question about something looks at.
    """
    if digest.spans.window.days < _LONG:
        return
    year = year_of(first=records.first, today=records.today)
    followed = {each.feature for each in tested if each.kind is EarlierKind.TREND and each.target}
    nouns = {seen.metric: seen.noun for seen in digest.series}
    order = focus.metrics if focus.name else dict.fromkeys((*focus.rhythm, *nouns))
    usable = (
        metric
        for metric in order
        if metric in nouns and metric not in followed and _days_of(metric, records, year) >= _FEWEST_PAIRS
    )
    for metric in islice(usable, caps.weekdays):
        yield _Proposal(
            asked=Weekdays(metric=metric, window=year),
            title=f"{nouns[metric]} on weekends against weekdays",
            rationale="Weeks have a rhythm, and the days off often differ.",
        )


def _days_of(metric: str, records: Records, span: Span) -> int:
    """None of what is not on record."""
    series = records.series.get(metric)
    return days_in(series.values, span) if series else 0


def _steps(records: Records, digest: Digest, focus: Focus) -> Iterator[_Proposal]:
    """When the metric that moved most changed; of a stretch too short to hold a change, nothing."""
    window = digest.spans.window
    moved = next(iter(_looked_at(digest, focus)), None)
    if moved is None or _size(moved) < _WORTH_DATING or window.days < _SHORTEST_OF_A_STEP:
        return
    start = max(records.first, window.end - timedelta(days=_STEP_DAYS - 1))
    stretch = Span(start=start, end=window.end, label=f"the last {_STEP_DAYS} days")
    if _days_of(moved.metric, records, stretch) >= _FEWEST_OF_A_STEP:
        yield _Proposal(
            asked=ChangePoint(metric=moved.metric, window=stretch),
            title=f"since when {moved.noun} has changed",
            rationale="It moved most of all.",
        )


def _levels(records: Records, digest: Digest, caps: _Caps) -> Iterator[_Proposal]:
    """How it stands where there is nothing to hold it against, and how many activities there were.

    Where there are only a few days, of those.
    """
    window = digest.spans.window
    compared = {seen.metric for seen in _comparable(digest)}
    alone = [seen for seen in digest.series if seen.metric not in compared and is_enough(seen.days, window)]
    if not compared and not alone:
        alone = [seen for seen in digest.series if seen.days >= _FEWEST_OF_A_LEVEL]
        if window.holds(records.first):
            window = Span(start=records.first, end=window.end, label=EVERYTHING)
    for seen in alone[: caps.levels]:
        yield _Proposal(
            asked=Level(metric=seen.metric, window=window),
            title=f"{seen.noun} over {window.label}",
            rationale="There is nothing before to hold it against.",
        )
    kinds = Counter(each.kind for each in records.activities if window.holds(each.day))
    if not kinds:
        return
    yield _Proposal(
        asked=ActivityCount(window=window),
        title=f"activities over {window.label}",
        rationale="It shows how active the time was.",
    )
    kind, count = kinds.most_common(1)[0]
    if count >= _FEWEST_OF_A_KIND and count < kinds.total():
        yield _Proposal(
            asked=ActivityCount(window=window, kind=kind),
            title=f"the most frequent activity over {window.label}",
            rationale="It is what was done most often.",
        )
