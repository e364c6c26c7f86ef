"""Queries that come to several numbers: groups, kinds of activities, arithmetic on two descriptions."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, assert_never

from services.data_science.adapters.rules.activities import kind_said
from services.data_science.adapters.rules.restating import filters_said, listed, when
from services.data_science.adapters.rules.telling.cited import (
    Cited,
    Notebook,
    Result,
    Told,
    number_of,
    rows_of,
    text_of,
)
from services.data_science.adapters.rules.telling.lacking import counting, too_little
from services.data_science.adapters.rules.telling.phrases import (
    capital,
    claimed,
    is_or_was,
    selected_days,
    subject,
    tally,
    unfiltered,
)
from services.data_science.domain.analysis import Value
from services.data_science.domain.draft import reference
from services.data_science.domain.finding import Finding, combined, unit_of_combined
from services.data_science.domain.groups import groups_of
from services.data_science.domain.query import (
    Activities,
    Aggregate,
    Breakdown,
    Combine,
    Describe,
    Grouping,
    Kinds,
    Measure,
    Operation,
    Selection,
    Source,
)
from services.data_science.domain.units import CLOCK, told_in

_MOST_KINDS: Final = 10
_COUNTS: Final = frozenset({Aggregate.COUNT, Aggregate.COUNT_DAYS})
_OPERATIONS: Final[Mapping[Operation, str]] = MappingProxyType(
    {
        Operation.DIFFERENCE: "a difference of",
        Operation.RATIO: "a ratio of",
        Operation.PERCENT_CHANGE: "a relative difference of",
    }
)


def break_down(query: Breakdown, result: Result, notebook: Notebook) -> Told:
    """The highest and the lowest group in a sentence, then each; the label of the highest is the first value."""
    groups = tuple(_groups(query, result, notebook))
    selection = query.selection
    if not groups:
        return counting(selection, {"n": 0} if rows_of(result, "groups") else result, notebook)
    whole = Describe(selection=selection, aggregate=query.aggregate)
    ranked = sorted(groups, key=lambda group: group[1].number("effect"))
    (low, lowest), (high, highest) = ranked[0], ranked[-1]
    key = query.aggregate
    about = f"{capital(subject(whole, unit=notebook.part.unit))} {is_or_was(selection.window)}"
    if len(groups) == 1 or lowest.number("effect") == highest.number("effect"):
        said = f"{about} {highest.ref(key)} {listed(_in_group(query.by, label) for label, _ in groups)}"
    else:
        most = f"highest {_in_group(query.by, high)}, {highest.ref(key)}"
        said = f"{about} {most}, and lowest {_in_group(query.by, low)}, {lowest.ref(key)}"
    items = "".join(f"\n- {capital(label)}: {_of_group(query, cited)}" for label, cited in groups)
    ends = (highest.typed("highest", high, selection.window), lowest.typed("lowest", low, selection.window))
    return Told(
        text=f"{said}:{items}",
        findings=tuple(cited.finding for _, cited in groups),
        values=(*ends, *(cited.value(label, key, selection.window) for label, cited in groups)),
    )


def _groups(query: Breakdown, result: Result, notebook: Notebook) -> Iterator[tuple[str, Cited]]:
    """Each group that has a number, with its finding."""
    results = {text_of(row, "label"): row for row in rows_of(result, "groups")}
    for label, described in groups_of(query):
        group = results.get(label, {})
        n, effect = number_of(group, "n"), number_of(group, "effect")
        if n is None or effect is None or (n == 0 and query.aggregate not in _COUNTS):
            continue
        numbers = {"n": n, "effect": effect, query.aggregate: effect}
        whole = Describe(selection=unfiltered(query.selection), aggregate=query.aggregate)
        of_group = (
            f"{subject(whole, unit=notebook.part.unit)}{selected_days(query.selection)}, {_in_group(query.by, label)}"
        )
        yield label, notebook.cite(described, numbers, claim=f"{capital(of_group)}.")


def _in_group(by: Grouping, label: str) -> str:
    match by:
        case Grouping.WEEKDAY:
            return f"on {label}s"
        case Grouping.WEEKEND:
            return f"on {label}"
        case Grouping.MONTH | Grouping.SEASON:
            return f"in {label}"
        case _:
            assert_never(by)


def _of_group(query: Breakdown, cited: Cited) -> str:
    """The number of one group; of what is no count, also how many values it rests on."""
    counts = "" if query.aggregate in _COUNTS else f" ({tally(query.selection.measure, cited)})"
    return f"{cited.ref(query.aggregate)}{counts}"


def name_kinds(query: Kinds, result: Result, notebook: Notebook) -> Told:
    """The kinds, the most frequent first and each with its count; as one text they are the first value."""
    selection = query.selection
    counted = ((text_of(row, "activity"), number_of(row, "count")) for row in rows_of(result))
    rows = tuple((kind, count) for kind, count in counted if kind and count)
    if not rows:
        return counting(selection, result, notebook)
    cited = tuple((kind, _kind(selection, kind, count, notebook)) for kind, count in rows[:_MOST_KINDS])
    said = listed(f"{kind_said(kind)} ({each.ref('count')} {_times(each)})" for kind, each in cited)
    others = ", and others less often" if len(rows) > len(cited) else ""
    where = f"{when(selection.window)}{filters_said(selection.day_filters)}"
    names = ", ".join(kind for kind, _ in rows)
    n = round(number_of(result, "n") or 0)
    first = Value(name="activities", value=names, unit="", n=n, window=selection.window, finding_id="")
    return Told(
        text=f"{capital(where)}, your activities were {said}{others}.",
        findings=tuple(each.finding for _, each in cited),
        values=(first, *(each.value(kind, "count", selection.window) for kind, each in cited)),
    )


def _times(cited: Cited) -> str:
    return "time" if cited.number("count") == 1 else "times"


def _kind(selection: Selection, kind: str, count: float, notebook: Notebook) -> Cited:
    activities = Activities(
        kinds=(kind,), bounds=selection.measure.activities.bounds, label=f"{kind_said(kind)} activities"
    )
    of_kind = replace(selection, measure=Measure(source=Source.ACTIVITY, activities=activities))
    query = Describe(selection=of_kind, aggregate=Aggregate.COUNT)
    return notebook.cite(query, {"n": count, "effect": count, "count": count}, claim=claimed(query, unit=""))


def combine(query: Combine, results: Result, notebook: Notebook) -> Told:
    """Both numbers, and what they come to; a part that has too little says so."""
    sides = tuple(
        (described, side if isinstance(side, Mapping) else {})
        for described, side in ((query.first, results.get("first")), (query.second, results.get("second")))
    )
    if any(number_of(side, "effect") is None for _, side in sides):
        return _either(sides, notebook)
    unit = notebook.part.unit
    first, second = (notebook.cite(described, side, claim=claimed(described, unit=unit)) for described, side in sides)
    said = " and ".join(
        _sentence(described, cited, unit) for described, cited in ((query.first, first), (query.second, second))
    )
    result, answer = _arithmetic(query, first, second)
    arithmetic = f", {_OPERATIONS[query.operation]} {result}" if result else ""
    operands = (
        first.value("first", first.key_of(query.first.aggregate), query.first.selection.window),
        second.value("second", second.key_of(query.second.aggregate), query.second.selection.window),
    )
    return Told(
        text=f"{capital(said)}{arithmetic}.",
        answer=result,
        findings=(first.finding, second.finding),
        values=(*answer, *operands),
    )


def _either(sides: tuple[tuple[Describe, Result], ...], notebook: Notebook) -> Told:
    """Of two numbers of which one is missing, the other one, and how little there is for the one."""
    texts: list[str] = []
    findings: list[Finding] = []
    for described, side in sides:
        if number_of(side, "effect") is None:
            lacking = too_little(described, side, notebook)
            texts.append(lacking.text)
            findings += lacking.findings
        else:
            cited = notebook.cite(described, side, claim=claimed(described, unit=notebook.part.unit))
            texts.append(f"{capital(_sentence(described, cited, notebook.part.unit))}.")
            findings.append(cited.finding)
    return Told(text=" ".join(texts), findings=tuple(findings))


def _sentence(query: Describe, cited: Cited, unit: str) -> str:
    return f"{subject(query, unit=unit)} {is_or_was(query.selection.window)} {_resting_on(query, cited)}"


def _resting_on(query: Describe, cited: Cited) -> str:
    is_count = query.aggregate in _COUNTS or not cited.has("n")
    return cited.ref(cited.key_of(query.aggregate)) + (
        "" if is_count else f" ({tally(query.selection.measure, cited)})"
    )


def _arithmetic(query: Combine, first: Cited, second: Cited) -> tuple[str, tuple[Value, ...]]:
    """The reference to what the two come to and its value, which no finding carries; neither where nothing follows."""
    (a, unit), (b, other) = first.stored("effect"), second.stored("effect")
    value = combined(query.operation, a, b) if unit == other else None
    if value is None or (unit == CLOCK and query.operation is not Operation.DIFFERENCE):
        return "", ()
    claims = (each.claim(each.key_of(of.aggregate)) for each, of in ((first, query.first), (second, query.second)))
    named, told = f"{query.operation}({', '.join(claims)})", None
    if query.operation is Operation.DIFFERENCE and first.shown:
        told = told_in(value, unit, first.shown.unit)
        named = f"convert({named}, {first.shown.unit})" if told else named
    number, said_in = told or (value, unit_of_combined(query.operation, unit))
    answer = Value(
        name=query.operation,
        value=number,
        unit=said_in,
        n=round(min(each.number("n") for each in (first, second))) if first.has("n") and second.has("n") else 0,
        window=query.first.selection.window,
        finding_id="",
    )
    return reference(named), (answer,)
