"""What is left to say of the terms as a whole: words that depend on the others, and openers that opened nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from services.data_science.adapters.rules.comparing import negated
from services.data_science.adapters.rules.metrics import METRICS
from services.data_science.adapters.rules.slots import dimension_of, is_duration, is_extreme
from services.data_science.adapters.rules.terms import (
    Activity,
    Arithmetic,
    Biomarker,
    Chosen,
    Condition,
    DayOf,
    Earlier,
    Grouped,
    Item,
    Judgement,
    Lag,
    Limit,
    Metric,
    Months,
    OffTopic,
    Ranked,
    Rate,
    Relation,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.adapters.rules.words import reaching_words
from services.data_science.domain.query import Aggregate, End, Grouping, Operation

_PREPOSITIONS: Final = frozenset({"over", "under", "above", "below"})
_PREPOSED: Final = (Months, Span, Chosen, Activity, Weekdays, Ranked, Metric)
_AS_FAR: Final = frozenset({"howhigh", "howlow"})
"""Words beside which "did it drop" asks for no change."""
_OTHER_SIDE: Final = ("than", "then")
_HOUR: Final = 60
_LISTED: Final = (Metric, Biomarker, Activity)
_PARTS_OF_A_DAY: Final = OffTopic("it asks about parts of a day or a night")
_LABORATORY: Final = OffTopic("it does not say which laboratory value")
_EXCLUDED: Final = OffTopic("it is about days that do not hold a condition")
_SILENT: Final = frozenset({"day", "night", ";", "lasting", "both", "approx", "thetime", Sign.WHERE, Sign.FILLER})
_STREAKS: Final = frozenset({Aggregate.LONGEST_STREAK, Aggregate.CURRENT_STREAK})
_AGREEING: Final = MappingProxyType({Aggregate.CV: Aggregate.SD})
"""What says less exactly what another statistic says, too: "how consistent, in standard deviations"."""
_BY_HOW_MUCH: Final = Arithmetic(Operation.DIFFERENCE)
_CONTRASTS: Final = (Sign.VERSUS, Sign.THAN, Sign.DIRECTION, Sign.CHANGE, "and", "otherdays")
_SIDES: Final = (Metric, Biomarker, Activity, Statistic, Span, Weekdays, Months, Chosen)
_SLEEP: Final = Metric(name="sleep_minutes", said="night")
_OF_THE_NIGHT: Final = frozenset(
    {
        *(name for name, words in METRICS.items() if words.nightly or "sleep" in name or words.dimension == "clock"),
        *("awake_percent", "resting_heart_rate", "heart_rate_variability", "heart_rate_variability_sdnn"),
        *("respiratory_rate", "spo2", "skin_temperature", "hrv_rhr_ratio"),
    }
)
"""What is measured at night or on waking, so that the day's value is the night's or the morning's."""


