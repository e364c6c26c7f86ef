"""What the user is told: how the question was read, what the numbers say, or why there are none."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, assert_never

from services.data_science.adapters.rules.assembly import NotUnderstood, Understood
from services.data_science.adapters.rules.metrics import bases_of, words_for
from services.data_science.domain.analysis import Decline, Plan, Summary, Value
from services.data_science.domain.data import DataDescription
from services.data_science.domain.finding import Finding, numbers_of, scalars_of, written
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Compare,
    DayFilter,
    Describe,
    Query,
    Trend,
    ValueFilter,
    WeekdayFilter,
    Window,
)
from services.data_science.domain.run import JsonValue

_NAMES: Final[Mapping[Aggregate, str]] = MappingProxyType(
    {
        Aggregate.MEAN: "average",
        Aggregate.MEDIAN: "median",
        Aggregate.MIN: "lowest",
        Aggregate.MAX: "highest",
        Aggregate.SUM: "total",
        Aggregate.SD: "standard deviation",
        Aggregate.COUNT: "number of days",
        Aggregate.LATEST: "latest",
    }
)
_SMALL: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_STRENGTHS: Final = ((0.1, "practically no"), (0.3, "a weak"), (0.5, "a moderate"))
_FEWEST_PAIRS: Final = 4
_NOISE: Final = 0.5
"""A change below this share of the day-to-day standard deviation is within the usual ups and downs."""


def no_data() -> Decline:
    return Decline(
        answer="I can't compute that from your data, because there is none on record yet. "
        "Import a file of daily measurements and ask again."
    )


def declined(reading: NotUnderstood, data: DataDescription) -> Decline:
    """Says why, and what of the same matter can be computed."""
    known = next((name for name in reading.metrics if _is_recorded(name, data)), None)
    if known is None:
        nearest = f"What I can compute: averages, comparisons, relationships and trends of your {_listed(data)}."
    else:
        noun = words_for(known).noun
        nearest = (
            f"What I can compute of your {noun}: the average, median, lowest, highest, latest or total value, its "
            "spread and its trend over any window, or how it goes together with another metric."
        )
    return Decline(answer=f"I can't compute that from your data, because {reading.because}. {nearest}")


def not_recorded(name: str, data: DataDescription) -> Decline:
    return Decline(
        answer=f"I can't compute that from your data, because it holds no {words_for(name).noun}. "
        f"What there is: {_listed(data)}."
    )


def future(window: Window) -> Decline:
    return Decline(
        answer=f"I can't compute that from your data, because {window.label} lies after the newest day on record."
    )


def _is_recorded(name: str, data: DataDescription) -> bool:
    return all(base in data.recorded for base in bases_of(name))


def _listed(data: DataDescription) -> str:
    return _and(words_for(name).noun for name in data.recorded) or "daily metrics"


def _and(parts: Iterable[str]) -> str:
    *most, last = tuple(parts) or ("",)
    return f"{', '.join(most)} and {last}" if most else last


def approach(reading: Understood) -> str:
    """How the question was read, with every window as dates."""
    parts = [f"I read this as: {_read_as(reading.query)}."]
    if reading.assumed:
        parts.append(f"{reading.assumed[0].upper()}{reading.assumed[1:]}.")
    if reading.causal:
        parts.append(
            "You ask for an influence; daily records can only show whether the two go together, so I compute their "
            "association."
        )
    if reading.caveat:
        parts.append(reading.caveat)
    parts.append("Days without a value are left out, never counted as zero.")
    return " ".join(parts)


def _read_as(query: Query) -> str:
    where = f"{_when(query.window)}, {_dates(query.window)}{_conditions(query.day_filters)}"
    match query:
        case Describe(aggregate=Aggregate.COUNT):
            return f"the number of days with a {_noun(query.metric)} value {where}"
        case Describe():
            return f"the {_aggregate(query.aggregate)} {_noun(query.metric)} {where}"
        case Compare():
            baseline = f"{_when(query.baseline)}, {_dates(query.baseline)}"
            return f"the average {_noun(query.metric)} {where}, less the average {baseline}"
        case Associate():
            later = f" {_delay(query.lag_days)}" if query.lag_days else ""
            return (
                f"Spearman's rank correlation of {_noun(query.feature)} with {_noun(query.target)}{later}, "
                f"day by day {where}"
            )
        case Trend():
            return f"the straight line through {_noun(query.metric)} {where}, and how far it rises or falls"
        case _:
            assert_never(query)


def _aggregate(aggregate: Aggregate) -> str:
    return f"{_NAMES[aggregate]} of" if aggregate is Aggregate.SD else _NAMES[aggregate]


def _noun(metric: str) -> str:
    return words_for(metric).noun


def _when(window: Window) -> str:
    first, _, rest = window.label.partition(" ")
    if first == "all":
        return "over all data"
    if first == "past" or (first == "last" and rest[:1].isdigit()):
        return f"over the {window.label}"
    if first == "the" and rest[:1].isdigit():
        return f"over {window.label}"
    if " to " in rest:
        return f"from {window.label}"
    if first[0].isdigit() and window.is_one_day:
        return f"on {window.label}"
    return f"in {window.label}" if first[0].isdigit() or first[0].isupper() else window.label


def _dates(window: Window) -> str:
    return f"{window.start}" if window.is_one_day else f"{window.start} to {window.end}"


def _conditions(filters: tuple[DayFilter, ...]) -> str:
    values = _and(each.label for each in filters if isinstance(each, ValueFilter))
    weekdays = _and(each.label for each in filters if isinstance(each, WeekdayFilter))
    return (f", on days with {values}" if values else "") + (f", on {weekdays}" if weekdays else "")


def _delay(lag_days: int) -> str:
    return "the next day" if lag_days == 1 else f"{_in_words(lag_days)} days later"


def _in_words(count: int) -> str:
    return _SMALL[count] if count < len(_SMALL) else str(count)


def summary(plan: Plan, result: Mapping[str, JsonValue], *, finding_id: str) -> Summary | Decline:
    """The answer, its values and its one finding; a decline where the result says there was too little."""
    query = plan.query
    numbers = numbers_of(query, result, unit=plan.unit)
    scalars = {key: scalar.value for key, scalar in scalars_of(numbers).items() if isinstance(scalar.value, float)}
    if "effect" not in scalars:
        return _too_little(query, scalars)
    finding = Finding(id=finding_id, claim=_claim(query, scalars), query=query, numbers=numbers)
    draft = _draft(query, scalars, ref=lambda key: f"{{{{{finding_id}.{key}}}}}")
    draft = f"{draft} {plan.caveat}".rstrip()
    return Summary(
        draft=draft,
        answer=written(draft, (finding,)),
        values=_values(plan, finding, scalars, _day(result)),
        findings=(finding,),
    )


def _day(result: Mapping[str, JsonValue]) -> date | None:
    day = result.get("date")
    return date.fromisoformat(day) if isinstance(day, str) else None


def _too_little(query: Query, scalars: Mapping[str, float]) -> Decline:
    match query:
        case Describe(metric=metric):
            because = f"{_found(scalars.get('n', 0))} with a value for {_noun(metric)} {_where(query)}"
        case Compare(metric=metric, window=window, baseline=baseline):
            empty = window if scalars.get("n_recent", 0) == 0 else baseline
            because = f"there is no day with a value for {_noun(metric)} {_when(empty)}, so there is nothing to compare"
        case Trend(metric=metric):
            because = (
                f"{_found(scalars.get('n', 0))} with a value for {_noun(metric)} {_where(query)}, "
                "and a trend needs more"
            )
        case Associate(feature=feature, target=target):
            pair = f"{_noun(feature)} and {_noun(target)}"
            because = f"{pair} do not both vary {_where(query)}"
            if scalars.get("n", 0) < _FEWEST_PAIRS:
                found = _found(scalars.get("n", 0))
                because = f"{found} with both {pair} {_where(query)}, and a relationship needs more"
        case _:
            assert_never(query)
    return Decline(answer=f"I can't compute that from your data, because {because}.")


def _found(count: float) -> str:
    """Without the count: nothing was found that would vouch for a number."""
    return "there are too few days" if count else "there is no day"


def _where(query: Query) -> str:
    return f"{_when(query.window)}{_conditions(query.day_filters)}"


def _claim(query: Query, scalars: Mapping[str, float]) -> str:
    """What is claimed, in one sentence or phrase, without digits but those of a window's label."""
    when = _when(query.window) + (", on the selected days" if query.day_filters else "")
    match query:
        case Describe(aggregate=Aggregate.COUNT):
            return f"Days with a value for your {_noun(query.metric)} {when}."
        case Describe(aggregate=Aggregate.SD):
            return f"Standard deviation of your {_noun(query.metric)} {when}."
        case Describe():
            return f"Your {_NAMES[query.aggregate]} {_noun(query.metric)} {when}."
        case Compare():
            way = _way(scalars["effect"], up="higher than", down="lower than", level="the same as")
            return f"Your average {_noun(query.metric)} {when} is {way} {_when(query.baseline)}."
        case Associate():
            later = f" {_delay(query.lag_days)}" if query.lag_days else ""
            return (
                f"Your {_noun(query.feature)} and your {_noun(query.target)}{later} show "
                f"{_strength(scalars['effect'])} association {when}."
            )
        case Trend():
            return f"Your {_noun(query.metric)} {_way(scalars['effect'])} {when}."
        case _:
            assert_never(query)


