"""What is compared with what: windows, or kinds of days."""

from collections.abc import Iterator

from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.words import THAN
from services.data_science.language.grammar.frames import Beside


class Groups:
    """The rules of what a comparison is between."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder

    def rules(self) -> Iterator[Rule]:
        yield from rules("group_of", "{window}", lambda w: w, 0.0)
        yield from rules("group_of", "{calendar}", lambda c: c, 0.0)
        yield from rules("group_of", "(on|for|in|during)? {drecs}", lambda r: r, 0.1)
        yield from rules("group_of", "(when|on days when|if) {dtest}", lambda t: t, 0.2)
        yield from rules("group_of", "(with|on|in|during|of|for) {recs}", lambda r: r, 0.3)
        yield from rules("group_of", "after (a|my|i)? {recs}", lambda r: Beside(r, 1), 0.1)
        yield from rules("than_group", f"{THAN} {{group_of}}", lambda g: g, 0.0)
        yield from rules("group_of", "{usual}", lambda u: u.window if u.window and not u.noun else None, 0.2)
        yield from rules("group_of", "(overall|in total|all time)", lambda: self._builder.all_time, 0.1)
