"""A line of the journal as somebody writes it: "2 coffees at 15:00", "3 beers last night", "mood 4"."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, TypeAlias

from amy.text import inert, quoted
from services.health_data.domain.journal import TAG, Comes, Tag, described, tag_of
from services.health_data.domain.journal_times import NoSuchTimeError, When, moment, read_when, when_said
from services.health_data.domain.journal_words import (
    AHEAD,
    APART,
    ASKED,
    BEFORE,
    BEHIND,
    FILLER,
    LARGE,
    MEASURED,
    NONE,
    NUMBERS,
    SAID,
    TAG_OF,
    UNITS,
)
from services.health_data.domain.records import Entry

LONGEST_LINE: Final = 300
LONGEST_NOTE: Final = 120
_OWN: Final = re.compile(r"#(?P<own>\w+)")
_WORD: Final = re.compile(r"[^\W_]+(?:'[a-z]+)?", re.IGNORECASE)
_PLACE: Final = re.compile(r"\b(?:to|from|in|via) [^\W\d_]+(?: [A-Z][^\W\d_]+)*")
_OF_FIVE: Final = " ?/ ?5"
_LONGEST_SPAN: Final = timedelta(days=60)

_REFUSED: Final = (
    (ASKED, "That reads as a question. To note something, say what and when, such as “2 coffees at 15:00”."),
    (AHEAD, "Only what has happened can be noted, such as “2 coffees at 15:00”."),
    (LARGE, "How many glasses was that? Say it such as “3 glasses of wine last night”."),
)


@dataclass(frozen=True, kw_only=True)
class Line:
    """What a line says.

    Attributes:
        said: the entries in plain words, with when they were: "3 beers yesterday evening".
        whole: whether each of its words is accounted for.
    """

    entries: tuple[Entry, ...]
    said: str
    whole: bool


@dataclass(frozen=True)
class Unclear:
    """What is missing or cannot be told, and how it may be said."""

    explanation: str


ReadLine: TypeAlias = Line | Unclear


@dataclass(frozen=True, kw_only=True)
class _Noted:
    """One thing of a line."""

    tag: Tag
    thing: str
    amount: float | None
    unit: str
    note: str
    whole: bool


def read_line(text: str, *, now: datetime, own: Collection[str] = ()) -> ReadLine:
    """What a line says, or what is unclear in it.

    Args:
        text: as somebody writes it; "#" stands before a tag of the person's own.
        now: local, without a zone. An entry of which neither day nor time is said is of this minute.
        own: the tags of the person's own that are on record.
    """
    marked = _OWN.search(text)
    line = " ".join(inert(text, limit=LONGEST_LINE).replace("\u2019", "'").split()).strip(" .!")
    refused = next((why for pattern, why in _REFUSED if pattern.search(line)), "")
    if refused:
        return Unclear(refused)
    try:
        when = read_when(line, today=now.date())
    except NoSuchTimeError:
        return Unclear("There is no such date or time. Say it such as “yesterday at 22:30” or “on 3 March”.")
    noted = _parts(when.rest, own, tag_of(marked["own"]) if marked else "")
    return noted if isinstance(noted, Unclear) else _dated(noted, when, now)


def _dated(noted: tuple[_Noted, ...], when: When, now: datetime) -> ReadLine:
    day, at = when.day or now.date(), when.at
    if when.day is None and at is None and not (when.part or when.vague):
        at = time(now.hour, now.minute)
    if day > now.date() or (at is not None and datetime.combine(day, at) > now):
        return Unclear("That is still ahead. Only what has happened can be noted.")
    if when.since and now.date() - day > _LONGEST_SPAN:
        return Unclear(f"That is more than {_LONGEST_SPAN.days} days. Note the days that matter one by one.")
    return _line(noted, day, at, when, now)


def _line(noted: tuple[_Noted, ...], day: date, at: time | None, when: When, now: datetime) -> Line:
    days = [day + timedelta(days=at) for at in range((now.date() - day).days + 1)] if when.since else [day]
    entries = tuple(
        Entry(day=each, at=moment(each, at), tag=one.tag.name, amount=one.amount, unit=one.unit, note=one.note)
        for each in days
        for one in noted
    )
    told = when_said(day, at if when.at else None, when.part, today=now.date())
    things = " and ".join(map(_said, noted))
    since = " every day since" if when.since else ""
    return Line(
        entries=entries,
        said=f"{things}{since} {told.removeprefix('on ') if since else told}",
        whole=all(each.whole for each in noted),
    )


def _parts(rest: str, own: Collection[str], marked: str) -> tuple[_Noted, ...] | Unclear:
    """Each thing that the line names; apart from each other only where each of them is one."""
    pieces = [piece for piece in APART.split(rest) if piece]
    read = [_noted(piece, own, marked) for piece in pieces]
    if len(pieces) > 1 and not any(isinstance(each, Unclear) for each in read):
        return tuple(each for each in read if isinstance(each, _Noted))
    one = _noted(rest, own, marked)
    return one if isinstance(one, Unclear) else (one,)


def _noted(piece: str, own: Collection[str], marked: str) -> _Noted | Unclear:
    found = _named(piece, own, marked)
    if found is None:
        return Unclear(_unknown(piece))
    tag, thing, start, end = found
    amount, unit, counted = _amount(piece, start, end)
    if NONE.search(piece):
        amount, unit = 0.0, ""
    if tag.comes is Comes.LEVEL and (amount is None or not tag.low <= amount <= tag.high):
        return Unclear(f"Say the {tag.words.noun} as a number from {tag.low:g} to {tag.high:g}: “{tag.example}”.")
    left = [word.lower() for word in _WORD.findall(_PLACE.sub(" ", counted) if tag.name == "travel" else counted)]
    thing = tag.words.noun if tag.comes is Comes.WHETHER else thing
    note = "" if thing.lower() == tag.words.noun and not set(left) - FILLER else _note(piece)
    whole = not set(left) - FILLER
    return _Noted(tag=tag, thing=thing, amount=amount, unit=unit, note=note, whole=whole)


def _named(piece: str, own: Collection[str], marked: str) -> tuple[Tag, str, int, int] | None:
    """The tag, the words for it, and where they stand; a tag of the person's own goes before others."""
    for name in ([marked] if marked else []) + sorted(own, key=len, reverse=True):
        spoken = re.escape(name).replace("_", "[ _]")
        found = re.search(rf"\b{spoken}(?:e?s)?\b", piece, re.IGNORECASE)
        if found:
            return described(name), name.replace("_", " "), *found.span()
    found = SAID.search(piece)
    if not found:
        return None
    return TAG[TAG_OF[found["said"].lower()]], found["said"], *found.span()


