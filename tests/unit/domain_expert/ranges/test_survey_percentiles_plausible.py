"""The computed percentiles hold together: with the script that wrote them, with each other, and with what is usual.

The survey's files are not here to compute from. A slip of a column, a unit, a sex or an age group shows all the same:
in quantities that follow from each other, and in what is known to differ between women and men and with age.
"""

import tomllib
from collections.abc import Callable, Mapping
from decimal import Decimal
from itertools import pairwise
from statistics import mean
from typing import Any, Final

import pytest

from scripts.survey_percentiles import AGES, CYCLE, FEWEST, PERCENTS, QUANTITIES, SEXES, Quantity, files
from services.domain_expert.adapters.ranges_files import FOLDER
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Sex
from services.domain_expert.domain.ranges.rows import RowKind
from services.domain_expert.domain.ranges.units import converted
from tests.unit.domain_expert.experts import shipped_ranges

WRITTEN: Final[Mapping[str, Any]] = tomllib.loads((FOLDER / "percentiles.toml").read_text("utf-8"))
BY_NAME: Final[Mapping[str, Mapping[str, Any]]] = {each["of"]: each for each in WRITTEN["quantity"]}
RANGES: Final = shipped_ranges()
GROUPS: Final = tuple((sex, low, high) for sex in SEXES for low, high in AGES)
MEDIAN: Final = PERCENTS.index(50)
UNUSUAL: Final = {"fasting glucose", "HbA1c"}
"""Of these half of the older people of the United States have more than is called usual."""


def at(of: str, index: int) -> list[float]:
    """A percentile of a quantity in each group: women of the three ages, then men."""
    return [float(group["at"][index]) for group in BY_NAME[of]["groups"]]


def medians(of: str) -> list[float]:
    return at(of, MEDIAN)


def by_sex(of: str) -> list[tuple[float, float]]:
    """Medians of women and of men of the same age."""
    return list(zip(medians(of)[:3], medians(of)[3:], strict=True))


def test_what_was_written_is_what_the_script_writes() -> None:
    assert (WRITTEN["survey"]["cycle"], WRITTEN["survey"]["percents"]) == (CYCLE, list(PERCENTS))
    assert list(WRITTEN["survey"]["sha256"]) == files()
    assert list(BY_NAME) == [quantity.of for quantity in QUANTITIES]


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda quantity: quantity.of)
def test_every_group_of_a_quantity_is_there_in_order_and_as_the_script_writes_it(quantity: Quantity) -> None:
    written = BY_NAME[quantity.of]
    assert (written["unit"], written["weight"], written.get("note", "")) == (
        quantity.unit,
        quantity.weight,
        quantity.note,
    )
    assert (tuple(written["files"]), tuple(written["variables"])) == (quantity.files, quantity.variables)
    assert [(group["sex"], group["age_low"], group["age_high"]) for group in written["groups"]] == list(GROUPS)
    for group in written["groups"]:
        assert group["n"] >= FEWEST
        values = [Decimal(value) for value in group["at"]]
        assert len(values) == len(PERCENTS)
        assert values == sorted(values)
        assert values[0] < values[MEDIAN] < values[-1]
        assert {-int(value.as_tuple().exponent) for value in values} == {quantity.decimals}


@pytest.mark.parametrize("quantity", QUANTITIES, ids=lambda quantity: quantity.of)
def test_no_percentile_is_beyond_what_is_likely_to_be_meant_in_its_unit(quantity: Quantity) -> None:
    known = quantities().named(quantity.of)
    assert known is not None
    spans = [
        (round(low, quantity.decimals), high)
        for unit, one, other in known.plausible
        if (low := converted(one, unit, quantity.unit, of=quantity.of)) is not None
        and (high := converted(other, unit, quantity.unit, of=quantity.of)) is not None
    ]
    assert spans, "a unit that converts"
    assert min(low for low, _ in spans) <= Decimal(str(min(at(quantity.of, 0))))
    assert Decimal(str(max(at(quantity.of, -1)))) <= max(high for _, high in spans)


