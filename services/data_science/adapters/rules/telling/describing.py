"""One number about a selection, said."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from services.data_science.adapters.rules.activities import kind_said
from services.data_science.adapters.rules.restating import conditions_said, period
from services.data_science.adapters.rules.telling.cited import Cited, Notebook, Result, Told, day_of, number_of, text_of
from services.data_science.adapters.rules.telling.lacking import too_little
from services.data_science.adapters.rules.telling.phrases import (
    capital,
    claimed,
    days_missing,
    is_or_was,
    of_one_day,
    possessive,
    scope,
    spaced,
    subject,
    tally,
    things,
    unfiltered,
)
from services.data_science.adapters.rules.telling.rows import outlying
from services.data_science.domain.analysis import Value
from services.data_science.domain.finding import dates_only, epoch_day
from services.data_science.domain.query import Aggregate, Describe, Measure, Selection

_Saying: TypeAlias = Callable[[Describe, Cited, Result], str]

_FURTHER: Final[Mapping[Aggregate, tuple[str, ...]]] = MappingProxyType(
    {
        Aggregate.CHANGE: ("first", "latest"),
        Aggregate.SHARE: ("held", "n"),
        Aggregate.OUTLIERS: ("median",),
        Aggregate.POPULATION_DIFFERENCE: ("mean", "population_mean"),
    }
)
"""Numbers that belong to the answer."""
_DATES: Final = ("first_date", "start", "date")
_DAYS: Final = Measure()


def describe(query: Describe, result: Result, notebook: Notebook) -> Told:
    """The sentences, the findings and the typed values of a description."""
    if dates_only(query) and (day := day_of(result)):
        return _occurrence(query, {**result, "effect": float(epoch_day(day))}, notebook)
    if number_of(result, "effect") is None:
        return too_little(query, result, notebook)
    cited = notebook.cite(query, result, claim=claimed(query, unit=notebook.part.unit))
    text = _SAYINGS.get(query.aggregate, _plain_in(notebook.part.unit))(query, cited, result)
    rows = outlying(query, result, notebook)
    key, window = cited.key_of(query.aggregate), query.selection.window
    return Told(
        text=f"{text.removesuffix('.')}:{rows.text}" if rows.text else text + days_missing(cited, query),
        answer=cited.ref(key),
        findings=(cited.finding, *rows.findings),
        values=(cited.value(query.aggregate, key, window), *_further(query, cited, result)),
    )


def _further(query: Describe, cited: Cited, result: Result) -> tuple[Value, ...]:
    window, kind = query.selection.window, text_of(result, "activity")
    numbers = (cited.value(key, key, window) for key in _FURTHER.get(query.aggregate, ()) if cited.has(key))
    dates = (cited.typed(key, day, window) for key in _DATES if (day := day_of(result, key)))
    return (*numbers, *dates, *([cited.typed("activity", kind, window)] if kind else []))


def _occurrence(query: Describe, result: Result, notebook: Notebook) -> Told:
    """The first or latest of activities or days that are only counted: its day is the answer."""
    cited = notebook.cite(query, result, claim=f"{_latest(unfiltered(query.selection), query.aggregate)} has a day.")
    resting_on = _resting_on(query.selection, cited, result)
    return Told(
        text=f"{_latest(query.selection, query.aggregate)} was on {cited.ref('day')}{resting_on}.",
        answer=cited.ref("day"),
        findings=(cited.finding,),
        values=_further(query, cited, result),
    )


def _latest(selection: Selection, aggregate: Aggregate) -> str:
    which = "first" if aggregate is Aggregate.FIRST else "latest"
    what, where = things(Describe(selection=replace(selection, pick=None), aggregate=Aggregate.COUNT), number=1)
    return spaced("Your", which, what, where)


def _resting_on(selection: Selection, cited: Cited, result: Result) -> str:
    """In brackets, the kind of the activity and how many values there were."""
    kind = text_of(result, "activity")
    kinds = [kind_said(kind)] if kind and len(selection.measure.activities.kinds) != 1 else []
    counts = [tally(selection.measure, cited)] if cited.has("n") else []
    return f" ({'; '.join([*kinds, *counts])})" if kinds or counts else ""


def _plain_in(unit: str) -> _Saying:
    """Says the number, its day where it has one, and how many values it rests on."""

    def plain(query: Describe, cited: Cited, result: Result) -> str:
        selection = query.selection
        key = cited.key_of(query.aggregate)
        whole = selection.pick is not None and cited.has("n") and cited.number("n") == selection.pick.count
        about = capital(subject(query, unit=unit, n=cited.ref("n") if whole else ""))
        dated = cited.has("day") and not (of_one_day(query) and selection.window.is_one_day)
        on = f", on {cited.ref('day')}" if dated else ""
        is_ = is_or_was(selection.window)
        return f"{about} {is_} {cited.ref(key)}{on}{_resting_on(selection, cited, result)}."

    return plain


def _counted(query: Describe, cited: Cited, _result: Result) -> str:
    number = cited.number("effect")
    what, where = things(query, number=number)
    count = cited.ref(cited.key_of(query.aggregate))
    return f"{spaced('There', 'is' if number == 1 else 'are', count, what, where)}."


def _rate(query: Describe, cited: Cited, result: Result) -> str:
    selection, per = query.selection, period(query.per_days)
    rate, resting_on = cited.ref(cited.key_of(query.aggregate)), _resting_on(selection, cited, result)
    is_ = is_or_was(selection.window)
    if query.aggregate is Aggregate.COUNT_PER:
        what, where = things(query)
        return f"{spaced('On average, the number of', what, 'per', per, where)} {is_} {rate}{resting_on}."
    return f"{capital(subject(query))} {is_} {rate}{resting_on}."


def _share(query: Describe, cited: Cited, _result: Result) -> str:
    share, days = cited.ref(cited.key_of(query.aggregate)), tally(_DAYS, cited)
    held = f"{cited.ref('held')} of {days}" if cited.has("held") else days
    return (
        f"{capital(scope(query.selection))}, {share} of the days with data were days with "
        f"{conditions_said(query.conditions)} ({held})."
    )


def _streak(query: Describe, cited: Cited, _result: Result) -> str:
    row = f"{cited.ref(cited.key_of(query.aggregate))} {'day' if cited.number('effect') == 1 else 'days'} in a row"
    spanned = f", from {cited.ref('start_day')} to {cited.ref('day')}" if cited.has("start_day", "day") else ""
    of = f" (of {tally(_DAYS, cited)} with data)" if cited.has("n") else ""
    return f"{capital(subject(query))} {is_or_was(query.selection.window)} {row}{spanned}{of}."


def _change(query: Describe, cited: Cited, _result: Result) -> str:
    selection = query.selection
    steps = ""
    if cited.has("first", "first_day", "latest", "day"):
        begun = f"{cited.ref('first')} on {cited.ref('first_day')}"
        steps = f", from {begun} to {cited.ref('latest')} on {cited.ref('day')}"
    about = capital(possessive(selection.measure))
    of = tally(selection.measure, cited)
    return f"{about} changed by {cited.ref(cited.key_of(query.aggregate))} {scope(selection)}{steps} ({of})."


def _outliers(query: Describe, cited: Cited, _result: Result) -> str:
    selection, number = query.selection, cited.number("effect")
    count = cited.ref(cited.key_of(query.aggregate))
    median = f" the median of {cited.ref('median')}" if cited.has("median") else " the others"
    what, of = f"{possessive(selection.measure)} {scope(selection)}", f"{count} of {tally(selection.measure, cited)}"
    if not number:
        return f"Nothing in {what} stands out: {of} are far from{median}."
    return f"In {what}, {of} {'stands' if number == 1 else 'stand'} out, far from{median}."


def _population(query: Describe, cited: Cited, result: Result) -> str:
    selection, effect = query.selection, cited.number("effect")
    difference = cited.ref(cited.key_of(query.aggregate))
    way = "higher" if effect > 0 else "lower" if effect < 0 else "no different"
    source = text_of(result, "source").rstrip(".")
    mean = capital(subject(Describe(selection=selection, aggregate=Aggregate.MEAN)))
    own = f"{is_or_was(selection.window)} {cited.ref('mean')} ({tally(selection.measure, cited)})"
    return (
        f"{mean} {own}, and the average of people of your sex and age is "
        f"{cited.ref('population_mean')}: yours is {way}, a difference of {difference}."
        + (f" The norm is from {source}." if source else "")
    )


_SAYINGS: Final[Mapping[Aggregate, _Saying]] = MappingProxyType(
    {
        Aggregate.COUNT: _counted,
        Aggregate.COUNT_DAYS: _counted,
        Aggregate.COUNT_PER: _rate,
        Aggregate.TOTAL_PER: _rate,
        Aggregate.SHARE: _share,
        Aggregate.LONGEST_STREAK: _streak,
        Aggregate.CURRENT_STREAK: _streak,
        Aggregate.CHANGE: _change,
        Aggregate.OUTLIERS: _outliers,
        Aggregate.POPULATION_DIFFERENCE: _population,
    }
)
