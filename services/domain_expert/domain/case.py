"""What the expert is asked, and about whom."""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final


class Sex(StrEnum):
    FEMALE = "female"
    MALE = "male"


@dataclass(frozen=True, kw_only=True)
class Person:
    """Whom it is about, as far as known; `age_years` are completed years."""

    sex: Sex | None = None
    age_years: int | None = None


@dataclass(frozen=True, kw_only=True)
class OwnNumber:
    """A number of the person's own data that another agent has found.

    Attributes:
        claim: how it is cited: "ds-001.effect".
        of: the daily metric, or the laboratory value by its usual name, that it is a number of.
        statistic: what number of it: "mean", "latest", "reference_low".
        window: the days it is of, as a person would say it; empty where that does not matter.
        day: how the day of one value is cited: "ds-001.day"; empty where it is of several days.
    """

    claim: str
    of: str
    statistic: str
    value: float
    unit: str
    window: str = ""
    day: str = ""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One consultation.

    Attributes:
        question: what is asked.
        earlier: what the person said before, oldest first.
        own_numbers: what other agents found for this question.
    """

    user_id: str
    question: str
    earlier: tuple[str, ...] = ()
    own_numbers: tuple[OwnNumber, ...] = ()
    person: Person = field(default_factory=Person)


_NO_MORE_DIGITS: Final = r"(?![\d.,:/]*\d)"
_NO_UNIT: Final = (
    r"(?!\s*(?:%|/|percent|bpm|beats|ms|mg|mcg|\u00b5g|g/|ng|pg|mmol|nmol|umol|iu|mmhg|kg|lbs?|pounds|cm|steps|hours?|hrs?"
    r"|h\b|min|sec|days?|weeks?|months?|times|degrees|breaths|kcal|calories|km|miles|\u00b0))"
)
_YEARS_OLD: Final = r"[ -]?(?:years?|yrs?|y)[ -/]?(?:old|o)\b"
_SINCE_BIRTH: Final = (
    r"(?:\d{1,2}(?=[^.?!]{0,20}\b(?:boy|girl|child|kid|son|daughter|teenager))|1[6-9]|[2-9]\d|1[01]\d)"
)
"""Of what else is old, a mattress or a watch, few are as old as a person who asks."""
_AGES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:my )?age(?:d|s|:| of| is)? \(?(?P<age>\d{{1,3}})\b\)?{_NO_MORE_DIGITS}{_NO_UNIT}",
        rf"\b(?:as )?(?:an? )?(?P<age>{_SINCE_BIRTH}){_YEARS_OLD}(?: (?:female|male|woman|man)\b)?",
        r"\b(?:female|male|woman|man),? (?P<age>[1-9]\d) (?:years?|yrs?)\b",
        r"(?<![\w.,])(?P<age>[1-9]\d),? (?:female|male|woman|man)\b(?!,? (?:of |aged? )?[1-9]\d\b)",
        (
            r"\b(?:female|male|woman|man|guy|lady|girl|bloke|person|adult|someone|mum|mom|dad)(?:,| of| aged?)? "
            rf"(?P<age>[1-9]\d)\b{_NO_MORE_DIGITS}{_NO_UNIT}"
        ),
        (
            r"\b(?:women|men|ladies|adults|people|females|males) (?:of|aged?|at|around) "
            rf"(?P<age>[1-9]\d)\b{_NO_MORE_DIGITS}{_NO_UNIT}"
        ),
        r"\A\W*(?:(?:and|what about|how about|but) )+(?:for me )?(?:at|aged?) (?P<age>[1-9]\d)\W*\Z",
        (
            r"\b(?:husband|wife|partner|boyfriend|girlfriend|(?:grand)?(?:father|mother)|grand(?:ma|pa)|brother|sister|son"
            r"|daughter|uncle|aunt|friend), (?P<age>[1-9]\d)\b(?=,)"
        ),
        (
            r"\bI(?:'?m| am) (?:now )?(?P<age>[1-9]\d)\b"
            r"(?=\s*(?:$|[,;:!?)]|\.(?!\d)|(?:and|now|so|what|with|is|how|should)\b))"
        ),
        # A number after "at" may be a value: only of what is asked to be usual, and never of a bedtime.
        (
            r"\b(?:normal|usual|average|typical|good|healthy|ideal|need|should|enough)\b[^.?!]*"
            r"(?<!is )(?<!was )(?<!are )(?<!be )(?<!been )(?<!up )(?<!down )(?<!sits )(?<!stays )(?<!bed )(?<!stuck )"
            rf"(?P<whole>\b(?:at|for) (?P<age>2[5-9]|[3-9]\d|10\d))\b{_NO_MORE_DIGITS}{_NO_UNIT}"
        ),
    )
)
_WHO: Final = r"(?:(?:an?|the|other|most|adult|older|young|younger|healthy|middle-aged|average|\d+[ -]years?[ -]old) )*"
_SAID_OF: Final = (
    rf"(?:\(|\b(?:for|in|among|of|as|I'?m|I am|with other) {_WHO}|\b\d{{1,3}}{_YEARS_OLD} "
    r"|(?<![\w.,])[1-9]\d,? |\d ?(?:%|percent|cm|inch(?:es)?|kg|lbs?|bpm|ms|mmhg),? |[,;.] ?|^)"
)
_WITH_AGE: Final = r"(?=,? (?:of |aged? )?[1-9]\d\b)"
_SEXES: Final = {
    Sex.FEMALE: re.compile(
        rf"{_SAID_OF}(?:wom[ae]n|females?|girls?|lad(?:y|ies))\b|\b(?:woman|female|lady){_WITH_AGE}", re.IGNORECASE
    ),
    Sex.MALE: re.compile(rf"{_SAID_OF}(?:m[ae]n|males?|guys?|boys?)\b|\b(?:man|male|guy){_WITH_AGE}", re.IGNORECASE),
}
_BOTH: Final = {
    Sex.FEMALE: re.compile(r"\b(?:wom[ae]n|females?)\b", re.IGNORECASE),
    Sex.MALE: re.compile(r"\b(?:m[ae]n|males?)\b", re.IGNORECASE),
}
_OLDEST: Final = 115


def person_told(question: str, person: Person) -> Person:
    """Whom a question is about: an age or a sex that it tells counts before the one on record.

    A question that names both sexes is about neither in particular.
    """
    plain = question.replace("\u2019", "'")
    ages = [int(found["age"]) for found in _ages_in(plain)]
    told = [sex for sex, pattern in _SEXES.items() if pattern.search(plain)]
    if all(pattern.search(plain) for pattern in _BOTH.values()):
        told = []
    return replace(
        person,
        age_years=ages[0] if ages else person.age_years,
        sex=told[0] if len(told) == 1 else person.sex,
    )


def without_age(question: str) -> str:
    """The question without the age it tells, so that the age is not taken for a value."""
    plain = question.replace("\u2019", "'")
    for found in sorted(_ages_in(plain), key=lambda each: -each.start("age")):
        group = "whole" if found.groupdict().get("whole") else 0
        plain = f"{plain[: found.start(group)]} {plain[found.end(group) :]}"
    return plain


def _ages_in(text: str) -> list[re.Match[str]]:
    """The ages that a text tells, each once, in the order of the patterns."""
    found: dict[int, re.Match[str]] = {}
    for pattern in _AGES:
        for match in pattern.finditer(text):
            if 1 <= int(match["age"]) <= _OLDEST:
                found.setdefault(match.start("age"), match)
    return list(found.values())
