"""From terms to a query: which kind of question it is, and whether the language can say all of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from services.data_science.adapters.rules.metrics import Words, words_for
from services.data_science.adapters.rules.terms import (
    Bound,
    Condition,
    Earlier,
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
from services.data_science.adapters.rules.windows import Calendar, before
from services.data_science.domain.query import (
    Aggregate,
    Associate,
    Compare,
    DayFilter,
    Describe,
    Query,
    Trend,
    WeekdayFilter,
    Window,
)

_JOINTS: Final = frozenset({"and", "between"})
_OFTEN: Final = frozenset({Sign.PER_DAY, Sign.HABIT})
_DESCRIBING: Final = _OFTEN | {Sign.COUNT_DAYS, Sign.HOW_OFTEN, Sign.HOW_MANY, Sign.HOW_MUCH, Sign.WHEN}
_COMPARING: Final = _OFTEN | {Sign.DIRECTION, Sign.VERSUS, Sign.THAN, Sign.CHANGE, Sign.VERB, Sign.HOW_MUCH}
_RELATING: Final = _OFTEN | {Sign.DIRECTION, Sign.VERB, Sign.HOW_MANY, Sign.HOW_MUCH}
_TRENDING: Final = _OFTEN | {Sign.CHANGE, Sign.VERB, Sign.DIRECTION, Sign.HOW_MUCH}
_EXTREMES: Final = frozenset({Aggregate.MIN, Aggregate.MAX, Aggregate.LATEST})
_T = TypeVar("_T")


@dataclass(frozen=True, kw_only=True)
class Understood:
    """A query, and what has to be said about how the question was read.

    Attributes:
        assumed: what the question left open and how it was filled in; empty when nothing was.
        causal: whether it asked for a cause, which an association is not.
        caveat: what a loose name of a metric leaves out.
    """

    query: Query
    assumed: str = ""
    causal: bool = False
    caveat: str = ""


@dataclass(frozen=True, kw_only=True)
class NotUnderstood:
    """Why the language cannot say the question, as the end of "because …", and the metrics it spoke of."""

    because: str
    metrics: tuple[str, ...] = ()


Reading: TypeAlias = Understood | NotUnderstood


@dataclass(frozen=True)
class _Terms:
    items: tuple[Item, ...]

    def of(self, kind: type[_T]) -> tuple[_T, ...]:
        return tuple(dict.fromkeys(item for item in self.items if isinstance(item, kind)))

    @property
    def signs(self) -> frozenset[Sign]:
        return frozenset(self.of(Sign))

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(metric.name for metric in self.of(Metric)))

    @property
    def caveat(self) -> str:
        spoken = (*self.of(Metric), *(condition.metric for condition in self.of(Condition)))
        return next((metric.caveat for metric in spoken if metric.caveat), "")

    @property
    def aggregates(self) -> frozenset[Aggregate]:
        return frozenset(statistic.aggregate for statistic in self.of(Statistic))

    @property
    def causal(self) -> bool:
        return any(relation.causal for relation in self.of(Relation))

    @property
    def day_filters(self) -> tuple[DayFilter, ...]:
        values = tuple(each for condition in self.of(Condition) for each in condition.filters)
        weekdays = tuple(WeekdayFilter(iso_weekdays=days.iso_weekdays, label=days.said) for days in self.of(Weekdays))
        return (*values, *weekdays)


def assemble(items: Sequence[Item], days: Calendar) -> Reading:
    """The one query that says all of the question, or why there is none."""
    terms = _with_implied_metric(_Terms(tuple(items)))
    reading = next(_obstacles(terms), "") or _understood(terms, days)
    if isinstance(reading, str):
        spoken = tuple(dict.fromkeys((*terms.metrics, *(each.metric.name for each in terms.of(Condition)))))
        return NotUnderstood(because=reading, metrics=spoken)
    return reading


def _with_implied_metric(terms: _Terms) -> _Terms:
    """Kilometres and miles are said of one metric only, so that it need not be named."""
    distances = [unit for unit in terms.of(Unit) if unit.dimension == "km"]
    if terms.metrics or not distances:
        return terms
    return _Terms((*terms.items, Metric(name="distance_km", said=distances[0].said)))


def _obstacles(terms: _Terms) -> Iterator[str]:
    """What rules out every kind of question, the most telling first."""
    for topic in terms.of(OffTopic):
        yield topic.reason
    unread = [word for word in terms.of(str) if word not in _JOINTS]
    if unread:
        shown = " ".join(unread[:3])[:40]
        yield f"I do not know what to make of “{shown}”"
    if terms.of(Bound):
        yield "it compares with something that is neither a number nor a window of time"
    if {Sign.ROLLING, Sign.CV} & terms.signs:
        yield "I know rolling features over thirty days only as the mean, standard deviation or variation of one metric"
    if len(terms.of(Weekdays)) > 1:
        yield "I cannot hold one kind of weekday against another in one number"
    spoken = (*terms.of(Metric), *(condition.metric for condition in terms.of(Condition)))
    dimensions = {words_for(metric.name).dimension for metric in spoken}
    for unit in terms.of(Unit):
        if unit.dimension not in dimensions:
            yield f"“{unit.said}” is no unit of what you ask about"
    if not spoken:
        yield "it names none of the daily metrics I know"


def _understood(terms: _Terms, days: Calendar) -> Understood | str:
    if terms.of(Relation):
        return _associate(terms, days)
    if len(terms.of(Span)) > 1 or terms.of(Earlier) or {Sign.VERSUS, Sign.THAN} & terms.signs:
        return _compare(terms)
    if {Sign.CHANGE, Sign.VERB} & terms.signs:
        return _trend(terms, days)
    return _describe(terms, days)


def _window(terms: _Terms, days: Calendar) -> Window:
    spans = terms.of(Span)
    return spans[0].window if spans else Window(start=days.first, end=days.today, label="all data")


def _left_over(terms: _Terms, allowed: frozenset[Sign], *kinds: type) -> str:
    """Why something the question says would be lost; empty when nothing would."""
    if any(isinstance(item, kinds) for item in terms.items) or not terms.signs <= allowed:
        return "it asks for more than one thing at once, or for something I cannot put into one computation"
    if terms.of(Condition) and not any(condition.stated for condition in terms.of(Condition)):
        return "it compares a single number with a bound; I can tell you the number, or count the days beyond the bound"
    return ""


def _describe(terms: _Terms, days: Calendar) -> Understood | str:
    conditions = terms.of(Condition)
    counting = Sign.COUNT_DAYS in terms.signs or (Sign.HOW_OFTEN in terms.signs and bool(conditions))
    stated = _Terms(tuple(item for item in terms.items if not isinstance(item, Condition))) if counting else terms
    lost = _left_over(stated, _DESCRIBING, Relation, Lag, Earlier)
    if lost:
        return lost
    joints = sum(item in _JOINTS for item in terms.items)
    if "between" in terms.items or joints > max(len(conditions) - 1, 0):
        return "I answer one question at a time"
    metrics = terms.metrics or (conditions[0].metric.name,)
    if len(metrics) > 1 or (not terms.metrics and not counting):
        return "I describe one metric at a time"
    if len(terms.aggregates) > 1 or (counting and terms.aggregates - {Aggregate.COUNT}):
        return "I compute one statistic at a time"
    window = _window(terms, days)
    chosen = _aggregate(terms, metrics[0], window, counting=counting)
    if isinstance(chosen, str):
        return chosen
    return Understood(
        query=Describe(metric=metrics[0], aggregate=chosen.aggregate, window=window, day_filters=terms.day_filters),
        assumed=chosen.assumed,
        caveat=terms.caveat,
    )


@dataclass(frozen=True)
class _Chosen:
    aggregate: Aggregate
    assumed: str = ""


def _aggregate(terms: _Terms, metric: str, window: Window, *, counting: bool) -> _Chosen | str:
    """The statistic a question asks for, or the one its wording leaves no other choice but."""
    signs, stated = terms.signs, next(iter(terms.aggregates), None)
    if Sign.HOW_OFTEN in signs and not counting:
        return "it does not say which days to count"
    if Sign.WHEN in signs and stated not in _EXTREMES:
        return "a date can only be told of a highest, a lowest or a latest value"
    if stated is Aggregate.SUM and Sign.PER_DAY in signs:
        return "a total and a daily figure are two different things"
    if counting:
        return _Chosen(Aggregate.COUNT)
    return _Chosen(stated) if stated is not None else _unstated(terms, words_for(metric), window)


def _unstated(terms: _Terms, words: Words, window: Window) -> _Chosen:
    """What is meant by a question that names no statistic."""
    signs = terms.signs
    asks_amount = bool({Sign.HOW_MANY, Sign.HOW_MUCH} & signs) or any(
        each.said == "how far" for each in terms.of(Metric)
    )
    habitual = Sign.PER_DAY in signs or (Sign.HABIT in signs and words.additive)
    asks_total = words.additive and asks_amount and (not words.nightly or Sign.HOW_MANY in signs)
    if window.is_one_day:
        return _Chosen(Aggregate.MEAN)
    if asks_total and not habitual:
        return _Chosen(Aggregate.SUM, "I read it as asking for the total")
    if habitual or terms.of(Span) or terms.day_filters or (asks_amount and words.additive):
        return _Chosen(Aggregate.MEAN, "it names no statistic, so I take the average")
    return _Chosen(Aggregate.LATEST, "it names neither a statistic nor a time, so I take the latest value")


def _associate(terms: _Terms, days: Calendar) -> Understood | str:
    lost = _left_over(terms, _RELATING, Statistic, Earlier)
    if lost:
        return lost
    if len(terms.metrics) != 2:
        return "a relationship needs exactly two metrics"
    if len(terms.of(Span)) > 1 or len(terms.of(Lag)) > 1:
        return "I look at a relationship over one window and one delay"
    feature, target = terms.metrics
    lag_days = 0
    for lag in terms.of(Lag):
        lagged = _lagged_metric(terms.items, lag)
        other = target if lagged == feature else feature
        feature, target = (other, lagged) if lag.days > 0 else (lagged, other)
        lag_days = abs(lag.days)
    query = Associate(
        feature=feature,
        target=target,
        lag_days=lag_days,
        window=_window(terms, days),
        day_filters=terms.day_filters,
    )
    return Understood(query=query, causal=terms.causal, caveat=terms.caveat)


def _lagged_metric(items: tuple[Item, ...], lag: Lag) -> str:
    """The metric a delay stands beside: right before it ("next-day HRV"), else after the nearest one."""
    place = items.index(lag)
    following = items[place + 1 : place + 2]
    if following and isinstance(following[0], Metric):
        return following[0].name
    earlier = [item.name for item in items[:place] if isinstance(item, Metric)]
    later = [item.name for item in items[place:] if isinstance(item, Metric)]
    return earlier[-1] if earlier else later[0]


def _compare(terms: _Terms) -> Understood | str:
    if terms.of(Lag) == (Lag(-1),):
        terms = _Terms((*(item for item in terms.items if not isinstance(item, Lag)), Earlier(count=1, unit="day")))
    lost = _left_over(terms, _COMPARING, Relation, Lag)
    if lost:
        return lost
    if len(terms.metrics) != 1:
        return "I compare one metric at a time, between two windows"
    if terms.aggregates - {Aggregate.MEAN}:
        return "I compare two windows by their averages only"
    spans, earlier = [span.window for span in terms.of(Span)], terms.of(Earlier)
    if len(spans) == 1 and len(earlier) == 1:
        spans.append(before(spans[0], earlier[0]))
        earlier = ()
    if len(spans) != 2 or earlier:
        return "a comparison needs exactly two windows of time, such as this week and last week"
    if not terms.signs & _COMPARING - _OFTEN and not terms.of(Earlier):
        return "it names two windows of time without comparing them"
    baseline, window = sorted(spans, key=lambda span: (span.start, span.end))
    query = Compare(metric=terms.metrics[0], window=window, baseline=baseline, day_filters=terms.day_filters)
    return Understood(query=query, assumed="I compare the daily averages", caveat=terms.caveat)


def _trend(terms: _Terms, days: Calendar) -> Understood | str:
    lost = _left_over(terms, _TRENDING, Lag)
    if lost:
        return lost
    if len(terms.metrics) != 1 or "and" in terms.items:
        return "I follow the trend of one metric at a time"
    if terms.aggregates - {Aggregate.MEAN}:
        return "I follow the trend of daily values, not of another statistic"
    query = Trend(metric=terms.metrics[0], window=_window(terms, days), day_filters=terms.day_filters)
    return Understood(query=query, caveat=terms.caveat)
