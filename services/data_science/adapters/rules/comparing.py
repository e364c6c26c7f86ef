"""Comparisons with numbers: "more than 8 hours of sleep", "steps between 5,000 and 8,000", "days without a run"."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.bounds import AT_LEAST, DAY, NOON
from services.data_science.adapters.rules.fields import FIELD_OF
from services.data_science.adapters.rules.grammar import Grammar, rule
from services.data_science.adapters.rules.metrics import METRICS, words_for
from services.data_science.adapters.rules.numerals import text_of
from services.data_science.adapters.rules.slots import SLEEP, SLOTS, dimension_of
from services.data_science.adapters.rules.terms import (
    Activity,
    Chosen,
    Condition,
    DayOf,
    Item,
    Limit,
    Metric,
    Sign,
    Span,
    Statistic,
    Unit,
)
from services.data_science.adapters.rules.units import unit_phrases
from services.data_science.domain.query import Aggregate, Comparison

_IMPLIED: Final = MappingProxyType(
    {
        "km": Metric(name="distance_km", said="distance", field="distance_m"),
        "min": Metric(name="", said="duration", field="duration_min"),
        "km/h": Metric(name="", said="speed", field="speed_m_per_min"),
        "kcal": Metric(name="calories_kcal", said="calories", field="calories_kcal"),
        "bpm": Metric(
            name="resting_heart_rate",
            said="heart rate",
            caveat=METRICS["resting_heart_rate"].loose["heart rate"],
            field=FIELD_OF["resting_heart_rate"],
        ),
        "kg": Metric(name="weight_kg", said="weight"),
        "ms": Metric(name="heart_rate_variability", said="heart rate variability"),
    }
)
"""What a number with a unit is said of, where nothing else is named."""
_OPPOSITE: Final = MappingProxyType(
    {
        Comparison.GREATER: Comparison.LESS_OR_EQUAL,
        Comparison.GREATER_OR_EQUAL: Comparison.LESS,
        Comparison.LESS: Comparison.GREATER_OR_EQUAL,
        Comparison.LESS_OR_EQUAL: Comparison.GREATER,
    }
)
_COVERING: Final = frozenset({"runs", "walks", "hikes", "bike rides", "swims", "treadmill workouts"})
"""What is more or less by the distance that it covers."""
_OF_THE_DAY: Final = frozenset({"steps", "active_zone_minutes"})
_NONE: Final = Limit(Comparison.EQUAL, "exactly")
_HOURS, _MINUTES = unit_phrases()["hours"], unit_phrases()["minutes"]


def _fits(metric: Metric, unit: Unit | None) -> bool:
    if unit is None or unit.dimension == dimension_of(metric):
        return True
    if unit.dimension == "%":
        return metric.name.replace("_minutes", "_percent") in METRICS
    return unit.dimension == "min/km" and dimension_of(metric) == "km/h"


def _condition(metric: Metric, unit: Unit | None, *limits: tuple[Limit, float]) -> tuple[Item, ...] | None:
    """A condition that nothing has opened yet; None where the unit is of something else."""
    if unit is not None and unit.dimension == "clock" and metric.name == SLEEP:
        metric = Metric(name="bed_time_clock", said=metric.said)
    if not _fits(metric, unit):
        return None
    said = tuple((limit.comparison, number) for limit, number in limits)
    largest = max(number for _, number in said)
    hours = words_for(metric.name).hours if metric.name else 0
    if unit is None and dimension_of(metric) == "min":
        unit = _HOURS if largest <= hours else _MINUTES
    if dimension_of(metric) == "clock":
        said, unit = _clock_times(metric, said, unit)
    return (Condition(metric=metric, limits=said, unit=unit, days=False, opened=False),)


def _clock_times(
    metric: Metric, limits: tuple[tuple[Comparison, float], ...], unit: Unit | None
) -> tuple[tuple[tuple[Comparison, float], ...], Unit | None]:
    """Times of day on the metric's own clock: bed times from noon up to the next noon, wake-up times from midnight."""
    at_night = metric.name.startswith("bed")
    hour = next((number for _, number in limits), 0.0)
    if unit is None and hour <= 24:
        minutes = [(comparison, 60 * number) for comparison, number in limits]
        if at_night:
            minutes = [(c, value + NOON if 5 * 60 <= value < NOON else value) for c, value in minutes]
        limits, unit = tuple(minutes), Unit(dimension="clock", factor=1, said=f"{text_of(hour)} o'clock")
    if at_night:
        return tuple((c, value + DAY if value < NOON else value) for c, value in limits), unit
    return tuple((c, value % DAY) for c, value in limits), unit


