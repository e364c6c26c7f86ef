"""Yes or no of what a superlative picks: whether my longest ride took an hour, whether last night was the shortest."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from services.data_science.domain.algebra import (
    Calendar,
    Operator,
    Order,
    Pick,
    Table,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules, Modifier
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.grammar.time.spans import day_said, span
from services.data_science.language.phrases import Amount, Ask, Bound, Frame, Kind, Noun, Records, Usual

_FIELDS: Final = {
    "longer": ("duration_min", 1),
    "shorter": ("duration_min", -1),
    "further": ("distance_m", 1),
    "farther": ("distance_m", 1),
    "faster": ("speed_m_per_min", 1),
    "quicker": ("speed_m_per_min", 1),
    "slower": ("speed_m_per_min", -1),
    "harder": ("average_heart_rate", 1),
    "tougher": ("average_heart_rate", 1),
    "easier": ("average_heart_rate", -1),
}


class YesOrNoOfBest:
    """The rules of decisions about what a superlative picks."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        was = "(last|lasted|take|over|at|go|long|of)?"
        yield from rules("ask", f"{POLAR} {{recs}} {was} {{bound}}", self._bounded, 0.0)
        yield from rules("ask", f"{POLAR} {{recs}} {{noun}} (at|of)? {{bound}}", self._bounded_by, 0.0)
        for word, (field, direction) in _FIELDS.items():
            noun = Noun(field=field)
            yield from rules(
                "ask",
                f"{POLAR} {{recs}} {word} than (my|the|what is)? {{usual}} {{kind}}?",
                lambda r, u, *_, n=noun, d=direction: self._than_usual(r, n, d, u),
                0.0,
            )
            yield from rules(
                "ask",
                f"which {word} ,? {{recs}} or (the)? (one before|previous one|previous 1|1 before|one before that|one before it)",
                lambda a, n=noun: self._which_before(a, n),
                0.0,
            )
            yield from rules(
                "ask", f"which {word} ,? {{recs}} or {{recs}}", lambda a, b, n=noun: self._which(a, b, n), 0.0
            )
        yield from rules("ask", f"{POLAR} {{window}} {{bestnp}} (ever|so far|yet|to date|of all)?", self._best_day, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{nth_date}} {{bestnp}} (ever|so far|yet|to date|of all)?",
            lambda day, f: (w := span(day, day, day_said(day), Unit.DAY)) and self._best_day(w, f),
            0.0,
        )
        yield from rules(
            "ask",
            "{ask} (compared to|compared with|versus) (the)? (one before|1 before|previous one|previous 1|one before that)",
            self._with_before,
            0.0,
        )
        yield from rules("ask", f"{POLAR} {{noun}} ever {{bound}}", self._ever, 0.0)
        yield from rules(
            "ask",
            f"{POLAR} {{noun}} {{direction}} than (on|my|what i)? {{usual}} {{mod}}",
            lambda n, d, u, m: self._on_picked(n, d, m, u),
            0.0,
        )
        for picked in ("{drecs}", "{recs}", "{bestnp}", "{picked}"):
            yield from rules("ask", f"{picked} , {POLAR} (it|that|this) (on|in|during)? {{mod}}", self._falls, 0.0)
            yield from rules("ask", f"{POLAR} {picked} (on|in|during|fall on|happen on)? {{mod}}", self._falls, 0.0)
        yield from rules(
            "ask", f"{POLAR} {{noun}} {{direction}} {{mod}} than (on|my|what i)? {{usual}}", self._on_picked, 0.0
        )

    def _one(self, records: Records, noun: Noun) -> Frame | None:
        """A number of the activities that are picked."""
        if records.table is not Table.ACTIVITIES or not (records.pick or records.inside):
            return None
        if records.pick and (records.pick[1].count > 1):
            return None
        return self._frames.applied(Frame(noun=noun, records=Records(table=Table.ACTIVITIES)), records)

    def _bounded(self, records: Records, bound: Bound) -> Ask | None:
        noun = self._builder.field_for(bound)
        if noun is None or bound.upper is not None or not isinstance(bound.to, Amount):
            return None
        return self._bounded_by(records, noun, bound)

    def _bounded_by(self, records: Records, noun: Noun, bound: Bound) -> Ask | None:
        if isinstance(bound.to, Usual):
            up = bound.operator in {Operator.GREATER, Operator.GREATER_OR_EQUAL}
            return self._than_usual(records, noun, 1 if up else -1, bound.to)
        frame = self._one(records, noun) if noun.field else None
        return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True) if frame else None

    def _than_usual(self, records: Records, noun: Noun, direction: int, usual: Usual) -> Ask | None:
        frame = self._one(records, noun)
        if frame is None or usual.factor != 1.0 or usual.offset or usual.noun:
            return None
        if isinstance(records.inside, Pick) and usual.window is None:
            level = Records(table=Table.ACTIVITIES, inside=records.inside.rows)
        elif records.kinds is not None:
            level = Records(table=Table.ACTIVITIES, kinds=records.kinds, window=usual.window)
        else:
            return None
        other = Frame(noun=noun, statistic=usual.statistic, records=level)
        return Ask(Kind.DECIDE, frame, other=other, direction=direction, yes_no=True)

    def _than(self, records: Records, others: Records, noun: Noun, direction: int) -> Ask | None:
        frame, other = self._one(records, noun), self._one(others, noun)
        if frame is None or other is None:
            return None
        return Ask(Kind.DECIDE, frame, other=other, direction=direction, yes_no=True)

    def _than_before(self, records: Records, noun: Noun, direction: int) -> Ask | None:
        pick = records.pick
        if pick is None or pick[0] is not None or pick[1].order is not Order.NEWEST:
            return None
        before = replace(records, pick=(None, replace(pick[1], first=pick[1].first + 1)))
        return self._than(records, before, noun, direction)

    def _on_picked(self, noun: Noun, direction: int, modifier: Modifier, usual: Usual) -> Ask | None:
        """Whether I slept better after my longest ride than usual."""
        quantity = self._builder.quantity(noun, Table.DAYS)
        if isinstance(modifier, Window) or quantity is None or not direction:
            return None
        if abs(direction) > 1 and quantity.better is None:
            return None
        frame = self._frames.applied(self._frames.frame_of(noun), modifier)
        if frame is None or not frame.pinned:
            return None
        up = (direction > 0) == (quantity.better is not False or abs(direction) == 1)
        bound = Bound(Operator.GREATER if up else Operator.LESS, usual)
        return Ask(Kind.DECIDE, frame, bound=bound, yes_no=True)

    def _which_before(self, records: Records, noun: Noun) -> Ask | None:
        ask = self._than_before(records, noun, 1)
        return replace(ask, kind=Kind.CONTRAST, yes_no=False, direction=0) if ask else None

    def _which(self, records: Records, others: Records, noun: Noun) -> Ask | None:
        ask = self._than(records, others, noun, 1)
        return replace(ask, kind=Kind.CONTRAST, yes_no=False, direction=0) if ask else None

    def _with_before(self, ask: Ask) -> Ask | None:
        noun = ask.frame.noun
        return self._which_before(ask.frame.records, noun) if ask.kind is Kind.NUMBER and noun else None

    def _falls(self, picked: Records | Frame, modifier: Modifier) -> Ask | None:
        """Whether what is picked out lies in a window, or on a day of which something holds."""
        if isinstance(picked, Frame):
            table, rows = picked.records.table, self._builder.picked_rows(picked)
        else:
            table, rows = picked.table, self._builder.rows(picked) if picked.pick else picked.inside
        if not isinstance(rows, Pick) or rows.count > 1:
            return None
        found = Records(table=table, inside=rows)
        match modifier:
            case Window():
                found = replace(found, window=modifier)
            case Calendar():
                found = replace(found, tests=frozenset({modifier}))
            case Records(pick=None) if found.table is Table.DAYS:
                found = replace(found, tests=frozenset({self._builder.on_days_of(modifier)}))
            case _:
                return None
        return Ask(Kind.COUNT, Frame(records=found), yes_no=True)

    def _best_day(self, window: Window, frame: Frame) -> Ask | None:
        """Whether last night was the shortest."""
        best = self._builder.superlative(frame.best, replace(frame, best=None)) if frame.best else None
        if best is None or best.best is None or window.start != window.end or frame.records.window:
            return None
        own = replace(best, best=None, records=replace(frame.records, window=window))
        operator = Operator.GREATER_OR_EQUAL if best.best.order is Order.HIGHEST else Operator.LESS_OR_EQUAL
        return Ask(Kind.DECIDE, own, other=best, operator=operator, yes_no=True)

    def _ever(self, noun: Noun, bound: Bound) -> Ask | None:
        table = Table.DAYS if noun.metric else Table.ACTIVITIES if noun.field else Table.SAMPLES
        test = self._builder.test(noun, bound, table)
        return (
            Ask(Kind.COUNT, Frame(records=Records(table=table, tests=frozenset({test}))), yes_no=True) if test else None
        )
