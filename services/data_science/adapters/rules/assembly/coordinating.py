"""What is joined by "and": every part of a list with all that is said once for the whole list."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause
from services.data_science.adapters.rules.terms import (
    Activity,
    Arithmetic,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Earlier,
    Grouped,
    Item,
    Judgement,
    Metric,
    Months,
    Ranked,
    Rate,
    Relation,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.domain.query import Aggregate

_AND: Final = "and"
_OTHER_THAN: Final = " other than "
_OR: Final = "or"
_MEASURED: Final = (Metric, Biomarker)
_WHERE: Final = (Condition, DayOf, Weekdays, Months)
_STATISTICS: Final = (Statistic, Judgement, Ranked)
_ASKING: Final = frozenset(
    {
        *(Sign.COUNT_DAYS, Sign.HOW_OFTEN, Sign.HOW_MANY, Sign.HOW_MUCH, Sign.HOW_FAR, Sign.WHEN, Sign.WHICH),
        *(Sign.LIST, Sign.HABIT),
    }
)
_FOLLOWING: Final = (Sign.CHANGE, Sign.VERB, Sign.CHANGE_POINT)
_HOLDING: Final = (Sign.VERSUS, Sign.THAN, Sign.DIRECTION)


def coordinated(clause: Clause) -> tuple[Clause, ...]:
    """The clauses of a sentence, each complete in itself, in the order they were said."""
    clause = replace(clause, items=_listed(clause.items))
    if clause.names(Relation, Arithmetic):
        return (clause,)
    clause = replace(clause, items=_on_the_same_day(clause.items))
    if len(clause.of(Activity)) > 1 and any(_OTHER_THAN in activity.said for activity in clause.of(Activity)):
        raise CannotSayError("I can leave out one kind of activities, not several")
    segments = list(dict.fromkeys(_merged(_segments(clause.items))))
    _check_sum(segments)
    if clause.names(Grouped, Earlier) or clause.has(*_FOLLOWING):
        if not _is_followed_apart(segments):
            return _of_each_metric(clause)
        return _completed(clause, segments)
    if clause.has(*_HOLDING):
        held = len(clause.windows) > 1 or clause.names(*_WHERE) or len(clause.of(Activity)) > 1
        return _of_each_metric(clause) if held else (clause,)
    if _AND not in clause.items:
        return (clause,)
    return _completed(clause, segments)


def _on_the_same_day(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Days on which one did this "and" that are days with both."""
    spoken = [item for item in items if isinstance(item, Activity)]
    if Sign.COUNT_DAYS not in items or len(spoken) < 2 or _has(items, *_MEASURED) or items.count(Sign.COUNT_DAYS) > 1:
        return items
    days = {activity: DayOf(activity, absent=False) for activity in spoken}
    return tuple(days[item] if isinstance(item, Activity) else item for item in items if item != _AND)


def _completed(clause: Clause, segments: list[tuple[Item, ...]]) -> tuple[Clause, ...]:
    complete = [completed(segment, segments[:place], segments[place + 1 :]) for place, segment in enumerate(segments)]
    return tuple(replace(clause, items=items) for items in dict.fromkeys(complete))


def _check_sum(segments: Sequence[tuple[Item, ...]]) -> None:
    """Makes sure that no single sum of several metrics is asked for: "average of deep and REM sleep combined".

    Raises:
        CannotSayError: it is.
    """
    *others, last = segments or [()]
    trailing = _trails(last) and Statistic(Aggregate.SUM) in last
    if trailing and any(_has(segment, Statistic) and _has(segment, *_MEASURED) for segment in others):
        raise CannotSayError("it asks for a sum of several metrics, and I compute each by itself")


def _is_followed_apart(segments: Sequence[tuple[Item, ...]]) -> bool:
    """Whether one part of a list asks for a number and another for a trend: "average steps and the trend of my sleep".

    A trend that is said after what it is of is that of the whole list: "are my average steps and sleep improving".
    """
    asks = any(_has(segment, *_MEASURED) and _has(segment, Statistic) for segment in segments[:-1])
    trends = [segment for segment in segments if any(item in _FOLLOWING for item in segment)]
    leads = all(segment[0] in _FOLLOWING and _has(segment, *_MEASURED) for segment in trends)
    return asks and bool(trends) and leads and len(trends) < len(segments)


