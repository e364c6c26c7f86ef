"""What holds for every briefing, whoever worded it: it tells what the plain one tells, and no number of its own."""

import re
from collections.abc import Iterator
from typing import Final

from services.investigator.domain.asked import Change
from services.investigator.domain.brief import BriefCase, Verdict
from services.investigator.domain.digest import Digest
from services.investigator.domain.length import words_in
from services.investigator.domain.wording import dates_said, day_said

MOST_WORDS: Final = 180
REFERENCE: Final = re.compile(r"\{\{([^{}]*)\}\}")
_MARKED: Final = re.compile(r"^- [✓~] .*$", re.MULTILINE)
_LAB: Final = re.compile(r"Your newest (?:(?!\. )[^\n])*worth showing your doctor\.")
_MARK: Final = re.compile(r"[✓~]")
_BARRED: Final = {
    _MARK: "a mark stands where the plain draft has none",
    re.compile(r"://|\bwww\.|\]\(", re.IGNORECASE): "it holds an address",
    re.compile(r"\?"): "a briefing asks nothing",
}
"""What stands in no briefing outside the lines that are kept."""


def kept_of(plain: str, *, ends_with: str = "") -> tuple[str, ...]:
    """What of a plain briefing stands in every other word for word: what was weighed, laboratory values, the doctor."""
    ending = (ends_with,) if ends_with and plain.endswith(ends_with) else ()
    return (*_MARKED.findall(plain), *_LAB.findall(plain), *ending)


def broken_rules(draft: str, plain: str, case: BriefCase, *, ends_with: str = "") -> tuple[str, ...]:
    """The rules that a briefing breaks, in words.

    Args:
        draft: the briefing.
        plain: as the rules write it.
        case: what it is about.
        ends_with: the sentence that a briefing on its question ends with; empty for none.
    """
    return tuple(_broken(draft, plain, case, ends_with))


def _broken(draft: str, plain: str, case: BriefCase, ends_with: str) -> Iterator[str]:
    kept = kept_of(plain, ends_with=ends_with)
    lines = {line.strip() for line in draft.split("\n")}
    if any(each not in (lines if _MARK.match(each[2:]) else draft) for each in kept):
        yield "a line with a mark, a laboratory value or the last sentence of the plain draft is missing or changed"
    if ends_with in kept and not draft.rstrip().endswith(ends_with):
        yield "the sentence about the doctor is not the last"
    rest = draft
    for each in kept:
        rest = rest.replace(each, "")
    if not may_be_referred_to(case).issuperset(REFERENCE.findall(rest)):
        yield "a reference outside the kept lines is not of a confirmed finding or a plain reading"
    said = REFERENCE.sub("", rest)
    for label in stretches_in(plain, case):
        said = said.replace(label, "")
    if re.search(r"[\d{}]", said):
        yield "a number is written with digits instead of a reference"
    yield from (problem for barred, problem in _BARRED.items() if barred.search(rest))
    if words_in(draft, case.facts) > MOST_WORDS:
        yield "it is too long"


def may_be_referred_to(case: BriefCase) -> frozenset[str]:
    """The claims that may be told outside the lines of what was weighed."""
    confirmed = {each.finding_id for each in case.outcomes if each.verdict is Verdict.VALIDATED}
    read = {f"reading-{each.finding_id}" for each in case.outcomes if each.has_reading}
    return frozenset(claim for claim in case.facts if claim.rpartition(".")[0] in confirmed | read)


def stretches_in(plain: str, case: BriefCase) -> tuple[str, ...]:
    """The stretches of days that the plain briefing names, the longest words first."""
    if not isinstance(case.digest, Digest):
        return ()
    spans = [case.digest.spans.window, case.digest.spans.before]
    spans += [each.before for each in case.proposed if isinstance(each, Change)]
    labels = {said for span in spans for said in (span.label, dates_said(span), day_said(span.end)) if said in plain}
    return tuple(sorted(labels, key=len, reverse=True))