def _way(effect: float, *, up: str = "rose", down: str = "fell", level: str = "stayed level") -> str:
    return up if effect > 0 else down if effect < 0 else level


def _strength(rho: float) -> str:
    """Spearman's rho in words, with its sign where it is more than nothing."""
    words = next((said for bound, said in _STRENGTHS if abs(rho) < bound), "a strong")
    return words if abs(rho) < _STRENGTHS[0][0] else f"{words} {'positive' if rho > 0 else 'negative'}"


def _draft(query: Query, scalars: Mapping[str, float], ref: Callable[[str], str]) -> str:
    match query:
        case Describe():
            return _described(query, scalars, ref)
        case Compare():
            way = _way(scalars["effect"], up="higher", down="lower", level="no different")
            return (
                f"Your average {_noun(query.metric)} was {ref('mean_recent')} {_when(query.window)} "
                f"({_days(ref('n_recent'), scalars['n_recent'])}) and {ref('mean_prior')} {_when(query.baseline)} "
                f"({_days(ref('n_prior'), scalars['n_prior'])}){_conditions(query.day_filters)}: "
                f"{way}, a difference of {ref('effect')}."
            )
        case Associate():
            return _related(query, scalars, ref)
        case Trend():
            usual = abs(scalars["effect"]) < _NOISE * scalars.get("sd", 0)
            return (
                f"Your {_noun(query.metric)} {_way(scalars['effect'])} {_where(query)}: the fitted change is "
                f"{ref('effect')}, or {ref('slope_per_week')} ({_days(ref('n'), scalars['n'])})."
                + (" That is within the usual ups and downs from day to day." if usual else "")
            )
        case _:
            assert_never(query)


