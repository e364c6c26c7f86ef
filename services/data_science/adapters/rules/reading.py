"""From a question to terms: words, windows, phrases, then the small constructions that join terms."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeVar

from services.data_science.adapters.rules import windows
from services.data_science.adapters.rules.grammar import Phrasebook, Rule, SlotReader, rewrite, rule
from services.data_science.adapters.rules.metrics import METRICS, ROLLING, metric_phrases, words_for
from services.data_science.adapters.rules.terms import (
    Bound,
    Condition,
    Item,
    Lag,
    Metric,
    OffTopic,
    Relation,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.adapters.rules.tokens import mended, tokens
from services.data_science.adapters.rules.units import UNITS, unit_phrases
from services.data_science.adapters.rules.windows import Calendar
from services.data_science.adapters.rules.words import other_phrases
from services.data_science.domain.finding import number_text
from services.data_science.domain.query import Aggregate, Comparison, DayFilter, ValueFilter

_COMPARING: Final = frozenset(
    {"compare", "compares", "compared", "comparing", "comparison", "versus", "vs", "differ", "differs", "different"}
    | {"difference", "than", "against"}
)
_IMPLIED_METRIC: Final = MappingProxyType({"km": "distance_km"})
_NEEDS_UNIT: Final = OffTopic("it does not say whether that number is hours or minutes, kilometres or miles")
_SAID: Final = MappingProxyType(
    {
        Comparison.GREATER: "above",
        Comparison.GREATER_OR_EQUAL: "at least",
        Comparison.LESS: "below",
        Comparison.LESS_OR_EQUAL: "at most",
        Comparison.EQUAL: "exactly",
    }
)
_T = TypeVar("_T")


def read(question: str, days: Calendar, names: tuple[str, ...]) -> tuple[Item, ...]:
    """The terms of a question in order; what could not be read stays a word.

    Args:
        question: as it was asked.
        days: what windows are resolved against.
        names: the series that exist, for those that the lexicon has no entry for.
    """
    book = phrasebook(tuple(name for name in names if name not in METRICS and not name.endswith("_30d")))
    words = mended(tokens(question), book.words | windows.vocabulary())
    comparing = not _COMPARING.isdisjoint(words)
    items = rewrite(words, windows.written_dates(days), windows.slots())
    items = rewrite(items, _ROLLING_WORDS, _SLOTS)
    items = rewrite(items, windows.rules(days, comparing=comparing), windows.slots())
    items = rewrite(items, _TRAILING_BOUNDS, _SLOTS)
    items = book.read(rewrite(items, _MEASURES, _SLOTS))
    items = tuple(item for item in items if item is not Sign.FILLER)
    for rules in (_SHARES, _ROLLING_RULES, _CONDITIONS, _CONSTRUCTIONS):
        items = rewrite(items, rules, _SLOTS)
    return items


@lru_cache(maxsize=8)
def phrasebook(names: tuple[str, ...]) -> Phrasebook:
    """Every phrase there is; where words mean two things, the later entry holds."""
    return Phrasebook(unit_phrases() | other_phrases() | metric_phrases(names))


def _number(item: Item) -> float | None:
    try:
        return float(item.replace(",", "")) if isinstance(item, str) and item[-1].isdigit() else None
    except ValueError:
        return None


def _of_type(kind: type[_T]) -> SlotReader:
    return lambda item: item if isinstance(item, kind) else None


def _of_sign(*signs: Sign) -> SlotReader:
    return lambda item: item if item in signs else None


def _statistic(*aggregates: Aggregate) -> SlotReader:
    return lambda item: item if isinstance(item, Statistic) and item.aggregate in aggregates else None


_UNIT_WORDS: Final = MappingProxyType(unit_phrases())
_SLOTS: Final[Mapping[str, SlotReader]] = MappingProxyType(
    {
        "number": _number,
        "unit_word": lambda item: _UNIT_WORDS.get(item) if isinstance(item, str) else None,
        "word": lambda item: item if isinstance(item, str) and item.isalpha() else None,
        "percent": lambda item: item if isinstance(item, Unit) and item.dimension == "%" else None,
        "metric": _of_type(Metric),
        "bound": _of_type(Bound),
        "unit": _of_type(Unit),
        "lag": _of_type(Lag),
        "mean": _statistic(Aggregate.MEAN),
        "statistic": _of_type(Statistic),
        "direction": _of_sign(Sign.DIRECTION),
        "verb": _of_sign(Sign.VERB, Sign.DIRECTION),
        "opens": _of_sign(Sign.DAYS_WHEN, Sign.WHEN),
        "rolling": _of_sign(Sign.ROLLING),
        "cv": _of_sign(Sign.CV),
        "days": _of_type(Weekdays),
        "span": _of_type(Span),
    }
)

_ROLLING_WORDS: Final = (
    rule("rolling 30 day|days", lambda: (Sign.ROLLING,)),
    rule("30 day|days rolling", lambda: (Sign.ROLLING,)),
    rule("rolling", lambda: (Sign.ROLLING,)),
    rule("30 d", lambda: (Sign.ROLLING,)),
)


def _or_beyond(comparison: Comparison) -> Callable[..., tuple[Item, ...]]:
    """Turns a bound that is said last around: of "8 hours or more" is made "at least 8 hours"."""

    def build(number: float, *words: str | None) -> tuple[Item, ...]:
        return (Bound(comparison, _SAID[comparison]), str(number), *(word for word in words if word))

    return build


_TRAILING_BOUNDS: Final = tuple(
    rule(f"{{number}} {{word}}? {{word}}? {{word}}? or {said}", _or_beyond(comparison))
    for said, comparison in (
        ("more|greater|higher|longer|above|over", Comparison.GREATER_OR_EQUAL),
        ("less|fewer|lower|shorter|below|under", Comparison.LESS_OR_EQUAL),
    )
)
_MEASURES: Final = (rule("{number} {unit_word}", lambda number, unit: (str(number), unit)),)


def _share(of: Metric) -> tuple[Item, ...] | None:
    """The share of the night that a part of it takes, which is a metric of its own."""
    name = of.name.replace("_minutes", "_percent")
    return (Metric(name=name, said=f"{of.said} %"),) if name != of.name and name in METRICS else None


def _share_of_sleep(percent: Unit, whole: Metric, part: Metric) -> tuple[Item, ...] | None:
    del percent
    return _share(part) if whole.name == "sleep_minutes" else None


_SHARES: Final = (
    rule("{percent} {unit}? {metric}", lambda _percent, _time, metric: _share(metric)),
    rule("{percent} {metric} {metric}", _share_of_sleep),
)


def _rolled(suffix: str) -> Callable[[Metric], tuple[Item, ...]]:
    return lambda metric: (Metric(name=f"{metric.name}_{suffix}_30d", said=metric.said, caveat=metric.caveat),)


def _rolling(metric: Metric, statistic: Statistic) -> tuple[Item, ...] | None:
    suffix = statistic.aggregate.value
    return _rolled(suffix)(metric) if suffix in ROLLING else None


_ROLLING_RULES: Final = (
    rule("{rolling} {statistic} {metric}", lambda _, statistic, metric: _rolling(metric, statistic)),
    rule("{metric} {statistic} {rolling}", lambda metric, statistic, _: _rolling(metric, statistic)),
    rule("{rolling} {metric} {statistic}", lambda _, metric, statistic: _rolling(metric, statistic)),
    rule("{rolling} {cv} {metric}", lambda *terms: _rolled("cv")(terms[2])),
    rule("{metric} {cv} {rolling}", lambda metric, *_: _rolled("cv")(metric)),
)


def _filter(metric: Metric, bound: Bound, number: float, unit: Unit | None) -> DayFilter | None:
    """The filter, its number turned into the metric's own unit; None when the unit cannot belong to the metric."""
    words = words_for(metric.name)
    if unit is not None and unit.dimension != words.dimension:
        return None
    said = unit.said if unit else next((word for word in ("hours", "minutes") if word in metric.said.split()), "")
    factor = unit.factor if unit else UNITS.get(words.dimension, {}).get(said, 1)
    label = f"{words.noun} {_SAID[bound.comparison]} {number_text(number, said)}"
    return ValueFilter(metric=metric.name, comparison=bound.comparison, value=round(number * factor, 9), label=label)


