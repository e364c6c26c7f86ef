"""What follows a superlative in a conversation: "and the one before?", "and the second?", "what was it?"."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from services.data_science.domain.algebra import (
    ActivitiesOn,
    All,
    Column,
    Compare,
    DaysOf,
    Field,
    Order,
    Periods,
    Pick,
    Rows,
    Table,
    Where,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.questions.modified import ModifiedQuestions
from services.data_science.language.grammar.questions.words import WHICH_DAY
from services.data_science.language.grammar.turning import one_record
from services.data_science.language.phrases import Ask, Best, Fragment, Frame, Kind, Kinds, Noun, Records

if TYPE_CHECKING:
    from services.data_science.language.resolving.readings import Reading

_PLACES: Final = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5}
_THAT: Final = "(that|it|that one|that 1|this 1|this one|this|then|those)"
_ON_DAYS: Final = (
    ("(next day|following day|day after|morning after|next morning|following morning|day afterwards)", False, 1),
    ("(day before|previous day|morning before|preceding day)", False, -1),
    ("(night after|next night|following night)", True, 1),
    ("(night before|previous night|preceding night|evening before)", True, -1),
    ("(that day|that same day|same day|then|that morning)", False, 0),
    ("(that night|same night|that same night|this night)", True, 0),
)
"""How a day or a night beside one that was named before is called, whether it is a night, and how far it lies."""
_WITH_BEST: Final = frozenset({Kind.NUMBER, Kind.WHEN, Kind.RECORDS})


class Following:
    """Rules and completions for the records before, after and below those that an earlier question picked out."""

    def __init__(self, builder: Builder, questions: ModifiedQuestions) -> None:
        self._builder = builder
        self._questions = questions

    def rules(self) -> Iterator[Rule]:
        for words, step in (("before", 1), ("after", -1)):
            yield from rules(
                "fragment",
                f"(on|of|for|in|with|about)? (one|ones|time|1) {words} {_THAT}?",
                lambda s=step: Fragment(step=s),
                0.0,
            )
            yield from rules("fragment", f"{words} {_THAT}", lambda s=step: Fragment(step=s), 0.0)
            yield from rules("fragment", f"{{kind}} {words} {_THAT}?", lambda k, s=step: Fragment(step=s, kinds=k), 0.0)
        yield from rules("fragment", "(previous|prior|preceding|earlier) (one|time|1)?", lambda: Fragment(step=1), 0.0)
        yield from rules("fragment", "(previous|prior|preceding) {kind}", lambda k: Fragment(step=1, kinds=k), 0.0)
        yield from rules("fragment", "(next|following|subsequent) (one|time|1)?", lambda: Fragment(step=-1), 0.0)
        yield from rules("fragment", "(next|following) {kind}", lambda k: Fragment(step=-1, kinds=k), 0.0)
        for word, place in _PLACES.items():
            yield from rules("fragment", f"{word} (one|1|best|place|worst)?", lambda p=place: Fragment(place=p), 0.0)
        yield from rules("fragment", "(on|of|for|in)? {best} (one|ones|time|1)?", lambda b: Fragment(best=b), 0.1)
        of_them = "(which|what|which one|which ones) (of them|of those|of these|of the 2|of the 3|of the 4|of both|of all of them)"
        lead = f"{of_them} (was|is|were|had|has)? (the)? {{best}} (one|ones|time|1)?"
        yield from rules("fragment", lead, lambda b: Fragment(best=b, which=True, of_several=True), -0.2)
        which = "(which|what) (one|month|week)? (was|is|were)? (the)?"
        told = f"{which} {{best}} (one|ones|time|1)?"
        yield from rules("fragment", told, lambda b: Fragment(best=b, which=True), 0.0)
        yield from rules(
            "fragment",
            f"{WHICH_DAY} (the|my)? {{best}} (one|time|of them)? then?",
            lambda b: Fragment(best=b, when=True),
            0.0,
        )
        yield from rules("done", "(did i|had i|have i) (do|done)? {recs}", _is_done, 0.0)
        on_it = partial(self._fronted, is_night=False, step=0)
        yield from rules("ask", "(on|in|during)? {drecs} ,? {done}", on_it, 0.0)
        for words, is_night, step in _ON_DAYS:
            beside = partial(self._fronted, is_night=is_night, step=step)
            for noun in ("drecs", "recs"):
                lead = f"(on|after|for|when|in|during|with)? {{{noun}}}"
                for asked in ("ask", "done"):
                    yield from rules("ask", f"{lead} ,? then? {{{asked}}} (on|in)? {words} (it|that)?", beside, 0.0)
        yield from rules("recs", "previous {kind}", self._last, 0.1)
        yield from rules("recs", "{kind} before (the|my)? (last|latest|most recent) (one)?", self._second_last, 0.0)
        yield from rules("recs", "{kind} before {recs}", self._before, 0.0)
        yield from rules("best", "(penultimate|second last|2nd last|last but one|next to last)", self._penultimate, 0.0)

    def _fronted(self, records: Records, ask: Ask, *, is_night: bool, step: int) -> Ask | None:
        """ "My worst night, how did I sleep the night after": of the day beside what is picked out before."""
        rows = self._builder.rows(records) if records.pick else records.inside
        if rows is None or not is_one(rows) or ask.frame.records.inside or ask.frame.records.pick:
            return None
        if is_night:
            return self._questions.modified(ask, self.night_beside(rows, step) if step else self.night_of(rows))
        moved = DaysOf(rows=rows, offset=step) if step or _of_activities(rows) else rows
        return self._questions.modified(ask, Records(inside=moved))

    def _penultimate(self) -> Best:
        return Best(order=Order.NEWEST, first=2)

    def _last(self, kinds: Kinds) -> Records:
        return Records(table=Table.ACTIVITIES, kinds=kinds, pick=(None, Best(order=Order.NEWEST)))

    def _second_last(self, kinds: Kinds) -> Records:
        return Records(table=Table.ACTIVITIES, kinds=kinds, pick=(None, self._penultimate()))

    def _before(self, kinds: Kinds, records: Records) -> Records | None:
        """The run before the last run: of the same kinds, the next in time."""
        pick = records.pick
        if pick is None or pick[0] is not None or records.inside is not None or pick[1].order is not Order.NEWEST:
            return None
        if records.kinds is None or (kinds.names and kinds.names != records.kinds.names):
            return None
        return replace(records, pick=(None, replace(pick[1], first=pick[1].first + 1))) if pick[1].count == 1 else None

    def carried(self, ask: Ask, earlier: "Reading") -> Ask:
        """Of the one record that was asked for just before, where the question names no records of its own.

        "How long was my last run?" and then "what was my heart rate?" is of that run; a mean, or what one usually does,
        is not.
        """
        frame, rows = ask.frame, earlier.rows
        own, said = earlier.ask.frame.records, frame.records
        named = frame.noun is not None and frame.noun.said.startswith("average") and not (rows and is_one(rows))
        level = frame.best or frame.statistic or named
        of_all = said == Records(table=Table.ACTIVITIES) and bool(level)
        if of_all and ask.kind is Kind.NUMBER and own.table is said.table and own.kinds and not own.inside:
            return replace(ask, frame=replace(frame, records=replace(own, pick=None)))
        if frame.noun is None or not _is_bare(ask):
            return ask
        if rows is None or not is_one(rows):
            of_days = frame.records.table is earlier.ask.frame.records.table is Table.DAYS
            window = earlier.ask.frame.records.window if of_days and one_record(earlier.ask.frame) else None
            return replace(ask, frame=replace(frame, records=replace(frame.records, window=window)))
        of_activity = _of_activities(rows)
        if of_activity and frame.noun.field:
            return replace(ask, frame=replace(frame, records=Records(table=Table.ACTIVITIES, inside=rows), pinned=True))
        quantity = self._builder.quantity(frame.noun, Table.DAYS)
        if quantity is None:
            return ask
        day = Records(inside=DaysOf(rows=rows) if of_activity else rows)
        records = self.night_of(rows) if quantity.nightly else day
        return replace(ask, frame=replace(frame, records=records, pinned=True))

    def night_of(self, rows: Rows) -> Records:
        """The night of what was picked: of a day or an activity the one that follows, of a night that night itself."""
        offset = 0 if self._builder.catalogue.nights_follow or self._is_night(rows) else 1
        return Records(inside=DaysOf(rows=rows, offset=offset) if offset or _of_activities(rows) else rows)

    def night_beside(self, rows: Rows, step: int) -> Records:
        """The night after or before what was picked; which row that is follows from whose night a row tells."""
        follow = self._builder.catalogue.nights_follow
        of_a_day = (0 if follow else 1) if step > 0 else (-1 if follow else 0)
        return Records(inside=DaysOf(rows=rows, offset=step if self._is_night(rows) else of_a_day))

    def turned(self, records: Records, step: int) -> Records:
        """The day that was picked, where the one on its other side was asked for before: "the night before?", "after?"."""
        inside = records.inside
        if isinstance(inside, DaysOf) and inside.offset * step < 0:
            return replace(records, inside=inside.rows)
        return records

    def _is_night(self, rows: Rows) -> bool:
        """Whether a night was picked: by something other than what a day adds up to, such as steps."""
        by = _picked_by(rows)
        metric = self._builder.catalogue.metrics.get(by.name) if isinstance(by, Field) else None
        return metric is not None and (metric.nightly or not metric.additive) and not _of_activities(rows)

    def filled(self, earlier: "Reading", fragment: Fragment) -> Ask | None:
        """The earlier question of the records that the fragment moves on to."""
        ask = earlier.ask
        match fragment:
            case Fragment(best=Best() as best, when=True):
                return self._when(earlier, best)
            case Fragment(when=True) if ask.kind is Kind.STREAK:
                return ask
            case Fragment(step=int() as step) if step:
                return self._stepped(ask, step, fragment.kinds)
            case Fragment(place=int() as place) if place:
                return self._placed(ask, place)
            case Fragment(best=Best() as best):
                return self._instead(ask, best)
        return None

    def _when(self, earlier: "Reading", best: Best) -> Ask | None:
        """When the last of those was that were counted."""
        records = self._among(earlier.ask, best) or self._held(earlier.ask, best)
        if records is None and best.of_time() and earlier.rows is not None and not is_one(earlier.rows):
            table = Table.ACTIVITIES if _of_activities(earlier.rows) else Table.DAYS
            records = Records(table=table, inside=earlier.rows, pick=(None, best))
        if records is None:
            other = self._instead(earlier.ask, best)
            return replace(other, kind=Kind.WHEN) if other is not None and other.kind in _WITH_BEST else None
        return Ask(Kind.WHEN, Frame(records=records))

    def _among(self, ask: Ask, best: Best) -> Records | None:
        """The longest of the activities that were counted or listed, or of the days by what was asked of them."""
        records = ask.frame.records
        if ask.kind not in {Kind.COUNT, Kind.RECORDS} or records.pick or ask.bound or ask.frame.best:
            return None
        if records.table is not Table.ACTIVITIES:
            columns = {test.column for test in records.tests if isinstance(test, Compare)}
            by = next(iter(columns)) if len(columns) == 1 else None
            if not isinstance(by, Field) or best.of_time() or not _fits(by, best):
                return None
            pick = self._by_the_same(by, best, records.table)
            return replace(records, pick=pick) if pick else None
        if best.of_time():
            window = None if ask.yes_no and best.order is Order.NEWEST and self._is_recent(records) else records.window
            return replace(records, pick=(None, best), window=window)
        if best.fields not in self._builder.catalogue.fields:
            return None
        return replace(records, pick=(Field(name=best.fields), best))

    def _is_recent(self, records: Records) -> bool:
        """Whether it was asked of one day, or up to now: the last one may have been before that."""
        window = records.window
        return window is not None and (window.end in (window.start, self._builder.catalogue.today))

    def _held(self, ask: Ask, best: Best) -> Records | None:
        """The last of the days of which something holds that was asked of one of them."""
        noun, bound = ask.frame.noun, ask.bound
        if ask.kind is not Kind.DECIDE or not best.of_time() or noun is None or bound is None or ask.frame.best:
            return None
        test = self._builder.test(noun, bound, Table.DAYS) if one_record(ask.frame) else None
        return Records(tests=frozenset({test}), pick=(None, best)) if test else None

    def _stepped(self, ask: Ask, step: int, kinds: Kinds | None) -> Ask | None:
        records = ask.frame.records
        named = kinds.names if kinds is not None else frozenset()
        if named and records.kinds is not None and records.kinds.names != named:
            return None
        if records.pick is not None:
            by, best = records.pick
            moved = _moved(best.order, best.first, best.count, step) if by is None else None
            pick = (by, replace(best, first=moved)) if moved else None
            return replace(ask, frame=replace(ask.frame, records=replace(records, pick=pick))) if pick else None
        inside = _moved_rows(records.inside, step) if records.inside is not None else None
        if inside is None:
            return None
        return replace(ask, frame=replace(ask.frame, records=replace(records, inside=inside)))

    def _placed(self, ask: Ask, place: int) -> Ask | None:
        """The second of what was the first."""
        frame = ask.frame
        if frame.best is not None and not frame.best.of_time() and ask.kind in {*_WITH_BEST, Kind.BEST_PERIOD}:
            return replace(ask, frame=replace(frame, best=replace(frame.best, first=place, count=1)))
        if frame.records.pick is None:
            return None
        by, best = frame.records.pick
        pick = (by, replace(best, first=place, count=1))
        return replace(ask, frame=replace(frame, records=replace(frame.records, pick=pick)))

    def _instead(self, ask: Ask, best: Best) -> Ask | None:
        """The same of the records that another superlative picks."""
        frame = ask.frame
        if among := self._among(ask, best):
            return Ask(Kind.RECORDS, Frame(records=among))
        if frame.best is not None and frame.noun is not None:
            extreme = self._builder.superlative(best, replace(frame, best=None, statistic=None))
            keeps = ask.kind in {Kind.WHEN, Kind.BEST_PERIOD, Kind.PROFILE} or (
                ask.kind is Kind.RECORDS and best.count > 1
            )
            if extreme is None:
                return None
            of_each = ask.kind in {Kind.BEST_PERIOD, Kind.PROFILE} or frame.per is not None
            kept = replace(extreme, statistic=frame.statistic) if of_each else extreme
            return replace(ask, frame=kept) if keeps else Ask(Kind.NUMBER, kept)
        records = frame.records
        if records.pick is None:
            known = not best.fields or best.fields in self._builder.catalogue.fields
            inside = _repicked(records.inside, best) if records.inside is not None and known else None
            return replace(ask, frame=replace(frame, records=replace(records, inside=inside))) if inside else None
        by = records.pick[0]
        if best.of_time() and records.table is Table.DAYS and not records.tests:
            return None
        if best.of_time():
            pick: tuple[Field | None, Best] | None = (None, best)
        elif best.fields in self._builder.catalogue.fields and records.table is Table.ACTIVITIES:
            pick = (Field(name=best.fields), best)
        else:
            pick = self._by_the_same(by, best, records.table) if isinstance(by, Field) and _fits(by, best) else None
        return replace(ask, frame=replace(frame, records=replace(records, pick=pick))) if pick else None

    def _by_the_same(self, by: Field, best: Best, table: Table) -> tuple[Field, Best] | None:
        noun = Noun(metric=by.name) if table is Table.DAYS else Noun(field=by.name)
        judged = self._builder.better(best, self._builder.quantity(noun, table))
        return (by, judged) if judged else None


def _is_done(records: Records) -> Ask | None:
    return None if records.pick or records.inside else Ask(Kind.COUNT, Frame(records=records), yes_no=True)


def leans_on_a_pick(asks: tuple[Ask, ...]) -> bool:
    """Whether what is asked second names no records, where the first picked one out: they are read one by one."""
    best, rest = asks[0].frame.best, asks[1:]
    return best is not None and not best.of_time() and any(_is_bare(each) for each in rest)


def _is_bare(ask: Ask) -> bool:
    frame = ask.frame
    bare = frame.records in (Records(), Records(table=Table.ACTIVITIES)) and not (frame.best or frame.statistic)
    return ask.kind is Kind.NUMBER and bare and frame.noun is not None and not frame.by and not frame.per


def _fits(by: Field, best: Best) -> bool:
    """Whether it may be of the same: the shortest of nights is of what is counted in minutes."""
    return not best.fields or (best.fields == "duration_min" and by.name.endswith("_minutes"))


def is_one(rows: Rows) -> bool:
    match rows:
        case Pick(count=1):
            return True
        case DaysOf(rows=inner):
            return is_one(inner) and not isinstance(_source(inner), Periods)
        case _:
            return False


def _source(rows: Rows) -> Rows:
    """What is picked from, moved and narrowed."""
    match rows:
        case Pick(rows=inner) | Where(rows=inner):
            return _source(inner)
        case _:
            return rows


def _of_activities(rows: Rows) -> bool:
    source = _source(rows)
    return isinstance(source, ActivitiesOn) or (isinstance(source, All) and source.table is Table.ACTIVITIES)


def _picked_by(rows: Rows) -> Column | None:
    match rows:
        case Pick(by=by):
            return by
        case DaysOf(rows=inner):
            return _picked_by(inner)
        case _:
            return None


def _moved(order: Order, first: int, count: int, step: int) -> int | None:
    """The place `step` earlier in time than those picked, from 1 on; None where there is none."""
    if order is Order.NEWEST:
        place = first + (count if step > 0 else -1)
    elif order is Order.OLDEST:
        place = first - 1 if step > 0 else first + count
    else:
        return None
    return place if place >= 1 and count == 1 else None


def _repicked(rows: Rows, best: Best) -> Rows | None:
    """The last of them instead of the first."""
    match rows:
        case Pick(by=None) if best.of_time():
            return replace(rows, order=best.order, first=best.first, count=best.count)
        case Pick(by=Field()) if best.fields and _of_activities(rows):
            return replace(rows, by=Field(name=best.fields), order=best.order, first=best.first, count=best.count)
        case DaysOf(rows=inner):
            other = _repicked(inner, best)
            return replace(rows, rows=other) if other else None
        case _:
            return None


def _moved_rows(rows: Rows, step: int) -> Rows | None:
    match rows:
        case Pick(by=None, order=order, first=first, count=count):
            place = _moved(order, first, count, step)
            return replace(rows, first=place) if place else None
        case DaysOf(rows=inner):
            moved = _moved_rows(inner, step)
            return replace(rows, rows=moved) if moved else None
        case _:
            return None
