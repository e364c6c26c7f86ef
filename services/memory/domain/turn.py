"""What a finished turn teaches: which entries it adds, and which older ones those supersede.

Finding ids restart in every turn, so "ds-001" of today is not "ds-001" of last week: across turns a tested hypothesis
is identified by what was tested, its feature, its target, its lag and its claim. Testing it again supersedes the older
entry, so that there is one entry per hypothesis, with the newest verdict. Within a turn the finding id identifies it.
"""

import hashlib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.memory.domain.memory import (
    CATEGORY_OF_KIND,
    CONFIDENCE_OF_VERDICT,
    MAX_TEXT_CHARACTERS,
    Category,
    Extracted,
    FindingMeta,
    Kind,
    Memory,
    Origin,
    Tested,
)

_REFERENCE = re.compile(r"\{\{\s*[^{}]*?\.?(\w*)\s*\}\}")


@dataclass(frozen=True, kw_only=True)
class ExtractedFact:
    """A durable fact the extractor read out of the exchange."""

    kind: Kind
    text: str
    confidence: float


@dataclass(frozen=True, kw_only=True)
class TestedClaim:
    """A finding the validator processed, whatever became of it."""

    claim: str
    meta: FindingMeta


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An entry before it has an id and a time."""

    text: str
    category: Category
    confidence: float
    origin: Origin


@dataclass(frozen=True, kw_only=True)
class Merge:
    """What to write so that nothing is remembered twice."""

    add: tuple[Memory, ...]
    superseded_ids: tuple[str, ...]


def drafts_of_turn(turn_id: str, *, facts: Iterable[ExtractedFact], claims: Iterable[TestedClaim]) -> tuple[Draft, ...]:
    """The entries a turn would add to an empty memory, in the order given.

    Empty texts are left out: the extractor is best-effort and must not cost a turn its other entries. A confidence
    outside 0..1 is moved to the nearer end; one that is no number counts as 0.
    """
    extracted = [
        Draft(
            text=cut_at_word(fact.text),
            category=CATEGORY_OF_KIND[fact.kind],
            confidence=_unit_interval(fact.confidence),
            origin=Extracted(turn_id=turn_id, kind=fact.kind),
        )
        for fact in facts
    ]
    by_finding = {claim.meta.finding_id: claim for claim in claims}
    tested = [
        Draft(
            text=cut_at_word(_without_references(claim.claim, claim.meta.effect)),
            category=Category.TESTED_HYPOTHESIS,
            confidence=CONFIDENCE_OF_VERDICT[claim.meta.verdict],
            origin=Tested(turn_id=turn_id, meta=claim.meta),
        )
        for claim in by_finding.values()
    ]
    return tuple(draft for draft in (*extracted, *tested) if draft.text)


def merge(entries: Iterable[Memory], *, known: Mapping[str, str]) -> Merge:
    """Entries worth adding beside those already stored.

    A text already on record under its category is not added again; a hypothesis tested again supersedes the older
    entry. Of two new entries with one identity the first fact and the last verdict win.

    Args:
        entries: what the turn would add to an empty memory.
        known: identity → id of the stored entry.
    """
    chosen: dict[str, Memory] = {}
    superseded: list[str] = []
    for entry in entries:
        key = identity(entry)
        if isinstance(entry.origin, Tested):
            chosen[key] = entry
            if key in known:
                superseded.append(known[key])
        elif key not in known:
            chosen.setdefault(key, entry)
    return Merge(add=tuple(chosen.values()), superseded_ids=tuple(dict.fromkeys(superseded)))


def identity(entry: Memory) -> str:
    """What makes two entries the same thing remembered: a digest of its category, its text and, if tested, of what."""
    parts = [entry.category.value, _normalised(entry.text)]
    if isinstance(entry.origin, Tested):
        # The value of the effect is a result of the test, not part of what is tested.
        meta = entry.origin.meta
        unnumbered = entry.text if meta.effect is None else entry.text.replace(format_effect(meta.effect), "…")
        parts = [entry.category.value, meta.feature, meta.target, _normalised(unnumbered)]
        if meta.lag_days:
            parts.append(str(meta.lag_days))
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def cut_at_word(text: str) -> str:
    """The text, stripped; over 500 characters it ends after its last whole word, with an ellipsis."""
    text = text.strip()
    if len(text) <= MAX_TEXT_CHARACTERS:
        return text
    head = text[: MAX_TEXT_CHARACTERS - 1]
    if not text[MAX_TEXT_CHARACTERS - 1].isspace():
        head = head.rsplit(maxsplit=1)[0] if any(c.isspace() for c in head) else head
    return f"{head.rstrip()}…"


def format_effect(effect: float) -> str:
    """An effect as it stands in the text of an entry: two decimals."""
    return f"{effect:.2f}"


def _without_references(claim: str, effect: float | None) -> str:
    """The claim with `{{ds-001.effect}}` as its number: a reference left in it would resolve to another turn's fact."""

    def number(match: re.Match[str]) -> str:
        return format_effect(effect) if match[1] == "effect" and effect is not None else "…"

    return _REFERENCE.sub(number, claim)


def _unit_interval(confidence: float) -> float:
    return 0.0 if math.isnan(confidence) else min(1.0, max(0.0, confidence))


def _normalised(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!")
