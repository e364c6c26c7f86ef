"""Comparisons, relationships and developments over time, said."""

from typing import Final

from services.data_science.adapters.rules.restating import delay, filters_said, group_said, when
from services.data_science.adapters.rules.telling.cited import Cited, Notebook, Result, Told, day_of, number_of
from services.data_science.adapters.rules.telling.lacking import (
    too_little_to_compare,
    too_little_to_follow,
    too_little_to_relate,
)
from services.data_science.adapters.rules.telling.phrases import (
    average,
    capital,
    claimed,
    possessive,
    scope,
    selected_days,
    subject,
    tally,
    unfiltered,
)
from services.data_science.domain.query import Aggregate, Associate, ChangePoint, Compare, Describe, Selection, Trend
from services.data_science.domain.units import CLOCK

_STRENGTHS: Final = ((0.1, "practically no"), (0.3, "a weak"), (0.5, "a moderate"))
_NOISE: Final = 0.5
"""A change below this share of the day-to-day standard deviation is within the usual ups and downs."""


def compare(query: Compare, result: Result, notebook: Notebook) -> Told:
    """The difference, and each side as a finding of its own: it can be told where the difference does not hold up."""
    effect = number_of(result, "effect")
    if effect is None:
        return too_little_to_compare(query, result, notebook)
    unit = notebook.part.unit
    plain, base = _mean(unfiltered(query.selection), unit), _mean(unfiltered(query.baseline), unit)
    than = f"{base}{selected_days(query.baseline)}"
    claim = f"{capital(plain)}{selected_days(query.selection)} is {_level(effect, unit)} compared with {than}."
    cited = notebook.cite(query, result, claim=claim)
    recent = _side(query.selection, result, notebook, "recent")
    prior = _side(query.baseline, result, notebook, "prior")
    named = {"difference_of_means": "effect", "mean_recent": "mean_recent", "mean_prior": "mean_prior"}
    return Told(
        text=f"{_sides(query, recent, prior, unit)}. "
        f"That is {_level(effect, unit)}, a difference of {cited.ref('effect')}.",
        answer=cited.ref("effect"),
        findings=(cited.finding, recent.finding, prior.finding),
        values=tuple(cited.value(name, key, query.selection.window) for name, key in named.items()),
    )


def _side(selection: Selection, result: Result, notebook: Notebook, which: str) -> Cited:
    mean, query = result[f"mean_{which}"], Describe(selection=selection, aggregate=Aggregate.MEAN)
    own = {"n": result[f"n_{which}"], "effect": mean, "mean": mean}
    return notebook.cite(query, own, claim=claimed(query, unit=notebook.part.unit))


def _level(effect: float, unit: str) -> str:
    up, down = ("later", "earlier") if unit == CLOCK else ("higher", "lower")
    return _way(effect, up, down, "no different")


def _sides(query: Compare, later: Cited, earlier: Cited, unit: str) -> str:
    """Both averages, saying once what they share."""
    recent, prior = query.selection, query.baseline
    one, one_n = later.ref("mean"), f"({tally(recent.measure, later)})"
    other, other_n = earlier.ref("mean"), f"({tally(prior.measure, earlier)})"
    is_same = recent.measure == prior.measure and recent.pick is None and prior.pick is None
    about = average(recent.measure)
    if is_same and recent.day_filters == prior.day_filters:
        first, second = f"{one} {when(recent.window)} {one_n}", f"{other} {when(prior.window)} {other_n}"
        return f"{capital(about)} was {first} and {second}{filters_said(recent.day_filters)}"
    if is_same and recent.window == prior.window:
        first, second = f"{one} {group_said(recent)} {one_n}", f"{other} {group_said(prior)} {other_n}"
        return f"{capital(when(recent.window))}, {about} was {first} and {second}"
    return f"{capital(_mean(recent, unit))} was {one} {one_n}, and {_mean(prior, unit)} was {other} {other_n}"


def _mean(selection: Selection, unit: str) -> str:
    return subject(Describe(selection=selection, aggregate=Aggregate.MEAN), unit=unit)