def _condition(
    opens: Sign | None, metric: Metric, unit: Unit | None, *bounds: tuple[Bound, float]
) -> tuple[Item, ...] | None:
    has_unit = unit is not None or words_for(metric.name).bare
    if not has_unit and not {"hours", "minutes", "mins"} & set(metric.said.split()):
        return (_NEEDS_UNIT,)
    filters = [_filter(metric, bound, number, unit) for bound, number in bounds]
    if any(each is None for each in filters):
        return None
    kept = tuple(each for each in filters if each is not None)
    return (Condition(filters=kept, metric=metric, stated=opens is not None),)


def _implied(opens: Sign | None, bound: Bound, number: float, unit: Unit | None) -> tuple[Item, ...] | None:
    name = _IMPLIED_METRIC.get(unit.dimension) if unit else None
    return _condition(opens, Metric(name=name, said=name), unit, (bound, number)) if name else None


def _condition_rules(lead: str) -> Iterator[Rule]:
    """The orders in which a condition is said, with or without the words that open it."""
    at_least, at_most = Bound(Comparison.GREATER_OR_EQUAL, "between"), Bound(Comparison.LESS_OR_EQUAL, "and")
    opened = bool(lead)

    def with_lead(build: Callable[..., tuple[Item, ...] | None]) -> Callable[..., tuple[Item, ...] | None]:
        return build if opened else lambda *values: build(None, *values)

    yield rule(
        f"{lead} {{metric}} {{bound}} {{number}} {{unit}}?",
        with_lead(lambda opens, metric, bound, number, unit: _condition(opens, metric, unit, (bound, number))),
    )
    yield rule(
        f"{lead} {{metric}} between {{number}} and {{number}} {{unit}}?",
        with_lead(
            lambda opens, metric, low, high, unit: _condition(opens, metric, unit, (at_least, low), (at_most, high))
        ),
    )
    yield rule(
        f"{lead} {{bound}} {{number}} {{unit}}? {{metric}}",
        with_lead(lambda opens, bound, number, unit, metric: _condition(opens, metric, unit, (bound, number))),
    )
    yield rule(
        f"{lead} between {{number}} and {{number}} {{unit}}? {{metric}}",
        with_lead(
            lambda opens, low, high, unit, metric: _condition(opens, metric, unit, (at_least, low), (at_most, high))
        ),
    )
    yield rule(f"{lead} {{bound}} {{number}} {{unit}}", with_lead(_implied))


_CONDITIONS: Final = (*_condition_rules("{opens}"), *_condition_rules(""))


def _merged_days(first: Weekdays, second: Weekdays) -> tuple[Item, ...]:
    days = tuple(sorted({*first.iso_weekdays, *second.iso_weekdays}))
    return (Weekdays(iso_weekdays=days, said=f"{first.said} and {second.said}"),)


_CONSTRUCTIONS: Final = (
    rule("{days} and {days}", _merged_days),
    rule("{bound} {span}", lambda bound, span: (span,) if bound.said == "over" else None),
    rule("{opens} {metric} {direction}", lambda _opens, metric, _way: (Relation(causal=False), metric)),
    rule("{opens} {direction} {metric}", lambda _opens, _way, metric: (Relation(causal=False), metric)),
    rule(
        "{metric} {mean} {direction} {metric}",
        lambda one, _mean, _way, other: (one, Relation(causal=True), other),
    ),
    rule("{metric} {verb} {lag}? {metric}", lambda one, _verb, lag, other: _causal(one, lag, other)),
)


def _causal(one: Metric, lag: Lag | None, other: Metric) -> tuple[Item, ...]:
    return (one, Relation(causal=True), *((lag,) if lag else ()), other)