def _amount(piece: str, start: int, end: int) -> tuple[float | None, str, str]:
    """How much, in which unit, and the piece without that and without the words for the tag."""
    measured = MEASURED.search(piece)
    if measured:
        unit, size = UNITS[measured["unit"].lower()]
        rest = _without(piece, (start, end), measured.span())
        return _number(measured["number"]) * size, unit, rest
    before = BEFORE.search(piece[:start])
    if before:
        return _number(before["number"]), "", _without(piece, (start, end), before.span("number"))
    behind = BEHIND.search(piece[end:])
    if behind and re.fullmatch(_OF_FIVE, behind["scale"] or " / 5"):
        left, right = behind.span()
        return _number(behind["number"]), "", _without(piece, (start, end), (end + left, end + right))
    return None, "", _without(piece, (start, end))


def _without(piece: str, *spans: tuple[int, int]) -> str:
    for start, end in sorted(spans, reverse=True):
        piece = f"{piece[:start]} {piece[end:]}"
    return piece


def _number(said: str) -> float:
    return NUMBERS.get(said.lower()) or float(said.replace(",", "."))


def _note(piece: str) -> str:
    return inert(piece.strip(" .,!"), limit=LONGEST_NOTE)


def _said(noted: _Noted) -> str:
    if noted.amount is None:
        return noted.thing
    if noted.amount == 0:
        return f"no {noted.thing}"
    if noted.unit or noted.tag.comes is Comes.LEVEL:
        return f"{noted.thing} {noted.amount:g} {noted.unit}".strip()
    one = noted.amount == 1 or noted.thing.endswith("s")
    return f"{noted.amount:g} {noted.thing}{'' if one else 's'}"


def _unknown(piece: str) -> str:
    word = tag_of(piece)
    own = f", or make it a tag of your own: “#{word}”" if word else ""
    return f"I don't know what to note {quoted(piece)} as. Say it such as “2 coffees at 15:00” or “headache”{own}."
