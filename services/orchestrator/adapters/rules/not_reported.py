"""Why no number is told of what did not hold, in words for people."""

import re
from typing import Final

from services.orchestrator.adapters.rules.paragraphs import paragraphs
from services.orchestrator.adapters.rules.phrases import joined, people_words, plain_sentence
from services.orchestrator.domain.evidence import FindingSummary
from services.orchestrator.domain.numbers import references

_LONGER: Final = "Try a longer stretch of time."
_TOO_FEW: Final = re.compile(r"\bonly\b.*\bdays?\b|\bno days?\b|at least|too few|not enough|too little", re.IGNORECASE)
_SAME: Final = re.compile(r"measured again")
_OR_CHANGED: Final = "Name something else to set beside it, or ask how it changed."
_NEARLY_ONE: Final = "they may be one thing measured in two ways, or the one may nearly settle the other."
PLAINLY: Final = re.compile(r"(?:Yes|No(?:, not clearly)?)\.(?=\s)")
"""How a draft answers yes or no of two things that go together."""
_NONE: Final = re.compile(r"\(0\b|\bno activity with a value")
"""A count of no values in a validator's reason."""


def not_reported(finding: FindingSummary, draft: str = "") -> str:
    """Why there is no number, without one: the validator's reason counts days, and those are no facts of the answer.

    That two things move in lockstep answers a yes or no, so the one that the draft gives is kept.
    """
    feature, target = people_words(finding.feature), people_words(finding.target)
    if finding.kind == "scalar":
        if _NONE.search(finding.reason):
            return f"Your records hold no {feature} for what you ask about."
        if _TOO_FEW.search(finding.reason):
            return f"Too few of the days you ask about have a value for {feature}. {_LONGER}"
        return f"I can't give you a sure figure for {feature}: it did not hold up when I checked it against your data."
    what = f"relationship between {feature} and {target}"
    if finding.kind == "trend":
        what = f"difference in {feature}" if finding.compares else f"change in {feature}"
    if _TOO_FEW.search(finding.reason):
        have = "have a value" if finding.kind == "trend" else "have both"
        return f"I can't tell whether there is a {what}: too few days {have}. {_LONGER}"
    if _SAME.search(finding.reason):
        return _one_thing(finding, draft)
    reason = plain_sentence(finding.reason)
    unclear = f"I don't see a {what} that would hold in general."
    if finding.kind == "association" and _yes_or_no(finding, draft):
        unclear = f"No, not clearly. I see no link between {feature} and {target} that holds in general."
    return joined([unclear, reason], space=" ")


def _one_thing(finding: FindingSummary, draft: str) -> str:
    """What is said of two things that move as one."""
    feature, target = people_words(finding.feature), people_words(finding.target)
    if feature == target:
        return f"{feature.capitalize()} would be compared with itself, which says nothing. {_OR_CHANGED}"
    both = f"{feature} and {target}".capitalize()
    return f"{_yes_or_no(finding, draft)}{both} move almost in lockstep: {_NEARLY_ONE}"


def _yes_or_no(finding: FindingSummary, draft: str) -> str:
    """The yes or no with which a draft begins to tell of the finding; empty where no yes or no was asked for."""
    for part in paragraphs(draft):
        if any(claim.rpartition(".")[0] == finding.id for claim in references(part)):
            plainly = PLAINLY.match(part.lstrip())
            return f"{plainly[0]} " if plainly else ""
    return ""