def _metric_first(
    metric: Metric, span: Span | None, before: Unit | None, limit: Limit, number: float, after: Unit | None
) -> tuple[Item, ...] | None:
    built = _condition(metric, after or before, (limit, number))
    return (*built, *((span,) if span else ())) if built else None


def _metric_not(metric: Metric, _not: Sign, limit: Limit, number: float, unit: Unit | None) -> tuple[Item, ...] | None:
    built = _condition(metric, unit, (limit, number))
    return negated(built[0]) if built and isinstance(built[0], Condition) else None


def _between(
    metric: Metric,
    before: Unit | None,
    one: Limit,
    low: float,
    unit: Unit | None,
    two: Limit,
    high: float,
    *rest: Unit | None,
) -> tuple[Item, ...] | None:
    return _condition(metric, next((each for each in (*rest, unit, before) if each), None), (one, low), (two, high))


def _between_first(
    one: Limit, low: float, unit: Unit | None, two: Limit, high: float, other: Unit | None, metric: Metric
) -> tuple[Item, ...] | None:
    return _condition(metric, other or unit, (one, low), (two, high))


def _number_first(limit: Limit, number: float, unit: Unit | None, metric: Metric) -> tuple[Item, ...] | None:
    return _condition(metric, unit, (limit, number))


def _implied(limit: Limit, number: float, unit: Unit) -> tuple[Item, ...] | None:
    metric = _IMPLIED.get("km/h" if unit.dimension == "min/km" else unit.dimension)
    return _condition(metric, unit, (limit, number)) if metric else None


def _implied_range(
    one: Limit, low: float, unit: Unit | None, two: Limit, high: float, other: Unit
) -> tuple[Item, ...] | None:
    metric = _IMPLIED.get((unit or other).dimension)
    return _condition(metric, other, (one, low), (two, high)) if metric else None


def _of_part(_whole: Metric, limit: Limit, number: float, unit: Unit | None, part: Metric) -> tuple[Item, ...] | None:
    """Of "slept less than 4 hours of deep sleep" the part is meant."""
    return _condition(part, unit, (limit, number))


def _deeply(whole: Metric, limit: Limit, number: float, unit: Unit | None, *, stage: str) -> tuple[Item, ...] | None:
    return _condition(replace(whole, name=f"{stage}_sleep_minutes", said=f"{stage} sleep"), unit, (limit, number))


def _reached(number: float, unit: Unit | None, metric: Metric) -> tuple[Item, ...] | None:
    """A bare number of what adds up was come up to: "days with 10,000 steps"; 0 is exactly none."""
    additive = metric.name and words_for(metric.name).additive
    return _condition(metric, unit, (AT_LEAST if number else _NONE, number)) if additive else None


_CORES: Final = Grammar(
    (
        rule("{sleep} {limit} {number} {unit}? {stage}", _of_part),
        rule(
            "{sleep} {limit} {number} {unit}? deeply",
            lambda *terms: _deeply(*terms, stage="deep"),
        ),
        rule(
            "{sleep} {limit} {number} {unit}? lightly",
            lambda *terms: _deeply(*terms, stage="light"),
        ),
        rule(
            "{percentable} {limit} {number} {percent} {sleep}",
            lambda stage, limit, number, unit, _sleep: _condition(stage, unit, (limit, number)),
        ),
        rule(
            "{limit} {number} {percent} {sleep} {stage}",
            lambda limit, number, unit, _sleep, stage: _condition(stage, unit, (limit, number)),
        ),
        rule("{metric} {unit}? {limit} {number} {unit}? and|but? {limit} {number} {unit}?", _between),
        rule("{metric} {not} {limit} {number} {unit}?", _metric_not),
        rule("{metric} {span}? {unit}? {limit} {number} {unit}?", _metric_first),
        rule(
            "{opens} {metric} {mean} {limit} {number} {unit}?",
            lambda opens, metric, _mean, limit, number, unit: _with(opens, _condition(metric, unit, (limit, number))),
        ),
        rule(
            "{unit} {metric} {limit} {number}",
            lambda unit, metric, limit, number: _condition(metric, unit, (limit, number)),
        ),
        rule("{limit} {number} {unit}? and|but? {limit} {number} {unit}? {metric}", _between_first),
        rule("{limit} {number} {unit}? {metric}", _number_first),
        rule("{limit} {number} {unit}? and|but? {limit} {number} {unit}", _implied_range),
        rule("{duration} {limit} {number} {unit}", lambda _longer, *terms: _implied(*terms)),
        rule("{limit} {number} {unit}", _implied),
        rule(
            "{clock_metric} before {number}",
            lambda metric, number: _condition(metric, None, (Limit(Comparison.LESS, "before"), number)),
        ),
        rule(
            "{clock_metric} after|past {number}",
            lambda metric, number: _condition(metric, None, (Limit(Comparison.GREATER, "after"), number)),
        ),
        rule(
            "{opens} {number} {unit}? {metric}",
            lambda opens, *terms: _with(opens, _reached(*terms)),
        ),
        rule(
            "{metric} {number} {unit}",
            lambda metric, number, unit: _reached(number, unit, metric),
        ),
        rule(
            "{counts} {number} {unit}? {metric}",
            lambda counts, *terms: _with(counts, _reached(*terms)),
        ),
        rule(
            "{counts} {span} {number} {unit}? {metric}",
            lambda counts, span, *terms: (counts, span, *built) if (built := _reached(*terms)) else None,
        ),
        rule(
            "{streak} {number} {unit}? {metric}",
            lambda streak, *terms: _with(streak, _reached(*terms)),
        ),
    ),
    SLOTS,
)


