"""Putting facts where a text refers to them: `{{ds-001.effect}}` becomes "58.4 bpm"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.evidence import Derivation, Fact
from services.orchestrator.domain.numbers.reading.units import unit_beside, unit_named
from services.orchestrator.domain.numbers.writing.conversions import in_unit, parse_conversion
from services.orchestrator.domain.numbers.writing.derivations import parse
from services.orchestrator.domain.numbers.writing.formats import written

_REFERENCE: Final = re.compile(r"\{\{(?P<named>[^{}]+)\}\}")
_CLAIM: Final = re.compile(r"[^\s(),{}]+")
_STRAY_BRACES: Final = re.compile(r"\{\{[^{}]*(?:\}\})?|\}\}")
_UNIT_BEHIND: Final = re.compile(r"\s?(?P<unit>[^\W\d_]+(?:/[^\W\d_]+)?)(?![^\W_])")
"""A unit that a text names straight behind a reference, not joined by a hyphen."""
_RATE_BEHIND: Final = re.compile(r"\s?(?:/\s?|per\s|an?\s|each\s|every\s)(?:day|week|month|year)(?![^\W_])")


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
    told: list[str] = []
    at = 0
    for found in _REFERENCE.finditer(source):
        conversion = parse_conversion(found["named"])
        named = conversion.of if conversion else found["named"]
        derivation = parse(named)
        fact = derived.get(derivation) if derivation else facts.get(named.strip())
        if fact and conversion:
            fact = in_unit(fact, conversion.unit)
            converted.extend([fact] if fact else [])
        if fact is None:
            continue
        cited.extend((*derivation.operands, fact.claim) if derivation else (fact.claim,))
        put = _put(fact, source, found.end(), keeps_unit=conversion is not None)
        told += [source[at : found.start()], put.text]
        at = put.end
    text = "".join(told) + source[at:]
    unknown = tuple(_STRAY_BRACES.findall(text))
    return Rendered(text=text, cited=tuple(cited), unknown=unknown, converted=tuple(converted))


@dataclass(frozen=True, kw_only=True)
class _Put:
    """What stands for a reference, and where the source goes on behind it."""

    text: str
    end: int


def _put(fact: Fact, source: str, end: int, *, keeps_unit: bool) -> _Put:
    """The fact as it stands before what follows in the source: a unit is written once.

    Args:
        fact: what the reference names.
        source: the text with its references.
        end: where the reference ends.
        keeps_unit: whether the text asks for the unit, so that 455 min do not become hours.
    """
    as_written = written(fact)
    unit = as_written.text.removeprefix(as_written.number)
    woven = as_written.woven and not keeps_unit
    if keeps_unit:
        unit = f" {(fact.unit or '').removesuffix(as_written.per.replace(' per ', '/'))}" if as_written.woven else unit
    if unit.strip() and not woven and re.match(rf"\s?{re.escape(unit.strip())}(?!\w)", source[end:]):
        return _Put(text=as_written.number, end=end)
    beside = unit_beside(source, end) if fact.unit else None
    if beside and beside[0] == unit_named(fact.unit or ""):
        direct = _UNIT_BEHIND.match(source, end)
        if not woven or direct is None or direct.end() != beside[1]:
            return _Put(text=as_written.number, end=end)
        end = beside[1]
    text = as_written.text if not keeps_unit else as_written.number + unit
    return _Put(text=text if _RATE_BEHIND.match(source, end) else text + as_written.per, end=end)


def fact_text(fact: Fact) -> str:
    """The number with its unit, as people write it: "58.4 bpm", "7 h 35 min", "10,471 steps", "3 October 2024"."""
    as_written = written(fact)
    return as_written.text + as_written.per


def number_text(fact: Fact) -> str:
    """The number alone, for a text that names the unit itself."""
    return written(fact).number
