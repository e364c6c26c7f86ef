"""What is said of the answer before: per day, as a share, beside one's usual, on the other days, compared with May."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import (
    Calendar,
    Compare,
    DaysOf,
    Field,
    Grouping,
    In,
    Literal,
    Not,
    Operation,
    Pick,
    Reduce,
    Statistic,
    Table,
    Tell,
    Test,
    Unit,
    Window,
)
from services.data_science.domain.units import converted
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import (
    Amount,
    Ask,
    Bound,
    Fragment,
    Frame,
    Kind,
    Noun,
    Records,
    Usual,
    conjunction,
    opposite,
)

if TYPE_CHECKING:
    from services.data_science.domain.algebra import Question
    from services.data_science.language.resolving.readings import Reading

_THAT: Final = "(that|it|this|those|these|they)"
MADE: Final = "(make|makes|come to|comes to|work out to|work out at|works out to|average out to|average)"
_BESIDE: Final = "(versus|compared to|compared with|against|relative to|than|compare to|compare with)"
_LEVELS: Final = frozenset({Statistic.MEAN, Statistic.MEDIAN})
_HOUR: Final = 60
_DAY: Final = 1440
_LIKE: Final = 5
_FAR: Final = 20
PART: Final = "(percentage|percent|%|share|proportion|fraction)"


class Turning:
    """The rules of what turns an earlier question into another one of the same records."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        of = "(of|of all|of all the|of the|out of)? (days|nights|them|time|total|all days|all nights|month|week)?"
        asked = f"(how many|how much|how long|how far|how|what that|what it|what this) {{noun}}? {_THAT}? (on)?"
        for before, behind in (("{adverb}?", ""), ("", "{adverb}?")):
            said = f"{asked} {before} {{per}} {_THAT}? {MADE}? {behind}"
            yield from rules("question", said, lambda *a: _turn(_per, *a), 0.05)
            yield from rules("fragment", f"{{noun}}? {before} {{per}} {behind}", lambda *a: _turn(_per, *a), 0.0)
        what = "(what|how much|how many) (does|do|did|would|is)? (that|it|this|those|they)"
        yield from rules("question", f"{what} {MADE} {{per}}", lambda u: _turn(_per, u), 0.0)
        yield from rules("question", "{per} {statistic}", lambda u, s: _turn(_per, u, s), 0.0)
        part = f"(what|how much|which|as|in)? (a|the)? {PART}"
        for said in (f"{part} {of} {_THAT}? {MADE}?", f"{part} {_THAT} {MADE}? {of}"):
            yield from rules("question", said, lambda: _turn(share), 0.05)
        yield from rules(
            "question", f"(as|in|what)? {PART} (of|to) {{np}} {_THAT}?", lambda f: _turn(self._part_of, f), 0.0
        )
        yield from rules("question", f"{POLAR} {_THAT} {{bound}}", lambda b: _turn(_decided, b), 0.0)
        yield from rules("question", f"(what|how|when) {_THAT} {{adverb}}", lambda s: _turn(self.level, s), 0.0)
        yield from rules("fragment", f"(what|how|when) {_THAT}? {{usual}}", lambda u: _turn(self._usual, u), 0.0)
        compare = f"(how|what|compare|and)? (does|do|did)? {_THAT}? {_BESIDE} (to|with|my|what)?"
        yield from rules("question", f"{compare} {{usual}}", lambda u: _turn(self.beside_usual, u), 0.0)
        yield from rules("question", f"{compare} {{window}}", lambda w: _turn(beside_window, w), 0.0)
        judged = "(good|bad|a lot|much|high|low|normal|ok|okay|fine|unusual|great|any better|any worse|a lot more|a lot less)"
        beside = f"{POLAR} {_THAT} {judged} {_BESIDE} (to|with|my|what)?"
        yield from rules("question", f"{beside} {{window}}", lambda w: _turn(beside_window, w), 0.0)
        yield from rules("question", f"{beside} {{usual}}", lambda u: _turn(self.beside_usual, u), 0.0)
        yield from rules(
            "question", f"(compare|comparing) {_THAT} (to|with) {{window}}", lambda w: _turn(beside_window, w), 0.0
        )
        yield from rules(
            "question",
            "(on|in|for|during)? (other|rest|rest of|remaining) (the|my)? (days|nights|ones|time)?",
            lambda: _turn(_others),
            0.0,
        )
        yield from rules("question", "(since|from) (when|what day|which day|what date)", lambda: _turn(_since), 0.0)
        began = f"(when|what day|which day) {_THAT} (start|started|begin|began|end|ended)"
        yield from rules("question", began, lambda: _turn(_since), 0.0)
        sort = "(kind|kinds|type|types|sort|sorts|activities|workouts|sports|exercises|ones)"
        yield from rules("question", f"(what|which) {sort} (of)? {_THAT}?", lambda: _turn(_kinds), 0.0)
        same = "(too|also|then|on those days|on them)"
        for part, behind in (("fragment", f"{same}?"), ("question", same)):
            yield from rules(
                part, f"{POLAR} {{direction}} {{np}} {same}?", lambda way, f: _turn(_contrasted, f, way), 0.0
            )
            yield from rules(
                part, f"{POLAR} {{np}} {{direction}} {behind}", lambda f, way: _turn(_contrasted, f, way), 0.0
            )
        how = "(by)? (how|what) (many|much|high|low|late|early|long|far|big|short)?"
        yield from rules("fragment", f"{how} {{measure}}? {_THAT}? (exactly|precisely|then)?", self._told, 0.0)
        further = f"{how} {{measure}}? {{direction}} {_THAT}? (exactly|precisely|then)?"
        yield from rules("fragment", further, lambda *_: Fragment(both=True), 0.0)
        yield from rules("fragment", "(which|what) {unit} (that|it)?", lambda u: _turn(_best_period, u), 0.0)
        yield from rules("question", "(with|to|on) {np}", lambda f: _turn(_related, f), 0.0)
        yield from rules("fragment", "(how many|what about)? {amount}", lambda a: _turn(self._sized, a), 0.1)

    def _told(self, *unit: str) -> Fragment:
        return _turn(self.valued, *unit)

    def valued(self, earlier: "Reading", unit: str = "") -> Ask | None:
        """How much it was, of which the day or a yes or no was told."""
        ask, frame = earlier.ask, earlier.ask.frame
        quantity = self._builder.quantity(frame.noun, frame.records.table) if frame.noun else None
        if unit and (quantity is None or converted(1.0, unit, quantity.unit) is None):
            return None
        if ask.kind is Kind.BEST_PERIOD or ask.kind in {Kind.CONTRAST, Kind.TREND, Kind.COUNT, Kind.SHARE}:
            return replace(ask, yes_no=False, choice=False)
        if ask.kind is Kind.DECIDE and ask.other is None and ask.value is None:
            return Ask(Kind.NUMBER, replace(frame, how_many=True))
        if ask.kind in {Kind.NUMBER, Kind.WHEN, Kind.RECORDS} and frame.best is not None:
            return replace(ask, kind=Kind.NUMBER)
        by = frame.records.pick[0] if frame.records.pick else None
        if frame.records.table is not Table.DAYS or not isinstance(by, Field) or frame.noun is not None:
            return None
        return Ask(Kind.NUMBER, Frame(noun=Noun(metric=by.name), records=frame.records, pinned=True))

    def _sized(self, earlier: "Reading", amount: Amount) -> Ask | None:
        """The same with another amount, about as large as the one before: "15k?" behind "days over 10k"."""
        ask, records = earlier.ask, earlier.ask.frame.records
        if ask.test is not None:
            test = self._resized(ask.test, amount)
            return replace(ask, test=test) if test else None
        found = [(each, new) for each in records.tests if (new := self._resized(each, amount)) is not None]
        if len(found) != 1:
            return None
        tests = records.tests - {found[0][0]} | {found[0][1]}
        return replace(ask, frame=replace(ask.frame, records=replace(records, tests=tests)))

    def _resized(self, test: Test, amount: Amount) -> Test | None:
        if not isinstance(test, Compare) or not isinstance(test.column, Field) or not isinstance(test.number, Literal):
            return None
        quantity = self._builder.catalogue.metrics.get(test.column.name)
        number = self._builder.literal(amount, quantity) if quantity else None
        if number is None or not test.number.value / _LIKE <= number.value <= test.number.value * _LIKE:
            return None
        return replace(test, number=number)

    def apart(self, earlier: "Reading") -> Ask | None:
        """By how much it is more or less, which was decided before."""
        ask, frame = earlier.ask, earlier.ask.frame
        if ask.kind is not Kind.DECIDE or ask.bound is None or ask.other or ask.value:
            return self.valued(earlier) if ask.kind in {Kind.CONTRAST, Kind.TREND} else None
        if isinstance(ask.bound.to, Usual):
            return self.beside_usual(replace(earlier, ask=Ask(Kind.NUMBER, frame)), ask.bound.to)
        minus = replace(frame, operation=Operation.MINUS)
        return Ask(Kind.NUMBER, minus, value=ask.bound.to) if ask.bound.upper is None else None

    def related(self, ask: Ask, other: Frame) -> Ask | None:
        """The same relation of another series, in the place of the one of the two that is measured alike."""
        if ask.other is None or other.noun is None or other.records != Records() or other.statistic or other.best:
            return None
        units = [
            quantity.unit if (quantity := self._builder.quantity(each.noun, Table.DAYS)) else ""
            for each in (other, ask.frame, ask.other)
            if each.noun
        ]
        if len(units) != len((other, ask.frame, ask.other)) or (units[0] == units[1]) == (units[0] == units[2]):
            return None
        if units[0] == units[2]:
            return replace(ask, other=replace(ask.other, noun=other.noun))
        return replace(ask, frame=replace(ask.frame, noun=other.noun))

    def level(self, earlier: "Reading", statistic: Statistic) -> Ask | None:
        """What is usual of what one record was told of: the average of all, or of all of its kind."""
        frame, records = earlier.ask.frame, earlier.ask.frame.records
        if frame.noun is None or statistic not in _LEVELS or earlier.ask.kind is not Kind.NUMBER:
            return None
        return Ask(Kind.NUMBER, Frame(noun=frame.noun, statistic=statistic, records=_unpicked(records)))

    def _usual(self, earlier: "Reading", usual: Usual) -> Ask | None:
        if usual != Usual(statistic=usual.statistic):
            return None
        return self.level(earlier, usual.statistic)

    def beside_usual(self, earlier: "Reading", usual: Usual) -> Ask | None:
        """How far the number before is from one's usual."""
        own, level = earlier.ask, self._usual(earlier, usual)
        spans_all = own.frame.best is None and _spans_all(own.frame)
        if own.kind is not Kind.NUMBER or level is None or own.other or spans_all or _is_a_total(earlier):
            return None
        return Ask(Kind.NUMBER, replace(own.frame, operation=Operation.MINUS), other=level.frame)

    def _part_of(self, earlier: "Reading", whole: Frame) -> Ask | None:
        """What part of another quantity it is, on the same days."""
        ask = earlier.ask
        if ask.kind is not Kind.NUMBER or ask.frame.noun is None or whole.noun is None or ask.other or ask.frame.best:
            return None
        one = self._builder.quantity(ask.frame.noun, Table.DAYS)
        other = self._builder.quantity(whole.noun, Table.DAYS)
        if one is None or other is None or one.unit != other.unit or one == other or whole.records != Records():
            return None
        same = replace(ask.frame, noun=whole.noun)
        return Ask(Kind.NUMBER, replace(ask.frame, operation=Operation.RATIO), other=same, percent=True)


