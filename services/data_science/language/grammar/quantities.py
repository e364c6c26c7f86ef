"""What is measured, amounts, and what an amount or one's own level bounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from services.data_science.domain.algebra import Operator, Statistic, Unit
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Edge, Rule, rules
from services.data_science.language.grammar.time.sliding import Sliding
from services.data_science.language.phrases import Amount, Bound, Noun, Usual
from services.data_science.language.vocabulary import UNITS, verbal

_LEVEL: Final = (
    "(average|usual|normal|typical|mean|norm|baseline|avg|usual level|normal level|average level|usual average)"
)
_MORE: Final = "(more|over|above|higher|longer|better|up|later|greater|beyond|plus|further)"
_LESS: Final = "(less|fewer|under|below|lower|shorter|earlier|worse)"
_NAMES_OF_ANY: Final = (
    "(level|levels|value|values|reading|readings|measurements|measurement|numbers|data|amount|amounts|stats)"
)
_NAMES_OF_SOME: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "(time|duration)": frozenset({"min"}),
        "count": frozenset({"count"}),
        "(score|scores|points)": frozenset({"points"}),
        "rate": frozenset({"bpm", "breaths/min"}),
    }
)
"""What may stand behind a noun that is measured so, and adds nothing to it."""
_CLAUSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "(how fast|how quickly|how quick|how often|how many times|speed at which|rate at which) (i)? (breathe|breath|breathing)": "respiratory_rate",
        "breaths (per|a|each|every) (minute|min)": "respiratory_rate",
        "(how fast|how quick|how quickly)? (heart|heart rate|heartrate|heartbeat|pulse|hr) (beat|beats|beating)? (when|while|at) (rest|resting|i rest|i am resting|i am at rest)": "resting_heart_rate",
        "(how|how well) oxygenated blood?": "spo2",
        "(how)? (restless|broken|interrupted|fitful|disturbed) (nights|night|sleep|sleeping)": "awake_minutes",
        "(how warm|how hot|how cold|how cool)? skin (get|gets|become|becomes)?": "skin_temperature",
        "(how well|how)? blood (oxygenated|saturated)": "spo2",
        "(active)? zone minute": "active_zone_minutes",
    }
)
"""Clauses that say what is measured, and its metric."""
_CLAUSE_SAID: Final[Mapping[str, str]] = MappingProxyType(
    dict(
        zip(
            _CLAUSES,
            (
                "how fast you breathe",
                "breaths per minute",
                "pulse at rest",
                "oxygenated blood",
                "restless nights",
                "skin temperature",
                "blood oxygen",
                "zone minute",
            ),
            strict=True,
        )
    )
)
_ASLEEP: Final = "(while asleep|while i am asleep|while sleeping|while i sleep|when asleep|when i am asleep|when i sleep|when sleeping|asleep|in my sleep|in bed at night|during sleep|during my sleep|through the night)"
_UPWARD: Final = frozenset({Operator.GREATER, Operator.GREATER_OR_EQUAL})
MEASURED_ASLEEP: Final = frozenset({"spo2", "respiratory_rate", "heart_rate_variability", "skin_temperature"})
"""What is told of days and measured at night, beside what is told of nights."""
_REACHING_UNITS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "(walk|walked|walking)": frozenset({"", "count", "km", "m", "mi"}),
        "(burn|burned|burning|burnt)": frozenset({"", "kcal"}),
    }
)
"""What may be come up to with verbs that say what it is."""
_ONE_OF: Final[Mapping[str, Amount]] = MappingProxyType(
    {
        "(hour|hr)": Amount(60, "min"),
        "(mile)": Amount(1, "mi"),
        "(km|kilometer|kilometre)": Amount(1, "km"),
        "(degree|degree celsius)": Amount(1, "degC"),
    }
)
"""What may stand without its number: "an hour", "half a mile"."""
_FLIPPED: Final = {
    Operator.GREATER: Operator.LESS_OR_EQUAL,
    Operator.GREATER_OR_EQUAL: Operator.LESS,
    Operator.LESS: Operator.GREATER_OR_EQUAL,
    Operator.LESS_OR_EQUAL: Operator.GREATER,
}


def lexical(words: Sequence[str]) -> Iterator[Edge]:
    """Numbers, clock times and unit words."""
    for at, word in enumerate(words):
        if word in UNITS:
            yield Edge(at, at + 1, "measure", UNITS[word], 0.1)
        number = _number(word)
        if number is not None:
            yield Edge(at, at + 1, "number", number, 0.2)
        hour, colon, minute = word.partition(":")
        if colon and hour.isdigit() and minute.isdigit() and int(hour) < 25 and int(minute) < 60:
            yield Edge(at, at + 1, "clock_time", float(int(hour) * 60 + int(minute)), 0.0)


def _number(word: str) -> float | None:
    try:
        return float(word) if word[-1:].isdigit() and word.isascii() else None
    except ValueError:
        return None


class Quantities:
    """The rules of nouns, amounts and bounds."""

    def __init__(self, builder: Builder, sliding: Sliding) -> None:
        self._builder = builder
        self._sliding = sliding

    def rules(self) -> Iterator[Rule]:
        yield from self._nouns()
        yield from self._amounts()
        yield from self._levels()
        yield from self._bounds()

    def _nouns(self) -> Iterator[Rule]:
        def counted(unit: str, noun: Noun) -> Noun | None:
            quantity = self._builder.vocabulary.quantity(noun)
            fits = quantity is not None and (
                (unit in {"min", "h"} and quantity.unit == "min")
                or (unit in {"km", "m", "mi"} and quantity.unit in {"km", "m"})
                or unit == quantity.unit
            )
            return replace(noun, unit=unit) if fits else None

        def same(one: Noun, other: Noun) -> Noun | None:
            alike = (one.metric and one.metric == other.metric) or (one.field and one.field == other.field)
            if not alike:
                return None
            return replace(
                one, metric=one.metric or other.metric, field=one.field or other.field, unit=one.unit or other.unit
            )

        yield from rules(
            "noun",
            "(number|amount|level|levels|count|quantity|value|values|rate|degree|readings|reading|measurements) of {noun}",
            lambda noun: noun,
            0.1,
        )

        def share(noun: Noun) -> Noun | None:
            name = noun.metric.removesuffix("_minutes") + "_percent"
            return Noun(metric=name, said=noun.said) if self._builder.is_recorded(name) else None

        def share_of(whole: Noun, part: Noun) -> Noun | None:
            return share(part) if whole.metric == "sleep_minutes" else None

        def walked(noun: Noun) -> Noun | None:
            return noun if noun.metric in {"steps", "distance_km"} else None

        yield from rules("noun", "{noun} (on|by) foot", walked, 0.0)
        percent = "(percentage|percent|%|share|proportion|fraction|portion)"
        whole = "(time|night|sleep|nights)"
        yield from rules("noun", f"{percent} of {whole}? (in|that was|was|spent)? {{noun}}", share, 0.0)
        yield from rules("noun", f"{percent} (of|for)? {{noun}}", share, 0.2)
        yield from rules("noun", f"{percent} of {{noun}} (in|is|was)? {{noun}}", share_of, 0.0)
        yield from rules("noun", f"{{noun}} {percent}", share, 0.1)
        yield from rules("noun", "{noun} ever? (walked|walk|walking|taken)", walked, 0.1)
        yield from rules(
            "noun",
            "(how long i|time i|the time i|the minutes i) (spend|spent|was|am|lie|lay)? {noun}",
            lambda n: n,
            0.0,
        )
        yield from rules(
            "noun",
            "{noun} (at night|of the night|during a night|during the night|per session|of mine)",
            lambda n: n,
            0.2,
        )
        yield from self._asleep()
        yield from rules("noun", "night {noun}", lambda n: n if n.metric == "sleep_minutes" else None, 0.1)
        yield from rules(
            "noun",
            "(time|amount of time) (i|i have|i had)? (spent|in|spent in)? {noun}",
            lambda n: counted("min", n),
            0.1,
        )
        yield from rules("noun", "{noun} {noun} (period|periods|session)", lambda a, b: same(a, b), 0.2)
        yield from rules("noun", "{noun} (period|periods)", lambda n: n, 0.2)
        yield from rules(
            "noun", "{noun} (gain|gained|climb|climbed)", lambda n: n if n.field == "elevation_gain_m" else None, 0.0
        )
        yield from rules(
            "noun", "elevation (gain|gained|climb|climbed|have|in)?", lambda: Noun(field="elevation_gain_m"), 0.3
        )
        yield from rules(
            "noun",
            "(period|duration|time|stretch|length|amount of time|stretches) (of|i was|spent)? {noun}",
            lambda noun: counted("min", noun),
            0.1,
        )
        yield from rules("noun", "{noun} {measure}", lambda noun, unit: counted(unit, noun), 0.2)
        yield from rules("noun", "{measure} (of|spent|in|i was|was)? {noun}", counted, 0.1)
        yield from rules("noun", "{noun} {noun}", same, 0.1)
        yield from rules("noun", "{noun} in {measure}", lambda noun, unit: counted(unit, noun), 0.1)
        yield from rules("noun", f"{{noun}} {_NAMES_OF_ANY}", lambda noun: noun, 0.2)
        for said, units in _NAMES_OF_SOME.items():
            yield from rules("noun", f"{{noun}} {said}", lambda noun, units=units: self._measured_in(units, noun), 0.2)
        yield from rules("noun", "overnight {noun}", self._of_nights, 0.1)
        yield from rules("noun", "{noun} overnight", self._of_nights, 0.1)
        yield from rules("noun", "total {noun}", self._nightly_total, 0.6)
        yield from rules("noun", "time (spent|i spent)? {noun}", lambda noun: counted("min", noun), 0.2)

    def _asleep(self) -> Iterator[Rule]:
        """What is measured at night, said with the night, and what is said as a clause: "how fast I breathe"."""
        for said, metric in _CLAUSES.items():
            if metric in self._builder.catalogue.metrics:
                yield from rules("noun", said, lambda m=metric, s=said: Noun(metric=m, said=_CLAUSE_SAID[s]), 0.1)
        yield from rules("noun", f"{{noun}} {_ASLEEP}", self._of_nights, 0.1)
        yield from rules("noun", "{noun} at night", self._of_nights, 0.0)

    def _measured_in(self, units: frozenset[str], noun: Noun) -> Noun | None:
        quantity = self._builder.vocabulary.quantity(noun)
        return noun if quantity is not None and quantity.unit in units else None

    def _of_nights(self, noun: Noun) -> Noun | None:
        quantity = self._builder.vocabulary.quantity(noun)
        asleep = quantity is not None and (quantity.nightly or noun.metric in MEASURED_ASLEEP)
        return noun if asleep else None

    def _nightly_total(self, noun: Noun) -> Noun | None:
        """A night's own total, as in "my average total sleep"; nothing is said of a verb, as in "I total slept"."""
        return noun if noun.metric == "sleep_minutes" and noun.said not in verbal() else None

    def _amounts(self) -> Iterator[Rule]:
        yield from rules("amount", "{number}", lambda n: Amount(n), 0.1)
        yield from rules("amount", "{number} {measure}", lambda n, unit: Amount(n, unit), 0.0)
        yield from rules("amount", "{clock_time}", lambda n: Amount(n, "clock"), 0.0)
        yield from rules("amount", "{clock_time} am", lambda n: Amount(n % 720, "clock"), 0.0)
        yield from rules("amount", "{clock_time} pm", lambda n: Amount(n % 720 + 720, "clock"), 0.0)
        yield from rules(
            "amount",
            "{number} (in the|at) (afternoon|evening|night)",
            lambda n: Amount(n, "pm") if n <= 12 else None,
            0.0,
        )
        yield from rules("amount", "{number} in the morning", lambda n: Amount(n, "am") if n <= 12 else None, 0.0)
        yield from rules("amount", "{number} o'clock", lambda n: Amount(n), 0.0)
        yield from rules("amount", "{number} beats (per|a) minute", lambda n: Amount(n, "bpm"), 0.0)
        yield from rules("amount", "{number} breaths (per|a) minute", lambda n: Amount(n, "breaths/min"), 0.0)
        yield from rules("bound", "{bound} (long|in length|each|in duration)", lambda bound: bound, 0.1)
        yield from rules("amount", "midnight", lambda: Amount(24 * 60, "clock"), 0.0)
        yield from rules("amount", "(noon|midday)", lambda: Amount(12 * 60, "clock"), 0.0)
        for one, least in _ONE_OF.items():
            yield from rules("amount", f"half (an|a)? {one}", lambda of=least: replace(of, value=of.value / 2), 0.0)
            yield from rules("amount", f"(an|a) {one}", lambda of=least: of, 0.1)

    def _levels(self) -> Iterator[Rule]:
        def over(count: int, unit: Unit) -> Usual | None:
            window = self._sliding.last(count, unit)
            return Usual(window=window) if window else None

        def factored(factor: float, usual: Usual) -> Usual:
            return replace(usual, factor=usual.factor * factor)

        yield from rules("usual", _LEVEL, lambda: Usual(), 0.1)
        yield from rules("usual", "(on|in) (average|avg|the average)", lambda: Usual(), 0.1)
        yield from rules("usual", f"(on)? {_LEVEL} (day|days|night|nights)", lambda: Usual(), 0.05)
        yield from rules("usual", "(overall|all time|personal|daily|own|whole) {usual}", lambda usual: usual, 0.1)
        yield from rules("usual", f"{_LEVEL} {{kind}}", lambda kinds: Usual(kinds=kinds), 0.05)
        yield from rules("usual", "its {usual}", lambda usual: usual, 0.1)
        yield from rules("usual", "median", lambda: Usual(statistic=Statistic.MEDIAN), 0.1)
        yield from rules("usual", "{count} {unit} (average|mean|avg)", over, 0.1)
        yield from rules("usual", "{span} (average|mean|avg)", lambda window: Usual(window=window), 0.1)
        yield from rules("usual", "(average|mean|avg) {window}", lambda window: Usual(window=window), 0.8)
        yield from rules("usual", f"{_LEVEL} {{noun}}", lambda noun: Usual(noun=noun), 0.2)
        yield from rules("usual", f"{_LEVEL} {{noun}} {{window}}", lambda n, w: Usual(noun=n, window=w), 0.8)
        yield from rules("usual", f"{{noun}} {_LEVEL}", lambda noun: Usual(noun=noun), 0.3)
        yield from rules("usual", "(twice|double) {usual}", lambda usual: factored(2.0, usual), 0.1)
        yield from rules("usual", "half (of)? {usual}", lambda usual: factored(0.5, usual), 0.1)
        yield from rules(
            "usual", "(i|it)? (usually|normally|typically) (do|am|get|is|have|sleep)?", lambda: Usual(), 0.3
        )

    def _bounds(self) -> Iterator[Rule]:
        def interval(low: Amount, high: Amount) -> Bound | None:
            if low.value >= high.value and not ({low.unit, high.unit} & {"am", "pm", "clock"}):
                return None
            unit = low.unit or high.unit
            return Bound(Operator.GREATER_OR_EQUAL, replace(low, unit=unit), replace(high, unit=high.unit or unit))

        yield from rules("bound", "{operator} {amount}", lambda op, to: Bound(op, to), 0.0)
        yield from rules("bound", "{operator} {usual}", lambda op, to: Bound(op, to), 0.0)
        yield from rules("bound", "{operator} what? {usual}", lambda op, to: Bound(op, to), 0.1)
        yield from rules("bound", "{field_operator} {amount}", lambda op, to: Bound(op[0], to, field=op[1]), 0.0)
        yield from rules("bound", f"{{amount}} (or|and) {_MORE}", lambda to: Bound(Operator.GREATER_OR_EQUAL, to), 0.0)
        yield from rules("bound", f"{{amount}} (or|and) {_LESS}", lambda to: Bound(Operator.LESS_OR_EQUAL, to), 0.0)
        yield from rules(
            "bound", "{number} + {measure}", lambda n, u: Bound(Operator.GREATER_OR_EQUAL, Amount(n, u)), 0.0
        )
        yield from rules(
            "bound",
            "{bound} (at most|max|at best)",
            lambda b: replace(b, operator=Operator.LESS_OR_EQUAL) if b.operator is Operator.EQUAL else None,
            0.5,
        )
        yield from rules(
            "bound", "{amount} (at most|max|or so at most)", lambda to: Bound(Operator.LESS_OR_EQUAL, to), 0.1
        )
        yield from rules(
            "bound", "{amount} (at least|min|minimum)", lambda to: Bound(Operator.GREATER_OR_EQUAL, to), 0.1
        )
        yield from rules("bound", "{bound} (units|unit)", lambda b: b, 0.1)
        yield from rules(
            "bound", "{number} or (fewer|less) {measure}", lambda n, u: Bound(Operator.LESS_OR_EQUAL, Amount(n, u)), 0.0
        )
        yield from rules(
            "bound", "{number} or (more) {measure}", lambda n, u: Bound(Operator.GREATER_OR_EQUAL, Amount(n, u)), 0.0
        )
        yield from rules("bound", "{amount} (+|plus)", lambda to: Bound(Operator.GREATER_OR_EQUAL, to), 0.0)
        yield from rules(
            "bound",
            "(lasting|lasted|last) {amount} (or|and) (more|longer|over)",
            lambda to: Bound(Operator.GREATER_OR_EQUAL, to, field="duration_min"),
            0.0,
        )
        yield from rules(
            "bound",
            "(lasting|lasted|last) {amount} (or|and) (less|shorter|under|fewer)",
            lambda to: Bound(Operator.LESS_OR_EQUAL, to, field="duration_min"),
            0.0,
        )
        yield from rules("bound", "between {amount} and {amount}", interval, 0.0)
        yield from rules("bound", "(from|in the range of)? {amount} to {amount}", interval, 0.2)
        yield from rules("bound", "{reach} {amount}", lambda op, to: Bound(op, to), 0.3)
        yield from rules("bound", "{reach} {bound}", _unless_reached, 0.1)
        for verb, units in _REACHING_UNITS.items():
            reached = partial(_reached, units)
            yield from rules("bound", f"{verb} {{amount}}", reached, 0.3)
            yield from rules("bound", f"{verb} {{bound}}", partial(_reached_bound, units), 0.1)
        yield from rules("bound", "not {bound}", _flipped, 0.2)
        yield from rules("bound", "{amount} {operator} {usual}", beyond, 0.0)
        yield from rules("bound", "{number} + {measure} {operator} {usual}", lambda n, m, *s: beyond(Amount(n, m), *s))
        yield from rules("bound", "{bound} {operator} {usual}", beyond, 0.0)
        yield from rules(
            "bound", "{operator} {usual} by {amount}", lambda o, u, a: beyond(a, o, u, Operator.GREATER_OR_EQUAL), 0.0
        )
        yield from rules("bound", "{operator} {usual} by {bound}", lambda o, u, b: beyond(b, o, u), 0.0)
        yield from rules("bound", "{field_operator} {usual}", lambda op, to: Bound(op[0], to, field=op[1]), 0.0)
        yield from rules("bound", "{field_operator} {amount} {operator} {usual}", lambda _, *s: beyond(*s), 0.3)
        for by in ("amount", "bound"):
            yield from rules("bound", f"{{{by}}} {{field_operator}} {{usual}}", _longer_by, 0.1)


