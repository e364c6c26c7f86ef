"""The small constructions that join terms: "percentage of time awake", "three longest runs", "longest streak"."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from services.data_science.adapters.rules.activities import ANY, narrowed
from services.data_science.adapters.rules.grammar import Grammar, rule
from services.data_science.adapters.rules.metrics import METRICS, ROLLING
from services.data_science.adapters.rules.slots import DURATION, SLOTS, dimension_of, is_duration, is_extreme
from services.data_science.adapters.rules.terms import (
    Activity,
    Chosen,
    DayOf,
    Item,
    Judgement,
    Lag,
    Metric,
    Ranked,
    Relation,
    Sign,
    Span,
    Statistic,
    Unit,
    Weekdays,
)
from services.data_science.adapters.rules.tidying import other_months, other_weekdays
from services.data_science.domain.query import Aggregate, End, Order

_APPARATUS: Final = frozenset({"treadmill workouts", "elliptical workouts"})
"""What something else can be done on: "running on the treadmill"."""
_ORDERS: Final = MappingProxyType({Aggregate.MAX: Order.HIGHEST, Aggregate.MIN: Order.LOWEST})
_WALKED: Final = frozenset({"steps", "distance_km"})
"""What walking is measured in, so that it names no activity beside it."""
_WALKING: Final = Metric(
    name="steps", said="walking", caveat="I take your steps for how much you walked.", field="steps"
)
_AMOUNTS: Final = (Sign.HOW_MUCH, Sign.HOW_MANY, Sign.HOW_OFTEN, Sign.HOW_FAR, Sign.COUNT_DAYS)
_DURATION: Final = Metric(name="", said="duration", field=DURATION)
_SORTS: Final = MappingProxyType(
    {
        "longer": _DURATION,
        "faster": Metric(name="", said="speed", field="speed_m_per_min"),
        "harder": Metric(name="", said="intensity", field="average_heart_rate"),
        "further": Metric(name="distance_km", said="distance", field="distance_m"),
    }
)
"""What is compared of activities: \"longer runs\"."""


def _share(of: Metric) -> tuple[Item, ...] | None:
    """The share of the night that a part of it takes, which is a metric of its own."""
    name = of.name.replace("_minutes", "_percent")
    return (Metric(name=name, said=f"{of.said} percent"),) if name != of.name and name in METRICS else None


def _share_of_sleep(_percent: Unit, _whole: Metric, span: Span | None, part: Metric) -> tuple[Item, ...] | None:
    built = _share(part)
    return (*built, *((span,) if span else ())) if built else None


def _same(one: Metric, other: Metric) -> tuple[Item, ...] | None:
    """One thing said twice: "active zone minutes (AZM)"."""
    if (one.name, one.field) != (other.name, other.field) or is_duration(one):
        return None
    return (other if one.caveat else one,)


def _stage_beside(kind: str, joint: str | None, stage: Metric) -> tuple[Item, ...]:
    return (Metric(name=f"{kind}_sleep_minutes", said=f"{kind} sleep"), joint or "and", stage)


def _rolled(suffix: str, metric: Metric) -> tuple[Item, ...] | None:
    if suffix not in ROLLING or not metric.name:
        return None
    return (Metric(name=f"{metric.name}_{suffix}_30d", said=metric.said, caveat=metric.caveat),)


