"""What may hold of a week, a month or a weekend: how much came together in it, how often something was done in it.

A weekend is a week of which only Saturday and Sunday are meant.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from services.data_science.domain.algebra import Calendar, Operator, Statistic, Table, Test, Unit, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.frames import FrameRules
from services.data_science.language.grammar.questions.words import DAYS
from services.data_science.language.grammar.records.claims import Claim
from services.data_science.language.phrases import (
    OPPOSITES,
    Amount,
    Ask,
    Bound,
    Frame,
    Kind,
    Kinds,
    Noun,
    Records,
    is_all_of,
)

_WEEKEND: Final = Calendar(iso_weekdays=frozenset({6, 7}))
_ONCE: Final = Bound(Operator.GREATER_OR_EQUAL, Amount(1.0))
_NEVER: Final = Bound(Operator.EQUAL, Amount(0.0))

_SLEEP: Final = Noun(metric="sleep_minutes", said="sleep")
_MOST_ASLEEP: Final = 14


@dataclass(frozen=True, slots=True)
class Period:
    """A calendar unit, or the days of it that are meant.

    Attributes:
        full: whether a part of one at either end of the record is left out in so many words.
    """

    unit: Unit
    days: Calendar | None = None
    window: Window | None = None
    full: bool = False

    def within(self, frame: Frame) -> Frame | None:
        """The phrase on the days that are meant; None where it says when by itself."""
        if self.window is not None:
            timed = frame.within(self.window)
            return replace(self, window=None).within(timed) if timed else None
        if self.days is None:
            return frame
        if frame.records.table is Table.DAYS:
            return frame.also(self.days)
        return replace(frame, records=replace(frame.records, tests=frame.records.tests | {self.days}))

    def asked(self, claim: Ask) -> Ask | None:
        """The claim of these periods; None where it was made of others."""
        if claim.unit not in {None, self.unit}:
            return None
        frame = self.within(claim.frame)
        return replace(claim, frame=frame, unit=self.unit, full=self.full) if frame else None

    def during(self, window: Window) -> "Period | None":
        return replace(self, window=window) if self.window is None else None


class PeriodClaims:
    """The rules of periods and of what holds of them; a claim is a count of periods without its unit."""

    def __init__(self, builder: Builder, frames: FrameRules) -> None:
        self._builder = builder
        self._frames = frames

    def rules(self) -> Iterator[Rule]:
        yield from rules("period", "{unit}", lambda unit: Period(unit) if unit is not Unit.DAY else None, 0.0)
        yield from rules("period", "weekends", lambda: Period(Unit.WEEK, _WEEKEND), 0.0)
        yield from rules("one_period", "weekend", lambda: Period(Unit.WEEK, _WEEKEND), 0.0)
        yield from rules("one_period", "{period}", lambda period: period, 0.0)
        full = "(full|complete|whole|entire)"
        yield from rules("period", f"{full} {{period}}", lambda p: replace(p, full=True) if not p.days else None, 0.0)
        yield from rules("period", "calendar {unit}", lambda unit: Period(unit) if unit is not Unit.DAY else None, 0.0)
        yield from rules("period", "{period} {window}", Period.during, -0.1)
        yield from self._amounts()
        yield from self._counts()

    def _amounts(self) -> Iterator[Rule]:
        def of(claim: Claim, statistic: Statistic | None = None) -> Ask:
            frame = replace(self._frames.frame_of(claim.noun), statistic=statistic)
            return Ask(Kind.COUNT_PERIODS, frame, bound=claim.bound)

        averaged = "(average|averaged|averaging)"
        together = "(in total|total|altogether|together|combined|in all|all told|saturday and sunday together|sat and sun together|both days together|over both days together|over both days|on both days together)"
        yield from rules("pclaim", "{claim}", of, 0.1)
        yield from rules("pclaim", "{statistic} {claim}", lambda s, c: of(c, s), 0.0)
        yield from rules("pclaim", f"{{claim}} ,? {together}", lambda c: of(c, Statistic.SUM), 0.0)
        yield from rules("pclaim", f"{together} {{claim}}", lambda c: of(c, Statistic.SUM), 0.0)
        yield from rules("pclaim", "{claim} (on average|in average|on avg)", lambda c: of(c, Statistic.MEAN), 0.0)
        yield from rules("pclaim", f"{averaged} {{claim}}", lambda c: of(c, Statistic.MEAN), 0.0)
        yield from rules(
            "pclaim",
            f"{averaged}? {{claim}} {{per}}",
            lambda c, p: of(c, Statistic.MEAN) if p is Unit.DAY else None,
            0.0,
        )
        yield from rules("pclaim", f"{averaged} {{amount}} {{noun}}", _averaging(of), 0.0)
        yield from rules("pclaim", "not {pclaim}", _not_so, 0.0)

        def covered(kinds: Kinds, bound: Bound) -> Ask | None:
            """ "Ran more than 20 km" of a week is of all its runs; "had a run over 20 km" is of one."""
            noun = self._builder.field_for(bound)
            if noun is None or noun.field != "distance_m" or bound.field:
                return None
            records = Records(table=Table.ACTIVITIES, kinds=kinds)
            return Ask(Kind.COUNT_PERIODS, Frame(noun=noun, statistic=Statistic.SUM, records=records), bound=bound)

        yield from rules("pclaim", f"{{kind}} {{bound}} {together}?", covered, 0.4)
        yield from rules(
            "pclaim",
            "(have|had|with|do|did) (a|any|one|1|an) {recs}",
            lambda r: _once(r) if not r.pick else None,
            -0.3,
        )
        yield from rules(
            "pclaim",
            "(have|had|with|do|did) (a|any|one|1|an) {drecs}",
            lambda r: _once(r) if not (r.pick or r.inside or r.window) else None,
            -0.3,
        )

        def lasting(records: Records, bound: Bound) -> Ask | None:
            """ "Exercised for more than 90 minutes in total" is of all its activities together."""
            noun = self._builder.field_for(bound)
            if noun is None or noun.field != "duration_min" or records.pick or records.table is not Table.ACTIVITIES:
                return None
            return Ask(
                Kind.COUNT_PERIODS,
                Frame(noun=noun, statistic=Statistic.SUM, records=records),
                bound=replace(bound, field=""),
            )

        yield from rules("pclaim", f"{{recs}} for? {{bound}} {together}", lasting, 0.0)
        yield from rules("pclaim", f"{together} {{recs}} for? {{bound}}", lasting, 0.0)

        def of_sleep(bound: Bound, *per: Unit) -> Ask | None:
            """Hours that are averaged, where nothing is named, are hours of sleep."""
            hours = isinstance(bound.to, Amount) and bound.to.unit == "h" and 3 <= bound.to.value <= _MOST_ASLEEP
            return of(Claim(_SLEEP, bound), Statistic.MEAN) if hours and set(per) <= {Unit.DAY} else None

        yield from rules("pclaim", f"{averaged} {{bound}} {{per}}?", of_sleep, 0.2)
        yield from rules("pclaim", "{bound} {per}? (on average|in average|on avg)", of_sleep, 0.2)

    def _counts(self) -> Iterator[Rule]:
        def times(records: Records, bound: Bound) -> Ask | None:
            all_of = records.kinds is not None and is_all_of(records.kinds) and bound == _ONCE
            if records.pick or all_of or not isinstance(bound.to, Amount) or bound.to.unit:
                return None
            return Ask(Kind.COUNT_PERIODS, Frame(records=records), bound=bound)

        def with_days(bound: Bound, test: Test) -> Ask | None:
            return times(Records(tests=frozenset({test})), bound)

        times_or_days = "(times|time|occasions|days|nights|day|night)"
        yield from rules("often", f"{{bound}} {times_or_days}", _counted, 0.0)
        yield from rules("often", f"{{number}} {times_or_days}", _at_least, 0.1)
        for word, operator in (
            ("(more|over|above)", Operator.GREATER_OR_EQUAL),
            ("(less|fewer)", Operator.LESS_OR_EQUAL),
        ):
            often = partial(_times, operator)
            yield from rules("often", f"{{number}} {times_or_days} (or|and) {word}", often, 0.0)
        no = "(no|zero|without|without any|without a|without a single|not any|not a single|not even one|not once|never|not)"
        again = "(in them|in it)?"
        yield from rules("pclaim", f"{{bound}} {{recs}} {again}", lambda b, r: times(r, b), 0.0)
        yield from rules("pclaim", "{recs} (on)? {often}", times, 0.0)
        yield from rules("pclaim", "{recs} (at least once|once or more)", lambda r: times(r, _ONCE), 0.0)
        yield from rules("pclaim", "(at least (one|a)|any) {recs}", lambda r: times(r, _ONCE), 0.0)
        yield from rules("pclaim", "{recs}", lambda r: times(r, _ONCE), 0.6)
        some = f"(any|some|had|have|with)? {DAYS} (over|with|of|where|when|on which)? {{dtest}}"
        yield from rules("pclaim", some, lambda t: times(Records(tests=frozenset({t})), _ONCE), -0.2)
        yield from rules("pclaim", f"{no} {{recs}} (at all|even once)?", lambda r: times(r, _NEVER), 0.0)
        yield from rules("pclaim", f"{{bound}} {DAYS} (over|with|of|where|when)? {{dtest}}", with_days, 0.0)
        yield from rules(
            "pclaim",
            f"{{bound}} {DAYS} (of|with|at) {{amount}} {{noun}}",
            lambda b, to, n: (t := self._reached(n, to)) and with_days(b, t),
            0.0,
        )
        yield from rules(
            "pclaim",
            f"{{number}} {DAYS} (of|with|at) {{amount}} {{noun}}",
            lambda c, to, n: (t := self._reached(n, to)) and with_days(_at_least(c), t),
            0.0,
        )
        yield from rules(
            "pclaim", "{bound} {drecs}", lambda b, r: times(r, b) if not (r.inside or r.window) else None, 0.1
        )
        yield from rules("pclaim", "{dtest} (on)? {often}", lambda t, b: with_days(b, t), 0.0)

    def _reached(self, noun: Noun, amount: Amount) -> Test | None:
        return self._builder.test(noun, Bound(Operator.GREATER_OR_EQUAL, amount), Table.DAYS)


def _once(records: Records) -> Ask:
    return Ask(Kind.COUNT_PERIODS, Frame(records=records), bound=_ONCE)


def _times(operator: Operator, count: float) -> Bound:
    return Bound(operator, Amount(count))


_at_least = partial(_times, Operator.GREATER_OR_EQUAL)


def _counted(bound: Bound) -> Bound | None:
    """A bound of a count."""
    plain = isinstance(bound.to, Amount) and not bound.to.unit and bound.upper is None and not bound.field
    return bound if plain else None


def _not_so(claim: Ask) -> Ask | None:
    """Of the periods in which it was not so; of the same number of them."""
    bound = claim.bound
    flipped = OPPOSITES.get(bound.operator) if bound and bound.upper is None else None
    return replace(claim, bound=replace(bound, operator=flipped)) if bound and flipped else None


def _averaging(of: Callable[[Claim, Statistic], Ask]) -> Callable[..., Ask]:
    """ "Averaged 7 hours of sleep" is that much or more."""
    return lambda amount, noun: of(Claim(noun, Bound(Operator.GREATER_OR_EQUAL, amount)), Statistic.MEAN)
