"""What is on record at all: since when, until when, on how many days."""

from collections.abc import Iterator
from dataclasses import replace

from services.data_science.domain.algebra import Known, Order, Table, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Best, Frame, Kind, Noun, Records

_DATA = "(data|records|recordings|history|info|information|readings|measurements|entries)"
_DAYS = "(days|nights|day|night)"


class Coverage:
    """The rules of questions about the record itself."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from self._counts()
        yield from self._ends()

    def _counts(self) -> Iterator[Rule]:
        def any_in(window: Window) -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records(window=window)), yes_no=True)

        yield from rules("ask", f"{POLAR} (you|i|there)? (have|got)? (any|some)? {_DATA} {{window}}", any_in, 0.0)

        def all_days() -> Ask:
            return Ask(Kind.COUNT, Frame(records=Records()))

        def days_with(noun: Noun) -> Ask | None:
            return self._days_with(noun)

        many = "(how many|number of|total number of|how much)"
        have = "(are there|is there|do you have|do i have|did i have|have you got|exist|you have|i have)?"
        yield from rules("ask", f"{many} {_DAYS} of (my|any|all)? {_DATA} {have}", all_days, 0.0)
        yield from rules("ask", f"{many} {_DAYS} (with|worth of|of my|on) {_DATA} {have}", all_days, 0.0)
        yield from rules(
            "ask", f"(for)? {many} {_DAYS} (i have|you have|do i have|do you have)? (any)? {_DATA}", all_days, 0.1
        )
        yield from rules(
            "ask", f"{many} {_DAYS} (are there)? (on|in) (record|my record|my records|file|the dataset)", all_days, 0.0
        )
        yield from rules(
            "ask", f"(for|on)? {many} {_DAYS} {{noun}} {_DATA}? (for|recorded|on record|available)?", days_with, 0.3
        )
        valued = "(have|has|had|with|show|contain)? (a|any)? (value|values|reading|readings|measurement|entry|figure) (for|of)"
        yield from rules("ask", f"(for|on)? {many} {_DAYS} {valued} {{noun}}", days_with, 0.0)
        yield from rules(
            "ask", f"{many} {_DAYS} of {{noun}} {_DATA}? (are there|on record|recorded|available)?", days_with, 0.0
        )
        yield from rules(
            "ask", f"{many} {_DAYS} of? {{window}} {{noun}} {_DATA} for?", lambda w, n: self._days_with(n, w), 0.0
        )
        worn = "(tracked|recorded|logged|on record|worn my watch|worn my tracker|worn it|wore my watch|wore my tracker|worn the watch|worn my ring|worn my band|been tracking|been wearing it|been wearing my watch)"
        yield from rules("ask", f"{many} {_DAYS} (have i|did i|i have|i)? {worn}", all_days, 0.1)
        yield from rules("ask", f"how much {{noun}} {_DATA} (is there|are there|on record)?", days_with, 0.0)

    def _days_with(self, noun: Noun, window: Window | None = None) -> Ask | None:
        column = self._builder.column(noun, Table.DAYS)
        if column is None:
            return None
        return Ask(Kind.COUNT, Frame(records=Records(tests=frozenset({Known(column=column)}), window=window)))

    def _ends(self) -> Iterator[Rule]:
        def end(order: Order, noun: Noun | None = None) -> Ask | None:
            best = Best(order=order)
            if noun is None:
                return Ask(Kind.WHEN, Frame(records=Records(pick=(None, best))))
            column = self._builder.column(noun, Table.DAYS)
            if column is None:
                return None
            return Ask(Kind.WHEN, Frame(records=Records(tests=frozenset({Known(column=column)}), pick=(None, best))))

        def first_done(records: Records) -> Ask | None:
            return (
                Ask(Kind.WHEN, Frame(records=replace(records, pick=(None, Best(order=Order.OLDEST)))))
                if not records.pick
                else None
            )

        start = "(start|starts|started|begin|begins|began|go back|goes back|go back to|begin at|start at)"
        when = (
            "(when|how far|since when|on what date|what date|which date|what day|how far back|from when|on which day)"
        )
        track = "(start|started|begin|began|first|first start)"
        recording = "(recording|tracking|logging|measuring|collecting|recorded|tracked|track|record|measure|collect|wearing|using)"
        oldest, newest = Order.OLDEST, Order.NEWEST
        yield from rules(
            "ask", f"how far my? {_DATA} (go back|back|goes back|reach back|back go)", lambda: end(oldest), 0.0
        )
        yield from rules("ask", f"how far back my? {_DATA} (go|goes|reach|reaches)?", lambda: end(oldest), 0.0)
        yield from rules(
            "ask", f"(last|latest|newest|most recent) day (you|i)? (have)? {_DATA} for?", lambda: end(newest), 0.0
        )
        yield from rules("ask", f"{when} my? {_DATA} {start}", lambda: end(oldest), 0.0)
        yield from rules("ask", f"{when} my? {{noun}} {_DATA} {start}", lambda n: end(oldest, n), 0.0)
        day = "(what day|which day|on what day|on which day|what date|on what date|since when)"
        yield from rules("ask", f"{day} (i|did i|have i)? {track} {{recs}}", first_done, 0.0)
        yield from rules(
            "ask",
            f"{when} you? {track} (to)? {recording} my? ({_DATA[1:-1]}|me|this|it|everything)?",
            lambda: end(oldest),
            0.1,
        )
        yield from rules(
            "ask", f"{when} you? {track} (to)? {recording} my? {{noun}} {_DATA}?", lambda n: end(oldest, n), 0.0
        )
        yield from rules(
            "ask",
            f"since when (you|i)? (have|got|track|tracked|record|recorded)? my? {_DATA}",
            lambda: end(oldest),
            0.0,
        )
        yield from rules(
            "ask",
            f"since when (you|i)? (have|got|track|tracked|record|recorded|tracking|recording|measuring) my? {{noun}} {_DATA}?",
            lambda n: end(oldest, n),
            0.0,
        )
        yield from rules(
            "ask",
            f"(first|earliest|oldest) day (of|with|in|i have|you have|there is)? my? {_DATA}",
            lambda: end(oldest),
            0.0,
        )
        yield from rules(
            "ask",
            f"(last|latest|newest|most recent) day (of|with|in|i have|you have|there is)? my? {_DATA}",
            lambda: end(newest),
            0.0,
        )
        yield from rules(
            "ask",
            f"(first|earliest|oldest) (day|night) (of|with|in|i have|you have)? my? {{noun}} {_DATA}",
            lambda n: end(oldest, n),
            0.0,
        )
        yield from rules(
            "ask",
            f"(last|latest|newest|most recent) (day|night) (of|with|in|i have|you have)? my? {{noun}} {_DATA}",
            lambda n: end(newest, n),
            0.0,
        )
        yield from rules(
            "ask", f"{when} my? {_DATA} (end|ends|stop|stops|last updated|up to)", lambda: end(newest), 0.0
        )