_MEASURES: Final = Grammar(
    (
        rule("{rolling} {statistic} {metric}", lambda _, stat, metric: _rolled(stat.aggregate.value, metric)),
        rule("{metric} {statistic} {rolling}", lambda metric, stat, _: _rolled(stat.aggregate.value, metric)),
        rule("{rolling} {metric} {statistic}", lambda _, metric, stat: _rolled(stat.aggregate.value, metric)),
        rule("{stage} deep", lambda stage: (stage, Metric(name="deep_sleep_minutes", said="deep sleep"))),
        rule("{stage} light", lambda stage: (stage, Metric(name="light_sleep_minutes", said="light sleep"))),
        rule("deep {stage}", lambda stage: _stage_beside("deep", None, stage)),
        rule("light {stage}", lambda stage: _stage_beside("light", None, stage)),
        rule("deep and|or|, {stage}", lambda stage: _stage_beside("deep", "and", stage)),
        rule("light and|or|, {stage}", lambda stage: _stage_beside("light", "and", stage)),
        rule("{percent} {sleep} {where}? deep", lambda *_: (Metric(name="deep_sleep_percent", said="deep sleep"),)),
        rule(
            "{percent} {sleep} {where}? light",
            lambda *_: (Metric(name="light_sleep_percent", said="light sleep"),),
        ),
        rule("{sleep} deep", lambda _sleep: (Metric(name="deep_sleep_minutes", said="deep sleep"),)),
        rule("{sleep} light", lambda _sleep: (Metric(name="light_sleep_minutes", said="light sleep"),)),
        rule("{sleep} deeply", lambda _sleep: (Metric(name="deep_sleep_minutes", said="deep sleep"),)),
        rule("{sleep} lightly", lambda _sleep: (Metric(name="light_sleep_minutes", said="light sleep"),)),
        rule("{percent} {duration}? {sleep} {span}? {stage}", lambda p, _, *rest: _share_of_sleep(p, *rest)),
        rule("{percent} {duration}? {stage}", lambda _percent, _time, stage: _share(stage)),
        rule("{share} {percentable}", lambda _share_of_time, stage: _share(stage)),
        rule("{percent} {minutes} {stage}", lambda _percent, _time, stage: _share(stage)),
        rule(
            "{percent} {span} {stage}",
            lambda _percent, span, stage: (*built, span) if (built := _share(stage)) else None,
        ),
        rule("{percent} nighttime|day|night", lambda percent: (percent,)),
        rule("{percentable} {percent}", lambda stage, _percent: _share(stage)),
        rule("{duration} {minutes_metric}", lambda _time, metric: (metric,)),
        rule("{minutes_metric} {duration}", lambda metric, _time: (metric,)),
        rule(
            "{metric} {duration} {limit}", lambda metric, time, limit: (metric, limit) if "than" in time.said else None
        ),
        rule("{duration} {duration}", lambda one, _other: (one,)),
        rule("{duration} {unit} {minutes_metric}", lambda _time, unit, metric: (unit, metric)),
        rule("late {clock_metric}", lambda metric: (metric,)),
        rule("{clock_metric} late", lambda metric: (metric,)),
        rule("{duration} {clock_metric}", lambda _time, metric: (metric,)),
        rule("{clock_metric} {duration}", lambda metric, _time: (metric,)),
        rule("{ratio} {stage} {sleep}", lambda ratio, stage, whole: (ratio, stage, "and", whole)),
        rule("{sleep} {stage}", lambda _whole, stage: (stage,)),
        rule("{stage} {sleep}", lambda stage, _whole: (stage,)),
        rule("{metric} {metric}", _same),
    ),
    SLOTS,
)


def _named_twice(one: Activity, other: Activity) -> tuple[Item, ...] | None:
    """Two kinds in one: "running on the treadmill" is done on it; of two names for one kind the narrower holds."""
    if one.said in _APPARATUS or other.said in _APPARATUS:
        return (one if one.said in _APPARATUS else other,)
    if one.on_record != other.on_record:
        return (one if one.on_record else other,)
    shared = set(one.kinds) & set(other.kinds)
    return (min(one, other, key=lambda each: len(each.kinds)),) if shared or one.said == other.said else None


def _where(activity: Activity, where: str) -> tuple[Item, ...] | None:
    found = narrowed(activity, where)
    return (found,) if found else None


_ACTIVITIES: Final = Grammar(
    (
        rule("restdays", lambda: (DayOf(activity=Activity(kinds=(), said=ANY), absent=True),)),
        rule("{specific} {any_activity}", lambda specific, _any: (specific,)),
        rule("{any_activity} {specific}", lambda _any, specific: (specific,)),
        rule("{any_activity} {any_activity}", lambda one, _other: (one,)),
        rule("{specific} {specific}", _named_twice),
        rule("per {activity}", lambda activity: (Statistic(Aggregate.MEAN), activity)),
        rule("{specific} outdoor", lambda activity: _where(activity, "outdoor")),
        rule("outdoor {specific}", lambda activity: _where(activity, "outdoor")),
        rule("{specific} indoor", lambda activity: _where(activity, "indoor")),
        rule("indoor {specific}", lambda activity: _where(activity, "indoor")),
        *(
            rule(f"{word} {{activity}}", lambda activity, metric=metric: (metric, activity))
            for word, metric in _SORTS.items()
        ),
        rule("{activity} day|night", lambda activity: (DayOf(activity=activity, absent=False),)),
    ),
    SLOTS,
)


def _ranked(count: int, statistic: Statistic) -> tuple[Item, ...]:
    implied = (Metric(name="", said=statistic.field, field=statistic.field),) if statistic.field else ()
    return (Ranked(count=count, order=_ORDERS[statistic.aggregate]), *implied)


