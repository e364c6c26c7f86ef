"""Tracing numbers to what is known: the documented fact-check, and the stricter one that answers go through."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from services.orchestrator.domain.evidence import Fact, Verdict
from services.orchestrator.domain.numbers.measures import unit_named
from services.orchestrator.domain.numbers.tokens import (
    NumberToken,
    is_bare_year,
    is_documented_exempt,
    tokenise,
    tokenise_documented,
)

_DAY_COUNTS: Final = frozenset({"n", "count", "n_recent", "n_prior"})
_SPANS: Final = frozenset({"day", "week", "month", "year"})


@dataclass(frozen=True, kw_only=True)
class NumberIssue:
    """A number nobody can trace. `token` is as written; an unknown reference has value 0 and itself as token."""

    value: float
    token: str


@dataclass(frozen=True, kw_only=True)
class Known:
    """A number that may be said. `claim` names the fact; empty for numbers of allowed text and window labels.

    A number of a label is `exact`: the year 2026 vouches for no 2,000 steps.
    """

    value: float
    unit: str | None
    claim: str = ""
    exact: bool = False

    def vouches_for(self, token: NumberToken) -> bool:
        near = token.value == self.value if self.exact else within_tolerance(token.value, self.value)
        return near and (token.unit is None or self.unit in (None, token.unit))


def within_tolerance(value: float, known: float) -> bool:
    """The documented tolerance: 2 % of the known value, at least 0.05; a magnitude may stand for a negative."""
    tolerance = max(0.02 * abs(known), 0.05)
    return abs(value - known) <= tolerance or abs(value - abs(known)) <= tolerance


def fact_check_documented(
    reply: str, fact_sheet: Mapping[str, float], user_message: str = "", literature_prose: str = ""
) -> tuple[NumberIssue, ...]:
    """The fact-check as documented: the sheet, its pairwise ratios, the user's and the literature's numbers pass."""
    values = tuple(fact_sheet.values())
    ratios = tuple(a / b for a, b in permutations(values, 2) if b)
    echoed = tuple(token.value for text in (user_message, literature_prose) for token in tokenise_documented(text))
    fine = values + ratios + echoed
    return tuple(
        NumberIssue(value=token.value, token=token.text)
        for token in tokenise_documented(reply)
        if not is_documented_exempt(token) and not any(within_tolerance(token.value, known) for known in fine)
    )


def known_numbers(facts: Iterable[Fact], allowed_text: Iterable[str]) -> tuple[Known, ...]:
    """Everything an answer may say, window labels first: "the last 30 days" cites no fact that happens to be 30."""
    facts = tuple(facts)
    labels = dict.fromkeys(fact.window for fact in facts if fact.window)
    return (
        *(Known(value=token.value, unit=token.unit, exact=True) for label in labels for token in tokenise(label)),
        *(Known(value=fact.value, unit=_unit_of(fact), claim=_cited_as(fact)) for fact in facts),
        *(Known(value=token.value, unit=token.unit) for text in allowed_text for token in tokenise(text)),
    )


def trace(token: NumberToken, known: Sequence[Known]) -> Known | None:
    """The nearest known number within tolerance whose unit does not contradict; no ratio of known numbers counts."""
    near = [number for number in known if number.vouches_for(token)]
    return min(near, key=lambda number: abs(abs(token.value) - abs(number.value)), default=None)


def user_facts(question: str) -> tuple[Fact, ...]:
    """The numbers the user stated, as facts `user.1`, `user.2` ...; each value with its unit once, in order.

    A bare year is a date, not a value.
    """
    stated = dict.fromkeys((token.value, token.unit) for token in tokenise(question) if not is_bare_year(token))
    return tuple(
        Fact(
            claim=f"user.{position}",
            value=value,
            unit=unit,
            source="user",
            n=None,
            window=None,
            verdict=Verdict.VALIDATED,
        )
        for position, (value, unit) in enumerate(stated, start=1)
    )


def _cited_as(fact: Fact) -> str:
    """A span of time that the user named selects data; saying it again cites nothing."""
    return "" if fact.source == "user" and fact.unit in _SPANS else fact.claim


def _unit_of(fact: Fact) -> str | None:
    """A sample size counts days; a unit without a name here contradicts nothing."""
    if fact.unit is None:
        return "day" if fact.claim.rpartition(".")[2] in _DAY_COUNTS else None
    return unit_named(fact.unit)