def beyond(by: Amount | Bound, operator: Operator, usual: Usual, least: Operator | None = None) -> Bound | None:
    """More or less than one's own level by an amount or a part of it: "10 ms or more above my average".

    By less than an amount would be an interval, which this is not.
    """
    amount = by.to if isinstance(by, Bound) else by
    least = by.operator if isinstance(by, Bound) else least
    up = operator in _UPWARD
    if not isinstance(amount, Amount) or usual.offset is not None or operator not in _FLIPPED:
        return None
    if least is not None:
        if least not in _UPWARD or (isinstance(by, Bound) and (by.upper or by.field)):
            return None
        strict = least is Operator.GREATER
        operator = {
            (True, True): Operator.GREATER,
            (True, False): Operator.GREATER_OR_EQUAL,
            (False, True): Operator.LESS,
            (False, False): Operator.LESS_OR_EQUAL,
        }[up, strict]
    if amount.unit == "%":
        factor = 1 + amount.value / 100 if up else 1 - amount.value / 100
        return Bound(operator, replace(usual, factor=usual.factor * factor))
    return Bound(operator, replace(usual, offset=replace(amount, value=amount.value if up else -amount.value)))


def _longer_by(by: Amount | Bound, operator: tuple[Operator, str], usual: Usual) -> Bound | None:
    """ "Over an hour shorter than my average", of whatever lasts so long."""
    bound = beyond(by, operator[0], usual)
    return replace(bound, field=operator[1]) if bound else None


def _reached(units: frozenset[str], to: Amount) -> Bound | None:
    return Bound(Operator.GREATER_OR_EQUAL, to) if to.unit in units else None


def _reached_bound(units: frozenset[str], bound: Bound) -> Bound | None:
    return bound if not isinstance(bound.to, Amount) or bound.to.unit in units else None


def _unless_reached(_: Operator, bound: Bound) -> Bound:
    return bound


def _flipped(bound: Bound) -> Bound | None:
    operator = _FLIPPED.get(bound.operator)
    return replace(bound, operator=operator) if operator and bound.upper is None else None
