"""Numbers that belong together: shared units of ranges and lists, durations, shares of two numbers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from services.orchestrator.domain.numbers.reading.tokens import CalendarDate, NumberToken, Quantity, Reading, Within
from services.orchestrator.domain.numbers.reading.units import SHARE, unit_beside

_TO: Final = re.compile(
    r"-|[ ]?[\u2013\u2014±][ ]?|[ ]?(?:\+/-|plus or minus\b|to\b)\s?(?:about\s|around\s)?", re.IGNORECASE
)
_SAME_UNIT: Final = re.compile(
    r"[ ]?(?:[-\u2013\u2014/±…]|\.\.|\+/-|,?\s(?:to|and|or|through|versus|vs\.?|against|plus or minus)\s(?:also\s)?"
    r"(?:about\s|around\s|roughly\s|nearly\s|over\s)?)[ ]?",
    re.IGNORECASE,
)
_LISTS: Final = re.compile(r",|\b(?:and|or)\b", re.IGNORECASE)
_COMMA: Final = re.compile(r",\s?")
_KILO: Final = re.compile(r"(?:\dk|\sk|thousand)$", re.IGNORECASE)
_THEN: Final = re.compile(r"\s?(?:and\s)?", re.IGNORECASE)
_AND: Final = re.compile(r"\sand\s", re.IGNORECASE)
_OUT_OF: Final = re.compile(r"\s(?:in(?:\severy)?|out\sof(?:\severy)?|of(?:\severy)?)\s|\s?/\s?", re.IGNORECASE)
_WHEN: Final = re.compile(r"\b(?:on|since|until|till|from|before|after|by|around)\s$", re.IGNORECASE)
_IN: Final = re.compile(r"\sin(?:\severy)?\s", re.IGNORECASE)
_SMALLER: Final = {"h": ("min", 60.0), "min": ("s", 60.0)}
_DENOMINATORS: Final = frozenset({2, 3, 4, 5, 8, 10})
_DIVIDED: Final = frozenset({"h", "min", "km", "mi", "kg", "lb", "year"})


def joined(tokens: Sequence[NumberToken], plain: str) -> Iterator[NumberToken]:
    """The numbers of a text in order, those that belong together as one, and each with the unit that it shares."""
    return _wholes(_with_shared_units(tokens, plain), plain)


def _with_shared_units(tokens: Sequence[NumberToken], plain: str) -> list[NumberToken]:
    """Numbers of a range or a list have the unit that only one of them names: "58, 60 and 62 bpm", "58 bpm to 62"."""
    shared = list(tokens)
    in_list = False
    for at in range(len(shared) - 2, -1, -1):
        token, following = shared[at], shared[at + 1]
        between = plain[token.end : following.start]
        link = _SAME_UNIT.fullmatch(between) or (_COMMA.fullmatch(between) if in_list else None)
        if link and token.bare and token.value < 1000 and _KILO.search(plain, following.start, following.end):
            token = replace(token, readings=_as_thousands(token))
        lists = _LISTS.search(between) is not None
        may_lend = link is not None and (_alike(token, following) or not lists)
        lends = may_lend and _takes_unit(token) and following.unit is not None
        in_list = lends and lists
        shared[at] = _in_unit(token, following.unit) if lends else token
    for at in range(1, len(shared)):
        before, token = shared[at - 1], shared[at]
        beside = unit_beside(plain, before.end)
        between = plain[beside[1] if beside else before.end : token.start]
        if before.unit and _takes_unit(token) and _TO.fullmatch(between):
            shared[at] = _in_unit(token, before.unit)
    return shared


def _alike(one: NumberToken, other: NumberToken) -> bool:
    """Whether two numbers are of a size, as those of a list are."""
    small, large = sorted((abs(one.value), abs(other.value)))
    return large <= 10 * small or (large < 100 and small >= 1)


def _as_thousands(token: NumberToken) -> tuple[Reading, ...]:
    return tuple(Quantity(r.value * 1000, r.unit) for r in token.readings if isinstance(r, Quantity))


def _takes_unit(token: NumberToken) -> bool:
    return token.unit is None and token.moment is None and not token.ordinal


def _in_unit(token: NumberToken, unit: str | None) -> NumberToken:
    quantities = (reading for reading in token.readings if isinstance(reading, Quantity | Within))
    return replace(token, readings=tuple(replace(quantity, unit=unit) for quantity in quantities))


def _wholes(tokens: Sequence[NumberToken], plain: str) -> Iterator[NumberToken]:
    """Durations and fractions of two numbers as one: "7h 45m", "an hour and a half", "one in four", "2/3"."""
    pending: NumberToken | None = None
    for token in tokens:
        whole = _whole_of(pending, token, plain) if pending else None
        if pending and not whole:
            yield pending
        pending = whole or token
    if pending:
        yield pending


def _whole_of(first: NumberToken, second: NumberToken, plain: str) -> NumberToken | None:
    if first.parts or first.moment or second.moment or first.ordinal or second.ordinal:
        return None
    beside = unit_beside(plain, first.end)
    between = plain[beside[1] if beside else first.end : second.start]
    for join in (_duration, _and_a_part, _share):
        readings = (*join(first, second, between), *(_days(first, second, plain) if join is _share else ()))
        if readings:
            both_count = join is _share and not _IN.fullmatch(between) and (between != "/" or second.unit is not None)
            parts = _counted_both(first, second) if both_count else ()
            whole = NumberToken(text="", start=first.start, end=second.end, bare=False, readings=readings, parts=parts)
            signed = first.signed and join is _duration
            return replace(whole, in_words=first.in_words and second.in_words, signed=signed)
    return None


def _counted_both(first: NumberToken, second: NumberToken) -> tuple[NumberToken, NumberToken]:
    """Such as "5 of 7 nights" as two counts of the same thing; days, where nothing is named."""
    unit = second.unit or "day"
    return _in_unit(first, first.unit or unit), _in_unit(second, unit)


def _duration(first: NumberToken, second: NumberToken, between: str) -> tuple[Reading, ...]:
    smaller, times = _SMALLER.get(first.unit or "", ("", 0.0))
    units = {reading.unit for reading in second.readings if isinstance(reading, Quantity)}
    fits = smaller in units or (smaller and second.unit is None and between in ("", " "))
    if fits and first.value.is_integer() and 0 <= second.value < 60 and _THEN.fullmatch(between):
        rest = -second.value if first.value < 0 else second.value
        return (Quantity(first.value * times + rest, smaller),)
    return ()


def _and_a_part(first: NumberToken, second: NumberToken, between: str) -> tuple[Reading, ...]:
    is_part = second.unit == SHARE and first.unit not in {None, SHARE} and _AND.fullmatch(between)
    return (Quantity(first.value + second.value, first.unit),) if is_part else ()


def _share(first: NumberToken, second: NumberToken, between: str) -> tuple[Reading, ...]:
    """A share ("one in four", "2/3"), or so much of a unit ("3/4 mile")."""
    a, b = first.value, second.value
    if not (a.is_integer() and b.is_integer() and 0 < a < b <= 1000 and _OUT_OF.fullmatch(between)):
        return ()
    if between == "/" and b in _DENOMINATORS and second.unit in _DIVIDED:
        return (Quantity(a / b, second.unit),)
    return (Quantity(a / b, SHARE),) if first.unit in (None, second.unit) else ()


def _days(first: NumberToken, second: NumberToken, plain: str) -> tuple[CalendarDate, ...]:
    """The days of a year that "7/6" can be; "2/3" is one only where the text says when."""
    a, b = first.value, second.value
    is_pair = plain[first.end : second.start] == "/" and first.bare and second.bare and first.unit is None
    says_when = _WHEN.search(plain, max(0, first.start - 8), first.start)
    if not is_pair or (a < b and not says_when):
        return ()
    orders = dict.fromkeys(((int(a), int(b)), (int(b), int(a))))
    return tuple(CalendarDate(month=month, day=day) for month, day in orders if 1 <= month <= 12 and 1 <= day <= 31)
