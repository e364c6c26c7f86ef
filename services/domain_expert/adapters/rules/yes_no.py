"""A verdict that begins with yes or no, where that is what was asked."""

import re
from enum import Enum, auto
from typing import Final


class _Worth(Enum):
    """What a verdict says of a number."""

    GOOD = auto()
    LOW = auto()
    HIGH = auto()


_GRADE: Final = (
    r"(?P<little>only |just |a bit |a little |slightly |somewhat )*(?:clearly |very |dangerously |usually )?"
)
_WORTH: Final = {
    _Worth.GOOD: re.compile(
        r"\b(?:is|are) (?:ordinary|good|normal|fine|a good level|enough|plenty|a lot|the right amount"
        r"|right by|not (?:low|raised)|(?:in|within) (?:the (?:usual|healthy)|what is usual)"
        r"|(?P<calm>no cause for))\b"
    ),
    _Worth.LOW: re.compile(rf"\b(?:is|are) {_GRADE}(?:low|slow|below|lower than|on the low side|short of|less than)\b"),
    _Worth.HIGH: re.compile(rf"\b(?:is|are) {_GRADE}(?:high|raised|fast|above|higher than|more than the usual)\b"),
}
_ASKED_OF: Final = {
    "good": re.compile(r"\b(?:normal|ok(?:ay)?|fine|good|healthy|al+ ?right|enough|decent)\b", re.IGNORECASE),
    _Worth.LOW: re.compile(r"\b(?:too (?:low|little|few|slow|short)|low|slow|short)\b(?! enough)", re.IGNORECASE),
    _Worth.HIGH: re.compile(r"\b(?:too (?:high|fast|much|many)|high|elevated|raised|fast)\b(?! enough)", re.IGNORECASE),
    "bad": re.compile(
        r"\b(?:bad|worr\w+|danger\w*|a problem|concern\w*|terrible|poor|awful|serious|alarming)\b", re.IGNORECASE
    ),
}
_OPEN: Final = re.compile(r"\b(?:how|what|whats|what's|why|which|when|where)\b(?! ever)", re.IGNORECASE)
_CLOSED: Final = re.compile(
    r"\?|(?:^|[.,;!] )\W*(?:(?:so|and|but|ok|hey|hi) )?(?:is|are|am|was|do|does|should)\b"
    r"|\b(?:normal|ok|okay|fine|good|bad|high|low|enough)\W*$",
    re.IGNORECASE,
)
_NEITHER: Final = re.compile(r"\b(?:harmless|depends|if it is right|usually no)\b")
"""With such words in it a plain yes or no would say too much."""


def led(question: str, verdict: str) -> str:
    """The verdict behind "Yes" or "No", if the question asks for one and the verdict is one; else as it is.

    Args:
        question: "is my LDL too high?".
        verdict: "An LDL of 142 mg/dL is a little above what is wanted: ...".
    """
    kinds = [kind for kind, pattern in _ASKED_OF.items() if pattern.search(question)]
    if (named := _led_by_name(question, verdict)) is not None:
        return named
    said = verdict.partition(":")[0]
    found = next(((worth, match) for worth, each in _WORTH.items() if (match := each.search(said))), None)
    is_closed = _CLOSED.search(question) and not _OPEN.search(question)
    if len(kinds) != 1 or found is None or not is_closed or _NEITHER.search(verdict):
        return verdict
    worth, match = found
    if kinds[0] == "good" and match.groupdict().get("calm"):
        return verdict
    lead = _lead(kinds[0], worth, is_little=bool(match.groupdict().get("little")))
    return f"{lead}{_within(verdict)}" if lead else verdict


_DIABETES: Final = re.compile(r"\bdiabet", re.IGNORECASE)
_NAMED: Final = re.compile(r"\bdiabet|\bana?emi|\bkidney (?:disease|failure)", re.IGNORECASE)
"""Conditions that are ranges of a number, so that a number outside of the range speaks against them."""
_IN_ITS_RANGE: Final = re.compile(r"range of (?:\w+ )?(?:diabetes|ana?emia)")


def _led_by_name(question: str, verdict: str) -> str | None:
    """The verdict behind a plain "not by this number" where a condition is asked about whose range it is not in.

    Good numbers are in no such range, and those that count as prediabetes are not in that of diabetes.
    """
    if not _NAMED.search(question) or _OPEN.search(question) or not _ASKED_WHETHER.search(question):
        return None
    is_good = bool(_WORTH[_Worth.GOOD].search(verdict.partition(":")[0]))
    is_before_diabetes = bool(_DIABETES.search(question)) and "counts as prediabetes" in verdict
    if _IN_ITS_RANGE.search(verdict) or _NEITHER.search(verdict) or not (is_good or is_before_diabetes):
        return None
    return f"Not by this number: {_within(verdict)}"


_ASKED_WHETHER: Final = re.compile(
    r"\b(?:is|are|am) (?:this|that|it|i)\b|\b(?:do|does) (?:i|it|that|this)\b|\?", re.IGNORECASE
)


def _within(verdict: str) -> str:
    """The verdict as it stands inside a sentence; an abbreviation such as REM or HbA1c keeps its capitals."""
    first, _, _ = verdict.partition(" ")
    return verdict if first[1:] != first[1:].lower() else f"{verdict[0].lower()}{verdict[1:]}"


def _lead(asked: object, worth: _Worth, *, is_little: bool) -> str:
    if asked == "bad":
        return "No, " if worth is _Worth.GOOD else ""
    if asked == "good":
        return "Yes, " if worth is _Worth.GOOD else "Not quite: " if is_little else "No, "
    return ("A little: " if is_little else "Yes, ") if asked is worth else "No, "
