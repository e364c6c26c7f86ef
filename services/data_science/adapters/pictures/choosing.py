"""Which picture says more than the numbers of a question, and what it shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

from amy.text import inert
from services.data_science.adapters.pictures.drawing import (
    LEVEL,
    OTHER,
    VALUES,
    Axes,
    Key,
    Layer,
    Point,
    Span,
    capital,
    level,
    line,
    marked,
    series,
    shade,
    specification,
)
from services.data_science.adapters.pictures.groups import bars, scatter, side_by_side
from services.data_science.domain.algebra import (
    ChangePoint,
    Column,
    Contrast,
    Decide,
    Grouping,
    Number,
    Periods,
    Profile,
    Reduce,
    Relate,
    Rows,
    Statistic,
    Tell,
    TellRecords,
    Trend,
    Unusual,
)
from services.data_science.domain.analysis import Picture
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.units import unit_of_difference
from services.data_science.language.saying import Speaker, say
from services.data_science.language.saying.amounts import MONTHS, amount_text, date_text, day_of
from services.data_science.language.saying.kinds import kind_noun
from services.data_science.language.saying.numbers import place_said
from services.data_science.language.saying.rows import window_of
from services.data_science.language.saying.units import source_of, unit_of_column, unit_of_number, unit_of_statistic
from services.data_science.language.telling import ComputedQuestion

_FEWEST: Final = 7
"""Values; fewer are as easily read as drawn."""
_LONGEST_LABEL: Final = 60
_GROUPS: Final[Mapping[Grouping, str]] = MappingProxyType(
    {
        Grouping.WEEKDAY: "Day of the week",
        Grouping.WEEKEND: "Days",
        Grouping.WEEK: "Week from",
        Grouping.MONTH: "Month",
        Grouping.QUARTER: "Quarter",
        Grouping.YEAR: "Year",
        Grouping.SEASON: "Season",
        Grouping.KIND: "Activity",
    }
)
_SINGLED_OUT: Final[Mapping[Statistic, tuple[str, str]]] = MappingProxyType(
    {
        Statistic.MIN: ("Lowest", "Earliest"),
        Statistic.MAX: ("Highest", "Latest"),
        Statistic.LATEST: ("Most recent", "Most recent"),
        Statistic.FIRST: ("First", "First"),
    }
)
"""What the value is called that a statistic picks out, and what a time of day is."""


@dataclass(frozen=True, kw_only=True)
class _Drawn:
    """The series of a question: what it shows, in which unit, from when to when."""

    computed: ComputedQuestion
    catalogue: Catalogue
    rows: Rows
    column: Column

    @property
    def unit(self) -> str:
        return unit_of_column(self.column, source_of(self.rows), self.catalogue)

    @property
    def noun(self) -> str:
        voice = Speaker(catalogue=self.catalogue)
        return voice.column(self.column, source_of(self.rows), within=window_of(self.rows))

    @property
    def each(self) -> str:
        source = source_of(self.rows)
        return f"Each {source.unit.value}" if isinstance(source, Periods) else "Each day"

    @property
    def points(self) -> list[Point]:
        return [Point(day=day, value=value) for day, value in self.computed.points]

    @property
    def numbers(self) -> Mapping[str, float]:
        return self.computed.numbers

    def axes(self, points: Sequence[Point]) -> Axes:
        values, span = [point.value for point in points], self.span(points)
        return Axes(
            start=span.start, end=span.end, title=self.noun, unit=self.unit, lowest=min(values), highest=max(values)
        )

    def span(self, points: Sequence[Point]) -> Span:
        """The window, as far as it has values, and all points."""
        days = [point.day for point in points]
        window = window_of(self.rows)
        ends = [each for each in (window.start, window.end) if isinstance(each, date)] if window else []
        known = [min(max(each, self.catalogue.first), self.catalogue.today) for each in ends]
        return Span(start=min((*days, *known)), end=max((*days, *known)))

    def text(self, value: float) -> str:
        return amount_text(value, self.unit)


def picture_of(computed: ComputedQuestion, catalogue: Catalogue, *, finding_ids: tuple[str, ...]) -> Picture | None:
    """The chart of what was computed; None where one says no more than its numbers."""
    layers = list(_layers(computed, catalogue))
    if not layers:
        return None
    title = capital(say(computed.question, catalogue))
    return Picture(finding_ids=finding_ids, title=title, vega_lite=specification(title, layers))


def _layers(computed: ComputedQuestion, catalogue: Catalogue) -> Iterable[Layer]:  # noqa: PLR0911, one case a production
    question = computed.question
    match question:
        case Tell(number=Reduce(rows=rows, column=column, statistic=statistic)):
            drawn = _Drawn(computed=computed, catalogue=catalogue, rows=rows, column=column)
            return _described(drawn, statistic)
        case Decide(left=Reduce(rows=rows, column=column), right=right):
            return _decided(_Drawn(computed=computed, catalogue=catalogue, rows=rows, column=column), right)
        case TellRecords(rows=rows, columns=(column, *_)):
            return _picked_out(_Drawn(computed=computed, catalogue=catalogue, rows=rows, column=column), "Told")
        case Unusual(rows=rows, column=column):
            return _picked_out(_Drawn(computed=computed, catalogue=catalogue, rows=rows, column=column), "Unusual")
        case Trend(rows=rows, column=column):
            return _trend(_Drawn(computed=computed, catalogue=catalogue, rows=rows, column=column))
        case ChangePoint(rows=rows, column=column):
            return _changed(_Drawn(computed=computed, catalogue=catalogue, rows=rows, column=column))
        case Contrast(rows=rows, column=column):
            return _contrasted(question, _Drawn(computed=computed, catalogue=catalogue, rows=rows, column=column))
        case Relate():
            return _related(question, computed, catalogue)
        case Profile():
            return _grouped(question, computed, catalogue)
        case _:
            return ()


def _described(drawn: _Drawn, statistic: Statistic) -> Iterator[Layer]:
    points, numbers = drawn.points, drawn.numbers
    if len(points) < _FEWEST or "effect" not in numbers:
        return
    axes, span = drawn.axes(points), drawn.span(points)
    effect = numbers["effect"]
    yield shade(axes, span)
    if statistic in _SINGLED_OUT and "day" in numbers:
        name = _SINGLED_OUT[statistic][drawn.unit == "clock"]
        label = f"{name}: {drawn.text(effect)}"
        key = Key(colours={drawn.each: VALUES, label: LEVEL})
        yield series(axes, points, key.of(drawn.each))
        yield marked(axes, [Point(day=day_of(numbers["day"]), value=effect)], key.of(label))
    elif statistic in {Statistic.MEAN, Statistic.MEDIAN}:
        label = f"{'Average' if statistic is Statistic.MEAN else 'Median'}: {drawn.text(effect)}"
        key = Key(colours={drawn.each: VALUES, label: LEVEL})
        yield series(axes, points, key.of(drawn.each))
        yield level(axes, span, effect, key.of(label))
    else:
        yield series(axes, points, Key(colours={drawn.each: VALUES}).of(drawn.each))


def _decided(drawn: _Drawn, right: Number) -> Iterator[Layer]:
    """The values, their level and what it is compared with."""
    points, numbers = drawn.points, drawn.numbers
    if len(points) < _FEWEST or not {"left", "right"} <= numbers.keys():
        return
    axes, span = drawn.axes(points), drawn.span(points)
    own, against = f"Yours: {drawn.text(numbers['left'])}", f"Compared with: {drawn.text(numbers['right'])}"
    is_alike = unit_of_number(right, drawn.catalogue) == drawn.unit
    key = Key(colours={drawn.each: VALUES, own: LEVEL, **({against: OTHER} if is_alike else {})})
    yield shade(axes, span)
    yield series(axes, points, key.of(drawn.each))
    yield level(axes, span, numbers["left"], key.of(own))
    if is_alike:
        yield level(axes, span, numbers["right"], key.of(against))


def _picked_out(drawn: _Drawn, called: str) -> Iterator[Layer]:
    """The values with those that are told, and the median where there is one."""
    points, numbers = drawn.points, drawn.numbers
    told = [
        Point(day=day_of(value), value=numbers[cell])
        for key, value in numbers.items()
        if key.startswith("day_") and (cell := f"c1_{key.removeprefix('day_')}") in numbers
    ]
    if len(points) < _FEWEST or not told:
        return
    axes, span = drawn.axes(points), drawn.span(points)
    median = f"Median: {drawn.text(numbers['median'])}" if "median" in numbers else ""
    key = Key(colours={drawn.each: VALUES, called: LEVEL, **({median: OTHER} if median else {})})
    yield shade(axes, span)
    yield series(axes, points, key.of(drawn.each))
    if median:
        yield level(axes, span, numbers["median"], key.of(median))
    yield marked(axes, told, key.of(called))


def _trend(drawn: _Drawn) -> Iterator[Layer]:
    points, numbers = drawn.points, drawn.numbers
    if len(points) < _FEWEST or not {"effect", "slope_per_week"} <= numbers.keys():
        return
    axes = drawn.axes(points)
    effect = numbers["effect"]
    fit = f"Straight line: {'+' if effect > 0 else ''}{amount_text(effect, unit_of_difference(drawn.unit))}"
    key = Key(colours={drawn.each: VALUES, fit: LEVEL})
    middle = sum(point.day.toordinal() for point in points) / len(points)
    height = sum(point.value for point in points) / len(points)
    first, last = (
        Point(day=each.day, value=height + numbers["slope_per_week"] / 7 * (each.day.toordinal() - middle))
        for each in (points[0], points[-1])
    )
    yield shade(axes, drawn.span(points))
    yield series(axes, points, key.of(drawn.each))
    yield line(axes, (first, last), key.of(fit))


def _changed(drawn: _Drawn) -> Iterator[Layer]:
    points, numbers = drawn.points, drawn.numbers
    if len(points) < _FEWEST or not {"day", "mean_recent", "mean_prior"} <= numbers.keys():
        return
    axes, span, day = drawn.axes(points), drawn.span(points), day_of(numbers["day"])
    before, after = (
        f"Average {when} {date_text(day)}: {drawn.text(numbers[mean])}"
        for when, mean in (("before", "mean_prior"), ("from", "mean_recent"))
    )
    key = Key(colours={drawn.each: VALUES, before: OTHER, after: LEVEL})
    earlier, later = Span(start=span.start, end=day - timedelta(days=1)), Span(start=day, end=span.end)
    yield shade(axes, earlier, OTHER)
    yield shade(axes, later, LEVEL)
    yield series(axes, points, key.of(drawn.each))
    yield level(axes, earlier, numbers["mean_prior"], key.of(before))
    yield level(axes, later, numbers["mean_recent"], key.of(after))


def _contrasted(question: Contrast, drawn: _Drawn) -> Iterator[Layer]:
    """Two groups of values with their means, beside each other."""
    recent = [value for _, value in drawn.computed.points]
    prior = [value for _, value in drawn.computed.baseline_points]
    numbers = drawn.numbers
    has_means = {"mean_recent", "mean_prior"} <= numbers.keys()
    if not has_means or not recent or not prior or len(recent) + len(prior) < _FEWEST:
        return
    voice = Speaker(catalogue=drawn.catalogue, with_dates=False, with_computed_ends=False)
    labels = [
        capital(place_said(rows, question.column, voice, within=None).strip())
        for rows in (question.baseline, question.rows)
    ]
    if labels[0] == labels[1]:
        labels = [f"{labels[0]}, before", labels[1]]
    yield from side_by_side(
        dict(zip(labels, (prior, recent), strict=True)),
        dict(zip(labels, (numbers["mean_prior"], numbers["mean_recent"]), strict=True)),
        title=drawn.noun,
        unit=drawn.unit,
    )


def _related(question: Relate, computed: ComputedQuestion, catalogue: Catalogue) -> Iterator[Layer]:
    pairs = computed.pairs
    if len(pairs) < _FEWEST or len({x for x, _ in pairs}) < 2:
        return
    source, voice = source_of(question.rows), Speaker(catalogue=catalogue)
    later = {0: "", 1: ", the next day"}.get(question.lag_days, f", {question.lag_days} days later")
    left, right = (
        (voice.column(each, source, within=window_of(question.rows)), unit_of_column(each, source, catalogue))
        for each in (question.left, question.right)
    )
    yield from scatter(pairs, left, (f"{right[0]}{later}", right[1]))


def _grouped(question: Profile, computed: ComputedQuestion, catalogue: Catalogue) -> Iterator[Layer]:
    labels = computed.texts.get("labels", ())
    rows = [
        (_label(question.by, label), computed.numbers[key])
        for position, label in enumerate(labels, start=1)
        if (key := f"g_{position}") in computed.numbers
    ]
    if len(rows) < 2 or (question.by is Grouping.KIND and len(rows) < 3):
        return
    source, column = source_of(question.rows), question.column
    unit = unit_of_statistic(question.statistic, unit_of_column(column, source, catalogue)) if column else ""
    voice = Speaker(catalogue=catalogue)
    title = voice.column(column, source, within=window_of(question.rows)) if column else "times"
    yield from bars(rows, group=_GROUPS[question.by], title=title, unit=unit)


def _label(by: Grouping, label: str) -> str:  # noqa: PLR0911, one case a form
    if by is Grouping.KIND:
        return capital(kind_noun(label))
    if by not in {Grouping.WEEK, Grouping.MONTH, Grouping.QUARTER, Grouping.YEAR}:
        return inert(label, limit=_LONGEST_LABEL)
    try:
        day = date.fromisoformat(label)
    except ValueError:
        return inert(label, limit=_LONGEST_LABEL)
    match by:
        case Grouping.WEEK:
            return f"{day.day} {MONTHS[day.month - 1][:3]} {day.year}"
        case Grouping.MONTH:
            return f"{MONTHS[day.month - 1][:3]} {day.year}"
        case Grouping.QUARTER:
            return f"Q{(day.month + 2) // 3} {day.year}"
        case _:
            return f"{day.year}"
