"""Which picture says more than the numbers of a query, and what it shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.activities import kind_said
from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.metrics import words_for
from services.data_science.adapters.rules.pictures.drawing import (
    LEVEL,
    OTHER,
    VALUES,
    Axes,
    Key,
    Layer,
    Point,
    level,
    line,
    marked,
    series,
    shade,
    specification,
)
from services.data_science.adapters.rules.pictures.groups import bars, scatter, side_by_side
from services.data_science.adapters.rules.restating import delay, group_said, noun_of, statistic_said
from services.data_science.domain.analysis import Picture
from services.data_science.domain.finding import number_text, numbers_of
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Breakdown,
    ChangePoint,
    Combine,
    Compare,
    Describe,
    Grouping,
    Kinds,
    Measure,
    Query,
    Selection,
    Source,
    Trend,
    Window,
)
from services.data_science.domain.run import JsonValue

Result = Mapping[str, JsonValue]
Numbers = Mapping[str, float]

_FEWEST: Final = 7
"""Values; fewer are as easily read as drawn."""
_GROUP: Final[Mapping[Grouping, str]] = MappingProxyType(
    {
        Grouping.WEEKDAY: "Day of the week",
        Grouping.WEEKEND: "Days",
        Grouping.MONTH: "Month",
        Grouping.SEASON: "Season",
    }
)
_SINGLED_OUT: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MIN: "Lowest",
        Aggregate.MAX: "Highest",
        Aggregate.LATEST: "Latest",
        Aggregate.FIRST: "First",
    }
)


def picture(
    query: Query,
    result: Result,
    numbers: Numbers,
    *,
    title: str,
    unit: str,
    finding_ids: tuple[str, ...],
) -> Picture | None:
    """The chart of a result; None where one says no more than its numbers.

    Args:
        query: what was asked.
        result: what its code returned.
        numbers: those of its finding. A level that is drawn is one of them, or failing that the result's own.
        title: what the chart shows.
        unit: the stored unit of what is measured.
        finding_ids: the findings its numbers are.
    """
    facts = {**_scalars(result), **numbers}
    layers = list(_layers(query, result, facts, unit))
    if not layers:
        return None
    return Picture(finding_ids=finding_ids, title=title, vega_lite=specification(title, layers))


def _layers(query: Query, result: Result, facts: Numbers, unit: str) -> Iterable[Layer]:
    match query:
        case Describe():
            layers = _described(query, result, facts, unit)
        case Compare():
            layers = _compared(query, result, facts, unit)
        case Associate():
            layers = _associated(query, result, unit)
        case Trend():
            layers = _trend(query, result, facts, unit)
        case ChangePoint():
            layers = _changed(query, result, facts, unit)
        case Breakdown():
            layers = _grouped(query, result, unit)
        case Kinds():
            layers = _kinds(result)
        case Combine():
            layers = _combined(query, result, unit)
        case _:
            layers = iter(())
    return layers


def _scalars(result: Result) -> dict[str, float]:
    return {
        key: float(value)
        for key, value in result.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def _rows(result: Result, key: str) -> list[Result]:
    found = result.get(key)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list | tuple) else []


def _points(result: Result, key: str = "points") -> list[Point]:
    found = result.get(key)
    rows = found if isinstance(found, list | tuple) else []
    return [
        Point(day=date.fromisoformat(row[0]), value=float(row[1]))
        for row in rows
        if isinstance(row, list | tuple) and isinstance(row[0], str) and isinstance(row[1], int | float)
    ]


def _axes(selection: Selection, points: Sequence[Point], unit: str, *windows: Window) -> Axes:
    values = [point.value for point in points]
    return Axes(
        start=min(each.start for each in (selection.window, *windows)),
        end=max(each.end for each in (selection.window, *windows)),
        title=noun_of(selection.measure),
        unit=unit,
        lowest=min(values),
        highest=max(values),
    )


def _described(query: Describe, result: Result, facts: Numbers, unit: str) -> Iterator[Layer]:
    points = _points(result)
    if len(points) < _FEWEST or "effect" not in facts:
        return
    axes = _axes(query.selection, points, unit)
    singled_out = dict(_singled_out(query.aggregate, result, facts, unit))
    levels = dict(_levels(query.aggregate, facts, unit))
    colours = {"Each day": VALUES, **dict.fromkeys(singled_out, LEVEL)}
    colours |= dict(zip(levels, (OTHER if singled_out else LEVEL, OTHER), strict=False))
    key = Key(colours=colours)
    yield shade(axes, query.selection.window)
    yield series(axes, points, key.of("Each day"))
    for label, value in levels.items():
        yield level(axes, query.selection.window, value, key.of(label))
    for label, chosen in singled_out.items():
        yield marked(axes, chosen, key.of(label))


def _levels(aggregate: Aggregate, facts: Numbers, unit: str) -> Iterator[tuple[str, float]]:
    """The levels a description is about or stands against, each with what it is called."""
    names = {"mean": "Average"}
    if aggregate in {Aggregate.MEDIAN, Aggregate.OUTLIERS}:
        names = {"median": "Median"}
    if aggregate is Aggregate.POPULATION_DIFFERENCE:
        names["population_mean"] = "Average of people of your sex and age"
    for key, name in names.items():
        if key in facts:
            yield f"{name}: {number_text(facts[key], unit)}", facts[key]


def _singled_out(aggregate: Aggregate, result: Result, facts: Numbers, unit: str) -> Iterator[tuple[str, list[Point]]]:
    """The values a description picks out, with what they are called."""
    if aggregate is Aggregate.OUTLIERS:
        found = [_row(each) for each in _rows(result, "rows")]
        if found:
            yield "Unusual", found
    elif aggregate is Aggregate.CHANGE and "first" in facts and "latest" in facts:
        called = f"First: {number_text(facts['first'], unit)}, latest: {number_text(facts['latest'], unit)}"
        ends = (("first", "first_date"), ("latest", "date"))
        yield called, [Point(day=_date(result, day), value=facts[key]) for key, day in ends]
    elif aggregate in _SINGLED_OUT:
        point = Point(day=_date(result, "date"), value=facts["effect"])
        yield f"{_SINGLED_OUT[aggregate]}: {number_text(point.value, unit)}", [point]


def _row(row: Result) -> Point:
    value = row["value"]
    return Point(day=_date(row, "date"), value=float(value) if isinstance(value, int | float) else 0.0)


def _date(result: Result, key: str) -> date:
    return date.fromisoformat(str(result[key]))


def _compared(query: Compare, result: Result, facts: Numbers, unit: str) -> Iterator[Layer]:
    recent, prior = _points(result, "recent"), _points(result, "prior")
    means = [facts.get("mean_recent"), facts.get("mean_prior")]
    yield from _two((query.selection, recent, means[0]), (query.baseline, prior, means[1]), unit)


def _combined(query: Combine, result: Result, unit: str) -> Iterator[Layer]:
    """Two means of the same measure, which is a comparison; other arithmetic has no picture."""
    first, second = query.first, query.second
    if first.aggregate is not Aggregate.MEAN or second.aggregate is not Aggregate.MEAN:
        return
    if first.selection.measure != second.selection.measure:
        return
    one, other = ((each if isinstance(each, Mapping) else {}) for each in (result.get("first"), result.get("second")))
    yield from _two(
        (first.selection, _points(one), _scalars(one).get("effect")),
        (second.selection, _points(other), _scalars(other).get("effect")),
        unit,
    )


_Side = tuple[Selection, list[Point], float | None]


def _two(recent: _Side, prior: _Side, unit: str) -> Iterator[Layer]:
    """Two groups of values with their means: along time where their windows are neighbours, else beside each other."""
    sides = (prior, recent)
    if any(not points or mean is None for _, points, mean in sides) or len(prior[1]) + len(recent[1]) < _FEWEST:
        return
    if _are_neighbours(recent[0].window, prior[0].window):
        yield from _along_time(recent, prior, unit)
        return
    labels = _labels(prior[0], recent[0])
    yield from side_by_side(
        {label: [point.value for point in points] for label, (_, points, _) in zip(labels, sides, strict=True)},
        {label: mean for label, (_, _, mean) in zip(labels, sides, strict=True) if mean is not None},
        title=noun_of(recent[0].measure),
        unit=unit,
    )


def _are_neighbours(recent: Window, prior: Window) -> bool:
    """Whether one follows the other closely enough for both to be seen on one axis."""
    first, second = sorted((recent, prior), key=lambda each: each.start)
    days = sum((each.end - each.start).days + 1 for each in (first, second))
    return first.end < second.start and (second.start - first.end).days <= days


def _labels(prior: Selection, recent: Selection) -> tuple[str, str]:
    """What tells two groups apart: their windows, their days, or their activities."""
    if prior.window != recent.window:
        labels = (prior.window.label, recent.window.label)
    elif prior.day_filters != recent.day_filters:
        labels = (group_said(prior), group_said(recent))
    else:
        labels = (prior.measure.activities.label, recent.measure.activities.label)
    return labels if labels[0] != labels[1] else (f"{labels[0]}, before", labels[1])


def _along_time(recent: _Side, prior: _Side, unit: str) -> Iterator[Layer]:
    points = sorted((*prior[1], *recent[1]), key=lambda point: point.day)
    axes = _axes(recent[0], points, unit, prior[0].window)
    names = {
        f"Average {selection.window.label}: {number_text(mean, unit)}": (selection.window, mean)
        for selection, _, mean in (prior, recent)
        if mean is not None
    }
    key = Key(colours={"Each day": VALUES, **dict(zip(names, (OTHER, LEVEL), strict=False))})
    yield shade(axes, prior[0].window, OTHER)
    yield shade(axes, recent[0].window, LEVEL)
    yield series(axes, points, key.of("Each day"))
    for label, (window, mean) in names.items():
        yield level(axes, window, mean, key.of(label))


def _associated(query: Associate, result: Result, unit: str) -> Iterator[Layer]:
    found = result.get("pairs")
    pairs = [
        (float(row[0]), float(row[1]))
        for row in (found if isinstance(found, list | tuple) else [])
        if isinstance(row, list | tuple) and isinstance(row[0], int | float) and isinstance(row[1], int | float)
    ]
    if len(pairs) < _FEWEST or len({x for x, _ in pairs}) < 2:
        return
    later = f", {delay(query.lag_days)}" if query.lag_days else ""
    yield from scatter(
        pairs,
        (noun_of(query.feature), unit or _unit_of(query.feature)),
        (f"{noun_of(query.target)}{later}", _unit_of(query.target)),
    )


def _unit_of(measure: Measure) -> str:
    if measure.source is Source.ACTIVITY:
        field = FIELDS.get(measure.name)
        return "" if field is None or measure.per_day is Aggregate.COUNT else field.unit.replace("count", "steps")
    return words_for(measure.name).dimension.replace("breaths", "breaths/min")


def _trend(query: Trend, result: Result, facts: Numbers, unit: str) -> Iterator[Layer]:
    points = _points(result)
    if len(points) < _FEWEST or "slope_per_week" not in facts:
        return
    axes = _axes(query.selection, points, unit)
    change = next(each for each in numbers_of(query, {"effect": facts["effect"]}, unit=unit))
    fit = f"Fitted line, {facts['effect']:+,.2f} {change.unit}".rstrip()
    key = Key(colours={"Each day": VALUES, fit: LEVEL})
    middle = sum(point.day.toordinal() for point in points) / len(points)
    height = sum(point.value for point in points) / len(points)
    ends = tuple(
        Point(day=each.day, value=height + facts["slope_per_week"] / 7 * (each.day.toordinal() - middle))
        for each in (points[0], points[-1])
    )
    yield shade(axes, query.selection.window)
    yield series(axes, points, key.of("Each day"))
    yield line(axes, (ends[0], ends[1]), key.of(fit))


def _changed(query: ChangePoint, result: Result, facts: Numbers, unit: str) -> Iterator[Layer]:
    points = _points(result)
    if not points or "mean_recent" not in facts or "mean_prior" not in facts:
        return
    axes = _axes(query.selection, points, unit)
    day, window = _date(result, "date"), query.selection.window
    before, after = (
        f"Average {when} {day}: {number_text(facts[mean], unit)}"
        for when, mean in (("before", "mean_prior"), ("from", "mean_recent"))
    )
    key = Key(colours={"Each day": VALUES, before: OTHER, after: LEVEL})
    earlier = Window(start=window.start, end=day - timedelta(days=1), label="")
    later = Window(start=day, end=window.end, label="")
    yield shade(axes, earlier, OTHER)
    yield shade(axes, later, LEVEL)
    yield series(axes, points, key.of("Each day"))
    yield level(axes, earlier, facts["mean_prior"], key.of(before))
    yield level(axes, later, facts["mean_recent"], key.of(after))


def _grouped(query: Breakdown, result: Result, unit: str) -> Iterator[Layer]:
    scalars = [(str(row["label"]), _scalars(row)) for row in _rows(result, "groups")]
    rows = [(label, each["effect"]) for label, each in scalars if "effect" in each]
    if len(rows) < 2:
        return
    described = Describe(selection=query.selection, aggregate=query.aggregate)
    (number,) = numbers_of(described, {"effect": rows[0][1]}, unit=unit)
    title = statistic_said(query.aggregate, query.selection)
    yield from bars(rows, group=_GROUP[query.by], title=title, unit=number.unit)


def _kinds(result: Result) -> Iterator[Layer]:
    counts = [(kind_said(str(row["activity"])), _scalars(row)["count"]) for row in _rows(result, "rows")]
    if len(counts) > 2:
        yield from bars(counts, group="Activity", title="times", unit="")
