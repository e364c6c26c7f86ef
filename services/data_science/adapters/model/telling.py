"""What code that was written for a question returned: its numbers, the claims on them, and what is said of these."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from services.data_science.adapters.model.decisions import FindingsDecision, SummaryDecision
from services.data_science.domain.analysis import CodePart, Summary
from services.data_science.domain.catalogue import Catalogue
from services.data_science.domain.draft import Draft, reference, words
from services.data_science.domain.finding import Finding, NamedNumber, written
from services.data_science.domain.run import JsonValue
from services.data_science.domain.units import CLOCK, DATE, DAYS
from services.data_science.language.saying.amounts import amount_text

MOST_NUMBERS: Final = 24
MOST_FINDINGS: Final = 4
_LONGEST_CLAIM: Final = 300
_LONGEST_TEXT: Final = 1500
_KEY: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_REFERENCE: Final = re.compile(r"\{\{([^{}]*)\}\}")
_EPOCH_ORDINAL: Final = date(1970, 1, 1).toordinal()
_ALWAYS: Final = ("", "%", DATE, CLOCK, DAYS)
_HOW_MANY: Final = ("n", "count")
"""How many there are, with the unit of steps: a number of anything has none."""
ONCE: Final = "I wrote this calculation for your question alone, so nothing has computed it a second time."
NO_NUMBER: Final = "The calculation for this ran to its end, but gave no number."


@dataclass(frozen=True, kw_only=True)
class Returned:
    """The numbers of a result. Lists, tables and texts are left out: they may hold single records.

    Attributes:
        dates: the names of those that are days, as days since 1970-01-01.
    """

    numbers: Mapping[str, float]
    dates: frozenset[str]


def returned_by(result: JsonValue) -> Returned:
    numbers: dict[str, float] = {}
    dates: set[str] = set()
    for name, value in result.items() if isinstance(result, Mapping) else ():
        if len(numbers) == MOST_NUMBERS or not _KEY.fullmatch(name) or isinstance(value, bool):
            continue
        if isinstance(value, int | float):
            numbers[name] = float(value)
        elif isinstance(value, str) and (day := _day(value)) is not None:
            numbers[name] = float(day.toordinal() - _EPOCH_ORDINAL)
            dates.add(name)
    return Returned(numbers=numbers, dates=frozenset(dates))


def units_of(catalogue: Catalogue) -> tuple[str, ...]:
    """Those that a number may have."""
    known = (*catalogue.metrics.values(), *catalogue.fields.values(), *catalogue.biomarkers.values())
    return tuple(dict.fromkeys((*_ALWAYS, *(each.unit for each in known if each.recorded))))


def findings_of(
    decided: FindingsDecision, came: Returned, catalogue: Catalogue, *, prefix: str, before: int
) -> tuple[Finding, ...]:
    """The findings, numbered on from those before. The values are what the code returned, whatever the model says.

    Raises:
        ValueError: a claim has a digit, or a number is none that was returned, or has no known unit.
    """
    if len(decided.findings) > MOST_FINDINGS:
        raise ValueError(f"findings: there are more than {MOST_FINDINGS}")
    units, found = units_of(catalogue), []
    for at, each in enumerate(decided.findings, start=1):
        claim = Draft.of(words(each.claim)).spelled.strip()[:_LONGEST_CLAIM]
        if any(letter.isnumeric() for letter in claim):
            raise ValueError(f"finding {at}: the claim may hold no digit")
        numbers = {}
        for one in each.numbers:
            if one.name not in came.numbers:
                raise ValueError(f"finding {at}: {one.name!r} was not returned")
            unit = DATE if one.name in came.dates else one.unit
            unit = "" if (one.name, unit) == _HOW_MANY else unit
            if unit not in units:
                raise ValueError(f"finding {at}: {one.unit!r} is no unit of the list")
            numbers[one.name] = NamedNumber(key=one.name, value=came.numbers[one.name], unit=unit)
        found.append(
            Finding(id=f"{prefix}-{before + at:03d}", claim=claim, question=None, numbers=tuple(numbers.values()))
        )
    return tuple(found)


def plain_findings(part: CodePart, came: Returned, *, prefix: str, before: int) -> tuple[Finding, ...]:
    """One, of all that was returned, as far as it can be told without a model: without units."""
    numbers = tuple(
        NamedNumber(key=name, value=value, unit=DATE if name in came.dates else "")
        for name, value in came.numbers.items()
    )
    claim = "".join(letter for letter in Draft.of(words(part.said)).spelled if not letter.isnumeric())
    return (Finding(id=f"{prefix}-{before + 1:03d}", claim=claim, question=None, numbers=numbers),)


def text_of(decided: SummaryDecision, found: tuple[Finding, ...]) -> str:
    """The text with its references set.

    Raises:
        ValueError: it refers to what is not there, or holds a digit of its own.
    """
    known = {f"{finding.id}.{number.key}" for finding in found for number in finding.numbers}
    text = words(decided.text).strip()
    if len(text) > _LONGEST_TEXT:
        raise ValueError("text: it is too long")
    for named in _REFERENCE.findall(text):
        if named not in known:
            raise ValueError(f"text: there is no {named!r} in the findings")
    if any(letter.isnumeric() for letter in _REFERENCE.sub("", text)):
        raise ValueError("text: every number is written as a reference, and no digit stands outside of one")
    return _REFERENCE.sub(lambda named: reference(named[1]), text)


def plain_text(found: tuple[Finding, ...]) -> str:
    """Each claim with its numbers by name: what can be said without a model."""
    return "\n\n".join(
        f"{each.claim.rstrip('.')}: "
        + ", ".join(
            f"{number.key.translate(_PLAIN).strip()} {reference(f'{each.id}.{number.key}')}" for number in each.numbers
        )
        + "."
        for each in found
    )


_PLAIN: Final = str.maketrans("_", " ", "0123456789")
"""A name as words."""


def told(before: Summary | None, part: CodePart, text: str, found: tuple[Finding, ...]) -> Summary:
    """What was told of the parts before, and then this.

    How sure it can be stands in the answer alone: of a draft's numbers that is said by whoever validates them.
    """
    spelled = _with_notes(text, part.notes).spelled
    whole = _with_notes(text, (*([ONCE] if found else []), *part.notes))
    answer = written(whole, found, text_of=amount_text)
    if before is None:
        return Summary(draft=spelled, answer=answer, values=(), findings=found)
    return Summary(
        draft=f"{before.draft}\n\n{spelled}",
        answer=f"{before.answer}\n\n{answer}",
        values=before.values,
        findings=(*before.findings, *found),
        pictures=before.pictures,
    )


def _with_notes(text: str, notes: Sequence[str]) -> Draft:
    return Draft.of("\n\n".join(filter(None, (text, " ".join(notes)))))


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None