def _contrasted(earlier: "Reading", frame: Frame, direction: int) -> Ask | None:
    """ "Do I sleep more on workout days?", "and do I get more deep sleep?": of the same two groups of days."""
    ask = earlier.ask
    if ask.kind is not Kind.CONTRAST or frame.noun is None or frame.records != Records():
        return None
    if ask.frame.records.table is not Table.DAYS:
        return None
    other = replace(ask.other, noun=frame.noun) if ask.other is not None else None
    return replace(ask, frame=replace(ask.frame, noun=frame.noun), other=other, direction=direction)


def one_record(frame: Frame) -> bool:
    """Whether a single day, night or activity is meant, of which an average says nothing."""
    window, records = frame.records.window, frame.records
    one_day = window is not None and window.start == window.end
    picked = isinstance(records.inside, Pick) and records.inside.count == 1
    return one_day or picked or (records.pick is not None and records.pick[1].count == 1)


def _turn(how: "Callable[..., Ask | None]", *said: object) -> Fragment:
    return Fragment(turn=(how, said))


def turned(fragment: Fragment, earlier: "Reading") -> Ask | None:
    """The question that a fragment makes of an earlier one."""
    if fragment.turn is None:
        return None
    how, said = fragment.turn
    return how(earlier, *said)


def _unpicked(records: Records) -> Records:
    """All records of which one was picked, whenever they were."""
    inside = records.inside.rows if isinstance(records.inside, Pick) and records.table is Table.ACTIVITIES else None
    return Records(table=records.table, kinds=records.kinds, inside=inside)


