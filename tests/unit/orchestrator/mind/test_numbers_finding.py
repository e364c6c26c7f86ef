# ruff: noqa: RUF001, look-alikes of ASCII characters are what is tested
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.orchestrator.domain.numbers.reading.plain_text import visible
from services.orchestrator.domain.numbers.reading.tokenising import tokenise
from services.orchestrator.domain.numbers.reading.tokens import CalendarDate, ClockTime, Quantity


def found(text: str) -> list[tuple[float, str | None]]:
    """The numbers of a text by their first reading."""
    return [(round(token.value, 6), token.unit) for token in tokenise(text)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("58 bpm", 58, "bpm"), ("58bpm", 58, "bpm"), ("58 beats per minute", 58, "bpm"), ("58/min", 58, "/min"),
        ("10,471 steps", 10471, "steps"), ("10 471 steps", 10471, "steps"), ("10\u202f471 steps", 10471, "steps"),
        ("10'471", 10471, None), ("10_471", 10471, None), ("10.471,5", 10471.5, None), ("1,20,000", 120000, None),
        ("58,4 bpm", 58.4, "bpm"), ("58·4", 58.4, None), (".5", 0.5, None), ("5 8 1 ms", 581, "ms"),
        ("5.8e1", 58, None), ("5.8×10^1", 58, None), ("5.8 x 10¹", 58, None), ("5.8*10**1", 58, None),
        ("10⁴ steps", 10000, "steps"), ("10k steps", 10000, "steps"), ("1.2M", 1.2e6, None),
        ("9.0 k steps", 9000, "steps"),
        ("1.5 thousand", 1500, None), ("2 million", 2e6, None), ("two dozen", 24, None),
        ("12 %", 12, "%"), ("12 pct", 12, "%"), ("12 percentage points", 12, "%"), ("12‰", 1.2, "%"), ("12٪", 12, "%"),
        ("-0.37", -0.37, None), ("\u22120.37", -0.37, None), ("minus three", -3, None), ("±3", 3, None),
        ("+/-3", 3, None),
        ("½", 0.5, "share"), ("7½ hours", 7.5, "h"), ("3 1/2 hours", 3.5, "h"), ("2/3 of it", 2 / 3, "share"),
        ("½ an hour", 0.5, "h"), ("3/4 mile", 0.75, "mi"), ("\uff15\uff18 bpm", 58, "bpm"), ("٥٨", 58, None),
        ("५८", 58, None),
        ("⑤⑧", 58, None), ("⑳", 20, None), ("𝟓𝟖", 58, None), ("⁵⁸ ms", 58, "ms"),
        ("5\ufe0f\u20e38\ufe0f\u20e3", 58, None),
        ("LVIII bpm", 58, "bpm"), ("Ⅻ", 12, None), ("30 ng/mL", 30, "ng/ml"), ("n = 27", 27, "day"),
        ("12 naps", 12, "naps"),
    ],
)  # fmt: skip
def test_numbers_in_digits_are_found(text: str, value: float, unit: str | None) -> None:
    [(number, said)] = found(text)
    assert said == unit
    assert number == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("sixty", 60, None), ("fifty-eight bpm", 58, "bpm"), ("Fifty Eight BPM", 58, "bpm"), ("fiftyeight", 58, None),
        ("one hundred and twenty", 120, None), ("a hundred and one", 101, None), ("two thousand steps", 2000, "steps"),
        ("ten thousand, four hundred and seventy-one", 10471, None), ("a dozen nights", 12, "day"),
        ("zero point four", 0.4, None), ("point four", 0.4, None), ("fifty-eight point four two", 58.42, None),
        ("seven and a half hours", 7.5, "h"), ("half a million", 500000, None), ("half", 0.5, "share"),
        ("a third of it", 1 / 3, "share"), ("two-thirds", 2 / 3, "share"), ("three quarters", 0.75, "share"),
        ("a quarter of an hour", 0.25, "h"), ("half an hour", 0.5, "h"), ("an hour and a half", 1.5, "h"),
        ("nearly an hour", 1, "h"), ("one in four", 0.25, "share"), ("three out of five", 0.6, "share"),
        ("twice", 2, "times"), ("tripled", 3, "times"), ("tenfold", 10, "times"), ("ten-fold", 10, "times"),
        ("three times", 3, "times"), ("2.5x", 2.5, "times"), ("ten percent", 10, "%"), ("ten per cent", 10, "%"),
        ("the ninetieth", 90, "rank"), ("twenty-third", 23, "rank"), ("the low sixties", 62, None),
        ("a fortnight", 14, "day"),
        ("a couple of nights", 2, "day"), ("a score of runs", 20, "runs"), ("seven readings", 7, "values"),
        ("seven daily readings", 7, "values"),
    ],
)  # fmt: skip
def test_numbers_in_words_are_found(text: str, value: float, unit: str | None) -> None:
    [(number, said)] = found(text)
    assert said == unit
    assert number == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    "text",
    ["someone", "several", "a few hundred steps", "dozens", "hundreds of steps", "alone", "tent", "Everton", "an"],
)
def test_what_only_sounds_like_a_number_is_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("58–62 bpm", [(58, "bpm"), (62, "bpm")]),
        ("between 58 and 62 bpm", [(58, "bpm"), (62, "bpm")]),
        ("from 58 bpm to 62", [(58, "bpm"), (62, "bpm")]),
        ("58, 60 and 62 bpm", [(58, "bpm"), (60, "bpm"), (62, "bpm")]),
        ("58 ± 3 bpm", [(58, "bpm"), (3, "bpm")]),
        ("sixty to seventy minutes", [(60, "min"), (70, "min")]),
        ("6-8k steps", [(6000, "steps"), (8000, "steps")]),
        ("27 days and 58 bpm", [(27, "day"), (58, "bpm")]),
        ("0.37 and 58 bpm", [(0.37, None), (58, "bpm")]),
        ("120/80 mmHg", [(120, "mmHg"), (80, "mmHg")]),
        ("7h 45m", [(465, "min")]),
        ("7h45", [(465, "min")]),
        ("7:45 hours", [(465, "min")]),
        ("7 hours and 45 minutes", [(465, "min")]),
        ("seven hours and forty-five minutes", [(465, "min")]),
        ("7 hours, 45 minutes", [(7, "h"), (45, "min")]),
    ],
)
def test_numbers_that_belong_together_share_their_unit(text: str, numbers: list[tuple[float, str | None]]) -> None:
    assert found(text) == numbers


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 March 2026", CalendarDate(year=2026, month=3, day=12)),
        ("March 12th, 2026", CalendarDate(year=2026, month=3, day=12)),
        ("the 12th of March", CalendarDate(month=3, day=12)),
        ("March the 12th", CalendarDate(month=3, day=12)),
        ("12-Mar-2026", CalendarDate(year=2026, month=3, day=12)),
        ("2026-03-12", CalendarDate(year=2026, month=3, day=12)),
        ("2026/03/12", CalendarDate(year=2026, month=3, day=12)),
        ("31/03/2026", CalendarDate(year=2026, month=3, day=31)),
        ("31.3.26", CalendarDate(year=2026, month=3, day=31)),
        ("03/2026", CalendarDate(year=2026, month=3)),
        ("March 2026", CalendarDate(year=2026, month=3)),
        ("22:30", ClockTime(minute_of_day=1350)),
        ("10:30 pm", ClockTime(minute_of_day=1350)),
        ("10.30 p.m.", ClockTime(minute_of_day=1350)),
        ("10pm", ClockTime(minute_of_day=1320)),
        ("12 am", ClockTime(minute_of_day=0)),
        ("ten o'clock", ClockTime(minute_of_day=600, either_half=True)),
        ("half past ten", ClockTime(minute_of_day=630, either_half=True)),
        ("a bedtime of 10.30", ClockTime(minute_of_day=630, either_half=True)),
    ],
)
def test_dates_and_times_are_found(text: str, expected: CalendarDate | ClockTime) -> None:
    assert [token.moment for token in tokenise(text)] == [expected]


