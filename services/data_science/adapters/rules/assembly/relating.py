"""Whether two daily series go together."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final

from services.data_science.adapters.rules.assembly.clause import CannotSayError, Clause, Understood
from services.data_science.adapters.rules.assembly.figures import AMOUNTS
from services.data_science.adapters.rules.assembly.filters import activities_of, activity_filter, where_of
from services.data_science.adapters.rules.assembly.implied import is_recorded
from services.data_science.adapters.rules.assembly.sources import daily
from services.data_science.adapters.rules.terms import (
    Activity,
    Biomarker,
    Item,
    Judgement,
    Lag,
    Metric,
    Rate,
    Relation,
    Sign,
    Statistic,
)
from services.data_science.domain.query import Aggregate, Associate, Compare, Measure, Selection, Source

SIGNS: Final = AMOUNTS | {Sign.DIRECTION, Sign.VERB, Sign.HOW_OFTEN, Sign.VERSUS, Sign.THAN, Sign.CHANGE}


@dataclass(frozen=True)
class _Series:
    """One of the things that are set against each other: where it was said, and what it is."""

    position: int
    measure: Measure
    said: str
    caveat: str = ""


def relate(clause: Clause) -> tuple[Understood, ...]:
    """An association for each pair that is asked about.

    Raises:
        CannotSayError: there are not two different series.
    """
    clause.allow(SIGNS, Relation, Lag, Judgement, Statistic, Rate)
    if clause.per_days > 1:
        raise CannotSayError("a relationship is between daily values, not between those of weeks or months")
    if clause.of(Biomarker):
        raise CannotSayError("laboratory samples are too few to go day by day with anything")
    if clause.aggregates - {Aggregate.MEAN, Aggregate.SUM}:
        raise CannotSayError("a relationship is between daily values, not between other statistics of them")
    if len(clause.of(Lag)) > 1:
        raise CannotSayError("I look at a relationship over one delay")
    series = _series(clause)
    distinct = tuple({each.measure: each for each in series}.values())
    if len(series) > 1 and len(distinct) == 1:
        raise CannotSayError(f"{series[0].said} is named again, and it always goes together with itself")
    if len(distinct) < 2:
        raise CannotSayError("a relationship needs two metrics")
    return tuple(_related(clause, feature, target) for feature, target in _pairs(distinct, clause))


def _series(clause: Clause) -> tuple[_Series, ...]:
    """What is set against each other, in the order it was said; activities belong to the number beside them."""
    found: list[_Series] = []
    spoken = [position for position, item in enumerate(clause.items) if isinstance(item, Activity)]
    used: set[int] = set()
    for position, item in enumerate(clause.items):
        if not isinstance(item, Metric):
            continue
        beside = _beside(position, spoken, clause.items) if item.field else None
        if beside is not None:
            used.add(beside)
        activity = clause.items[beside] if beside is not None else None
        measure = _measure(clause, item, activity)
        caveat = item.caveat if measure.name == item.name or not item.name else ""
        found.append(_Series(position, measure, item.said, caveat))
    for position in spoken:
        if position not in used and not any(clause.items[position] == clause.items[each] for each in used):
            activity = clause.items[position]
            if isinstance(activity, Activity):
                activities = activities_of((activity,))
                found.append(
                    _Series(position, daily(Measure(source=Source.ACTIVITY, activities=activities)), activity.said)
                )
    return tuple(sorted(found, key=lambda each: each.position))


def _beside(position: int, spoken: Iterable[int], items: tuple[Item, ...]) -> int | None:
    """The activity that a number belongs to: the nearest with nothing but joints and other numbers between."""
    for place in sorted(spoken, key=lambda each: abs(each - position)):
        low, high = sorted((place, position))
        between = items[low + 1 : high]
        if all(item == "and" or item is Sign.FILLER or (isinstance(item, Metric) and item.field) for item in between):
            return place
    return None


def _measure(clause: Clause, metric: Metric, activity: Item | None) -> Measure:
    """The number of the activities it stands beside; of the days, if it stands alone and they have it."""
    alone = activity is None and is_recorded(metric.name, clause.data)
    if alone or not metric.field:
        return Measure(name=metric.name)
    named = (activity,) if isinstance(activity, Activity) else ()
    return daily(Measure(source=Source.ACTIVITY, name=metric.field, activities=activities_of(named)))


def _pairs(series: tuple[_Series, ...], clause: Clause) -> Iterator[tuple[_Series, _Series]]:
    """Of two series the two; of more those of one side of the relation with those of the other."""
    if len(series) == 2:
        yield _ordered(series[0], series[1], clause)
        return
    relation = next(position for position, item in enumerate(clause.items) if isinstance(item, Relation))
    of_activities = [each for each in series if each.measure.source is Source.ACTIVITY]
    of_days = [each for each in series if each.measure.source is Source.DAY]
    before = [each for each in series if each.position < relation]
    after = [each for each in series if each.position > relation]
    if of_activities and of_days:
        pairs: Iterable[tuple[_Series, _Series]] = product(of_activities, of_days)
    elif before and after:
        pairs = product(before, after)
    else:
        pairs = combinations(series, 2)
    yield from (_ordered(one, other, clause) for one, other in pairs)


def _ordered(feature: _Series, target: _Series, clause: Clause) -> tuple[_Series, _Series]:
    """The one that is read first is the feature; a delay stands beside the one that is read later."""
    for lag in clause.of(Lag):
        lagged = _lagged(clause.items.index(lag), feature, target, clause.items)
        other = target if lagged is feature else feature
        feature, target = (other, lagged) if lag.days > 0 else (lagged, other)
    return feature, target


def _lagged(place: int, one: _Series, other: _Series, items: tuple[Item, ...]) -> _Series:
    """The series a delay stands beside: right before it ("next-day HRV"), else after the nearest one."""
    first, second = sorted((one, other), key=lambda each: each.position)
    following = items[place + 1 : place + 2]
    if following and isinstance(following[0], Metric | Activity):
        return first if first.position == place + 1 else second
    return second if second.position < place else first


def _related(clause: Clause, feature: _Series, target: _Series) -> Understood:
    lag_days = abs(next((lag.days for lag in clause.of(Lag)), 0))
    causal = any(relation.causal for relation in clause.of(Relation))
    window = clause.window()
    where = where_of(clause.without(Activity), of_activities=False)
    if causal and lag_days == 0 and _is_count(feature) and not _is_count(target):
        return _with_and_without(clause, feature, target)
    if causal and _is_count(target) and not target.measure.activities.kinds:
        target = replace(target, measure=daily(replace(target.measure, name="duration_min", per_day=None)))
    query = Associate(
        feature=feature.measure, target=target.measure, lag_days=lag_days, window=window, day_filters=where.day_filters
    )
    return Understood(query=query, causal=causal, caveat=feature.caveat or target.caveat or where.caveat)


def _is_count(series: _Series) -> bool:
    return series.measure.per_day is Aggregate.COUNT


def _with_and_without(clause: Clause, activities: _Series, measured: _Series) -> Understood:
    """What an activity does to a day: the days with it against those without."""
    plain = Clause(
        tuple(item for item in clause.items if not isinstance(item, Activity | Metric | Statistic)),
        clause.days,
        clause.data,
    )
    filters = where_of(plain, of_activities=False).day_filters
    kinds = activities.measure.activities
    selection, baseline = (
        Selection(
            measure=measured.measure,
            window=clause.window(),
            day_filters=(*filters, activity_filter(kinds, absent=absent)),
        )
        for absent in (False, True)
    )
    return Understood(
        query=Compare(selection=selection, baseline=baseline),
        assumed=f"I compare the days with {kinds.label} with those without",
        causal=True,
        caveat=measured.caveat,
    )