def _spans_all(frame: Frame) -> bool:
    return frame.records.window is None and frame.records == _unpicked(frame.records)


def _per(earlier: "Reading", *said: object) -> Ask | None:
    """The same for each day or week of its span; "per week in total" of a week is its total."""
    ask, frame = earlier.ask, earlier.ask.frame
    unit = next((each for each in said if isinstance(each, Unit)), None)
    nouns = {(each.metric, each.field) for each in said if isinstance(each, Noun)}
    if ask.kind is Kind.BEST_PERIOD and unit is Unit.DAY and earlier.rows is not None:
        days = Records(inside=DaysOf(rows=earlier.rows))
        return Ask(Kind.NUMBER, replace(frame, best=None, statistic=Statistic.MEAN, records=days))
    if unit is None or ask.kind not in {Kind.NUMBER, Kind.COUNT} or ask.other or frame.best or one_record(frame):
        return None
    if unit is not Unit.DAY and frame.statistic in _LEVELS and _is_of_some(frame.records):
        return None
    if nouns and (frame.noun is None or not any(frame.noun.metric == m or frame.noun.field == f for m, f in nouns)):
        return None
    if frame.by is not None and unit is not Unit.DAY:
        return replace(ask, frame=replace(frame, by=Grouping(unit.value)))
    if Statistic.SUM in said:
        whole = frame.records.window is not None and frame.records.window.unit is unit
        return replace(ask, frame=replace(frame, statistic=Statistic.SUM, per=None)) if whole else None
    statistic = None if frame.statistic is Statistic.SUM else frame.statistic
    return replace(ask, frame=replace(frame, per=unit, by=None, statistic=statistic, how_many=True))