def associate(query: Associate, result: Result, notebook: Notebook) -> Told:
    effect = number_of(result, "effect")
    if effect is None:
        return too_little_to_relate(query, result)
    later = f" {delay(query.lag_days)}" if query.lag_days else ""
    pair = f"{possessive(query.feature)} and {possessive(query.target)}{later}"
    on = ", on the selected days" if query.day_filters else ""
    claim = f"{capital(pair)} show {_strength(effect)} association {when(query.window)}{on}."
    cited = notebook.cite(query, result, claim=claim)
    where = f"{when(query.window)}{filters_said(query.day_filters)}"
    interval = ""
    if cited.has("ci_low", "ci_high"):
        interval = f", with a confidence interval from {cited.ref('ci_low')} to {cited.ref('ci_high')}"
    is_chance = cited.has("ci_low", "ci_high") and cited.number("ci_low") <= 0 <= cited.number("ci_high")
    return Told(
        text=f"{capital(where)}, {pair} show {_strength(effect)} association: Spearman's correlation is "
        f"{cited.ref('effect')}{interval} ({_days(cited, 'n')})."
        + (" The interval includes zero, so this may be chance." if is_chance else "")
        + " This shows association, not cause.",
        answer=cited.ref("effect"),
        findings=(cited.finding,),
        values=(cited.value("spearman", "effect", query.window),),
    )


def follow(query: Trend, result: Result, notebook: Notebook) -> Told:
    effect = number_of(result, "effect")
    if effect is None:
        return too_little_to_follow(query, result, notebook)
    selection = query.selection
    words = ("got later", "got earlier") if notebook.part.unit == CLOCK else ("rose", "fell")
    way, noun = _way(effect, *words, "stayed level"), possessive(selection.measure)
    claim = f"{capital(noun)} {way} {when(selection.window)}{selected_days(selection)}."
    cited = notebook.cite(query, result, claim=claim)
    slope = f", or {cited.ref('slope_per_week')}" if cited.has("slope_per_week") else ""
    is_usual = cited.has("sd") and abs(effect) < _NOISE * cited.number("sd")
    named = {"linear_change": "effect", "slope_per_week": "slope_per_week"}
    return Told(
        text=f"{capital(noun)} {way} {scope(selection)}: the fitted change is {cited.ref('effect')}{slope} "
        f"({_days(cited, 'n')})." + (" That is within the usual ups and downs from day to day." if is_usual else ""),
        answer=cited.ref("effect"),
        findings=(cited.finding,),
        values=tuple(cited.value(name, key, selection.window) for name, key in named.items() if cited.has(key)),
    )


def locate(query: ChangePoint, result: Result, notebook: Notebook) -> Told:
    """The day of a change comes first among the values: it is what was asked for."""
    effect, day = number_of(result, "effect"), day_of(result)
    if effect is None or day is None:
        return too_little_to_follow(query, result, notebook)
    selection, noun = query.selection, average(query.selection.measure)
    level = _level(effect, notebook.part.unit)
    claim = f"{capital(noun)} {when(selection.window)}{selected_days(selection)} is {level} from some day on."
    cited = notebook.cite(query, result, claim=claim)
    named = {"difference_of_means": "effect", "mean_recent": "mean_recent", "mean_prior": "mean_prior"}
    numbers = (cited.value(name, key, selection.window) for name, key in named.items())
    on = cited.ref("day")
    return Told(
        text=f"{capital(noun)} changed most {scope(selection)} around {on}: from {on} on it "
        f"was {cited.ref('mean_recent')} ({_days(cited, 'n_recent')}), before that {cited.ref('mean_prior')} "
        f"({_days(cited, 'n_prior')}), a difference of {cited.ref('effect')}. Some day always differs most, so a "
        "small difference may be chance.",
        answer=cited.ref("day"),
        findings=(cited.finding,),
        values=(cited.typed("date", day, selection.window), *numbers),
    )


def _days(cited: Cited, key: str) -> str:
    return f"{cited.ref(key)} {'day' if cited.number(key) == 1 else 'days'}"


def _way(effect: float, up: str, down: str, level: str) -> str:
    return up if effect > 0 else down if effect < 0 else level


def _strength(rho: float) -> str:
    """Spearman's rho in words, with its sign where it is more than nothing."""
    words = next((said for bound, said in _STRENGTHS if abs(rho) < bound), "a strong")
    return words if abs(rho) < _STRENGTHS[0][0] else f"{words} {'positive' if rho > 0 else 'negative'}"