def _first_or_latest(chosen: Chosen, measured: Item) -> tuple[Item, ...] | None:
    if chosen.count != 1:
        return None
    latest = chosen.end is End.LAST
    if isinstance(measured, Metric) and dimension_of(measured) == "clock":
        return (Statistic(Aggregate.MAX if latest else Aggregate.MIN), measured)
    return (Statistic(Aggregate.LATEST if latest else Aggregate.FIRST), measured)


def _chosen(end: End) -> Callable[[int], tuple[Item, ...]]:
    return lambda count: (Chosen(end=end, count=count),)


_CHOICES: Final = Grammar(
    (
        rule("{extreme} {number} {unit}", lambda extreme, number, unit: (extreme, f"{number:g}", unit)),
        rule("{count} {extreme}", _ranked),
        rule("{extreme} {count}", lambda statistic, count: _ranked(count, statistic)),
        rule("{count} {judgement}", lambda count, judgement: (Ranked(count=count, order=None), judgement)),
        rule("{judgement} {count}", lambda judgement, count: (Ranked(count=count, order=None), judgement)),
        rule("{count} day|night? {opener} {extreme}", lambda count, _opener, statistic: _ranked(count, statistic)),
        rule(
            "{count} {activity} {where}? {extreme} {metric}",
            lambda count, activity, _with, extreme, metric: (_ranked(count, extreme)[0], activity, metric),
        ),
        rule("{ranked} {extreme}", lambda ranked, statistic: _ranked(ranked.count, statistic)),
        rule("{ranked} {judgement} {judgement}", lambda ranked, judgement, _: (replace(ranked, order=None), judgement)),
        rule("{chosen} {count}", lambda chosen, count: (replace(chosen, count=count),)),
        rule("{count} {chosen}", lambda count, chosen: (replace(chosen, count=count),)),
        rule("past {count}", _chosen(End.LAST)),
        rule("{chosen} {measured}", _first_or_latest),
        rule("{chosen} thetime {activity}", lambda chosen, activity: (chosen, activity)),
        rule("{measured} {chosen} {limit}", lambda measured, chosen, limit: (chosen, "thetime", measured, limit)),
        rule("{activity} {chosen} {limit}", lambda activity, _last, limit: (activity, _DURATION, limit)),
        rule("{where} {chosen} {limit}", lambda where, _last, limit: (where, _DURATION, limit)),
        rule("{sample} {chosen}", lambda sample, chosen: _first_or_latest(chosen, sample)),
        rule("{clock_metric} {chosen}", lambda metric, chosen: _first_or_latest(chosen, metric)),
        rule("lasting {limit}", lambda limit: (Sign.WHERE, _DURATION, limit)),
    ),
    SLOTS,
)
_STATISTICS: Final = Grammar(
    (
        rule("{extreme} {streak}", lambda _most, streak: (streak,)),
        rule("{latest} {streak}", lambda *_: (Statistic(Aggregate.CURRENT_STREAK),)),
        rule("{streak} {latest}", lambda *_: (Statistic(Aggregate.CURRENT_STREAK),)),
        rule("{often} {streak}", lambda _often, streak: (streak,)),
        rule("{limit} {mean}? {norm}", lambda _limit, _mean, norm: (norm,)),
        rule("{mean} {norm}", lambda _mean, norm: (norm,)),
        rule("{difference} {first} and {latest}", lambda *_: (Statistic(Aggregate.CHANGE),)),
        rule("{streak} {streak}", lambda one, _other: (one,)),
        rule("{varying} {clock_metric}", lambda _, metric: (Statistic(Aggregate.SD), metric)),
        rule("{clock_metric} {varying}", lambda metric, _: (metric, Statistic(Aggregate.SD))),
        rule("{latest} {clock_metric}", lambda _, metric: (Statistic(Aggregate.LATEST), metric)),
    ),
    SLOTS,
)


def without_kinds(items: tuple[Item, ...], kinds: tuple[str, ...]) -> tuple[Item, ...]:
    """Activities but for a kind are the other kinds."""
    grammar = Grammar(
        (
            rule("{any_activity} ,? excluding {specific}", lambda every, but: _other_kinds(every, but, kinds)),
            rule(
                "{any_activity} ,? {where}? {not} {specific}",
                lambda every, _w, _n, but: _other_kinds(every, but, kinds),
            ),
        ),
        SLOTS,
    )
    return grammar.rewrite(items) if any(isinstance(item, Activity) for item in items) else items


