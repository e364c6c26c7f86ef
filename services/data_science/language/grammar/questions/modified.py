"""A question with one more thing said: when, on which days, per what."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from services.data_science.domain.algebra import (
    Compare,
    Field,
    Grouping,
    In,
    Operation,
    Run,
    Statistic,
    Table,
    Test,
    Unit,
    Window,
)
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import Adverb, Beside, FrameRules, Modifier
from services.data_science.language.grammar.quantities import MEASURED_ASLEEP
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Frame, Kind, Noun, Records

_NEXT: Final = "(on|in)? (next day|following day|day after|morning after|next morning|following morning|night after|next night|following night|the next|day afterwards)"
_SAME_NIGHT: Final = "(that night|same night|that same night|the following night)"
_OF_GROUPS: Final = frozenset({Kind.BEST_PERIOD, Kind.PROFILE})

_GROUPS: Final = {"day of the week": Grouping.WEEKDAY, "week": Grouping.WEEK, "month": Grouping.MONTH}
_ADVERBS: Final = {"day of the week": "weekday", "week": "weekly", "month": "monthly"}


class ModifiedQuestions:
    """The rules of questions with more said about them."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from rules("question", "{ask}", lambda ask: ask, 0.0)
        yield from rules("ask", "{ask} ,? {mod}", self.modified, 0.2)
        yield from rules("ask", "{mod} ,? (so|then)? {ask}", lambda mod, ask: self.modified(ask, mod), 0.4)
        yield from rules("mod", "{window} and {calendar}", lambda w, c: Records(tests=frozenset({c}), window=w), 0.2)
        now = "(right now|now|currently|at the moment|presently|at present|up to now|until now|till now|as of now|as of today|so far|still)"
        yield from rules("ask", f"{{ask}} ,? {now}", _current, -0.05)
        yield from rules("ask", f"{now} ,? {{ask}}", _current, -0.05)
        when = "(when|whenever|if|after|on days when|on nights when|on days|on nights|every time|each time)"
        for said, after in ((_NEXT, True), (_SAME_NIGHT, False)):
            beside = partial(self._beside, after=after)
            yield from rules("ask", f"{when} {{dtest}} ,? (then)? {{ask}} {said}", beside, 0.0)
            one = "after (a|1|one|any)? (night|nights|one|1) (of|with|where|when|i)?"
            yield from rules("ask", f"{one} {{ntest}} ,? (then)? {{ask}} {said}", beside, 0.0)
            yield from rules(
                "ask", f"after (a|any)? (day|days) (of|with|when|where|i)? {{dtest}} ,? {{ask}} {said}", beside, 0.0
            )
            yield from rules(
                "ask", f"{{ask}} {said} {when} {{dtest}}", lambda ask, test, beside=beside: beside(test, ask), 0.0
            )
        many = "(then)? (how many|how much|how long|how high|how low|what) (is it|was it|do i get|did i get)?"
        for lead in (when, "after (a|any)? (day|days) (of|with|when|where|i)?"):
            yield from rules("ask", f"{lead} {{dtest}} ,? {many} {_NEXT}", self._same_afterwards, 0.0)
        same_day = "(on|in)? (that day|same day|that same day|those days|these days)"
        yield from rules("ask", f"{when} {{dtest}} ,? (then)? {{ask}} {same_day}", self._same_day, 0.0)
        at_night = (
            "(at night|overnight|during the night|in the night|while asleep|in my sleep|when i sleep|while i sleep)"
        )
        yield from rules("ask", f"{{ask}} {at_night}", self._at_night, 0.1)
        yield from rules("ask", "{ask} {group}", lambda a, g: self.modified(a, g), 0.3)
        yield from self._broken_down()

    def _broken_down(self) -> Iterator[Rule]:
        """One value for each week or month, called an overview: "break my steps down by week", "weekly totals"."""

        def of_each(frame: Frame, by: Grouping, statistic: Statistic | None = None) -> Ask | None:
            if frame.noun is None or frame.best or frame.by or frame.per not in {None, Unit.DAY}:
                return None
            known = frame.statistic or statistic
            if known is Statistic.SUM and self._is_nightly(frame.noun):
                return None
            return Ask(Kind.NUMBER, replace(frame, by=by, statistic=known))

        odd = "(pattern|patterns|variation|variations|difference|differences|change|changes|trend|trends)"
        yield from rules(
            "ask",
            f"({POLAR}|what|which)? there? (any|a|the|some)? seasonal {odd} (in|of|for) {{np}}",
            lambda f: of_each(f, Grouping.SEASON, Statistic.MEAN),
            0.0,
        )
        parted = "(break|breaking|broken|split|splitting|divide|group|breakdown|overview|summary|table)"
        apart = "(down|up|out|apart)? (by|into|per|for)?"
        plural = "(averages|means|average values|figures|overview|breakdown|summary|summaries)"
        totals = "(totals|sums|total)"
        for unit, by in _GROUPS.items():
            one, some = f"({unit}|every {unit}|each {unit}|single {unit})", f"({_ADVERBS[unit]})"
            for said in (f"{parted} {apart} (of|for)? {{np}} {apart} {one}", f"{{np}} (broken|split) {apart} {one}"):
                yield from rules("ask", said, lambda f, by=by: of_each(f, by), 0.1)
            for said in (f"{some} {plural} (of|for|in)? {{np}}", f"{{np}} {some} {plural}", f"{some} {{np}} {plural}"):
                yield from rules("ask", said, lambda f, by=by: of_each(f, by, Statistic.MEAN), 0.0)
            over = "(overview|breakdown|summary)"
            for said in (
                f"{some} (totals|sums) (of|for|in)? {{np}}",
                f"{some} {{np}} (totals|sums)",
                f"{some} {over} (of|for)? {{np}} {totals}",
            ):
                yield from rules("ask", said, lambda f, by=by: of_each(f, by, Statistic.SUM), -0.1)
        lead = f"{parted} (down|up|out)? (of|for)?"
        yield from rules("ask", f"{lead} {{ask}}", lambda ask: ask if ask.frame.by is not None else None, 0.0)

    def _at_night(self, ask: Ask) -> Ask | None:
        """What is measured at night alone is the same where "at night" is said."""
        noun = ask.frame.noun
        quantity = self._builder.quantity(noun, ask.frame.records.table) if noun else None
        asleep = quantity is not None and noun is not None and (quantity.nightly or noun.metric in MEASURED_ASLEEP)
        return ask if asleep else None

    def _beside(self, test: Test, ask: Ask, *, after: bool) -> Ask | None:
        """Of the days or nights after those of which something holds; "that night" is the one of that day."""
        if ask.kind is not Kind.NUMBER or ask.frame.noun is None or ask.frame.records != Records():
            return None
        quantity = self._builder.quantity(ask.frame.noun, Table.DAYS)
        if not after and (quantity is None or not quantity.nightly):
            return None
        if not after and self._is_of_night(test):
            return self.modified(ask, test)
        return self.modified(ask, Beside(Records(tests=frozenset({test})), 1))

    def _same_afterwards(self, test: Test) -> Ask | None:
        """ "When I've done more than 15,000 steps, how many the next day": of what the days were chosen by."""
        column = test.column if isinstance(test, Compare) else None
        frame = Frame(noun=Noun(metric=column.name)) if isinstance(column, Field) else None
        return self._beside(test, Ask(Kind.NUMBER, frame), after=True) if frame else None

    def _same_day(self, test: Test, ask: Ask) -> Ask | None:
        """ "When I sleep over eight hours, how many steps do I take that day": of the days of which it holds."""
        plain = ask.kind is Kind.NUMBER and ask.frame.noun is not None and ask.frame.records == Records()
        return self.modified(ask, Records(tests=frozenset({test}))) if plain else None

    def _is_nightly(self, noun: Noun) -> bool:
        quantity = self._builder.quantity(noun, Table.DAYS)
        return quantity is not None and (quantity.nightly or not quantity.additive)

    def _is_of_night(self, test: Test) -> bool:
        column = test.column if isinstance(test, Compare) else None
        quantity = self._builder.quantity(Noun(metric=column.name), Table.DAYS) if isinstance(column, Field) else None
        return quantity is not None and quantity.nightly

    def modified(self, ask: Ask, modifier: Modifier) -> Ask | None:
        """The question with one more thing said about what it is about."""
        ask = self._of_night(ask, modifier)
        if isinstance(modifier, Adverb) and ask.kind not in {
            Kind.NUMBER,
            Kind.DECIDE,
            Kind.CONTRAST,
            Kind.WHEN,
            Kind.COUNT,
            *_OF_GROUPS,
        }:
            return None
        if isinstance(modifier, Grouping) and ask.kind not in {Kind.NUMBER, Kind.COUNT, Kind.RECORDS}:
            return None
        if isinstance(modifier, Adverb) and ask.kind in _OF_GROUPS:
            return self._averaged(ask, modifier)
        if ask.kind in {Kind.CONTRAST, Kind.RELATE} and not isinstance(modifier, Window | Adverb):
            return None
        if isinstance(modifier, Window) and ask.other is not None and ask.kind is Kind.CONTRAST:
            one, other = ask.frame.within(modifier), ask.other.within(modifier)
            return replace(ask, frame=one, other=other) if one and other else None
        if ask.frame.noun is None and isinstance(modifier, Records | Beside):
            return self._counted_on(ask, modifier)
        frame = self._frames.applied(ask.frame, modifier)
        if frame is None or ask.other is None or ask.kind not in {Kind.NUMBER, Kind.DECIDE}:
            return replace(ask, frame=frame) if frame else None
        other = self._of_both(ask.other, modifier)
        return replace(ask, frame=frame, other=other) if other and not _of_unlike_records(ask, frame, other) else None

    def _of_night(self, ask: Ask, modifier: Modifier) -> Ask:
        """The length of a night is what it was picked by, and no length of activities."""
        by = modifier.pick[0] if isinstance(modifier, Records) and modifier.pick else None
        noun, records = ask.frame.noun, ask.frame.records
        said = noun is not None and noun.said in {"length", "duration"} and not noun.metric
        if not said or records.kinds or records.tests or not isinstance(by, Field):
            return ask
        night = Noun(metric=by.name, said=noun.said if noun else "")
        return replace(ask, frame=replace(ask.frame, noun=night, records=Records())) if self._lasts(night) else ask

    def _lasts(self, noun: Noun) -> bool:
        quantity = self._builder.quantity(noun, Table.DAYS)
        return quantity is not None and quantity.nightly and quantity.unit == "min"

    def _of_both(self, other: Frame, modifier: Modifier) -> Frame | None:
        """The second of two numbers, of which a time that is said once behind them is meant too."""
        if isinstance(modifier, Window) and other.records.window is not None:
            return other
        return self._frames.applied(other, modifier)

    def _averaged(self, ask: Ask, adverb: Adverb) -> Ask | None:
        """What each group comes to, of which the best is asked for: its mean, its total."""
        if ask.frame.statistic not in {None, adverb.statistic} or ask.frame.noun is None:
            return None
        return replace(ask, frame=replace(ask.frame, statistic=adverb.statistic))

    def _counted_beside(self, ask: Ask, modifier: Beside) -> Ask | None:
        """Counted of the days after others: "how many days did I walk 10,000 steps after sleeping badly"."""
        tests = [each for each in ask.frame.records.tests if isinstance(each, Compare)]
        column = tests[0].column if len(tests) == 1 and ask.kind is Kind.COUNT else None
        noun = Noun(metric=column.name) if isinstance(column, Field) else None
        beside = self._frames.applied(Frame(noun=noun), modifier) if noun and ask.frame.records.pick is None else None
        inside = beside.records.inside if beside and ask.frame.records.table is Table.DAYS else None
        return replace(ask, frame=ask.frame.also(In(rows=inside))) if inside is not None else None

    def _counted_on(self, ask: Ask, modifier: Records | Beside) -> Ask | None:
        if isinstance(modifier, Beside):
            return self._counted_beside(ask, modifier)
        if modifier.table is not Table.DAYS or ask.frame.records.pick:
            return None
        frame = ask.frame.also(self._builder.on_days_of(replace(modifier, window=None)))
        if modifier.window is None:
            return replace(ask, frame=frame)
        within = frame.within(modifier.window)
        return replace(ask, frame=within) if within else None


def _of_unlike_records(ask: Ask, frame: Frame, other: Frame) -> bool:
    """Whether a ratio came to be one of what activities have and what whole days have, for all that is done on them."""
    before = ask.other.records.table if ask.other else None
    was_alike = frame.operation is Operation.RATIO and ask.frame.records.table is before
    return was_alike and frame.records.table is not other.records.table


def _current(ask: Ask) -> Ask | None:
    """The streak that is going on."""
    return replace(ask, run=Run.CURRENT) if ask.kind is Kind.STREAK else None