def tidied(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The terms, each of which says something of its own."""
    for tidy in (
        _with_days_between,
        _with_groups,
        _with_nights,
        _with_resolved_words,
        _with_counts,
        _without_echoes,
        _with_starts,
    ):
        items = tidy(items)
    return items


def _with_days_between(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Yesterday's value and today's, where two are related, are those of a day and of the next."""
    labels = [item.window.label for item in items if isinstance(item, Span)]
    if sorted(labels) != ["today", "yesterday"] or not any(isinstance(item, Relation) for item in items):
        return items
    days = {label: (Lag(1),) if label == "today" else () for label in labels}
    return tuple(each for item in items for each in (days[item.window.label] if isinstance(item, Span) else (item,)))


def _with_groups(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """One day of the week is what a superlative asks for as "weekday"; else it is any of the five."""
    extreme = any(is_extreme(item) or isinstance(item, Judgement) for item in items)
    single = Grouped(Grouping.WEEKDAY) if extreme else Weekdays(iso_weekdays=(1, 2, 3, 4, 5), said="weekdays")
    months = Grouped(Grouping.MONTH) if extreme else "month"
    return tuple(
        single if isinstance(item, Weekdays) and item.said == "weekday" else months if item == "month" else item
        for item in items
    )


def other_months(months: Months) -> Months:
    """All months of the year but these."""
    rest = tuple(number for number in range(1, 13) if number not in months.months)
    return Months(months=rest, said=f"months other than {months.said}")


def _with_nights(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """What "my best night" is: one of sleep, where nothing else is named."""
    named = any(isinstance(item, (Metric, Activity, Biomarker, Condition, DayOf, OffTopic)) for item in items)
    judged = any(isinstance(item, (Judgement, Ranked)) or is_extreme(item) for item in items)
    if named or not judged:
        return items
    return tuple(_SLEEP if item == "night" else item for item in items)


def _with_resolved_words(items: tuple[Item, ...]) -> tuple[Item, ...]:
    resolved = tuple(_resolved(items))
    if any(isinstance(item, Unit) and item.dimension == "clock" for item in resolved):
        resolved = (_PARTS_OF_A_DAY, *resolved)
    if any(isinstance(item, (Activity, DayOf, Chosen)) for item in resolved):
        return resolved
    return tuple(_of_sleep(item) if isinstance(item, Condition) else item for item in resolved)


@dataclass(frozen=True)
class _Around:
    """A question's terms, the two beside one of them, and what is measured."""

    items: tuple[Item, ...]
    before: Item | None
    after: Item | None
    spoken: tuple[Metric, ...]


def _resolved(items: tuple[Item, ...]) -> Iterator[Item]:
    spoken = tuple(_spoken(items))
    if not _AS_FAR.isdisjoint(item for item in items if isinstance(item, str)):
        items = tuple(item for item in items if item is not Sign.VERB)
    for before, item, after in zip((None, *items), items, (*items[1:], None), strict=False):
        if item in _SILENT:
            continue
        if isinstance(item, Limit):
            yield from _without_number(item, after)
        elif isinstance(item, str) and item in _RESOLVED:
            yield from _RESOLVED[item](_Around(items, before, after, spoken))
        else:
            yield item


def _comma(around: _Around) -> tuple[Item, ...]:
    listed = isinstance(around.before, _LISTED) and isinstance(around.after, type(around.before))
    return ("and",) if listed else ()


def _by_night(around: _Around) -> tuple[Item, ...]:
    return () if any(metric.name in _OF_THE_NIGHT for metric in around.spoken) else (_PARTS_OF_A_DAY,)


def _by_clock(around: _Around) -> tuple[Item, ...]:
    return () if any(dimension_of(metric) == "clock" for metric in around.spoken) else (_PARTS_OF_A_DAY,)


def _different(around: _Around) -> tuple[Item, ...]:
    """Different things are several, different activities their kinds; what is different is so from something else."""
    if isinstance(around.after, Activity) and not around.after.kinds and around.after.on_record:
        return (Sign.WHICH,)
    return () if isinstance(around.after, (Metric, Activity, str)) else (Sign.VERSUS,)


def _as_far(aggregate: Aggregate) -> "_Resolve":
    """The statistic that "how high" asks for, if nothing else does."""

    def resolve(around: _Around) -> tuple[Item, ...]:
        return () if any(isinstance(item, Statistic) for item in around.items) else (Statistic(aggregate),)

    return resolve


def _week_days(around: _Around) -> tuple[Item, ...]:
    """What "during the week" is, said beside the weekend: the weekdays."""
    beside = any(isinstance(item, Weekdays) and item.iso_weekdays == (6, 7) for item in around.items)
    return (Weekdays(iso_weekdays=(1, 2, 3, 4, 5), said="weekdays"),) if beside else ("week",)


def _minus(around: _Around) -> tuple[Item, ...]:
    """One number less another, if two are named; what is taken out of the days is none."""
    named = Counter(type(item) for item in around.items if isinstance(item, _SIDES))
    return (_BY_HOW_MUCH,) if any(count > 1 for count in named.values()) else (_EXCLUDED,)


def _other_days(around: _Around) -> Iterator[Item]:
    """What "compared to other days" speaks of: those on which what is said of the days does not hold."""
    for item in around.items:
        match item:
            case DayOf():
                yield replace(item, absent=not item.absent)
            case Weekdays():
                yield other_weekdays(item)
            case Condition(days=True):
                yield from negated(item) or ("other",)
            case _:
                continue
        return
    yield "other"


def other_weekdays(days: Weekdays) -> Weekdays:
    """All days of the week but these."""
    rest = tuple(iso for iso in range(1, 8) if iso not in days.iso_weekdays)
    named = {(1, 2, 3, 4, 5): "weekdays", (6, 7): "weekends"}
    return Weekdays(iso_weekdays=rest, said=named.get(rest, f"other days than {days.said}"))


_Resolve: TypeAlias = Callable[[_Around], Iterable[Item]]
_RESOLVED: Final[Mapping[str, _Resolve]] = MappingProxyType(
    {
        ",": _comma,
        "nighttime": _by_night,
        "thismorning": _by_night,
        "clocktime": _by_clock,
        "excluding": lambda _: (_EXCLUDED,),
        "different": _different,
        "late": lambda _: (),
        "sample": lambda around: () if any(isinstance(item, Biomarker) for item in around.items) else (_LABORATORY,),
        "neither": lambda _: (_EXCLUDED,),
        "nor": lambda _: (_EXCLUDED,),
        "howhigh": _as_far(Aggregate.MAX),
        "howlow": _as_far(Aggregate.MIN),
        "theweek": _week_days,
        "minus": _minus,
        "otherdays": _other_days,
    }
)
"""By a word of the lexicon's list of words, what it comes to among the others."""


def _without_number(limit: Limit, after: Item | None) -> Iterator[Item]:
    """A comparison that no number follows holds two things against each other, or says nothing."""
    if limit.said in reaching_words() or (limit.said in _PREPOSITIONS and isinstance(after, _PREPOSED)):
        return
    if limit.said.endswith(_OTHER_SIDE) and not isinstance(after, str):
        yield from (Sign.DIRECTION, Sign.THAN)
    else:
        yield limit


def _of_sleep(condition: Condition) -> Condition:
    """A number of hours that is said of nothing, where no activity is spoken of, is the night's."""
    if condition.metric.said != "duration" or condition.unit is None or condition.unit.factor != _HOUR:
        return condition
    return replace(condition, metric=Metric(name="sleep_minutes", said="sleep"))


def _spoken(items: Iterable[Item]) -> Iterator[Metric]:
    for item in items:
        if isinstance(item, Metric):
            yield item
        elif isinstance(item, Condition):
            yield item.metric


def _with_counts(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Days are what "how many weekdays …" and "days over 9,000 steps, how many" count."""
    limited = any(isinstance(item, (Condition, DayOf)) for item in items)
    measured = any(isinstance(item, (Metric, Activity, Biomarker, Unit)) for item in items)
    samples = any(isinstance(item, Biomarker) for item in items)
    if samples:
        return tuple(Statistic(Aggregate.COUNT) if item is Sign.HOW_MANY else item for item in items)
    follows = (*items[1:], None)
    return tuple(
        Sign.COUNT_DAYS
        if item is Sign.HOW_MANY and limited and (isinstance(after, Weekdays) or (after is None and not measured))
        else item
        for item, after in zip(items, follows, strict=False)
    )


def _without_echoes(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """What another term has said already, and what cannot be said of what is measured."""
    kept = tuple(_once(items))
    aggregates = {item.aggregate for item in kept if isinstance(item, Statistic)}
    activity = any(isinstance(item, Activity) for item in kept)
    minutes = any(isinstance(item, Metric) and item.name and dimension_of(item) == "min" for item in kept)
    climbing = any(isinstance(item, Metric) and item.field == "elevation_gain_m" for item in kept)
    extreme = any(is_extreme(item) or isinstance(item, (Ranked, Judgement)) for item in kept)
    streak = not aggregates.isdisjoint(_STREAKS)
    named = any(isinstance(item, Metric) and item.name for item in kept)
    by_clock = any(isinstance(item, Metric) and dimension_of(item) == "clock" for item in kept)
    counting = any(item in {Sign.HOW_OFTEN, Sign.COUNT_DAYS} for item in kept if isinstance(item, Sign))
    days = counting and not activity and any(isinstance(item, Condition) for item in kept)

    def idle(item: Item) -> bool:
        return (
            (is_duration(item) and (streak or (minutes and not activity)))
            or (item is Sign.HOW_MUCH and streak)
            or (item is Sign.CHANGE and climbing)
            or (item is Sign.WHEN and by_clock and not extreme)
            or (isinstance(item, Metric) and item.said.startswith("how fast") and named and not activity)
            or (isinstance(item, Rate) and item.per_days == 1 and extreme)
            or (isinstance(item, Rate) and item.per_days == 1 and days)
            or (isinstance(item, Statistic) and _AGREEING.get(item.aggregate) in aggregates)
            or (item == _BY_HOW_MUCH and Aggregate.SD in aggregates and not _sets_apart(kept))
        )

    return tuple(item for item in kept if not idle(item))


def _sets_apart(items: tuple[Item, ...]) -> bool:
    """Whether two numbers are set against each other: of two windows or groups, or with a word that says so."""
    sides = sum(isinstance(item, (Span, Earlier, Weekdays, Months, DayOf)) for item in items)
    return sides > 1 or any(item in _CONTRASTS for item in items)


def _once(items: tuple[Item, ...]) -> Iterator[Item]:
    """Each statistic once, with the field it implies if any of its words does; "last" after a noun is no choice."""
    fields = {item.aggregate: item.field for item in items if isinstance(item, Statistic) and item.field}
    seen: set[Aggregate] = set()
    lasting = any(is_duration(item) for item in items)
    for before, item, after in zip((None, *items), items, (*items[1:], None), strict=False):
        if isinstance(item, Statistic):
            if item.aggregate in seen:
                continue
            seen.add(item.aggregate)
            yield replace(item, field=fields.get(item.aggregate, ""))
        elif (
            item == Chosen(end=End.LAST, count=1)
            and lasting
            and isinstance(before, Activity)
            and not isinstance(after, (Activity, Metric, DayOf))
        ) or (item == "and" and after is Sign.WHEN and items[-1] is Sign.WHEN):
            continue
        else:
            yield item


def _with_starts(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """A point of change is asked for by "when did … start to" and "when did … change"; else a start says nothing."""
    asked = Sign.WHEN in items and not any(is_extreme(item) or isinstance(item, (Chosen, Judgement)) for item in items)
    if asked and "begin" not in items:
        return tuple(Sign.CHANGE_POINT if item is Sign.CHANGE else item for item in items)
    if asked:
        return tuple(Sign.CHANGE_POINT if item == "begin" else item for item in items)
    return tuple(item for item in items if item != "begin")
