"""Putting facts where a text refers to them: `{{ds-001.effect}}` becomes "58.4 bpm"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.evidence import DATE, Derivation, Fact
from services.orchestrator.domain.numbers.derivations import parse

_REFERENCE: Final = re.compile(r"\{\{(?P<named>[^{}]+)\}\}")
_STRAY_BRACES: Final = re.compile(r"\{\{[^{}]*(?:\}\})?|\}\}")
_CORRELATION_KEYS: Final = ("effect", "ci_low", "ci_high")
_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_UNIT_TEXT: Final = {
    None: "",
    DATE: "",
    "count": "",
    "%": "%",
    "degC": " °C",
    "count/bpm": " steps/bpm",
    "count/week": " per week",
}
"""How a unit is written behind a number, where that is not a space and the unit: a count needs no unit."""


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """A text with its references resolved: the claims it cites, and the references that name no fact."""

    text: str
    cited: tuple[str, ...]
    unknown: tuple[str, ...]


def references(text: str) -> tuple[str, ...]:
    """The claims a text refers to, in order; a declared derivation refers to its operands."""
    return tuple(claim for found in _REFERENCE.finditer(text) for claim in _claims(found["named"].strip()))


def _claims(named: str) -> tuple[str, ...]:
    derivation = parse(named)
    if derivation is not None:
        return derivation.operands
    return (named,) if named.split() == [named] else ()


def derivations_in(text: str) -> tuple[Derivation, ...]:
    """The derivations a text declares, in order."""
    declared = (parse(found["named"]) for found in _REFERENCE.finditer(text))
    return tuple(derivation for derivation in declared if derivation is not None)


def render(
    source: str, facts: Mapping[str, Fact], derived: Mapping[Derivation, Fact] = MappingProxyType({})
) -> Rendered:
    """Resolves every reference. One to an unknown fact stays as written, as does a brace that closes nothing.

    Args:
        source: the text.
        facts: by claim.
        derived: the facts that declared derivations stand for; one that is not here is unknown.
    """
    cited: list[str] = []

    def resolved(found: re.Match[str]) -> str:
        derivation = parse(found["named"])
        fact = derived.get(derivation) if derivation else facts.get(found["named"].strip())
        if fact is None:
            return found.group()
        cited.extend((*derivation.operands, fact.claim) if derivation else (fact.claim,))
        unit = _unit_text(fact).strip()
        already_there = unit and re.match(rf"\s?{re.escape(unit)}(?!\w)", source[found.end() :])
        return number_text(fact) if already_there else fact_text(fact)

    text = _REFERENCE.sub(resolved, source)
    return Rendered(text=text, cited=tuple(cited), unknown=tuple(_STRAY_BRACES.findall(text)))


def fact_text(fact: Fact) -> str:
    """The number with its unit: "58.4 bpm", "12%", "10,471 steps"; a day as an ISO date."""
    return number_text(fact) + _unit_text(fact)


def number_text(fact: Fact) -> str:
    """The rounded number: within 0.011 or 0.1 % of the fact, whichever is more.

    Whole numbers are plain; others have at most two decimals, or two significant digits below 0.01. Correlations
    always have two decimals, so that 0.3 and 0.30 do not claim different precision.
    """
    if fact.unit == DATE:
        return date.fromordinal(min(max(round(fact.value) + _EPOCH_ORDINAL, 1), date.max.toordinal())).isoformat()
    value = fact.value + 0.0  # no "-0"
    key = fact.claim.rpartition(".")[2]
    if fact.unit is None and key in _CORRELATION_KEYS and abs(value) <= 1:
        return f"{value:.2f}".replace("-0.00", "0.00")
    if value.is_integer():
        return f"{value:,.0f}"
    if abs(value) < 0.01:
        return f"{value:.2g}"
    return f"{value:,.2f}".rstrip("0").rstrip(".")


def _unit_text(fact: Fact) -> str:
    return _UNIT_TEXT.get(fact.unit, f" {fact.unit}")
