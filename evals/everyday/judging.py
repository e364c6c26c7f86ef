"""Whether an answer's text gives the truth, refuses, or gives something else.

The judge reads as a person in a hurry does: the first thing of the kind asked for is the answer, whatever follows.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import assert_never

from evals.everyday.tokens import Amount, Clock, Day, Month, Token, tokens, without_brackets
from evals.everyday.truths import (
    AtClock,
    Declined,
    InMonth,
    Listed,
    Name,
    Number,
    OnDay,
    Single,
    Truth,
    YesNo,
)


class Outcome(Enum):
    RIGHT = "right"
    REFUSED = "refused"
    WRONG = "wrong"


_REFUSAL = re.compile(
    r"\b(?:I|Amy)\s+(?:can(?:no|['\u2019])t|cannot|can\s+not|could(?:n['\u2019]t| not)|"
    r"am\s+(?:not\s+(?:sure|able)|unable)|"
    r"do(?:n['\u2019]t|\s+not)\s+(?:have|know|understand|give|make|judge|hold|diagnose|count)|won['\u2019]t|will\s+not|"
    r"did(?:n['\u2019]t|\s+not)\s+understand|have\s+no|see\s+no\s+record)\b|\bI['\u2019]m\s+(?:not\s+(?:sure|able)|unable)\b"
    r"|\bnot\s+(?:in|on)\s+(?:your\s+)?records?\b|\b(?:no|isn['\u2019]t)\b[^.]*\b(?:in|on)\s+your\s+(?:data|records?)\b"
    r"|\byour\s+(?:records?|data)\s+(?:do(?:es)?\s+not|do(?:es)?n['\u2019]t|say\s+nothing|hold\s+no|cannot|can['\u2019]t)\b"
    r"|\b(?:please|could\s+you)\s+(?:ask|rephrase|tell|say)\b|\bwhat\s+do\s+you\s+mean\b|\bwhich\s+[^.]*\bdo\s+you\s+mean\b"
    r"|\btoo\s+(?:few|little)\s+[^.]*\bto\s+(?:say|tell|compute)\b",
    re.IGNORECASE,
)
_PREFACE = re.compile(r"^[^.]*\b(?:but )?here(?:'s| is| are)\b[^.:]*[.:]\s+", re.IGNORECASE)
"""What announces that something else is answered instead."""
_NO = re.compile(
    r"^\W*(?:no|nope|not\s+(?:really|quite|always|yet)|neither|never)\b|\bI\s+(?:do(?:n['\u2019]t|\s+not)\s+see|see\s+no|"
    r"find\s+no|found\s+no)\b|^(?:over\s[^,.]*,\s)?(?:there|you|it|that|this|your\s[\w ]{1,40}?)\s"
    r"(?:did|do|does|are|were|is|was|have|has)(?:\s(?:not|no)\b|n['\u2019]t\b)",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"^\W*(?:no|nope|not\s+really|never)\b|\bI\s+(?:do(?:n['\u2019]t|\s+not)\s+see|see\s+no)\s+(?:a\s+|any\s+)?"
    r"(?:relation\w*|change|difference|trend|link|effect)\b",
    re.IGNORECASE,
)
_YES = re.compile(r"^\W*(?:yes|yep|yeah|indeed)\b", re.IGNORECASE)
_LINE = re.compile(r"^\s*(?:[-*\u2022]\s+|\d{1,2}[.)]\s+|\|)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\u201c])")
_RULE = re.compile(r"^[\s|:-]+$")
_ROUGHLY = 0.01
_EXACTLY = 0.001
_DOWN = re.compile(
    r"\b(?:less|fewer|lower|shorter|down|decreas\w*|drop\w*|f[ea]ll(?:ing)?|declin\w*|earlier|below|slower)\b",
    re.IGNORECASE,
)
_UP = re.compile(r"\b(?:more|higher|longer|up|increas\w*|rose|rising|later|above|grew|faster|greater)\b", re.IGNORECASE)
_COUNTING = re.compile(
    r"(?:day|night|time|week|weekend|month|run|workout|ride|session|morning|evening)s?|activit(?:y|ies)"
)
_UNITS = {"kcal": {"kcal", "cal", "calories"}, "bpm": {"bpm", "beats"}, "steps": {"steps", "step"}, "ms": {"ms"}}
_NO_UNIT = {
    "",
    "on",
    "over",
    "in",
    "per",
    "a",
    "an",
    "and",
    "at",
    "from",
    "to",
    "that",
    "then",
    "the",
    "each",
    "or",
    "vs",
}
_KNOWN = frozenset().union(*_UNITS.values()) | {"min", "%", "°c", "kg", "km", "m", "rpm", "breaths", "ml"}


def judge(answer: str, accepted: Sequence[Truth]) -> Outcome:
    """Right if any accepted truth is what the answer says first."""
    text = _PREFACE.sub("", re.sub(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}", "", answer).strip())
    refuses = not text or _refuses(text)
    if any(isinstance(each, Declined) for each in accepted):
        return Outcome.RIGHT if refuses or not _tells(text) else Outcome.WRONG
    if refuses:
        return Outcome.REFUSED
    return Outcome.RIGHT if any(_gives(text, each) for each in accepted) else Outcome.WRONG


def _refuses(text: str) -> bool:
    """The first sentence says that there will be no answer; that nothing was found is an answer."""
    return _REFUSAL.search(_sentences(text)[0]) is not None


def _tells(text: str) -> bool:
    """Whether the lead gives anything that could be taken for an answer; that nothing such is on record is none."""
    return bool(tokens(_lead(text)) or _list_lines(text) or _YES.search(text) or _VERDICT.search(text))


def _sentences(text: str) -> list[str]:
    return _SENTENCE.split(text.split("\n", maxsplit=1)[0])


def _lead(text: str) -> str:
    """The first paragraph, with the first line of the list that it announces."""
    first = text.split("\n", maxsplit=1)[0]
    lines = _list_lines(text)
    return f"{first} {lines[0]}" if lines and first.rstrip().endswith(":") else first or (lines[0] if lines else "")


def _list_lines(text: str) -> list[str]:
    """The lines of lists and tables, without the head of a table and their marks."""
    lines = text.split("\n")
    found = []
    for index, line in enumerate(lines):
        is_head = line.lstrip().startswith("|") and index + 1 < len(lines) and _RULE.match(lines[index + 1])
        if _LINE.match(line) and not _RULE.match(line) and not is_head:
            found.append(_LINE.sub("", line).replace("|", " ; "))
    return found


def _gives(text: str, truth: Truth) -> bool:
    match truth:
        case YesNo():
            return _yes_or_no(text) is truth.yes
        case Name():
            return _first_name(_lead(text), truth) == truth.name
        case Listed():
            return _lists(text, truth)
        case Number() | OnDay() | InMonth() | AtClock():
            told = _first(_lead(text), truth)
            return told is not None and _same(told, truth, direction(text))
        case Declined():
            return False
        case _:
            assert_never(truth)


def _yes_or_no(text: str) -> bool | None:
    if _YES.search(text):
        return True
    return False if _NO.search(_sentences(text)[0]) else None


def _first_name(lead: str, truth: Name) -> str | None:
    """The name of the family that is told first; a comparison's "than" begins the other one."""
    told = {name: match.start() for name in truth.family if (match := re.search(rf"\b{name}", lead, re.IGNORECASE))}
    return min(told, key=lambda name: told[name]) if told else None


