"""What came of each question, in one line; every number is a reference to a fact."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, assert_never

from services.investigator.domain.asked import (
    ActivityCount,
    Asked,
    Change,
    ChangePoint,
    Lab,
    Level,
    Together,
    Weekdays,
)
from services.investigator.domain.brief import BriefCase, Outcome, Verdict
from services.investigator.domain.records import Side
from services.investigator.domain.wording import capital, is_plural, kind_said, way_of, with_article

_MARKS: Final = {Verdict.VALIDATED: "✓", Verdict.CONDITIONAL: "~"}
_FIRST_SIGN: Final = " A first sign only."
ALIKE: Final = 0.5
"""A metric that moved by less, in robust standard deviations, is about the same."""
_EFFECT: Final = "effect"
_NUMBERED: Final = re.compile(r"[\d{}]")


@dataclass(frozen=True, kw_only=True)
class Teller:
    """Tells what came of questions about one person.

    Attributes:
        nouns: of metrics and laboratory values, by their names on record.
        shifts: how far metrics moved, in robust standard deviations, where that is known.
    """

    case: BriefCase
    nouns: Mapping[str, str]
    shifts: Mapping[str, float] = field(default_factory=dict)

    def noun(self, name: str) -> str:
        return self.nouns.get(name) or name.replace("_", " ")

    def _verb(self, name: str, of_one: str, of_many: str) -> str:
        return of_many if is_plural(self.noun(name)) else of_one

    def reference(self, outcome: Outcome, key: str) -> str:
        """The number as a reference; empty where it is not to be told."""
        claim = self._claim(outcome, key)
        return f"{{{{{claim}}}}}" if claim else ""

    def value(self, outcome: Outcome, key: str) -> float | None:
        claim = self._claim(outcome, key)
        return self.case.facts[claim].value if claim else None

    def _claim(self, outcome: Outcome, key: str) -> str:
        read = f"reading-{outcome.finding_id}.{'value' if key == _EFFECT else key}"
        return next((each for each in (f"{outcome.finding_id}.{key}", read) if each in self.case.facts), "")

    def held_up(self) -> Iterator[Outcome]:
        """What was confirmed, the certain before first signs, each in the order of the hypotheses."""
        for verdict in _MARKS:
            yield from (each for each in self.case.outcomes if each.verdict is verdict and is_weighed(each.asked))

    def line(self, outcome: Outcome, since: Outcome | None = None) -> str:
        """The line of something that held up; empty where a number of it is missing.

        Args:
            outcome: what held up.
            since: when the same metric changed, where that held up too.
        """
        sentence = self._sentence(outcome, since)
        sign = _FIRST_SIGN if outcome.verdict is Verdict.CONDITIONAL else ""
        return f"{_MARKS[outcome.verdict]} {capital(sentence)}{sign}" if sentence else ""

    def _sentence(self, outcome: Outcome, since: Outcome | None) -> str:
        effect = self.value(outcome, _EFFECT)
        if not effect:
            return ""
        recent, prior = self.reference(outcome, "mean_recent"), self.reference(outcome, "mean_prior")
        match outcome.asked:
            case Together() as asked:
                return f"{self._relation(asked, effect)} (correlation {self.reference(outcome, _EFFECT)})."
            case Change(metric=metric) if recent and prior:
                step = self.reference(since, "day") if since else ""
                around = f", with the clearest step around {step}" if step else ""
                moved = f"{self.noun(metric)} {self._verb(metric, 'was', 'were')} {way_of(metric, effect)}"
                return f"{moved}: {recent} on average, {prior} before{around}."
            case Weekdays(metric=metric) if recent and prior:
                moved = f"on weekends {self.noun(metric)} {self._verb(metric, 'is', 'are')} {way_of(metric, effect)}"
                return f"{moved}: {recent} on average, {prior} on weekdays."
            case ChangePoint(metric=metric) if recent and prior and (day := self.reference(outcome, "day")):
                moved = f"{self.noun(metric)} {self._verb(metric, 'has', 'have')} been {way_of(metric, effect)}"
                return f"{moved} since about {day}: {recent} on average, {prior} before."
            case _:
                return ""

    def _relation(self, asked: Together, effect: float) -> str:
        more = f"{way_of(asked.left, 1)} {self.noun(asked.left)}"
        then = (
            f"{self.noun(asked.right)} {self._verb(asked.right, 'tends', 'tend')} to be {way_of(asked.right, effect)}"
        )
        if asked.lag_days:
            return f"after days with {with_article(more)}, {then} the next day"
        return f"on days with {with_article(more)}, {then}"

    def lab_line(self, outcome: Outcome) -> str:
        """That a laboratory value is outside the laboratory's own range; empty of anything else."""
        asked = outcome.asked
        value, limit = self.reference(outcome, "left"), self.reference(outcome, "right")
        if not isinstance(asked, Lab) or not value or not limit:
            return ""
        side, bound = ("below", "lower") if asked.side is Side.LOW else ("above", "upper")
        newest = f"Your newest {self.noun(asked.biomarker)} was {value}"
        return f"{newest}, {side} the laboratory's own {bound} limit of {limit}; worth showing your doctor."

    def level_line(self, outcome: Outcome) -> str:
        """How something stands; empty where that is not known."""
        match outcome.asked:
            case Change(metric=metric, window=window) if window.days == 1:
                told, usual = self.reference(outcome, "mean_recent"), self.reference(outcome, "mean_prior")
                beside = self._beside_usual(metric, outcome)
                return f"{capital(self.noun(metric))}: {told}, {beside} your usual {usual}" if told and usual else ""
            case Change(metric=metric):
                key = "mean_recent"
            case Level(metric=metric):
                key = _EFFECT
            case _:
                return ""
        told = self.reference(outcome, key)
        return f"{capital(self.noun(metric))}: {told}" if told else ""

    def _beside_usual(self, metric: str, outcome: Outcome) -> str:
        """Which way a day differs, if by more than days do."""
        effect = self.value(outcome, _EFFECT)
        is_far = abs(self.shifts.get(metric, 0.0)) >= ALIKE
        return f"{way_of(metric, effect)} than" if effect and is_far else "about"

    def activities_line(self) -> str:
        """How many activities there were, and what most of them were; empty without any."""
        counted = {each.asked.kind: each for each in self.case.outcomes if isinstance(each.asked, ActivityCount)}
        total = self.reference(counted[""], _EFFECT) if "" in counted else ""
        if not total:
            return ""
        most = next((kind for kind in counted if kind), "")
        told = self.reference(counted[most], _EFFECT) if most else ""
        return f"Activities: {total}, most often {kind_said(most)} ({told})" if told else f"Activities: {total}"

    def strategy(self) -> str:
        """One thing to do this week, of the first that held up and has one that states no number."""
        plain = (each.strategy.strip() for each in self.held_up() if not _NUMBERED.search(each.strategy))
        return next(filter(None, plain), "")


def is_weighed(asked: Asked) -> bool:
    """Whether it can be chance: a level, and how a single day was, is just how it was."""
    match asked:
        case Change(window=window) if window.days == 1:
            return False
        case Change() | Weekdays() | Together() | ChangePoint():
            return True
        case Lab() | Level() | ActivityCount():
            return False
        case _:
            assert_never(asked)