def _is_of_some(records: Records) -> bool:
    """Whether an average is of activities or of some days, and not of what each day of a week adds to it."""
    return records.table is Table.ACTIVITIES or bool(records.tests) or records.inside is not None


def share(earlier: "Reading") -> Ask | None:
    """Of how many of the days it holds that were counted."""
    ask, records = earlier.ask, earlier.ask.frame.records
    if ask.kind is not Kind.COUNT or ask.bound or records.table is not Table.DAYS or records.pick or records.inside:
        return None
    calendar = frozenset(each for each in records.tests if isinstance(each, Calendar))
    test = conjunction(records.tests - calendar)
    return Ask(Kind.SHARE, Frame(records=replace(records, tests=calendar)), test=test) if test else None


def _decided(earlier: "Reading", bound: Bound) -> Ask | None:
    """Whether the number before is above or below something."""
    ask = earlier.ask
    if ask.kind is not Kind.NUMBER or ask.frame.noun is None or ask.other:
        return None
    if isinstance(bound.to, Usual) and (_spans_all(ask.frame) or _is_a_total(earlier)):
        return None
    return Ask(Kind.DECIDE, ask.frame, bound=bound, yes_no=True)


def beside_window(earlier: "Reading", window: Window) -> Ask | None:
    """How the same of another time differs from it."""
    ask, frame = earlier.ask, earlier.ask.frame
    own = frame.records.window
    if ask.kind not in {Kind.NUMBER, Kind.COUNT} or ask.other or ask.bound or ask.yes_no or own in {None, window}:
        return None
    if own is None or frame.by or frame.records.inside is not None or frame.records.pick is not None:
        return None
    frame = replace(frame, statistic=_total_of(earlier.question) or frame.statistic)
    other = replace(frame, records=replace(frame.records, window=window))
    if frame.best is not None or (own.start == own.end and window.start == window.end):
        several = frame.best is not None and (frame.best.count > 1 or frame.best.of_time())
        return None if several else Ask(Kind.NUMBER, replace(frame, operation=Operation.MINUS), other=other)
    return Ask(Kind.CONTRAST, frame, other=other)


