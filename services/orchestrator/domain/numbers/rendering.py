"""Putting facts where a text refers to them: `{{ds-001.effect}}` becomes "58.4 bpm"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.evidence import CLOCK, DATE, Derivation, Fact
from services.orchestrator.domain.numbers.calendar_facts import day_of, minute_of_day
from services.orchestrator.domain.numbers.conversions import in_unit, parse_conversion
from services.orchestrator.domain.numbers.derivations import parse

_REFERENCE: Final = re.compile(r"\{\{(?P<named>[^{}]+)\}\}")
_CLAIM: Final = re.compile(r"[^\s(),{}]+")
_STRAY_BRACES: Final = re.compile(r"\{\{[^{}]*(?:\}\})?|\}\}")
_CORRELATION_KEYS: Final = ("effect", "ci_low", "ci_high")
_UNIT_TEXT: Final = {
    None: "",
    DATE: "",
    CLOCK: "",
    "count": "",
    "%": "%",
    "degC": " °C",
    "count/bpm": " steps/bpm",
    "count/week": " per week",
}
"""How a unit is written behind a number, where that is not a space and the unit: a count needs no unit."""


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """A text with its references resolved.

    Attributes:
        cited: the claims it cites.
        unknown: the references that name no fact, and the conversions that do not exist.
        converted: the facts that are told in another unit, in that unit.
    """

    text: str
    cited: tuple[str, ...]
    unknown: tuple[str, ...]
    converted: tuple[Fact, ...] = ()


def references(text: str) -> tuple[str, ...]:
    """The claims a text refers to, in order; a derivation refers to its operands, a conversion to what it converts."""
    return tuple(claim for found in _REFERENCE.finditer(text) for claim in _claims(found["named"].strip()))


def _claims(named: str) -> tuple[str, ...]:
    if conversion := parse_conversion(named):
        return _claims(conversion.of)
    derivation = parse(named)
    if derivation is not None:
        return derivation.operands
    return (named,) if named.split() == [named] else ()


def renamed(text: str, names: Mapping[str, str]) -> str:
    """The text with other claims in its references, wherever in them a claim stands."""

    def replaced(reference: re.Match[str]) -> str:
        return _CLAIM.sub(lambda claim: names.get(claim.group(), claim.group()), reference.group())

    return _REFERENCE.sub(replaced, text)


def derivations_in(text: str) -> tuple[Derivation, ...]:
    """The derivations a text declares, in order, also those that it wants converted."""
    named = (found["named"] for found in _REFERENCE.finditer(text))
    declared = (parse(conversion.of if (conversion := parse_conversion(name)) else name) for name in named)
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
    converted: list[Fact] = []

    def resolved(found: re.Match[str]) -> str:
        conversion = parse_conversion(found["named"])
        named = conversion.of if conversion else found["named"]
        derivation = parse(named)
        fact = derived.get(derivation) if derivation else facts.get(named.strip())
        if fact and conversion:
            fact = in_unit(fact, conversion.unit)
            converted.extend([fact] if fact else [])
        if fact is None:
            return found.group()
        cited.extend((*derivation.operands, fact.claim) if derivation else (fact.claim,))
        unit = _unit_text(fact).strip()
        already_there = unit and re.match(rf"\s?{re.escape(unit)}(?!\w)", source[found.end() :])
        return number_text(fact) if already_there else fact_text(fact)

    text = _REFERENCE.sub(resolved, source)
    unknown = tuple(_STRAY_BRACES.findall(text))
    return Rendered(text=text, cited=tuple(cited), unknown=unknown, converted=tuple(converted))


def fact_text(fact: Fact) -> str:
    """The number with its unit: "58.4 bpm", "12%", "10,471 steps"; a day as an ISO date, a time of day as "23:15"."""
    return number_text(fact) + _unit_text(fact)


def number_text(fact: Fact) -> str:
    """The rounded number: within 0.011 or 0.1 % of the fact, whichever is more.

    Whole numbers are plain; others have at most two decimals, or two significant digits below 0.01. Correlations
    always have two decimals, so that 0.3 and 0.30 do not claim different precision.
    """
    if fact.unit == DATE:
        return day_of(fact.value).isoformat()
    if fact.unit == CLOCK:
        return "{:02}:{:02}".format(*divmod(minute_of_day(fact.value), 60))
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