def _described(query: Describe, scalars: Mapping[str, float], ref: Callable[[str], str]) -> str:
    key, metric = query.aggregate.value, _noun(query.metric)
    is_or_was = "is" if query.window.label == "all data" else "was"
    counted = _days(ref("n"), scalars["n"])
    on = f", on {ref('day')}" if "day" in scalars else ""
    match query.aggregate:
        case Aggregate.COUNT:
            are = "is" if scalars["effect"] == 1 else "are"
            days = _days(ref(key), scalars["effect"])
            return f"There {are} {days} with a value for your {metric} {_where(query)}."
        case Aggregate.LATEST:
            return f"Your latest {metric} {_where(query)} is {ref(key)}{on} ({counted})."
        case Aggregate.SD:
            return f"The standard deviation of your {metric} {_where(query)} {is_or_was} {ref(key)} ({counted})."
        case Aggregate.MEAN if query.window.is_one_day and not query.day_filters:
            return f"Your {metric} {_when(query.window)} was {ref(key)} ({counted})."
        case _:
            return f"Your {_NAMES[query.aggregate]} {metric} {_where(query)} {is_or_was} {ref(key)}{on} ({counted})."


def _related(query: Associate, scalars: Mapping[str, float], ref: Callable[[str], str]) -> str:
    later = f" {_delay(query.lag_days)}" if query.lag_days else ""
    where = _where(query)
    crossing = scalars["ci_low"] <= 0 <= scalars["ci_high"]
    return (
        f"{where[0].upper()}{where[1:]}, your {_noun(query.feature)} and your {_noun(query.target)}{later} show "
        f"{_strength(scalars['effect'])} association: Spearman's correlation is {ref('effect')}, with a confidence "
        f"interval from {ref('ci_low')} to {ref('ci_high')} ({_days(ref('n'), scalars['n'])})."
        + (" The interval includes zero, so this may be chance." if crossing else "")
        + " This shows association, not cause."
    )


def _days(count: str, number: float) -> str:
    return f"{count} day" if number == 1 else f"{count} days"


def _values(plan: Plan, finding: Finding, scalars: Mapping[str, float], day: date | None) -> tuple[Value, ...]:
    """The scalars that answer the question, the one that was asked for first."""
    match plan.query:
        case Describe(aggregate=aggregate):
            named = {aggregate.value: "effect"}
        case Compare():
            named = {"difference_of_means": "effect", "mean_recent": "mean_recent", "mean_prior": "mean_prior"}
        case Associate():
            named = {"spearman": "effect"}
        case Trend():
            named = {"linear_change": "effect", "slope_per_week": "slope_per_week"}
        case _:
            assert_never(plan.query)
    units = {number.key: number.unit for number in finding.numbers}
    answers: list[tuple[str, float | date, str]] = [(name, scalars[key], units[key]) for name, key in named.items()]
    answers += [("date", day, "")] if day else []
    return tuple(
        Value(name=name, value=value, unit=unit, n=round(scalars["n"]), window=plan.query.window, finding_id=finding.id)
        for name, value, unit in answers
    )