def _is_a_total(earlier: "Reading") -> bool:
    """Whether several days or activities were added up, which no average of one of them can be held against."""
    return _total_of(earlier.question) is not None and not one_record(earlier.ask.frame)


def _total_of(question: "Question") -> Statistic | None:
    """That a number was told as a total, though nothing said so."""
    match question:
        case Tell(number=Reduce(statistic=Statistic.SUM)):
            return Statistic.SUM
        case _:
            return None


def _others(earlier: "Reading") -> Ask | None:
    """The same of all other days of that time."""
    ask, records = earlier.ask, earlier.ask.frame.records
    if ask.kind is not Kind.NUMBER or records.table is not Table.DAYS or ask.other or records.pick:
        return None
    test: Test | None
    if records.inside is not None and not records.tests and not isinstance(records.inside, Pick):
        test = Not(test=In(rows=records.inside))
    else:
        held = conjunction(records.tests)
        one = isinstance(held, Compare | Calendar | Not) or len(records.tests) == 1
        test = opposite(held) if held is not None and one and records.inside is None else None
    others = replace(records, tests=frozenset({test}) if test else frozenset(), inside=None)
    return replace(ask, frame=replace(ask.frame, records=others, pinned=False)) if test else None


def _since(earlier: "Reading") -> Ask | None:
    """When a trend set in; of a streak its own days, which are told with it."""
    ask = earlier.ask
    if ask.kind is Kind.STREAK:
        return ask
    return Ask(Kind.CHANGE_POINT, ask.frame) if ask.kind is Kind.TREND else None


def _best_period(earlier: "Reading", unit: Unit) -> Ask | None:
    """Which week it was of which the most was told."""
    frame = earlier.ask.frame
    told = earlier.ask.kind is Kind.NUMBER and frame.best is not None and frame.per is unit
    return Ask(Kind.BEST_PERIOD, replace(frame, per=None), unit=unit) if told else None


def _kinds(earlier: "Reading") -> Ask | None:
    ask = earlier.ask
    of_activities = ask.frame.records.table is Table.ACTIVITIES and ask.kind is Kind.COUNT and not ask.yes_no
    return Ask(Kind.KINDS, ask.frame) if of_activities else None


def in_the_unit_of(test: Compare, bound: Bound) -> Bound:
    """In hours where the amount before was: "longer than an hour? and longer than two?"."""
    number, to = test.number, bound.to
    in_hours = isinstance(number, Literal) and number.unit == "min" and number.value >= _HOUR
    if not in_hours or not isinstance(to, Amount) or to.unit or to.value * _HOUR > _DAY:
        return bound
    return replace(bound, to=replace(to, unit="h"))


def is_like(test: Compare, other: Test, bound: Bound) -> bool:
    """Whether a number that was said without a unit can be of the same: 12,000 is none of minutes after 20 of them."""
    if not isinstance(bound.to, Amount) or bound.to.unit or not isinstance(other, Compare):
        return True
    numbers = test.number, other.number
    if not isinstance(numbers[0], Literal) or not isinstance(numbers[1], Literal) or not numbers[0].value:
        return True
    return 1 / _FAR <= numbers[1].value / numbers[0].value <= _FAR


def _related(earlier: "Reading", other: Frame) -> Ask | None:
    """The same relation with another series in the place of the second."""
    ask = earlier.ask
    if ask.kind is not Kind.RELATE or ask.other is None or other.noun in {None, ask.frame.noun}:
        return None
    return replace(ask, other=other) if other.records == Records() else None
