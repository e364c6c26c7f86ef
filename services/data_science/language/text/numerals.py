"""Numbers as people write them, as digits: "ten thousand", "seven and a half hours", "7 h 30 min", "10k"."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

_SMALL: Final = MappingProxyType(
    {
        word: number
        for number, word in enumerate(
            [
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
                "thirteen",
                "fourteen",
                "fifteen",
                "sixteen",
                "seventeen",
                "eighteen",
                "nineteen",
            ]
        )
    }
    | {
        word: 10 * number
        for number, word in enumerate(
            ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
        )
    }
)
_SCALES: Final = MappingProxyType({"hundred": 100, "thousand": 1000, "million": 1_000_000, "dozen": 12})
_HOURS: Final = frozenset({"h", "hr", "hrs", "hour", "hours"})
_MINUTES: Final = frozenset({"m", "min", "mins", "minute", "minutes"})
_SINGLE: Final = frozenset({"hour", "minute", "mile", "kilometer", "kilometre", "km"})
"""What "an" or "a" counts one of, after a comparison: "more than an hour"."""
_COMPARED: Final = frozenset({"than", "least", "most", "over", "under", "above", "below", "exceeded", "exceeds"})
_AND_A_HALF: Final = ("hour", "and", "a", "half")
_PARTS_OF_HOURS: Final[Mapping[tuple[str, ...], int]] = MappingProxyType(
    {("half", "past"): 30, ("quarter", "past"): 15, ("quarter", "after"): 15, ("quarter", "to"): -15}
)
_TENS_OF_DAYS: Final = frozenset({"twenty", "thirty"})
_PLACES: Final = MappingProxyType(
    {
        word: number
        for number, word in enumerate(
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"], start=1
        )
    }
)
"""What follows twenty or thirty in the number of a day: "the twenty fourth"."""
_NAMED_HOURS: Final = MappingProxyType({"midnight": "24", "noon": "12", "midday": "12"})
_PRONOUN_ONE: Final = frozenset(
    {"which", "the", "this", "that", "any", "each", "no", "every", "last", "first", "longest", "best", "worst"}
)

WORDS: Final = frozenset({*_SMALL, *_SCALES, "half"})


def with_digits(words: Sequence[str]) -> tuple[str, ...]:
    """The same words with every number in digits; "one" that stands for a thing stays a word."""
    return tuple(_hours_and_minutes(tuple(_clock_times(tuple(_digits(words))))))


def _clock_times(words: Sequence[str]) -> Iterator[str]:
    """Hours said with a part of one: "half past 11" as 11:30, "quarter to 7" as 6:45."""
    position = 0
    while position < len(words):
        minutes = _PARTS_OF_HOURS.get(tuple(words[position : position + 2]))
        hour = _NAMED_HOURS.get(said := words[position + 2], said) if position + 2 < len(words) else ""
        if minutes is not None and hour.isdigit() and 1 <= int(hour) <= 24:
            of_day = int(hour) * 60 + minutes
            yield f"{of_day // 60 % 24}:{of_day % 60:02d}"
            position += 3
        else:
            yield words[position]
            position += 1


def _digits(words: Sequence[str]) -> Iterator[str]:
    position = 0
    while position < len(words):
        if words[position] in _TENS_OF_DAYS and (place := _PLACES.get("".join(words[position + 1 : position + 2]))):
            yield f"{_SMALL[words[position]] + place}th"
            position += 2
            continue
        amount, end = _amount(words, position)
        if amount is None:
            yield words[position]
            position += 1
        else:
            yield text_of(amount)
            position = end


def text_of(amount: float) -> str:
    return f"{amount:.0f}" if float(amount).is_integer() else str(amount)


def _amount(words: Sequence[str], start: int) -> tuple[float | None, int]:
    """The number that begins at a word, and where it ends; None where none does."""
    word, before = words[start], words[start - 1] if start else ""
    following = words[start + 1] if start + 1 < len(words) else ""
    if word in {"a", "an"}:
        return _article(words, start)
    if word == "half" and following in {"a", "an"}:
        return 0.5, start + 2
    if word in _SMALL and not (word == "one" and before in _PRONOUN_ONE):
        tens = _SMALL[word]
        units = _SMALL.get(following, 0) if tens >= 20 else 0
        ends = start + 2 if 0 < units < 10 else start + 1
        return _scaled(words, ends, float(tens + (units if ends == start + 2 else 0)))
    number = float_of(word)
    if number is not None and (following in _SCALES or _half_follows(words, start + 1)):
        return _scaled(words, start + 1, number)
    return None, start


def _article(words: Sequence[str], start: int) -> tuple[float | None, int]:
    """The one that is said as "a": "a hundred", "more than an hour"."""
    if words[start + 1 : start + 2] and words[start + 1] in _SCALES:
        return _scaled(words, start + 1, 1.0)
    bounded = (start and words[start - 1] in _COMPARED) or tuple(words[start + 2 : start + 3]) == ("or",)
    single = words[start + 1 : start + 2] and words[start + 1] in _SINGLE
    return (1.0, start + 1) if bounded and single else (None, start)


def float_of(word: str) -> float | None:
    try:
        return float(word.replace(",", "")) if word[-1:].isdigit() and word.isascii() else None
    except ValueError:
        return None


def _half_follows(words: Sequence[str], at: int) -> bool:
    return tuple(words[at : at + 3]) == ("and", "a", "half")


def _scaled(words: Sequence[str], at: int, amount: float) -> tuple[float, int]:
    """What follows a number and belongs to it: "hundred", "thousand and fifty", "and a half"."""
    while at < len(words) and words[at] in _SCALES:
        amount *= _SCALES[words[at]]
        at += 1
        rest = at + 1 if words[at : at + 1] and words[at] == "and" else at
        if rest < len(words) and words[rest] in _SMALL and words[rest] != "one":
            more, ended = _amount(words, rest)
            larger = _SCALES.get(words[ended - 1], 0)
            if more is not None and more < amount:
                amount, at = amount + more, ended
            elif more is not None and amount < 1000 <= larger and more < 100 * larger:
                amount, at = amount * larger + more, ended
    return (amount + 0.5, at + 3) if _half_follows(words, at) else (amount, at)


def _hours_and_minutes(words: Sequence[str]) -> Iterator[str]:
    """Hours said with minutes become one number of minutes, "an hour and a half" one of hours."""
    position = 0
    while position < len(words):
        hours = float_of(words[position])
        rest = [word for word in words[position + 1 : position + 5] if word != "and"]
        if hours is not None and len(rest) >= 3 and rest[0] in _HOURS and rest[2] in _MINUTES:
            minutes = float_of(rest[1])
            if minutes is not None and minutes < 60:
                yield from (text_of(60 * hours + minutes), "minutes")
                position += 4 + (words[position + 2] == "and")
                continue
        if words[position] in {"a", "an", "1"} and tuple(words[position + 1 : position + 5]) == _AND_A_HALF:
            yield from ("1.5", "hours")
            position += 5
            continue
        yield words[position]
        position += 1
