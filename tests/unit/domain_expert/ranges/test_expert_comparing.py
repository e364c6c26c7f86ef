"""A number set beside what is known of it: the laboratory's own range first, and only what fits the person and unit."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.domain.case import Person, Sex
from services.domain_expert.domain.ranges.comparing import Comparison, Laboratory, Side, compare
from services.domain_expert.domain.ranges.rows import Row, RowKind
from tests.unit.domain_expert.experts import row

LDL = "LDL cholesterol"
BANDS = (row("optimal", None, "100"), row("near optimal", "100", "130"), row("high", "130", None))
USUAL = row("usual", "50", "120", kind=RowKind.REFERENCE_INTERVAL, high_included=True)
TARGET = row("advised", None, "70", kind=RowKind.TARGET)
ADA = Person(sex=Sex.FEMALE, age_years=36)


def percentiles(of: Mapping[int, str], **fields: object) -> tuple[Row, ...]:
    who = "-".join(map(str, fields.values()))
    return tuple(
        row(f"{percent} {who}".strip(), None, value, kind=RowKind.PERCENTILE, percent=percent, **fields)
        for percent, value in of.items()
    )


AMONG = percentiles({5: "60", 25: "90", 50: "110", 75: "140", 95: "180"})


def compared(
    value: str | None,
    rows: Sequence[Row] = (*BANDS, USUAL, TARGET, *AMONG),
    *,
    unit: str = "mg/dL",
    of: str = LDL,
    person: Person = ADA,
    laboratory: Laboratory | None = None,
) -> Comparison:
    number = None if value is None else Decimal(value)
    return compare(rows, of=of, value=number, unit=unit, person=person, laboratory=laboratory)


def name_of(comparison: Comparison) -> str:
    return comparison.limit.row.id if comparison.limit else ""


@pytest.mark.parametrize(
    ("value", "band"),
    [("0", "optimal"), ("99.9", "optimal"), ("100", "near optimal"), ("129.99", "near optimal"), ("130", "high")],
)
def test_a_value_falls_into_the_band_that_holds_it(value: str, band: str) -> None:
    assert name_of(compared(value)) == band


@pytest.mark.parametrize(("value", "band"), [("129.4", "elevated"), ("129.5", "stage 1"), ("139.6", "stage 2")])
def test_between_bands_in_whole_numbers_a_value_is_rounded(value: str, band: str) -> None:
    rows = (
        row("elevated", "120", "129", high_included=True),
        row("stage 1", "130", "139", high_included=True),
        row("stage 2", "140", None),
    )
    assert name_of(compared(value, rows)) == band


@pytest.mark.parametrize("value", ["1e300", "-1e300", "1e-300", "0", "NaN", "Infinity"])
def test_absurd_values_are_compared_without_an_error(value: str) -> None:
    compared(value)
    compared(value, (row("middle", "120", "129", high_included=True),))


@pytest.mark.parametrize(
    ("value", "side"), [("49.9", Side.BELOW), ("50", Side.WITHIN), ("120", Side.WITHIN), ("120.1", Side.ABOVE)]
)
def test_a_value_is_below_within_or_above_the_usual_interval(value: str, side: Side) -> None:
    interval = compared(value).interval
    assert interval is not None
    assert interval.side is side


def test_on_a_bound_that_is_left_out_a_value_is_outside() -> None:
    open_row = row("open", "50", "120", kind=RowKind.REFERENCE_INTERVAL, low_included=False)
    sides = [placed.side for value in ("50", "120") if (placed := compared(value, [open_row]).interval)]
    assert sides == [Side.BELOW, Side.ABOVE]


@pytest.mark.parametrize(
    ("value", "nearest"),
    [("59", [5]), ("60", [5, 25]), ("100", [25, 50]), ("110", [50, 75]), ("179", [75, 95]), ("500", [95])],
)
def test_a_value_is_told_by_the_percentiles_just_below_and_above(value: str, nearest: list[int]) -> None:
    assert [each.percent for each in compared(value).percentiles] == nearest


def test_without_a_value_what_is_usual_is_left() -> None:
    comparison = compared(None, unit="")
    assert comparison.limit is None
    assert comparison.interval
    assert comparison.target
    assert [each.percent for each in comparison.percentiles] == [25, 75]


@pytest.mark.parametrize("unit", ["", "mmHg", "bpm", "furlongs", "%"])
def test_a_value_in_a_unit_that_cannot_be_converted_is_compared_with_nothing(unit: str) -> None:
    comparison = compared("90", unit=unit)
    assert (comparison.limit, comparison.interval, comparison.percentiles, comparison.target) == (None, None, (), None)


def test_a_value_in_another_unit_is_converted() -> None:
    comparison = compared("2.5", unit="mmol/L")
    assert name_of(comparison) == "optimal"
    assert [each.percent for each in comparison.percentiles] == [25, 50]


@pytest.mark.parametrize(
    ("low", "high", "side"),
    [
        ("80", "90", Side.WITHIN),
        ("91", "95", Side.BELOW),
        (None, "89", Side.ABOVE),
        ("89", None, Side.WITHIN),
        (None, "90", Side.WITHIN),
    ],
)
def test_the_laboratorys_own_range_counts_though_nothing_else_is_known(
    low: str | None, high: str | None, side: Side
) -> None:
    laboratory = Laboratory(low=None if low is None else Decimal(low), high=None if high is None else Decimal(high))
    assert compared("90", (), unit="odd unit", laboratory=laboratory).laboratory is side
    assert compared("90").laboratory is None
    assert compared(None, laboratory=laboratory).laboratory is None


def test_rows_of_another_quantity_are_not_looked_at() -> None:
    assert compared("90", of="HDL cholesterol").rows == ()
    assert len(compared("90", of="ldl CHOLESTEROL").rows) == len(BANDS) + 2 + len(AMONG)


FOR_ALL = row("all", None, "10", kind=RowKind.REFERENCE_INTERVAL)
WOMEN = row("women", None, "20", kind=RowKind.REFERENCE_INTERVAL, sex=Sex.FEMALE)
MEN = row("men", None, "30", kind=RowKind.REFERENCE_INTERVAL, sex=Sex.MALE)
YOUNG_WOMEN = row("young", None, "40", kind=RowKind.REFERENCE_INTERVAL, sex=Sex.FEMALE, age_low=20, age_high=39)
OLD_WOMEN = row("old", None, "50", kind=RowKind.REFERENCE_INTERVAL, sex=Sex.FEMALE, age_low=60)


@pytest.mark.parametrize(
    ("person", "looked_at", "chosen"),
    [
        (Person(), ["all"], "all"),
        (Person(age_years=30), ["all"], "all"),
        (Person(sex=Sex.MALE), ["all", "men"], "men"),
        (Person(sex=Sex.FEMALE), ["all", "women"], "women"),
        (Person(sex=Sex.FEMALE, age_years=39), ["all", "women", "young"], "young"),
        (Person(sex=Sex.FEMALE, age_years=40), ["all", "women"], "women"),
        (Person(sex=Sex.FEMALE, age_years=60), ["all", "women", "old"], "old"),
    ],
)
def test_a_person_is_compared_with_people_of_that_sex_and_age(
    person: Person, looked_at: list[str], chosen: str
) -> None:
    comparison = compared("5", (FOR_ALL, WOMEN, MEN, YOUNG_WOMEN, OLD_WOMEN), person=person)
    assert [each.id for each in comparison.rows] == looked_at
    assert comparison.interval
    assert comparison.interval.row.id == chosen


def test_percentiles_of_different_people_are_not_mixed() -> None:
    rows = percentiles({5: "1", 95: "9"}) + percentiles({5: "2", 95: "8"}, sex=Sex.FEMALE, age_low=20, age_high=39)
    assert {each.sex for each in compared("5", rows).percentiles} == {Sex.FEMALE}
    assert {each.sex for each in compared("5", rows, person=Person()).percentiles} == {None}


BOUNDS = st.lists(st.integers(0, 300), min_size=1, max_size=6, unique=True).map(sorted)


def bands(bounds: Sequence[int]) -> Iterator[Row]:
    yield row("lowest", None, str(bounds[0]))
    yield from (row(f"from {low}", str(low), str(high)) for low, high in pairwise(bounds))
    yield row("highest", str(bounds[-1]), None)


@given(bounds=BOUNDS, value=st.decimals(-1000, 1000, places=2))
def test_every_value_falls_into_exactly_one_of_adjoining_bands(bounds: list[int], value: Decimal) -> None:
    rows = tuple(bands(bounds))
    assert [each.id for each in rows if each.holds(value)] == [name_of(compared(str(value), rows))]


def test_what_was_looked_at_may_be_cited_in_the_order_of_the_kinds() -> None:
    kinds = dict.fromkeys(each.kind for each in compared("90").rows)
    assert list(kinds) == [RowKind.DECISION_LIMIT, RowKind.REFERENCE_INTERVAL, RowKind.PERCENTILE, RowKind.TARGET]
    assert [citable.id for citable in compared("90").citable] == [each.id for each in compared("90").rows]


def test_what_only_one_sex_has_is_judged_although_no_sex_is_told() -> None:
    rows = (row("men of 60", None, "4.5", kind=RowKind.REFERENCE_INTERVAL, sex=Sex.MALE, age_low=60, age_high=69),)
    found = compared("4.6", rows, person=Person(age_years=62))
    assert found.interval is not None
    assert found.interval.side is Side.ABOVE
