"""Which numbers of a sentence are claims, and so must be traced to a fact: every one that does not count nothing."""

import re
from collections.abc import Iterator
from typing import Final

from services.orchestrator.domain.numbers.reading.plain_text import visible
from services.orchestrator.domain.numbers.reading.tokenising import numbers_of
from services.orchestrator.domain.numbers.reading.tokens import NumberToken
from services.orchestrator.domain.numbers.reading.units import unit_beside

_LIST_MARKER: Final = re.compile(r"\s*(?:[-+•>#]+\s+)*(?:\([1-9]\)|(?:1?\d|20)[.)])\s+(?=\S)")
_INLINE_MARKER: Final = re.compile(r"(?:^|[;:,.]\s|\b(?:and|or)\s)\((?P<place>[1-9])\)\s(?=[A-Za-z])")
_REFERENCE_MARK: Final = re.compile(r"(?<=[a-z.,;)])\s?\[\^?\d{1,2}(?:,\s?\d{1,2})*\](?=\s|[.,;:)]|$)")
_COUNTED: Final = re.compile(
    r"[\s_]{1,2}(?:(?:other|simple|small|more|main|quick|different|separate|distinct|key|short|practical|possible|concrete"
    r"|easy|general|new|good|such)\s){0,2}(?:tips?|things?|ways?|ideas?|reasons?|options?|questions?|factors?|patterns?"
    r"|findings?|metrics?|examples?|sentences?|parts?|habits?|suggestions?|goals?|signals?|kinds?|sorts?|measures?"
    r"|variables?|strategies|approaches|(?:simple|small|easy|quick|practical|concrete|next)\ssteps)(?![^\W_])",
    re.IGNORECASE,
)
_LARGEST_COUNT: Final = 12
_OR_MORE: Final = re.compile(r"\s?(?:or|to|and|[-\u2013])\s?$", re.IGNORECASE)
_STATED: Final = re.compile(
    r"(?:\b(?:is|was|were|be|equals?|reached|hit|of|at|by|score|number|exactly|only|just|about|around|roughly|nearly)"
    r"|[=:≈~|])\s?$",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(r"\s?(?:[.,;:!?)\]|]|$)")
_COUNTS_ONE: Final = re.compile(
    r"\b(?:only|on|for|in|over|was|is|are|after|just|by|within|than|least|most|up to|under|about|nearly|almost)\s$",
    re.IGNORECASE,
)
_RACE: Final = re.compile(r"(?:half|ultra)?[\s-]?marathons?$", re.IGNORECASE)
_RACE_AHEAD: Final = re.compile(
    r"\b(?:train\w*|prepar\w*|plan\w*|sign\w*\sup|aim\w*|enter\w*|race)\s(?:\w+\s){0,3}$"
    r"|\b(?:it|this|that|health|sleep)(?:\sis|['\u2019]s)\sa\s$",
    re.IGNORECASE,
)
_RACE_NAME: Final = re.compile(
    r"\s(?:training|sessions?|plans?|preparation|runners?|blocks?|seasons?)\b|,?\s(?:and\s)?not\sa\ssprint\b",
    re.IGNORECASE,
)
_TIME_UNITS: Final = frozenset({"day", "week", "month", "year", "times", "steps"})
_EVERY: Final = re.compile(r"\bevery\s$", re.IGNORECASE)
_RANKED: Final = re.compile(
    r"[\s-](?:percentiles?|quantiles?|quartiles?|deciles?|highest|lowest|best|worst|longest|shortest|largest|smallest)\b",
    re.IGNORECASE,
)


def claims_in(sentence: str) -> tuple[NumberToken, ...]:
    """The numbers of a rendered sentence that must be traced.

    Exempt are only list markers, counted parts of the text itself ("3 tips"), "one" as a pronoun, and "first" to
    "third" as an order; names, idioms and years of citations are no numbers at all.
    """
    text = visible(sentence)
    marker = _LIST_MARKER.match(text)
    marker_ends = marker.end() if marker and not _starts_with_unit(text, marker.end()) else 0
    claims: list[NumberToken] = []
    follows_counted = -1
    marks = [*_inline_markers(text), *(found.span() for found in _REFERENCE_MARK.finditer(text))]
    for token in reversed(numbers_of(text)):
        joined = follows_counted >= 0 and _OR_MORE.match(text, token.end, follows_counted) is not None
        if _is_counted(token, text) or (joined and abs(token.value) <= _LARGEST_COUNT):
            follows_counted = token.start
            continue
        in_mark = token.end <= marker_ends or any(start <= token.start < end for start, end in marks)
        if not in_mark and _counts(token, text) and not _is_event(token, text):
            claims.append(token)
    return tuple(reversed(claims))


def numbers_stated_in(text: str) -> tuple[NumberToken, ...]:
    """The numbers that a text of the user or of the literature vouches for: words only where they count something."""
    seen = visible(text)
    return tuple(token for token in numbers_of(seen) if not token.in_words or _counts(token, seen))


def _inline_markers(text: str) -> Iterator[tuple[int, int]]:
    """The markers of a list within a sentence, which count from one: "(1) Walk, (2) sleep"."""
    place = 1
    for found in _INLINE_MARKER.finditer(text):
        if int(found["place"]) == place:
            yield found.span()
            place += 1


def _starts_with_unit(text: str, at: int) -> bool:
    unit = unit_beside(text, at)
    return unit is not None and text[at : at + 1].islower()


def _is_counted(token: NumberToken, text: str) -> bool:
    whole = token.value.is_integer() and 0 < token.value <= _LARGEST_COUNT
    return whole and token.moment is None and _COUNTED.match(text, token.end) is not None


def _is_event(token: NumberToken, text: str) -> bool:
    """Whether it is a race that somebody prepares for, and no distance that anybody ran."""
    if not _RACE.fullmatch(token.text):
        return False
    ahead = _RACE_AHEAD.search(text, max(0, token.start - 32), token.start)
    return bool(ahead or _RACE_NAME.match(text, token.end))


def _counts(token: NumberToken, text: str) -> bool:
    """Whether a number in words is one; one in digits always is."""
    if not token.in_words:
        return True
    if token.ordinal:
        recurs = _EVERY.search(text, max(0, token.start - 7), token.start)
        return token.value > 3 or bool(recurs or _RANKED.match(text, token.end)) or len(token.readings) > 1
    return token.text.lower().removeprefix("negative ") != "one" or _counts_one(token, text)


def _counts_one(token: NumberToken, text: str) -> bool:
    before = text[max(0, token.start - 24) : token.start]
    if token.unit is None:
        return bool(_STATED.search(before) and _ENDS.match(text, token.end))
    if token.unit == "points":
        return text.startswith("points", token.end + 1)
    return token.unit not in _TIME_UNITS or bool(_COUNTS_ONE.search(before))
