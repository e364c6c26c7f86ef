"""Arithmetic that an answer declares: `{{ratio(ds-001.mean_recent, ds-001.mean_prior)}}`.

A number computed from facts is a fact only where the text says how. Any other ratio, difference or change is invented,
however near it comes: among three facts some ratio is near any number in [0, 1].
"""

import math
import re
from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from services.orchestrator.domain.evidence import CLOCK, DATE, Derivation, Fact, Operation, Verdict
from services.orchestrator.domain.numbers.reading.units import unit_named

_DERIVATION: Final = re.compile(
    rf"(?P<operation>{'|'.join(Operation)})\s*\(\s*(?P<first>[^{{}}\s(),]+)\s*,\s*(?P<second>[^{{}}\s(),]+)\s*\)"
)
_BEST_TO_WORST: Final = (Verdict.VALIDATED, Verdict.CONDITIONAL, Verdict.REJECTED)


def parse(reference: str) -> Derivation | None:
    """The derivation between the braces of a reference; None for a plain claim, and for what is nested or unknown."""
    found = _DERIVATION.fullmatch(reference.strip())
    if found is None:
        return None
    return Derivation(operation=Operation(found["operation"]), operands=(found["first"], found["second"]))


def derived_facts(
    declared: Iterable[Derivation], facts: Mapping[str, Fact], so_far: Mapping[Derivation, Fact]
) -> dict[Derivation, Fact]:
    """The facts that derivations stand for: those so far, and "derived.2", "derived.3" … for new ones.

    A derivation keeps its claim. One without a result is left out: its operands are not both on the sheet, their units
    differ, the second is zero where it divides, or the result is not finite.
    """
    derived = dict(so_far)
    for derivation in declared:
        fact = None if derivation in derived else _fact(derivation, facts, claim=f"derived.{len(derived) + 1}")
        if fact is not None:
            derived[derivation] = fact
    return derived


def _fact(derivation: Derivation, facts: Mapping[str, Fact], *, claim: str) -> Fact | None:
    first, second = (facts.get(operand) for operand in derivation.operands)
    if first is None or second is None or not _alike(first.unit, second.unit):
        return None
    if first.unit == CLOCK and derivation.operation is not Operation.DIFFERENCE:
        return None
    value = _value(derivation.operation, first.value, second.value)
    if value is None or not math.isfinite(value):
        return None
    return Fact(
        claim=claim,
        value=value,
        unit=_unit(derivation.operation, first),
        source="derived",
        n=None,
        window=first.window if first.window == second.window else None,
        verdict=max(first.verdict, second.verdict, key=_BEST_TO_WORST.index),
        derivation=derivation,
    )


def _value(operation: Operation, first: float, second: float) -> float | None:
    """None where the second operand would divide and is zero."""
    match operation:
        case Operation.DIFFERENCE:
            return first - second
        case Operation.RATIO:
            return first / second if second else None
        case Operation.PERCENT_CHANGE:
            return (first - second) / abs(second) * 100 if second else None
        case _:
            assert_never(operation)


def _unit(operation: Operation, first: Fact) -> str | None:
    match operation:
        case Operation.DIFFERENCE:
            return "min" if first.unit == CLOCK else first.unit
        case Operation.RATIO:
            return None
        case Operation.PERCENT_CHANGE:
            return "%"
        case _:
            assert_never(operation)


def _alike(one: str | None, other: str | None) -> bool:
    """Whether two numbers are amounts in one unit, however it is written: "bpm", "beats"; a date is no amount.

    Two times of day have a difference, and nothing else.
    """
    if one is None or other is None:
        return one is other
    if one == DATE:
        return False
    return one == other or (unit_named(one) is not None and unit_named(one) == unit_named(other))