def _other_kinds(every: Activity, but: Activity, kinds: tuple[str, ...]) -> tuple[Item, ...]:
    rest = tuple(kind for kind in kinds if kind not in but.kinds)
    return (replace(every, kinds=rest, said=f"{every.said} other than {but.said}", on_record=bool(rest)),)


_COMPLEMENTS: Final = Grammar(
    (
        rule("{opener}? {not} {weekdays}", lambda _opener, _not, days: (other_weekdays(days),)),
        rule("{opener}? {not} {months}", lambda _opener, _not, months: (other_months(months),)),
    ),
    SLOTS,
)


def _merged_days(first: Weekdays, second: Weekdays) -> tuple[Item, ...]:
    days = tuple(sorted({*first.iso_weekdays, *second.iso_weekdays}))
    return (Weekdays(iso_weekdays=days, said=f"{first.said} and {second.said}"),)


def _causal(one: Metric, lag: Lag | None, other: Metric) -> tuple[Item, ...]:
    return (one, Relation(causal=True), *((lag,) if lag else ()), other)


_RELATIONS: Final = Grammar(
    (
        rule("{opener} {metric} {direction}", lambda _opens, metric, _way: (Relation(causal=False), metric)),
        rule("{opener} {direction} {metric}", lambda _opens, _way, metric: (Relation(causal=False), metric)),
        rule(
            "{metric} {mean} {direction} {metric}",
            lambda one, _mean, _way, other: (one, Relation(causal=True), other),
        ),
        rule("{metric} {verb} {lag}? {metric}", lambda one, _verb, lag, other: _causal(one, lag, other)),
    ),
    SLOTS,
)


_WEEKDAYS: Final = Grammar(
    (
        rule("{weekdays} leftout", lambda days: (other_weekdays(days),)),
        rule("{weekdays} and|, {weekdays}", _merged_days),
        rule("excluding {weekdays}", lambda days: (other_weekdays(days),)),
    ),
    SLOTS,
)
_EXCEPT: Final = Grammar(
    (
        rule("{weekdays} leftout", lambda days: (other_weekdays(days),)),
        rule("excluding {weekdays}", lambda days: (other_weekdays(days),)),
    ),
    SLOTS,
)


def measures_joined(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """What is measured, and of what, before comparisons are read."""
    asked = items[1:] if _is_asking(items) else items
    joined = _ACTIVITIES.settle(_MEASURES.settle(tuple(_without_walking(asked))))
    directed = tuple(Sign.DIRECTION if item in _SORTS else item for item in joined)
    return _COMPLEMENTS.rewrite(_STATISTICS.settle(_CHOICES.settle(directed)))


def relations_joined(items: tuple[Item, ...], *, comparing: bool) -> tuple[Item, ...]:
    """What is related to what, after comparisons are read; two groups that are compared stay two."""
    return _RELATIONS.rewrite((_EXCEPT if comparing else _WEEKDAYS).settle(items))


def _is_asking(items: tuple[Item, ...]) -> bool:
    """Whether what seems an activity only opens the question: "can you work out how much …"."""
    opens = isinstance(items[0], Activity) and items[0].verb and not items[0].kinds if items else False
    return opens and len(items) > 1 and (items[1] in _AMOUNTS or isinstance(items[1], Statistic))


def _without_walking(items: tuple[Item, ...]) -> Iterator[Item]:
    """The items without the walking that only says how steps and distances come about.

    How much somebody walks, where no walks are on record, is taken in steps.
    """
    for place, item in enumerate(items):
        if not (isinstance(item, Activity) and item.verb and item.said == "walks"):
            yield item
            continue
        before, after = items[max(place - 3, 0) : place], items[place + 1 : place + 4]
        named = place > 0 and _picks(items[place - 1])
        if not named and any(_is_walked(each) for each in (*before, *after)):
            continue
        amount = Sign.HOW_MUCH in before or any(each is Sign.DIRECTION or is_extreme(each) for each in after[:2])
        yield _WALKING if amount and not named and not item.on_record else item


def _picks(item: Item) -> bool:
    """Whether it picks among activities: "last", "longest", "best"."""
    return isinstance(item, (Chosen, Judgement, Ranked)) or is_extreme(item)


def _is_walked(item: Item) -> bool:
    if isinstance(item, Metric):
        return item.name in _WALKED
    return item is Sign.HOW_FAR or (isinstance(item, Unit) and item.dimension == "km")