def _candidates(text: str, truth: Single) -> Iterator[Token]:
    return (token for token in tokens(text) if _fits(token, truth))


def _first(lead: str, truth: Single) -> Token | None:
    """What stands outside brackets comes before what stands inside them."""
    outside = next(_candidates(without_brackets(lead), truth), None)
    return outside if outside is not None else next(_candidates(lead, truth), None)


def _fits(token: Token, truth: Single) -> bool:
    """Whether a thing told is of the kind that the truth is of."""
    match truth:
        case OnDay():
            return isinstance(token, Day)
        case InMonth():
            return isinstance(token, Day | Month)
        case AtClock():
            return isinstance(token, Clock)
        case Number():
            return isinstance(token, Amount) and _unit_fits(token.unit, truth.unit)
        case YesNo() | Name():
            return False
        case _:
            assert_never(truth)


def _unit_fits(told: str, wanted: str) -> bool:
    if wanted == "count":
        return told not in _KNOWN
    if wanted in ("min", "%"):
        return told == wanted
    if _COUNTING.fullmatch(told):
        return False
    return not wanted or told in _UNITS[wanted] or told in _NO_UNIT


def direction(text: str) -> int:
    """-1 or 1 as the first sentence that has a word for it says, 0 if none does."""
    for sentence in _sentences(text)[:2]:
        down, up = _DOWN.search(sentence), _UP.search(sentence)
        if down or up:
            return -1 if down and (not up or down.start() < up.start()) else 1
    return 0