@pytest.mark.parametrize("of", sorted(set(BY_NAME) - UNUSUAL))
def test_half_of_each_group_have_about_what_is_printed_as_usual(of: str) -> None:
    """Within 5 %: laboratories differ, and the survey's people are not all healthy."""
    unit = BY_NAME[of]["unit"]
    for (name, low_age, high_age), median in zip(GROUPS, medians(of), strict=True):
        sex = {"female": Sex.FEMALE, "male": Sex.MALE}[name]
        for row in RANGES.rows:
            covers = row.age_low <= low_age and row.age_high >= min(high_age, 90)
            if row.kind is not RowKind.REFERENCE_INTERVAL or row.of != of or row.sex not in (None, sex) or not covers:
                continue
            value = converted(Decimal(str(median)), unit, row.unit, of=of)
            assert value is not None, row.id
            assert row.low is None or value >= row.low * Decimal("0.95"), row.id
            assert row.high is None or value <= row.high * Decimal("1.05"), row.id


@pytest.mark.parametrize(
    ("of", "computed", "within"),
    [
        ("non-HDL cholesterol", lambda i: medians("total cholesterol")[i] - medians("HDL cholesterol")[i], 0.05),
        ("HOMA-IR", lambda i: medians("fasting glucose")[i] * medians("insulin")[i] / 405, 0.1),
        ("MCV", lambda i: medians("hematocrit")[i] / medians("red blood cells")[i] * 10, 0.02),
        ("MCH", lambda i: medians("hemoglobin")[i] / medians("red blood cells")[i] * 10, 0.02),
        ("hematocrit", lambda i: medians("hemoglobin")[i] * 3, 0.03),
    ],
)
def test_what_follows_from_other_quantities_agrees_with_them(
    of: str, computed: Callable[[int], float], within: float
) -> None:
    """Medians of what was measured in the same people: the relations hold nearly, not exactly."""
    for index, median in enumerate(medians(of)):
        assert computed(index) == pytest.approx(median, rel=within), GROUPS[index]


@pytest.mark.parametrize(
    ("more", "of"),
    [
        ("women", "HDL cholesterol"),
        ("women", "platelets"),
        ("women", "hs-CRP"),
        *(("men", of) for of in ("hemoglobin", "hematocrit", "red blood cells", "creatinine", "uric acid", "iron")),
        *(("men", of) for of in ("ALT", "AST", "GGT", "creatine kinase", "bilirubin", "weight_kg")),
        *(("men", of) for of in ("waist circumference", "fasting glucose", "triglycerides")),
    ],
)
def test_women_and_men_differ_as_is_known(more: str, of: str) -> None:
    assert all((women > men) is (more == "women") for women, men in by_sex(of)), by_sex(of)


@pytest.mark.parametrize(
    ("of", "rises"),
    [
        ("systolic blood pressure", True),
        ("HbA1c", True),
        ("fasting glucose", True),
        ("BUN", True),
        ("creatinine", True),
        ("waist circumference", True),
        ("eGFR", False),
        ("lymphocytes", False),
    ],
)
def test_quantities_change_with_age_as_is_known(of: str, rises: bool) -> None:  # noqa: FBT001, a row of a table
    for ages in (medians(of)[:3], medians(of)[3:]):
        assert all((older > younger) is rises for younger, older in pairwise(ages)), ages


def share_above(values: list[float], limit: float) -> float:
    """Percent of a group above a limit, on straight lines between its percentiles."""
    for (percent, value), (next_percent, next_value) in pairwise(zip(PERCENTS, values, strict=True)):
        if value <= limit < next_value:
            return 100 - percent - (next_percent - percent) * (limit - value) / (next_value - value)
    return 100 - PERCENTS[-1] if limit >= values[-1] else 100 - PERCENTS[0]


@pytest.mark.parametrize(
    ("of", "limit", "published"), [("body mass index", 30, 42.5), ("total cholesterol", 240, 10.4)]
)
def test_the_shares_that_are_published_of_the_survey_come_out(of: str, limit: float, published: float) -> None:
    groups = [[float(value) for value in group["at"]] for group in BY_NAME[of]["groups"]]
    assert mean(share_above(values, limit) for values in groups) == pytest.approx(published, abs=1.5)