def _listed(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """In a list of what is measured "or" is an "and"; anywhere else it is a choice, which no query has.

    Raises:
        CannotSayError: there is such a choice.
    """
    read = list(items)
    for place, item in enumerate(items):
        if item == _OR:
            if not (
                _has(items[max(place - 2, 0) : place], *_MEASURED) and _has(items[place + 1 : place + 3], *_MEASURED)
            ):
                raise CannotSayError("it leaves a choice between conditions, and I can only join them by “and”")
            read[place] = _AND
    return tuple(read)


def _of_each_metric(clause: Clause) -> tuple[Clause, ...]:
    """The clause of each metric of a list.

    Raises:
        CannotSayError: the metrics are no list.
    """
    metrics = clause.of(Metric)
    if len(metrics) > 1 and not _is_list(clause.items):
        raise CannotSayError("it asks for more than one thing at once, and I do not see how they belong together")
    return tuple(clause.less(*(other for other in metrics if other != metric)) for metric in metrics) or (clause,)


def _is_list(items: Sequence[Item]) -> bool:
    """Whether metrics that follow one another are joined by "and" or, where a comma is gone, by nothing."""
    places = [place for place, item in enumerate(items) if isinstance(item, Metric)]
    between = [items[one + 1 : other] for one, other in pairwise(places)]
    return all(not part or _AND in part for part in between)


def _segments(items: Sequence[Item]) -> list[tuple[Item, ...]]:
    """What stands between the joints; in a list, whose commas are gone, also what two measures or statistics begin."""
    segments: list[tuple[Item, ...]] = []
    current: list[Item] = []
    for item in items:
        if item == _AND or (current and _begins_another(current, item)):
            segments.append(tuple(current))
            current = []
        if item != _AND:
            current.append(item)
    return [segment for segment in (*segments, tuple(current)) if segment]


def _begins_another(current: Sequence[Item], item: Item) -> bool:
    """Whether a list goes on with `item`: right after a measure another one, after a statistic another one."""
    last = current[-1]
    if isinstance(item, Span):
        return isinstance(last, Span)
    if isinstance(item, _MEASURED):
        return isinstance(last, _MEASURED) and last != item
    return isinstance(item, Statistic) and isinstance(last, (Statistic, *_MEASURED)) and last != item and _full(current)


def _full(current: Sequence[Item]) -> bool:
    """Whether what was said so far can stand alone in a list: it has a statistic already."""
    return any(isinstance(item, Statistic) for item in current)


def _merged(segments: list[tuple[Item, ...]]) -> list[tuple[Item, ...]]:
    """Conditions joined by "and" hold at once, so that one that stands alone belongs to what is before it."""
    merged: list[tuple[Item, ...]] = []
    for segment in segments:
        if merged and (_only_where(segment) or _counts_along(merged[-1], segment)):
            merged[-1] = (*merged[-1], *segment)
        else:
            merged.append(segment)
    if len(merged) > 1 and _only_where(merged[0]):
        merged[:2] = [(*merged[0], *merged[1])]
    return merged


def _only_where(segment: Sequence[Item]) -> bool:
    return all(isinstance(item, (*_WHERE, Unit, Sign)) and item not in _ASKING for item in segment) and _has(
        segment, *_WHERE
    )


def _counts_along(counting: Sequence[Item], segment: Sequence[Item]) -> bool:
    """As in "how many days did I sleep more than eight hours and run": the activity is one more condition."""
    verbs = [item for item in segment if isinstance(item, Activity) and item.verb]
    return (
        Sign.COUNT_DAYS in counting
        and _has(counting, Condition)
        and bool(verbs)
        and all(isinstance(item, (Activity, *_WHERE)) for item in segment)
    )


def _has(items: Sequence[Item], *kinds: type) -> bool:
    return any(isinstance(item, kinds) for item in items)


def completed(
    items: tuple[Item, ...], earlier: Sequence[tuple[Item, ...]], later: Sequence[tuple[Item, ...]]
) -> tuple[Item, ...]:
    """The items with what is missing taken from the nearest neighbour that has it.

    What is measured and how is said before, or once at the end ("highest and lowest HRV"); when and where, often once
    for all at the end. Activities at either end of a list are those of the whole list, others of their own part.
    """
    return (*items, *_missing(items, tuple(reversed(earlier)), tuple(later)))


def _missing(
    items: tuple[Item, ...], before: tuple[tuple[Item, ...], ...], after: tuple[tuple[Item, ...], ...]
) -> Iterator[Item]:
    own_statistic = _has(items, *_STATISTICS) or any(item in _ASKING for item in items)
    if not _has(items, *_MEASURED, Activity):
        donors = (*after, *before) if own_statistic else (*before, *after)
        yield from _donated(donors, (*_MEASURED, Activity))
    elif not _has(items, Activity) and any(isinstance(item, Metric) and item.field for item in items):
        yield from _donated(_of_the_same(items, before, after), (Activity,))
    elif not _has(items, *_MEASURED) and not own_statistic:
        yield from _donated(before, _MEASURED)
    if not own_statistic:
        yield from _donated(before, _STATISTICS, asking=True) or _donated(tuple(filter(_trails, after)), _STATISTICS)
    if _has(items, Earlier) and not _has(items, Span):
        yield from _donated((*before, *after), (Span,))
    for kinds in ((Span, Earlier), _WHERE, (Rate,)):
        if not _has(items, *kinds):
            yield from _donated((*after, *before), kinds)
    if not _has(items, Chosen):
        of_days = _has(items, Metric) and not any(isinstance(item, Metric) and item.field for item in items)
        yield from _donated(
            tuple(each for each in (*after, *before) if not (of_days and _has(each, Activity))), (Chosen,)
        )


def _of_the_same(
    items: tuple[Item, ...], before: tuple[tuple[Item, ...], ...], after: tuple[tuple[Item, ...], ...]
) -> tuple[tuple[Item, ...], ...]:
    """The ends of a list, whose activities are the whole list's; of what says nothing else also the beginning."""
    bare = all(isinstance(item, (Metric, Unit, Sign)) for item in items) or not any(
        isinstance(item, Metric) and item.name for item in items
    )
    ends = tuple(each for each in (*after[-1:], *before[-1:]) if _has(each, *_MEASURED))
    return (*ends, *before[:1]) if bare else ends


def _trails(items: tuple[Item, ...]) -> bool:
    """Whether a statistic is said after what it is of, and so for a whole list: "steps and sleep on average"."""
    statistic = next((place for place, item in enumerate(items) if isinstance(item, Statistic)), -1)
    measured = next((place for place, item in enumerate(items) if isinstance(item, _MEASURED)), len(items))
    return statistic > measured


def _donated(
    donors: tuple[tuple[Item, ...], ...], kinds: tuple[type, ...], *, asking: bool = False
) -> tuple[Item, ...]:
    """The items of these kinds of the first donor that has any."""
    for donor in donors:
        found = tuple(item for item in donor if isinstance(item, kinds) or (asking and item in _ASKING))
        if found:
            return found
    return ()