def test_days_of_a_range_have_its_month() -> None:
    assert [token.moment for token in tokenise("3–5 March")] == [
        CalendarDate(month=3, day=3),
        CalendarDate(month=3, day=5),
    ]
    assert [token.moment for token in tokenise("March 3 and 5")] == [
        CalendarDate(month=3, day=3),
        CalendarDate(month=3, day=5),
    ]


def test_a_count_behind_a_month_is_no_date() -> None:
    assert found("In March 27 days had a value.") == [(27, "day")]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("5**8**1 ms", "581 ms"), ("&#53;8 bpm", "58 bpm"), ("5\u200b8", "58"), ("5<b>8</b>", "58"),
        ("5<!-- x -->8", "58"),
        ("[58 bpm](https://example.org/a(b))", "58 bpm"), ("[58 bpm](#ds-001)", "58 bpm"), ("[a](58)", "[a](58)"),
        ("_58_ bpm", "58 bpm"), ("$58$", "58"), (r"\(58\)", "58"), (r"58\%", "58%"),
        (r"58\.4", "58.4"),
        (r"\frac{1}{2}", "1/2"), (r"\tfrac25", "2/5"), (r"\mathbf{58}", "58"), ("==58== ^60^", "58 60"),
        ("~~58~~", "58"),
        ("㎏", "kg"), ("5\u03328", "58"), ("<58 bpm>", "<58 bpm>"), ('<i title="58">x</i>', '<i title="58">x'),
    ],
)  # fmt: skip
def test_a_text_is_read_as_its_reader_sees_it(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text(max_size=200))
def test_any_text_can_be_searched_for_numbers(text: str) -> None:
    seen = visible(text)
    tokens = tokenise(text)
    assert all(seen[token.start : token.end].strip() == token.text for token in tokens)
    assert all(math.isfinite(token.value) for token in tokens)
    assert list(tokens) == sorted(tokens, key=lambda token: token.start)