def _same(token: Token, truth: Single, direction: int = 0) -> bool:
    match truth, token:
        case OnDay(), Day():
            is_year = token.year in (0, truth.day.year)
            return is_year and (token.month, token.day) == (truth.day.month, truth.day.day)
        case InMonth(), Day() | Month():
            is_first = isinstance(token, Month) or token.day == 1
            return is_first and token.year in (0, truth.month.year) and token.month == truth.month.month
        case AtClock(), Clock():
            apart = abs(token.minutes - truth.minutes) % 1440
            return min(apart, 1440 - apart) <= 1.0
        case Number(), Amount():
            return _same_amount(token, truth, direction)
        case _:
            return False


def _same_amount(token: Amount, truth: Number, direction: int) -> bool:
    told = token.value
    if truth.unit == "count":
        days = 7.0 if token.unit in ("week", "weeks") and abs(truth.value - 7 * told) < 0.01 else 1.0
        return abs(told * days - truth.value) < 0.01
    rounding = min(token.half_step, _ROUGHLY * abs(truth.value)) if token.is_coarse else token.half_step
    allowed = max(rounding, _EXACTLY * abs(truth.value)) * 1.0001
    if truth.is_change and not token.is_signed and direction:
        return abs(abs(told) - abs(truth.value)) <= allowed and (direction < 0) == (truth.value < 0)
    return abs(told - truth.value) <= allowed


def _lists(text: str, truth: Listed) -> bool:
    """Each line of a list tells one item; without a list, the lead tells them all and nothing else of their kind.

    Of things of different kinds, each is the first of its kind, in whichever sentence or line.
    """
    if _is_mixed(truth):
        return all(_item(text, item) for item in truth.items)
    lines = _list_lines(text) or text.split("\n\n", maxsplit=1)[0].split("\n")
    lead = _sentences(text)[0]
    if len(lines) >= 2:
        return _matches([[_item(line, item) for item in truth.items] for line in lines], truth)
    if all(isinstance(item, Name) for item in truth.items):
        return _names_listed(lead, truth)
    return any(
        _matches([[_same(token, item) for item in truth.items] for token in _candidates(told, truth.items[0])], truth)
        for told in (without_brackets(lead), lead)
    )


def _is_mixed(truth: Listed) -> bool:
    """Whether no two things are of one kind, as a day and a number of steps are not."""
    kinds = {(type(item), item.unit if isinstance(item, Number) else "") for item in truth.items}
    return len(kinds) == len(truth.items) > 1


def _matches(is_item: Sequence[Sequence[bool]], truth: Listed) -> bool:
    """As many things told (rows) as true ones (columns), each the one of its place or, in any order, each some one."""
    if len(is_item) != len(truth.items):
        return False
    if truth.in_order:
        return all(row[index] for index, row in enumerate(is_item))
    return all(map(any, is_item)) and all(map(any, zip(*is_item, strict=True)))


def _item(line: str, item: Single) -> bool:
    if isinstance(item, Name):
        return _first_name(line, item) == item.name
    told = _first(line, item)
    return told is not None and _same(told, item)


def _names_listed(lead: str, truth: Listed) -> bool:
    wanted = [item.name for item in truth.items if isinstance(item, Name)]
    family = {name for item in truth.items if isinstance(item, Name) for name in item.family}
    where = {name: match.start() for name in family if (match := re.search(rf"\b{name}", lead, re.IGNORECASE))}
    told = sorted(where, key=lambda name: where[name])
    return told == wanted if truth.in_order else set(told) == set(wanted)