def _with(first: Item, built: tuple[Item, ...] | None) -> tuple[Item, ...] | None:
    return (first, *built) if built else None


def negated(condition: Condition) -> tuple[Condition] | None:
    """The condition turned around; None where it has two limits."""
    if len(condition.limits) != 1 or condition.limits[0][0] not in _OPPOSITE:
        return None
    comparison, number = condition.limits[0]
    return (replace(condition, limits=((_OPPOSITE[comparison], number),)),)


def _without(_not: Sign, activity: Activity) -> tuple[Item, ...]:
    return (DayOf(activity=activity, absent=True),)


def _excluded(opener: Sign | None, condition: Condition) -> tuple[Item, ...] | None:
    turned = negated(condition)
    return (replace(turned[0], opened=True, days=opener is Sign.DAYS_WHEN),) if turned else None


_NEGATIONS: Final = Grammar(
    (
        rule("{not} {condition}", lambda _not, condition: negated(condition)),
        rule("excluding {opens}? day|night? {condition}", _excluded),
        rule(
            "excluding {activity} {where}? {condition}", lambda _activity, _where, condition: _excluded(None, condition)
        ),
        rule("{not} {activity} {where}? {condition}", lambda _n, _a, _w, condition: _excluded(None, condition)),
        rule("excluding {days_when}? {day_of}", lambda _when, day: (replace(day, absent=not day.absent),)),
        rule("neither {activity}", lambda activity: _without(Sign.NOT, activity)),
        rule("nor {activity}", lambda activity: ("and", *_without(Sign.NOT, activity))),
        rule("excluding {days_when}? {activity} day|night?", lambda _opens, activity: _without(Sign.NOT, activity)),
        rule("{not} {activity}", _without),
        rule("{not} {day_of}", lambda _not, day: (replace(day, absent=not day.absent),)),
    ),
    SLOTS,
)


def _opened(opener: Sign, condition: Condition) -> tuple[Item, ...] | None:
    return None if condition.opened else (replace(condition, opened=True, days=opener is Sign.DAYS_WHEN),)


def _also_opened(first: Condition, joint: str, second: Condition) -> tuple[Item, ...] | None:
    if not first.opened or second.opened:
        return None
    return (first, joint, replace(second, opened=True, days=first.days))


def _days_of(_when: Sign, activity: Activity, condition: Condition | None) -> tuple[Item, ...]:
    bound = (replace(condition, opened=True, days=True),) if condition and not condition.opened else ()
    kept = (condition,) if condition and not bound else ()
    return (DayOf(activity=activity, absent=False), *bound, *kept)


def _and_ran(first: Condition, joint: str, activity: Activity) -> tuple[Item, ...] | None:
    return (first, joint, DayOf(activity=activity, absent=False)) if first.days and first.opened else None


def _and_also(day: DayOf, joint: str, activity: Activity) -> tuple[Item, ...]:
    """What is not the one or the other is neither."""
    return (day, "and" if day.absent else joint, replace(day, activity=activity))


