"""What a finished turn teaches: which entries it adds, and which older ones those supersede.

Finding ids restart in every turn, so "ds-001" of today is not "ds-001" of last week: across turns a tested hypothesis
is identified by what was tested, its feature, its target, its lag and its claim. Testing it again supersedes the older
entry, so that there is one entry per hypothesis, with the newest verdict. Within a turn the finding id identifies it.

A fact may name its subject. There is one fact a subject: of two that contradict each other the newer holds.
"""

import hashlib
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.memory.domain.memory import (
    CATEGORY_OF_KIND,
    CONFIDENCE_OF_VERDICT,
    MAX_SUBJECT_CHARACTERS,
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
    subject: str = ""
    goal: bytes | None = None


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
    subject: str = ""
    goal: bytes | None = None


@dataclass(frozen=True, kw_only=True)
class Stored:
    """What says of an entry on record whether another is the same or about the same."""

    id: str
    identity: str
    subject: str


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
            subject=fact.subject[:MAX_SUBJECT_CHARACTERS],
            goal=fact.goal,
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


def merge(entries: Iterable[Memory], *, known: Iterable[Stored], outdated_subjects: Iterable[str] = ()) -> Merge:
    """Entries worth adding beside those already stored, and those that no longer hold.

    A text already on record under its category is not added again, unless it now has the terms of a goal; a hypothesis
    tested again supersedes the older entry, and a fact those about the same subject. Of two new entries with one
    identity the first fact and the last verdict win, of two about one subject the last.

    Args:
        entries: what the turn would add to an empty memory.
        known: the stored entries with an identity or a subject of these.
        outdated_subjects: entries about them are superseded by nothing.
    """
    outdated = set(outdated_subjects) - {""}
    chosen = _one_a_subject(_one_an_identity(entries))
    subjects = outdated | {entry.subject for entry in chosen if entry.subject}
    replacing = {identity(entry) for entry in chosen if isinstance(entry.origin, Tested) or entry.goal is not None}
    anew = {identity(entry) for entry in chosen}
    kept: set[str] = set()
    superseded: list[str] = []
    for stored in known:
        if stored.identity in anew - replacing:
            kept.add(stored.identity)
        elif stored.identity in replacing or stored.subject in subjects:
            superseded.append(stored.id)
    return Merge(
        add=tuple(entry for entry in chosen if identity(entry) not in kept),
        superseded_ids=tuple(dict.fromkeys(superseded)),
    )


def _one_an_identity(entries: Iterable[Memory]) -> tuple[Memory, ...]:
    chosen: dict[str, Memory] = {}
    for entry in entries:
        if isinstance(entry.origin, Tested):
            chosen[identity(entry)] = entry
        else:
            chosen.setdefault(identity(entry), entry)
    return tuple(chosen.values())


def _one_a_subject(entries: Sequence[Memory]) -> tuple[Memory, ...]:
    """In the order given; those without a subject are all kept."""
    newest = {entry.subject: entry for entry in entries if entry.subject}
    return tuple(entry for entry in entries if not entry.subject or newest[entry.subject] is entry)


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
