"""Numbers that are drawn: stars, tally marks, ideographs."""

import re
from collections.abc import Iterator
from itertools import chain
from types import MappingProxyType
from typing import Final

from services.orchestrator.domain.numbers.reading.tokens import NumberToken, Quantity

_FILLED: Final = "★⭐🌟✭✮✯✪✦◆♦●⬤•■▮▪█▓♥❤💙💚🟩🟢🟦🔵🟨🟡🟥🔴⬛⚫👍✓✔✅☑"
_EMPTY: Final = "☆✩✧◇○□▯▫░▒♡🤍⬜⚪👎✗✘❌☐"
_RATING: Final = re.compile(rf"[{_FILLED}{_EMPTY}](?: ?[{_FILLED}{_EMPTY}])+")
"""Two and more of them in a row; one alone is an ornament."""
_TALLY: Final = re.compile(r"(?<![^\s(:=])(?:\|{2,}(?: \|+)*|/{3,}(?: /+)*|I{4,}(?: I{2,})*)(?![^\s.,;:!?)])")
_ROW: Final = re.compile(r"^\s*\|")
_LONGEST_IN_ROW: Final = 3
"""So many bars beside each other are empty cells of a table."""
_TALLY_SIGNS: Final = MappingProxyType(
    {"\U0001d377": 1, "\U0001d378": 5, "卌": 5, "正": 5, "𝍲": 1, "𝍳": 2, "𝍴": 3, "𝍵": 4}
)
_SIGNS: Final = re.compile(f"[{''.join(_TALLY_SIGNS)}]+")
_IDEOGRAPHS: Final = MappingProxyType(
    {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"\u3007": 0, "两": 2, "兩": 2}
)
_POWERS: Final = MappingProxyType({"十": 10, "百": 100, "千": 1000, "万": 10_000, "萬": 10_000})
_IDEOGRAPH_RUN: Final = re.compile(f"[{''.join((*_IDEOGRAPHS, *_POWERS))}]+")


def drawn_numbers(seen: str) -> Iterator[NumberToken]:
    """The numbers of a text that are neither digits nor letters."""
    for found in chain(_RATING.finditer(seen), () if seen.isascii() else _SIGNS.finditer(seen)):
        yield _token(found, sum(_TALLY_SIGNS.get(sign, sign in _FILLED) for sign in found.group()))
    for found in _TALLY.finditer(seen):
        line = seen[seen.rfind("\n", 0, found.start()) + 1 :]
        if not (_ROW.match(line) and len(found.group()) <= _LONGEST_IN_ROW):
            yield _token(found, len(found.group().replace(" ", "")))
    if not seen.isascii():
        for found in _IDEOGRAPH_RUN.finditer(seen):
            yield _token(found, _ideographs(found.group()))


def _token(found: re.Match[str], value: float) -> NumberToken:
    return NumberToken(text="", start=found.start(), end=found.end(), bare=False, readings=(Quantity(float(value)),))


def _ideographs(text: str) -> int:
    total = group = digit = 0
    for sign in text:
        if sign in _IDEOGRAPHS:
            digit = digit * 10 + _IDEOGRAPHS[sign]
        elif _POWERS[sign] == 10_000:
            total, group, digit = (total + group + digit) * 10_000, 0, 0
        else:
            group, digit = group + (digit or 1) * _POWERS[sign], 0
    return total + group + digit