_PIECES = [
    "5",
    "58",
    "1,000",
    ".",
    ",",
    "-",
    "/",
    ":",
    " ",
    "e",
    "^",
    "10",
    "×",
    "½",
    "²",
    "a",
    "one",
    "half",
    "third",
    "and",
]
_MORE = [
    "hundred",
    "point",
    "of",
    "in",
    "an hour",
    "March",
    "2026",
    "th",
    "pm",
    "h",
    "m",
    "%",
    "\n",
    "(",
    "[",
    "\\frac{",
    "}",
]


@given(st.lists(st.sampled_from([*_PIECES, *_MORE]), max_size=30).map("".join))
def test_any_heap_of_digits_and_words_can_be_searched_for_numbers(text: str) -> None:
    assert all(math.isfinite(token.value) for token in tokenise(text))


_DIGITS = {"plain": "0123456789", "wide": "０１２３４５６７８９", "arabic": "٠١٢٣٤٥٦٧٨٩", "bold": "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"}


@given(
    st.integers(1, 999_999).flatmap(lambda n: st.sampled_from([(n, 0), (n, 1), (n, 2)])),
    st.sampled_from(sorted(_DIGITS)),
    st.sampled_from(["", "-", "\u2212", "minus "]),
    st.sampled_from(
        ["{}", "**{}**", "`{}`", "({})", "It was {}.", "~{} bpm", "≥{}", "${}$", "[{}](https://example.org)"]
    ),
)
def test_a_finite_number_is_found_however_it_is_written(
    number: tuple[int, int], script: str, sign: str, frame: str
) -> None:
    value, decimals = number[0] / 10 ** number[1], number[1]
    digits = f"{value:.{decimals}f}".translate(str.maketrans(_DIGITS["plain"], _DIGITS[script]))
    text = frame.format(sign + digits)
    readings = [reading for token in tokenise(text) for reading in token.readings]
    sizes = [abs(reading.value) for reading in readings if isinstance(reading, Quantity)]
    assert any(math.isclose(size, value) for size in sizes), (text, readings)
