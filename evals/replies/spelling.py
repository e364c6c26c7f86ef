"""Numbers as people write them: words, glyphs, clock times."""

from random import Random
from typing import Final

ONES: Final = [
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
TENS: Final = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_IRREGULAR: Final = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
MONTHS: Final = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
ALPHABETS: Final = {
    "fullwidth": "０１２３４５６７８９",
    "arabic-indic": "٠١٢٣٤٥٦٧٨٩",
    "devanagari": "०१२३४५६७८९",
    "mathematical": "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗",
    "superscript": "⁰¹²³⁴⁵⁶⁷⁸⁹",
    "subscript": "₀₁₂₃₄₅₆₇₈₉",
    "circled": "⓪①②③④⑤⑥⑦⑧⑨",
}
_ROMAN: Final = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def dice(seed: str) -> Random:
    """A generator whose draws depend on nothing but the seed."""
    return Random(seed)  # noqa: S311, an evaluation draws no secrets


def words(number: int, *, joint: str = "-", with_and: bool = False) -> str:
    """English words of a whole number below a million: "one hundred and twenty-four"."""
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (joint + ONES[ones] if ones else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    many, rest = divmod(number, size)
    link = " and " if with_and and 0 < rest < 100 else " "
    tail = link + words(rest, joint=joint, with_and=with_and) if rest else ""
    return f"{words(many, joint=joint, with_and=with_and)} {name}{tail}"


def decimal_words(text: str, *, joint: str = "-") -> str:
    """Words of a decimal as it is written: "66.4" is "sixty-six point four"."""
    whole, _, rest = text.replace(",", "").partition(".")
    spoken = words(int(whole), joint=joint)
    return f"{spoken} point {' '.join(ONES[int(digit)] for digit in rest)}" if rest else spoken


def ordinal(number: int) -> str:
    """Digits and suffix: "93rd"."""
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def ordinal_words(number: int) -> str:
    """Words: "ninety-third"."""
    head, dash, last = words(number).rpartition("-")
    changed = _IRREGULAR.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return head + dash + changed


def roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        while number >= value:
            text, number = text + letters, number - value
    return text


def in_alphabet(text: str, alphabet: str) -> str:
    return text.translate(str.maketrans("0123456789", ALPHABETS[alphabet]))


def plain(value: float, decimals: int = 0) -> str:
    return f"{value:.{decimals}f}"


def grouped(value: float, decimals: int = 0) -> str:
    return f"{value:,.{decimals}f}"
