"""A number of two groups of days beside each other, in whatever order its parts are said."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from services.data_science.domain.algebra import Calendar, DaysOf, In, Operation, Statistic, Table, Test, Unit, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.completed_pairs import CompletedPairs
from services.data_science.language.grammar.comparisons.contrasts import Contrasts
from services.data_science.language.grammar.comparisons.own_level import (
    is_a_day_beside_its_level,
    is_a_pick_beside_its_level,
)
from services.data_science.language.grammar.comparisons.pairs import Pair, Second, is_in_time
from services.data_science.language.grammar.comparisons.relations import NEXT
from services.data_science.language.grammar.comparisons.weekdays_apart import is_list
from services.data_science.language.grammar.comparisons.words import CHANGED
from services.data_science.language.grammar.frames import Beside, Modifier
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Frame, Kind, Noun, Records

_COMPARE: Final = "(compare|compares|comparing|compared|comparison of|comparison|contrast|stack up|differ|differs)"
_ABOUT: Final = "(for|in|on|of|in terms of|regarding|when it comes to|with regard to|with respect to|as for|by)"
_WHICH: Final = "(when|which|where|what|who|on which|in which|which one|which of them|which of those|on what|on which days|which days|on which nights|which nights|on what days|what days)"
_HOW: Final = "(by)? how (much|many|far|big)? {measure}?"
_WINS: Final = (
    "(who wins|which wins|who won|which won|what wins|which comes out on top|which comes out ahead|which one wins)"
)
_GAP: Final = "(difference|gap|change|comparison|differences)"


class Paired:
    """The rules of two groups beside each other."""

    def __init__(self, builder: Builder, contrasts: Contrasts) -> None:
        self._builder = builder
        self._contrasts = contrasts
        self._completed = CompletedPairs(builder, contrasts)

    def rules(self) -> Iterator[Rule]:
        yield from rules("thing", "{np}", lambda frame: frame, 0.0)
        yield from rules("thing", "{recs}", lambda r: Frame(records=r) if r.pick is None and r.kinds else None, 0.3)
        yield from rules("thing", "{weekday} {noun}", self._of_weekday, 0.1)
        yield from rules(
            "second", "{thing}", lambda f: f if self._completed.restricted(f) and not f.best else None, 0.3
        )
        yield from rules("second", "(that|those|ones|one) {group_of}", lambda group: group, 0.0)
        yield from self._claims()
        yield from self._told()
        yield from self._by_how_much()
        yield from self._which()
        yield from self._decided()

    def _told(self) -> Iterator[Rule]:
        def told(frame: Frame, pair: Pair) -> Ask | None:
            return self._completed.of_pair(frame, pair, 0, yes_no=False)

        def turned(pair: Pair, frame: Frame) -> Ask | None:
            return told(frame, pair)

        def beside(frame: Frame, _: str, other: Second) -> Ask | None:
            return self._completed.instead(frame, other, 0, yes_no=False)

        def with_second(frame: Frame, other: Second) -> Ask | None:
            return self._completed.instead(frame, other, 0, yes_no=False)

        yield from rules("ask", f"{_COMPARE}? {{thing}} {{pair}}", told, 0.0)
        yield from rules("ask", "(how|what) {np} (change|changed|differ|differed|compare)? {pair}", told, 0.0)
        yield from rules("ask", f"{_COMPARE}? {{pair}} ,? {_ABOUT}? {{thing}}", turned, 0.1)
        yield from rules("ask", "{pair} ,? (how|what|how many|how much) {thing}", turned, 0.1)
        yield from rules("ask", f"{_COMPARE} {{thing}} (for|between|of|in|on)? {{loosepair}}", told, 0.0)
        yield from rules("ask", f"{_COMPARE} {{loosepair}} ,? {_ABOUT}? {{thing}}", turned, 0.1)
        yield from rules("ask", f"how {{loosepair}} {_COMPARE} {_ABOUT} {{thing}}", turned, 0.0)
        yield from rules("ask", f"how {{thing}} (for|between|of|in|on)? {{loosepair}} {_COMPARE}", told, 0.0)
        yield from rules("ask", "{thing} {than} {second}", beside, 0.1)
        yield from rules(
            "ask",
            "{group_of} ,? (how many|how much|what)? {np} {than} {second}",
            lambda one, frame, _, other: told(frame, Pair(one, other)),
            0.2,
        )
        yield from rules("ask", f"{_COMPARE} {{thing}} (and|with|to|against) {{second}}", with_second, 0.1)
        yield from rules("ask", "how {thing} {than} {second}", beside, 0.0)
        yield from rules(
            "ask", "{than} {second} ,? (how|what)? {thing}", lambda _, other, frame: with_second(frame, other), 0.1
        )
        yield from rules("ask", "(what|how many|how much)? {thing} and {leaning}", with_second, 0.3)
        yield from rules("ask", "how {thing} (compare|differ|different) (to|with|from) {second}", with_second, 0.1)
        yield from rules(
            "ask",
            f"how {{group_of}} {_COMPARE} (to|with|from)? {{second}} {_ABOUT} {{thing}}",
            lambda a, b, f: told(f, Pair(a, b)),
            0.0,
        )
        yield from rules(
            "ask",
            f"how {{group_of}} {_COMPARE} {_ABOUT} {{thing}} (to|with|from) {{second}}",
            lambda a, f, b: told(f, Pair(a, b)),
            0.0,
        )

    def _by_how_much(self) -> Iterator[Rule]:
        def apart(*said: object) -> Ask | None:
            return self._completed.of_parts(said, yes_no=False)

        def in_time(*said: object) -> Ask | None:
            """A difference between two stretches of time is told from the earlier to the later."""
            return apart(*(each.turned() if isinstance(each, Pair) and is_in_time(each) else each for each in said))

        yield from rules(
            "ask",
            f"(how big|how large)? {_GAP} (in|of|between)? {{thing}} (between|from|for)? {{loosepair}}",
            in_time,
            0.0,
        )
        change = "(what|how big|how large)? (change|shift|rise|drop|increase|decrease)"
        for after in ("{frompair}", "{topair}"):
            yield from rules("ask", f"{change} (in|of) {{thing}} {after}", apart, 0.0)
        big = "(how big|how large)?"
        yield from rules("ask", f"{big} {_GAP} {{loosepair}} {_ABOUT}? {{thing}}", in_time, 0.0)
        yield from rules("ask", "{ask} ,? {adverb}? {per}", _of_each, 0.0)
        yield from rules("ask", "{ask} ,? {adverb}", _of_each, 0.05)
        yield from rules("ask", f"{{thing}} {_GAP} {{loosepair}}", in_time, 0.1)
        yield from rules("ask", f"{{thing}} {{loosepair}} {_GAP}", in_time, 0.1)
        yield from rules("ask", f"{_GAP} (in|of) {{thing}} {{than}} {{second}}", self._completed.first_implied, 0.2)
        away = "(from|off|above|below|over|under|away from|off from|apart from)"
        yield from rules("ask", f"how (far|much|many) (off|away)? {{thing}} {away} {{second}}", self._away, 0.0)
        off = f"(off|away|{away[1:]}"
        yield from rules(
            "ask",
            f"how (far|much|many) {off}? {{group_of}} {away}? {{second}} {_ABOUT} {{thing}}",
            lambda one, other, frame: self._completed.of_pair(frame, Pair(one, other), 0, yes_no=False),
            0.1,
        )
        yield from rules(
            "ask",
            f"how (far|much|many) {off} {{second}} {{thing}}",
            lambda other, frame: self._away(frame, other),
            0.1,
        )
        yield from self._leading(_HOW, apart)
        for claim in ("{thing} {direction}", "{direction} {thing}"):
            yield from rules(
                "ask", f"{_HOW} {claim} {{group_of}}", lambda *said: self._with_rest(said, yes_no=False), 0.4
            )
            yield from rules(
                "ask", f"{POLAR} {claim} {{group_of}}", lambda *said: self._with_rest(said, yes_no=True), 0.3
            )
        percent = "(percent|percentage|%)"
        by_percent = f"(by)? (what|how many|how much|in)? {percent}"
        yield from self._leading(by_percent, lambda *said: _in_percent(apart(*said)))
        since = "{thing} (change|changed|differ|differed|shift|shifted) {sincepair}"
        yield from rules("ask", f"(by)? how (much|many|far) {{measure}}? {since}", apart, -0.3)
        yield from rules("ask", f"{by_percent} {since}", lambda *said: _in_percent(apart(*said)), -0.3)
        of_change = f"(by)? (what|how big)? {percent} (change|difference|increase|decrease|drop|rise|gain)? (in|of|for)"
        for pair in ("{pair}", "{frompair}"):
            yield from rules("ask", f"{of_change} {{thing}} {pair}", lambda *said: _in_percent(apart(*said[-2:])), 0.0)
        for said in ("in percent", "in %", "as a percentage", "in percentage", "percentage wise", "percent wise"):
            yield from rules("ask", f"{{ask}} ,? {said}", _in_percent, 0.0)
            yield from rules("ask", f"{said} ,? {{ask}}", _in_percent, 0.0)

    def _away(self, frame: Frame, other: Second) -> Ask | None:
        return self._completed.instead(frame, other, 0, yes_no=False)

    def _of_weekday(self, weekday: int, noun: Noun) -> Frame | None:
        """ "My Monday steps": those of all Mondays."""
        return Frame(noun=noun).also(Calendar(iso_weekdays=frozenset({weekday}))) if noun.metric else None

    def _claims(self) -> Iterator[Rule]:
        """What is measured and which way it is said to go, in either order."""
        for way in ("{direction}", "{trend}"):
            yield from rules("tendency", f"{{np}} {way}", lambda frame, way: (frame, way), 0.0)
            yield from rules("tendency", f"{way} {{np}}", lambda way, frame: (frame, way), 0.0)
            yield from rules(
                "tendency", f"{{np}} , {POLAR} (it|they|this|that) {way}", lambda frame, way: (frame, way), 0.0
            )
        bed = Frame(noun=Noun(metric="bed_time_clock", said="bedtime"))
        for word, side in (("earlier", -1), ("later", 1)):
            yield from rules("tendency", f"in bed {word}", lambda side=side: (bed, side), -0.5)
        for sign, often in ((1, "(more|more often|more frequently)"), (-1, "(less|fewer|less often|less frequently)")):
            for said in (f"{{recs}} {often}", f"{often} {{recs}}"):
                yield from rules("tendency", said, lambda recs, sign=sign: _of_activities(recs, "", sign), 0.3)
        yield from rules("tendency", "{recs} {fieldway}", lambda recs, way: _of_activities(recs, *way), 0.1)
        yield from rules("tendency", "{fieldway} {recs}", lambda way, recs: _of_activities(recs, *way), 0.1)
        sleep = Frame(noun=Noun(metric="sleep_minutes", said="sleep"))
        for word, up in (("longer", 1), ("shorter", -1)):
            yield from rules("tendency", f"nights {word}", lambda up=up: (sleep, up), 0.0)
            yield from rules("tendency", f"{word} nights", lambda up=up: (sleep, up), 0.0)

    def _held(self, lead: str, built: Callable[..., Ask | None]) -> Iterator[Rule]:
        """A claim beside two groups, whichever of them is said first; the lead may follow what is said first."""
        for pair in ("{pair}", "{frompair}", "{topair}"):
            yield from rules("ask", f"{lead} {{tendency}} {pair}", built, 0.05)
            yield from rules("ask", f"{pair} ,? {lead} {{tendency}}", built, 0.1)
        yield from rules("ask", f"{lead} {{tendency}} {{than}} {{second}}", built, 0.15)
        yield from rules("ask", f"{{group_of}} ,? {lead} {{tendency}} {{than}} {{second}}", built, 0.1)
        yield from rules("ask", f"{{than}} {{second}} ,? {lead} {{tendency}}", built, 0.1)
        yield from rules(
            "ask", f"{{than}} {{second}} ,? {lead} {{tendency}} {{group_of}}", lambda *s: built(*s[2:], s[1]), 0.1
        )
        yield from rules("ask", f"{lead} {{group_of}} {{direction}} {{thing}} {{than}} {{second}}", built, 0.1)
        changed = "{trend}" if lead in {POLAR, ""} else CHANGED
        for pair in ("{frompair}", "{topair}"):
            yield from rules("ask", f"{lead} {{thing}} {changed} {pair}", built, -0.25)

    def _leading(self, lead: str, apart: Callable[..., Ask | None]) -> Iterator[Rule]:
        yield from self._held(lead, apart)
        yield from rules("ask", f"{{tendency}} {{pair}} {lead}", lambda *said: apart(*said[:2]), 0.1)
        yield from rules("ask", f"{lead} {{thing}} (vary|differ|differs|different) {{loosepair}}", apart, 0.0)
        yield from rules("ask", f"{lead} (differ|differs) {{thing}} from {{second}}", apart, 0.0)
        yield from rules("ask", f"{lead} {{thing}} (above|over|below|under) {{second}}", apart, 0.1)

    def _which(self) -> Iterator[Rule]:
        def which(*said: object) -> Ask | None:
            return self._completed.of_parts(said, yes_no=False)

        for way in ("{direction}", "{best}"):
            yield from rules("ask", f"{_WHICH} {way} {{thing}} ,? {{loosepair}}", which, 0.1)
            unled = f"{way} {{thing}} ,? {{loosepair}}"
            yield from rules("ask", unled, lambda *said: None if is_list(said[-1]) else which(*said), 0.1)
            yield from rules("ask", f"{_WHICH} {{thing}} {way} ,? {{loosepair}}", which, 0.1)
            yield from rules("ask", f"{_WHICH} {way} {_ABOUT} {{thing}} ,? {{loosepair}}", which, 0.1)
            yield from rules("ask", f"{{thing}} ,? {{loosepair}} ,? {_WHICH} {way}", which, 0.1)
            yield from rules("ask", f"{_WHICH} {way} ,? {{loosepair}} ,? {_ABOUT} {{thing}}", which, 0.1)
            yield from rules("ask", f"{{loosepair}} ,? {_WHICH} {way} {{thing}}", which, 0.1)
            yield from rules("ask", f"{{loosepair}} ,? {_WHICH} {{thing}} {way}", which, 0.1)
            yield from rules(
                "ask", f"{_WHICH} (has|have|is|are|with)? {way} {{thing}} {{than}}? {{loosepair}}", which, 0.2
            )
        named = "(which|in which|on which|during which) (month|week|year|day|night|weekday|of them|of those|of the 2)"
        yield from rules("ask", f"{named} {{tendency}} ,? {{loosepair}}", which, 0.0)
        yield from rules("ask", f"{_WINS} ,? {{loosepair}} ,? {_ABOUT} {{thing}}", which, 0.0)
        yield from rules("ask", f"{_WINS} {_ABOUT} {{thing}} ,? {{loosepair}}", which, 0.0)

    def _decided(self) -> Iterator[Rule]:
        def yes(*said: object) -> Ask | None:
            return self._completed.of_parts(said, yes_no=True)

        yield from self._held(POLAR, yes)
        yield from self._held("", yes)
        yield from rules("ask", f"{POLAR} {{tendency}} {{loosepair}}", yes, 0.1)
        yield from rules("ask", f"{{loosepair}} ,? {POLAR}? {{tendency}}", yes, 0.3)
        for way in ("{direction}", "{trend}"):
            yield from rules("ask", f"{POLAR} {{thing}} {{group_of}} {way} {{than}} {{second}}", yes, 0.05)
        yield from rules(
            "ask", f"{POLAR} {{thing}} {{direction}} from {{second}}", lambda f, d, o: None if d else yes(f, 0, o), 0.1
        )
        yield from rules("ask", "{ask} or (not|no|nah|nope)", lambda ask: ask if ask.yes_no else None, 0.0)
        for lead in (POLAR, "(by)? how (much|far)?"):
            yield from rules(
                "ask",
                f"{lead} {{window}} {{direction}} {{than}} {{second}} (night|nights)?",
                lambda one, way, _, other, lead=lead: self._nights(one, way, other, yes_no=lead == POLAR),
                0.1,
            )
            yield from rules(
                "ask",
                f"{lead} {{direction}} {{window}} {{than}} {{second}} (night|nights)?",
                lambda way, one, _, other, lead=lead: self._nights(one, way, other, yes_no=lead == POLAR),
                0.1,
            )
        yield from rules("ask", f"{POLAR} {{thing}} {{trend}} {{afterpair}}", yes, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{group_of}} {{direction}} {{than}} {{second}} {_ABOUT} {{thing}}",
            lambda one, way, _, other, frame: self._completed.of_pair(frame, Pair(one, other), way, yes_no=True),
            0.0,
        )
        yield from rules(
            "ask",
            f"{POLAR} {{window}} {{direction}} {{np}} (day|night|week|month|one) {{than}} {{second}}",
            yes,
            0.05,
        )
        yield from rules("ask", f"{POLAR} (there)? (a|any)? {_GAP} (in|of|between) {{thing}} {{loosepair}}", yes, 0.0)
        yield from rules("ask", f"{POLAR} {{thing}} (vary|varies|differ) {{loosepair}}", yes, 0.0)
        vary = "(vary|varies|varied|fluctuate|fluctuates|fluctuated|swing|swings|jump around)"
        yield from rules("ask", f"{POLAR} {{thing}} {vary} {{direction}} {{loosepair}}", self._varying, 0.0)
        consistent = "(consistent|regular|steady|stable)"
        yield from rules(
            "ask",
            f"{POLAR} {{thing}} {{direction}} {consistent} {{loosepair}}",
            lambda f, d, p: self._varying(f, -d, p),
            0.0,
        )
        yield from rules("ask", f"{POLAR} {{thing}} {{trend}} {{group_of}}", self._trend_on, 0.1)
        yield from rules(
            "ask",
            f"{POLAR} {{thing}} been {{trend}} {{calendar}}",
            lambda frame, way, days: Ask(Kind.TREND, frame.also(days), direction=way, yes_no=True),
            -0.1,
        )
        gap = f"(there)? (a|any)? {_GAP} (in|of|to|for)"
        yield from rules("ask", f"{POLAR} {gap} {{thing}} {{group_of}}", self._apart_from_rest, 0.1)
        yield from rules(
            "ask", f"(any|a|what) {_GAP} (in|of|to|for) {{thing}} {{group_of}}", self._apart_from_rest, 0.2
        )
        yield from rules(
            "ask", f"{POLAR} {{thing}} (differ|different|change|changes) {{group_of}}", self._apart_from_rest, 0.1
        )
        yield from rules("ask", f"{{group_of}} ,? {POLAR}? {{tendency}}", self._group_first, 0.3)
        yield from rules("ask", f"{{group_of}} ,? {POLAR}? {{tendency}} (on)? {NEXT}", self._next_day, 0.0)

    def _with_rest(self, said: tuple[Any, ...], *, yes_no: bool) -> Ask | None:
        """ "Do I sleep more on weekends": than on the other days, or than before."""
        frame = next(each for each in said if isinstance(each, Frame))
        way = next(each for each in said if isinstance(each, int))
        if not self._completed.is_told_in(frame, said) or is_a_day_beside_its_level(frame, said[-1]):
            return None
        if is_a_pick_beside_its_level(frame, said[-1]):
            own = replace(frame, statistic=None)
            return self._contrasts.between(own, said[-1], self._contrasts.all_time, way, yes_no=yes_no)
        return self._contrasts.with_others(frame, said[-1], way, yes_no=yes_no)

    def _varying(self, frame: Frame, way: int, pair: Pair) -> Ask | None:
        if frame.statistic or frame.best or abs(way) != 1:
            return None
        return self._completed.of_pair(replace(frame, statistic=Statistic.SD), pair, way, yes_no=True)

    def _trend_on(self, frame: Frame, way: int, one: Modifier) -> Ask | None:
        """ "Does it go down after a run": than otherwise; of a stretch of time it is a trend."""
        if isinstance(one, Window) or (isinstance(one, Records) and one.inside is not None):
            return None
        return self._contrasts.with_others(frame, one, way, yes_no=True)

    def _apart_from_rest(self, frame: Frame, one: Modifier) -> Ask | None:
        return self._contrasts.with_others(frame, one, 0, yes_no=True)

    def _group_first(self, one: Modifier, claim: tuple[Frame, int]) -> Ask | None:
        """ "On weekends, do I sleep longer": than on the other days."""
        frame, way = claim
        if isinstance(one, Window) or frame.best or frame.statistic or self._completed.restricted(frame):
            return None
        return self._contrasts.with_others(frame, one, way, yes_no=True)

    def _next_day(self, one: Modifier, tendency: tuple[Frame, int]) -> Ask | None:
        """ "On days I trained, was it higher the next morning": than on days after which that is not so."""
        tests = one.tests if isinstance(one, Records) else frozenset({one}) if isinstance(one, Test) else frozenset()
        match tuple(tests):
            case [In(rows=DaysOf(rows=rows, offset=0))]:
                return self._group_first(Beside(Records(table=Table.ACTIVITIES, inside=rows), 1), tendency)
            case [_]:
                return self._group_first(Beside(Records(tests=tests), 1), tendency)
            case _:
                return None

    def _nights(self, one: Window, way: int, other: Second, *, yes_no: bool) -> Ask | None:
        """ "Was last night longer than the night before" is of sleep."""
        if one.label not in {"last night", "the night before last"} or way == 0:
            return None
        sleep = Frame(noun=Noun(metric="sleep_minutes", said="sleep"))
        return self._completed.of_pair(sleep, Pair(one, other), way, yes_no=yes_no)


def _of_activities(records: Records, field: str, way: int) -> tuple[Frame, int] | None:
    """Activities and which way they go: how many of them, or one of their numbers."""
    if records.pick is not None or records.kinds is None:
        return None
    each = Frame(noun=Noun(field=field), statistic=Statistic.MEAN, records=records)
    return (each if field else Frame(records=records)), way


def _of_each(ask: Ask, *said: object) -> Ask | None:
    """A difference of averages is one of each day or night on average anyway."""
    plain = ask.kind is Kind.CONTRAST and ask.frame.noun is not None and ask.frame.statistic in {None, Statistic.MEAN}
    fits = all(each in {Statistic.MEAN, Unit.DAY} for each in said)
    return ask if plain and fits and ask.frame.best is None else None


def _in_percent(ask: Ask | None) -> Ask | None:
    """A difference of two groups, told in percent of the second."""
    if ask is None or ask.kind is not Kind.CONTRAST or ask.other is None or ask.frame.noun is None:
        return None
    frame = replace(ask.frame, operation=Operation.PERCENT_CHANGE)
    return replace(ask, kind=Kind.NUMBER, frame=frame, yes_no=False, direction=0)
