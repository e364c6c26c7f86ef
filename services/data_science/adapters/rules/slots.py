"""What the slots of the rules that join terms accept."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from services.data_science.adapters.rules.fields import FIELDS
from services.data_science.adapters.rules.grammar import SlotReader
from services.data_science.adapters.rules.metrics import METRICS, words_for
from services.data_science.adapters.rules.numerals import float_of
from services.data_science.adapters.rules.terms import (
    Activity,
    Arithmetic,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Item,
    Judgement,
    Lag,
    Limit,
    Metric,
    Months,
    Ranked,
    Relation,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.adapters.rules.units import unit_phrases
from services.data_science.domain.query import Aggregate, End, Operation

SLEEP: Final = "sleep_minutes"
DURATION: Final = "duration_min"
_UNIT_WORDS: Final = unit_phrases()
_FIRSTS: Final = (Chosen(end=End.FIRST, count=1), Statistic(Aggregate.FIRST))
_MOST_LISTED: Final = 100
_T = TypeVar("_T")


def dimension_of(metric: Metric) -> str:
    """Which unit words a metric or a field of activities goes with."""
    return words_for(metric.name).dimension if metric.name else FIELDS[metric.field].dimension


def is_stage(item: Item) -> bool:
    """Whether it is the minutes of a part of the night."""
    return (
        isinstance(item, Metric)
        and item.name.endswith("_minutes")
        and words_for(item.name).nightly
        and not _whole(item)
    )


def _whole(item: Item) -> bool:
    return isinstance(item, Metric) and item.name == SLEEP


def is_duration(item: Item) -> bool:
    """Whether it is the duration that only an activity has."""
    return isinstance(item, Metric) and not item.name and item.field == DURATION


def is_extreme(item: Item) -> bool:
    return isinstance(item, Statistic) and item.aggregate in {Aggregate.MIN, Aggregate.MAX}


def _of_type(kind: type[_T]) -> SlotReader:
    return lambda item: item if isinstance(item, kind) else None


def _of_sign(*signs: Sign) -> SlotReader:
    return lambda item: item if item in signs else None


def _statistic(*aggregates: Aggregate) -> SlotReader:
    return lambda item: item if isinstance(item, Statistic) and item.aggregate in aggregates else None


def _number(item: Item) -> float | None:
    return float_of(item) if isinstance(item, str) else None


def _count(item: Item) -> int | None:
    number = _number(item)
    return int(number) if number is not None and number.is_integer() and 0 < number <= _MOST_LISTED else None


def _unit_of(*dimensions: str) -> SlotReader:
    return lambda item: item if isinstance(item, Unit) and item.dimension in dimensions else None


def _metric_in(*dimensions: str) -> SlotReader:
    return lambda item: item if isinstance(item, Metric) and item.name and dimension_of(item) in dimensions else None


def _some_activity(*, specific: bool) -> SlotReader:
    return lambda item: item if isinstance(item, Activity) and is_specific(item) is specific else None


def is_specific(activity: Activity) -> bool:
    return bool(activity.kinds) or not activity.on_record


SLOTS: Final[Mapping[str, SlotReader]] = MappingProxyType(
    {
        "number": _number,
        "count": _count,
        "unit_word": lambda item: _UNIT_WORDS.get(item) if isinstance(item, str) else None,
        "word": lambda item: item if isinstance(item, str) and (item.isalpha() or item == "%") else None,
        "metric": _of_type(Metric),
        "measured": lambda item: item if isinstance(item, (Metric, Biomarker)) else None,
        "sleep": lambda item: item if _whole(item) else None,
        "stage": lambda item: item if is_stage(item) else None,
        "duration": lambda item: item if is_duration(item) else None,
        "minutes_metric": _metric_in("min"),
        "clock_metric": _metric_in("clock"),
        "limit": _of_type(Limit),
        "unit": _of_type(Unit),
        "percent": _unit_of("%"),
        "minutes": _unit_of("min"),
        "lag": _of_type(Lag),
        "activity": _of_type(Activity),
        "specific": _some_activity(specific=True),
        "any_activity": _some_activity(specific=False),
        "chosen": _of_type(Chosen),
        "ranked": _of_type(Ranked),
        "judgement": _of_type(Judgement),
        "condition": _of_type(Condition),
        "day_of": _of_type(DayOf),
        "relation": _of_type(Relation),
        "weekdays": _of_type(Weekdays),
        "span": _of_type(Span),
        "statistic": _of_type(Statistic),
        "mean": _statistic(Aggregate.MEAN),
        "extreme": _statistic(Aggregate.MIN, Aggregate.MAX),
        "ratio": lambda item: item if item == Arithmetic(Operation.RATIO) else None,
        "difference": lambda item: item if item == Arithmetic(Operation.DIFFERENCE) else None,
        "first": lambda item: item if item in _FIRSTS else None,
        "latest": _statistic(Aggregate.LATEST),
        "varying": _statistic(Aggregate.CV),
        "norm": _statistic(Aggregate.POPULATION_DIFFERENCE),
        "share": _statistic(Aggregate.SHARE),
        "streak": _statistic(Aggregate.LONGEST_STREAK),
        "direction": _of_sign(Sign.DIRECTION),
        "verb": _of_sign(Sign.VERB, Sign.DIRECTION),
        "opens": _of_sign(Sign.DAYS_WHEN, Sign.WHEN, Sign.WHERE),
        "opener": _of_sign(Sign.DAYS_WHEN, Sign.WHERE),
        "days_when": _of_sign(Sign.DAYS_WHEN),
        "where": _of_sign(Sign.WHERE, Sign.WHEN),
        "not": _of_sign(Sign.NOT),
        "counting_days": _of_sign(Sign.COUNT_DAYS, Sign.DAYS_WHEN),
        "months": _of_type(Months),
        "counts": _of_sign(Sign.COUNT_DAYS, Sign.HOW_OFTEN),
        "often": _of_sign(Sign.HOW_OFTEN, Sign.COUNT_DAYS, Sign.HOW_MANY),
        "rolling": _of_sign(Sign.ROLLING),
        "sample": lambda item: item if isinstance(item, Biomarker) else None,
        "percentable": lambda item: item if is_stage(item) and _percent_name(item) in METRICS else None,
    }
)


def _percent_name(item: Item) -> str:
    return item.name.replace("_minutes", "_percent") if isinstance(item, Metric) else ""