def _both(counts: Sign, one: Activity, other: Activity) -> tuple[Item, ...]:
    kept = (counts,) if counts is Sign.COUNT_DAYS else ()
    return (*kept, DayOf(activity=one, absent=False), "and", DayOf(activity=other, absent=False))


def _and_slept(day: DayOf, joint: str, condition: Condition) -> tuple[Item, ...] | None:
    """What is said after "and" of the whole day's steps or zone minutes is no bound on the activity before it."""
    if condition.opened:
        return None
    also = replace(condition, opened=True, days=True)
    return (also, joint, day) if condition.metric.name in _OF_THE_DAY else (day, joint, also)


def _ran_and_slept(counts: Sign, activity: Activity, condition: Condition) -> tuple[Item, ...] | None:
    """Days with an activity and with so many steps of the whole day, which are no steps of the activity."""
    if condition.opened or condition.metric.name not in _OF_THE_DAY:
        return None
    kept = (counts,) if counts is Sign.COUNT_DAYS else ()
    return (*kept, replace(condition, opened=True, days=True), "and", DayOf(activity=activity, absent=False))


def _spoken_of(activity: Activity, condition: Condition) -> tuple[Item, ...] | None:
    return None if condition.opened else (activity, replace(condition, opened=True))


def _last_time(chosen: Chosen, condition: Condition) -> tuple[Item, ...] | None:
    return None if condition.opened else (chosen, replace(condition, opened=True, days=True))


def _overall(item: Item) -> Item | None:
    """A statistic that a day's or an activity's single value is by itself: "days when my total steps were over …"."""
    return item if isinstance(item, Statistic) and item.aggregate in {Aggregate.MEAN, Aggregate.SUM} else None


_JOINTS: Final = MappingProxyType(
    {**SLOTS, "overall": _overall, "joint": lambda item: item if item in {"and", "but", "or"} else None}
)


def _ran(activity: Activity, limit: Limit, number: float) -> tuple[Item, ...] | None:
    """What "ran more than 5,000" says: a distance, as no unit is said in the one it is stored in."""
    if activity.said not in _COVERING:
        return None
    metric = Metric(name="", said="distance", field="distance_m")
    built = _condition(metric, None, (limit, number))
    return (activity, *built) if built else None


_WITHOUT_UNIT: Final = Grammar((rule("{specific} {limit} {number}", _ran),), SLOTS)
_OPENINGS: Final = Grammar(
    (
        rule("{days_when} {activity} {where}? {condition}", lambda *terms: _days_of(terms[0], terms[1], terms[3])),
        rule("{days_when} {activity}", lambda when, activity: _days_of(when, activity, None)),
        rule("{days_when} {day_of}", lambda _when, day: (day,)),
        rule("{days_when} both", lambda when: (when,)),
        rule("{days_when} {not} {activity}", lambda _when, negation, activity: _without(negation, activity)),
        rule("{where} {day_of}", lambda _where, day: (day,)),
        rule("{opens} {condition}", _opened),
        rule("{opens} {overall} {condition}", lambda opens, _overall, condition: _opened(opens, condition)),
        rule("{activity} {overall} {condition}", lambda one, _, condition: _spoken_of(one, condition)),
        rule(
            "{days_when} {chosen} {activity}", lambda when, chosen, activity: (chosen, *_days_of(when, activity, None))
        ),
        rule("{condition} {joint} {where}? {condition}", lambda *terms: _also_opened(terms[0], terms[1], terms[3])),
        rule("{condition} {joint} {activity}", _and_ran),
        rule("{day_of} {joint} {condition}", _and_slept),
        rule("{day_of} {joint} {activity}", _and_also),
        rule("{counting_days} both {activity} and {activity}", _both),
        rule("{counting_days} {activity} and {condition}", _ran_and_slept),
        rule("{opens} {not}", lambda _opens, _not: ("otherdays",)),
        rule("{chosen} thetime? {where}? {condition}", lambda chosen, _where, condition: _last_time(chosen, condition)),
        rule(
            "{chosen} day|night {activity}", lambda chosen, activity: (chosen, DayOf(activity=activity, absent=False))
        ),
    ),
    _JOINTS,
)


def conditions_in(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Comparisons with a number become conditions, opened or bare; "which days" at the start asks and opens none."""
    read = _OPENINGS.settle(_NEGATIONS.rewrite(_WITHOUT_UNIT.rewrite(_CORES.rewrite(items))))
    first = next((item for item in items if not isinstance(item, Span)), None)
    return (Sign.WHEN, *read) if first is Sign.WHEN and Sign.WHEN not in read else read
