"""The fact sheet: every number an answer may cite, each with its provenance."""

import math
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from services.validator.domain.algebra import Count, Decide, NumberArithmetic, Tell
from services.validator.domain.claims.basis import noun_of
from services.validator.domain.claims.finding import OF_CERTAINTY, Finding, Interval, NamedNumber, Verdict
from services.validator.domain.claims.footing import basis_of
from services.validator.domain.questions.inputs import DailyInput, inputs_of
from services.validator.domain.questions.stated import stated_in
from services.validator.domain.verdict.certainty import numbers_of
from services.validator.domain.verdict.validation import Counted, Fact, ValidatedFinding

_OF_READING: Final = "reading-{id}.{key}"
_STORE: Final = "health_data"
_VALIDATOR: Final = "validator"
_COUNTS: Final = frozenset({"n", "effect"})
_COUNTED: Final = MappingProxyType({counted.value: counted for counted in Counted if counted is not Counted.VALUES})


def build_fact_sheet(validated: Sequence[ValidatedFinding]) -> tuple[Fact, ...]:
    """Every finite number of every finding that was not rejected, in the findings' order.

    An interval becomes `<key>_low` and `<key>_high`. A claim names one number: if a finding names two alike, the first
    holds. `n` is what was read, never what was claimed. How sure a number is, the validator alone tells: behind the
    numbers of a finding of stored data come its interval, the days that this is worth and its chance, whatever the
    finding claims of these.
    """
    facts: dict[str, Fact] = {}
    for item in validated:
        if item.verdict is not Verdict.REJECTED:
            for fact in (*_claimed(item), *_own(item)):
                facts.setdefault(fact.claim, fact)
    return tuple(facts.values())


def _claimed(item: ValidatedFinding) -> Iterator[Fact]:
    finding = item.finding
    for number in finding.numbers:
        for key, value in _scalars(number):
            if item.n is None or key not in OF_CERTAINTY:
                counts = None if number.unit else _counted(finding, key)
                yield _fact(item, key, value, unit=number.unit, source=finding.source, counts=counts)


def _own(item: ValidatedFinding) -> Iterator[Fact]:
    """What the validator computed of how sure the finding is; of what it could not read nothing."""
    units = {number.key: number.unit for number in item.finding.numbers}
    for key, value in numbers_of(item.finding, item.certainty) if item.certainty else ():
        of = "slope_per_week" if key.startswith("slope_per_week") else "effect"
        is_days = key == "days_worth"
        unit, counts = ("", Counted.DAYS) if is_days else (units.get(of, ""), None)
        yield _fact(item, key, value, unit=unit, source=_VALIDATOR, counts=counts)
    if item.report.p_value is not None:
        yield _fact(item, "p", item.report.p_value, unit="", source=_VALIDATOR, counts=None)


def _fact(item: ValidatedFinding, key: str, value: float, *, unit: str, source: str, counts: Counted | None) -> Fact:
    return Fact(
        claim=f"{item.finding.id}.{key}",
        value=value,
        unit=unit or None,
        source=source,
        n=item.n,
        window=window_label(item.finding),
        verdict=item.verdict,
        counts=counts,
        inputs=_inputs(item.finding),
    )


def _inputs(finding: Finding) -> tuple[DailyInput, ...]:
    return inputs_of(finding.question) if finding.question is not None else ()


def reading_facts(validated: ValidatedFinding) -> tuple[Fact, ...]:
    """What happened, number by number, the effect as `value`; nothing where nothing was read."""
    finding, reading = validated.finding, validated.reading
    if reading is None:
        return ()
    unit = next((number.unit for number in finding.numbers if number.key == "effect"), "")
    numbers = [("value", reading.value, unit), ("n", float(reading.n), "")]
    if reading.day is not None:
        numbers.append(("day", float(reading.day), "date"))
    numbers += [(each.key, each.value, each.unit) for each in reading.numbers if isinstance(each.value, float)]
    return tuple(
        Fact(
            claim=_OF_READING.format(id=finding.id, key=key),
            value=value,
            unit=unit or None,
            source=_STORE,
            n=reading.n,
            window=window_label(finding),
            verdict=Verdict.CONDITIONAL,
            counts=None if unit else _counted(finding, "effect" if key == "value" else key),
            inputs=_inputs(finding),
        )
        for key, value, unit in numbers
    )


def _counted(finding: Finding, key: str) -> Counted | None:
    """What a number without a unit counts, of the records that the finding is about; an average counts nothing."""
    basis = basis_of(finding)
    if basis is None or (key == "effect" and not basis.is_fact):
        return None
    operand = _operand(finding, key)
    if operand is not None:
        return _COUNTED.get(noun_of(operand.rows), Counted.VALUES)
    if key in _COUNTS or key.startswith(("n_", "share_n", "ties")):
        return _COUNTED.get(basis.noun, Counted.VALUES)
    return None


def _operand(finding: Finding, key: str) -> Count | None:
    """The count that is one side of a comparison or of arithmetic; None where the key is no side, or the side none."""
    match finding.question:
        case Decide(left=left, right=right) | Tell(number=NumberArithmetic(left=left, right=right)):
            side = {"left": left, "right": right}.get(key)
            return side if isinstance(side, Count) else None
        case _:
            return None


def _scalars(number: NamedNumber) -> Iterator[tuple[str, float]]:
    match number.value:
        case Interval(low=low, high=high):
            named = [(f"{number.key}_low", low), (f"{number.key}_high", high)]
        case None:
            named = []
        case scalar:
            named = [(number.key, scalar)]
    return ((key, value) for key, value in named if math.isfinite(value))


def window_label(finding: Finding) -> str | None:
    """The windows, dates and amounts that its question states, as a person would say them."""
    return None if finding.question is None else stated_in(finding.question) or None
