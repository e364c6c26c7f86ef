"""What is said where there is too little to compute from: how much there was, as a number that can be checked."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.restating import conditions_said, filters_said, when
from services.data_science.adapters.rules.telling.cited import Cited, Notebook, Result, Told, number_of
from services.data_science.adapters.rules.telling.phrases import capital, claimed, possessive, scope, spaced, things
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    ChangePoint,
    Compare,
    Describe,
    Measure,
    Selection,
    Source,
    Trend,
    ValueFilter,
)

_NEEDS_MORE: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.SD: "a standard deviation",
        Aggregate.CV: "a coefficient of variation",
        Aggregate.CHANGE: "a change",
        Aggregate.RANGE: "a range",
        Aggregate.OUTLIERS: "telling what is unusual",
        Aggregate.POPULATION_DIFFERENCE: "a comparison with other people",
    }
)
_FEWEST_PAIRS: Final = 4


def too_little(query: Describe, result: Result, notebook: Notebook) -> Told:
    """How many values there are, and what would need more."""
    selection, aggregate = query.selection, query.aggregate
    if query.conditions:
        metrics = [each.metric for each in query.conditions if isinstance(each, ValueFilter)]
        selection = replace(selection, measure=Measure(name=metrics[0] if len(metrics) == 1 else ""))
        if len(metrics) != 1:
            said = conditions_said(query.conditions)
            return Told(text=f"No day {_when(selection)} has the data to tell whether it was one with {said}.")
    needs = _NEEDS_MORE.get(aggregate, "") if number_of(result, "n") else ""
    return counting(selection, result, notebook, needs=needs)


def too_little_to_follow(query: Trend | ChangePoint, result: Result, notebook: Notebook) -> Told:
    needs = "a trend" if isinstance(query, Trend) else "finding the day of a change"
    return counting(query.selection, result, notebook, needs=needs)


def too_little_to_compare(query: Compare, result: Result, notebook: Notebook) -> Told:
    """How much there is of either group."""
    told = [
        counting(selection, {"n": result.get(key)}, notebook)
        for selection, key in ((query.selection, "n_recent"), (query.baseline, "n_prior"))
    ]
    return Told(
        text=" ".join(each.text for each in told if each.findings) or told[0].text,
        findings=tuple(finding for each in told for finding in each.findings),
    )


def too_little_to_relate(query: Associate, result: Result) -> Told:
    """Without a number: no single series has the days on which both have a value."""
    pair = f"{possessive(query.feature)} and {possessive(query.target)}"
    where = f"{when(query.window)}{filters_said(query.day_filters)}"
    pairs = number_of(result, "n")
    if pairs is not None and pairs >= _FEWEST_PAIRS:
        return Told(text=f"{capital(pair)} do not both vary {where}, so I can't tell whether they go together.")
    days = "There are too few days" if pairs else "There is no day"
    return Told(text=f"{days} with both {pair} {where}, and a relationship needs more.")


def counting(selection: Selection, result: Result, notebook: Notebook, *, needs: str = "") -> Told:
    """How much a selection holds, and what would need more; without a number where the result does not say."""
    query = Describe(selection=selection, aggregate=Aggregate.COUNT)
    cited = count_of(selection, result, notebook)
    if cited is None:
        about = f"on {possessive(selection.measure)}" if selection.measure != Measure() else ""
        return Told(text=f"{spaced('There is too little data', about, scope(selection))} to compute that.")
    return Told(text=_how_many(query, cited, needs), findings=(cited.finding,))


def count_of(selection: Selection, result: Result, notebook: Notebook) -> Cited | None:
    """The finding that says how many values there are; None where the result does not."""
    n = number_of(result, "n")
    if n is None:
        return None
    query = Describe(selection=selection, aggregate=Aggregate.COUNT)
    return notebook.cite(query, {"n": n, "effect": n, "count": n}, claim=claimed(query, unit=""))


def _how_many(query: Describe, cited: Cited, needs: str) -> str:
    number, measure = cited.number("count"), query.selection.measure
    what, where = things(query, number=number)
    so = f", and {needs} needs more" if needs else ", so there is nothing to compute from" if not number else ""
    if measure.source is Source.DAY and measure.name and not number:
        return f"{spaced('There is no value for', possessive(measure), where)} ({cited.ref('count')} days){so}."
    return f"{spaced('There', 'is' if number == 1 else 'are', cited.ref('count'), what, where)}{so}."


def _when(selection: Selection) -> str:
    return f"{when(selection.window)}{filters_said(selection.day_filters)}"
