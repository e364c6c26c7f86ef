"""Each row against the number that its source prints: the number itself, and on which side of it the limit is."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

import pytest

from services.domain_expert.domain.ranges.rows import Row, RowKind
from tests.unit.domain_expert.experts import shipped_ranges

ROWS: Final = tuple(row for row in shipped_ranges().rows if row.kind is not RowKind.PERCENTILE)
COMPUTED: Final = tuple(row for row in shipped_ranges().rows if row.kind is RowKind.PERCENTILE)

_NUMBER: Final = r"(?<![\d.,])(\d[\d,]*(?:\.\d+)?)(?![\d]|\.\d)"
_UNIT: Final = r"(?: ?%| hours| ?°?C|bpm| bpm| ?mm ?Hg| beats per minute)?"
_TO: Final = r" ?(?:–|-|to)(?:<| less than)? ?"  # noqa: RUF001, as printed
_INSIDE: Final = re.compile(rf"{_NUMBER}{_UNIT}{_TO}{_NUMBER}")
_UPPER_FROM: Final = (
    re.compile(rf"(?:<(?!=)|[Ll]ess than|[Bb]elow|[Uu]nder|[Ll]ower than) ?{_NUMBER}"),
    re.compile(rf"(?:[Ll]ess than|[Bb]elow) \d+/{_NUMBER}"),
    re.compile(rf"[Aa]t least {_NUMBER}"),
    re.compile(rf"(?:≥|>=) ?{_NUMBER}"),
    re.compile(rf"{_NUMBER}{_UNIT}(?: \([^)]*\))? (?:&|or) (?:above|more|higher|greater)"),
)
"""The number belongs to those above it: "<100" and "≥100" part at the same place."""
_LOWER_TO: Final = (
    re.compile(rf"(?:≤|<=) ?{_NUMBER}"),
    re.compile(rf"{_NUMBER}{_UNIT} (?:&|or) (?:below|less|lower|fewer)"),
    re.compile(rf"(?:>(?!=)|[Aa]bove|[Mm]ore than|[Oo]ver|[Hh]igher than) ?{_NUMBER}"),
)
"""The number belongs to those below it: "≤100" and ">100" do as well."""

WORDED: Final = {
    "vitamin-d-some-at-risk": ["20 (upper)"],
    "steps-adults": ["7000 (upper)"],
    "active-zone-minutes-daily": ["22 (upper)"],
    "resting-heart-rate-40-59": ["60 (upper)"],
    "systolic-normal": ["90 (upper)", "120 (upper)"],
    "diastolic-normal": ["60 (upper)", "80 (upper)"],
    "spo2-93-94": ["93 (upper)", "94 (lower)"],
}
"""Where the source's own bands meet in a number that it prints in both, or it says the side in other words."""


def parted(printed: str) -> Iterator[tuple[Decimal, str]]:
    """Each printed number at which something begins or ends, with those who have it: "upper" or "lower"."""
    for found in _INSIDE.finditer(printed):
        yield _value(found[1]), "upper"
        yield _value(found[2]), "upper" if re.search(r"<|less than", found[0]) else "lower"
    for found in re.finditer(rf"between {_NUMBER}{_UNIT} and {_NUMBER}", printed):
        yield _value(found[1]), "upper"
        yield _value(found[2]), "lower"
    for belongs, patterns in (("upper", _UPPER_FROM), ("lower", _LOWER_TO)):
        for pattern in patterns:
            yield from ((_value(found[1]), belongs) for found in pattern.finditer(printed))


def _value(number: str) -> Decimal:
    return Decimal(number.replace(",", ""))


def missing(row: Row) -> list[str]:
    """The bounds of a row that its source does not print like that."""
    found = set(parted(row.printed))
    wanted = []
    if row.low is not None:
        wanted.append((row.low, "upper" if row.low_included else "lower"))
    if row.high is not None:
        wanted.append((row.high, "lower" if row.high_included else "upper"))
    return [f"{value} ({belongs})" for value, belongs in wanted if (value, belongs) not in found]


def test_every_bound_is_printed_as_a_bound_on_its_side() -> None:
    assert {row.id: bounds for row in ROWS if (bounds := missing(row))} == WORDED


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("18.5 to less than 25", {("18.5", "upper"), ("25", "upper")}),
        ("20%–50%", {("20", "upper"), ("50", "lower")}),  # noqa: RUF001, as printed
        ("Less than 120/80", {("120", "upper"), ("80", "upper")}),
        ("140 (systolic blood pressure) or higher", {("140", "upper")}),
        (">102 cm; ≤88 cm", {("102", "lower"), ("88", "lower")}),
        ("about 8,000-10,000 steps", {("8000", "upper"), ("10000", "lower")}),
        ("13 & above", {("13", "upper")}),
        ("4.5 million", set()),
    ],
)
def test_how_bounds_are_printed(printed: str, expected: set[tuple[str, str]]) -> None:
    assert set(parted(printed)) == {(Decimal(value), belongs) for value, belongs in expected}


def test_a_computed_percentile_is_printed_with_its_share_and_unit() -> None:
    for row in COMPUTED:
        assert row.low is None, row.id
        if row.of != "vo2_max":
            assert re.fullmatch(rf"{row.percent} % of \d+ are below {row.high} {re.escape(row.unit)}", row.printed)
