"""Single values of a selection, each with its day: one finding a row."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.activities import kind_said
from services.data_science.adapters.rules.restating import field_noun, noun_of
from services.data_science.adapters.rules.telling.cited import (
    Cited,
    Notebook,
    Result,
    Told,
    day_of,
    number_of,
    rows_of,
    text_of,
)
from services.data_science.adapters.rules.telling.lacking import count_of, counting
from services.data_science.adapters.rules.telling.phrases import (
    capital,
    claimed,
    is_or_was,
    name_of,
    scope,
    spaced,
    subject,
    tally,
)
from services.data_science.domain.analysis import Value
from services.data_science.domain.query import (
    Aggregate,
    Bound,
    Comparison,
    Describe,
    End,
    Measure,
    Order,
    Pick,
    Ranking,
    Selection,
    Source,
    Window,
)

_AGGREGATES: Final[Mapping[Order, Aggregate]] = MappingProxyType(
    {
        Order.HIGHEST: Aggregate.MAX,
        Order.LOWEST: Aggregate.MIN,
        Order.NEWEST: Aggregate.LATEST,
        Order.OLDEST: Aggregate.FIRST,
    }
)


def rank(query: Ranking, result: Result, notebook: Notebook) -> Told:
    """A single row in a sentence, several as a list in their order."""
    selection = query.selection
    rows = tuple(_cited(selection, result, notebook))
    if not rows:
        return counting(selection, result, notebook)
    whole = count_of(selection, result, notebook)
    of = f"of {tally(selection.measure, whole, 'count')}" if whole else ""
    unit = notebook.part.unit
    return Told(
        text=_single(query, *rows[0], of, unit) if len(rows) == 1 else f"{_heading(query, of, unit)}:{_listed(rows)}",
        findings=(*(cited.finding for cited, _ in rows), *([whole.finding] if whole else [])),
        values=tuple(
            value
            for position, (cited, row) in enumerate(rows, start=1)
            for value in _values(cited, row, f"{query.order}_{position}", selection.window)
        ),
    )


def _single(query: Ranking, cited: Cited, row: Result, of: str, unit: str) -> str:
    selection = query.selection
    about = capital(subject(Describe(selection=selection, aggregate=_AGGREGATES[query.order]), unit=unit))
    said = "; ".join(filter(None, (_kind(row), of)))
    resting_on = f" ({said})" if said else ""
    return f"{about} {is_or_was(selection.window)} {cited.ref('latest')}, on {cited.ref('day')}{resting_on}."


def _heading(query: Ranking, of: str, unit: str) -> str:
    """What is listed: "Your runs with the longest distance over all data (of {{ds-004.count}} runs)"."""
    selection, measure = query.selection, query.selection.measure
    is_daily = measure.source is Source.DAY or measure.per_day is not None
    is_activity = measure.source is Source.ACTIVITY and not is_daily
    each = "days" if is_daily else measure.activities.label if is_activity else "samples"
    noun = field_noun(measure.name) if is_activity else noun_of(measure)
    its, their = ("the", "your") if measure.source is Source.ACTIVITY else ("your", "the")
    name = name_of(_AGGREGATES[query.order], noun, unit)
    if query.order in {Order.HIGHEST, Order.LOWEST}:
        said = f"{their} {each} with {its} {name} {noun}"
    else:
        said = f"{its} {noun} {'on' if is_daily else 'of'} {their} {name} {each}"
    return spaced(capital(said), scope(selection), f"({of})" if of else "")


def outlying(query: Describe, result: Result, notebook: Notebook) -> Told:
    """The most extreme of the outliers as a list, with no sentence before it; no text where there are none."""
    rows = tuple(_cited(query.selection, result, notebook))
    return Told(text=_listed(rows), findings=tuple(cited.finding for cited, _ in rows))


def _listed(rows: tuple[tuple[Cited, Result], ...]) -> str:
    kinds = {_kind(row) for _, row in rows}
    return "".join(
        f"\n- {cited.ref('day')}: {cited.ref('latest')}" + (f" ({_kind(row)})" if len(kinds) > 1 else "")
        for cited, row in rows
    )


def _kind(row: Result) -> str:
    """The kind of a row's activity as it is spoken; empty where it has none."""
    kind = text_of(row, "activity")
    return kind_said(kind) if kind else ""


def _cited(selection: Selection, result: Result, notebook: Notebook) -> Iterator[tuple[Cited, Result]]:
    """Each row that has a value, with a finding of its own."""
    for row in rows_of(result):
        day, value = day_of(row), number_of(row, "value")
        if day is None or value is None:
            continue
        query = Describe(selection=_only(selection, day, value, text_of(row, "activity")), aggregate=Aggregate.LATEST)
        numbers: Result = {"n": 1, "effect": value, "latest": value, "date": day.isoformat()}
        yield notebook.cite(query, numbers, claim=claimed(query, unit=notebook.part.unit)), row


def _only(selection: Selection, day: date, value: float, kind: str) -> Selection:
    """The selection of one row alone: of the activities of its day those with its kind and its value, the last one."""
    window = Window(start=day, end=day, label=f"{day}")
    measure = selection.measure
    if measure.source is not Source.ACTIVITY or measure.per_day is not None:
        pick = None if measure.source is Source.DAY or measure.per_day else Pick(end=End.LAST, count=1)
        return Selection(measure=measure, window=window, pick=pick)
    return Selection(measure=_with_value(measure, value, kind), window=window, pick=Pick(end=End.LAST, count=1))


def _with_value(measure: Measure, value: float, kind: str) -> Measure:
    same = Bound(name=measure.name, comparison=Comparison.EQUAL, value=value, label="")
    activities = replace(
        measure.activities,
        kinds=(kind,) if kind else measure.activities.kinds,
        bounds=(*measure.activities.bounds, same),
    )
    return replace(measure, activities=activities)


def _values(cited: Cited, row: Result, name: str, window: Window) -> Iterator[Value]:
    yield cited.value(name, "latest", window)
    if day := day_of(row):
        yield cited.typed("date", day, window)
    if kind := text_of(row, "activity"):
        yield cited.typed("activity", kind, window)
