"""The shipped rows: printed as their sources print them, without gaps or overlaps, and never told mixed."""

import re
from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.adapters.ranges_files import FOLDER, RangesFiles
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Person, Sex
from services.domain_expert.domain.ranges.comparing import Comparison, Laboratory
from services.domain_expert.domain.ranges.rows import Row, RowKind
from services.domain_expert.domain.ranges.spans import span
from services.domain_expert.domain.ranges.telling import among_others, meaning, verdict
from services.domain_expert.domain.ranges.units import converted
from tests.unit.domain_expert.experts import row as a_row
from tests.unit.domain_expert.experts import shipped_ranges

RANGES: Final = shipped_ranges()
ROWS: Final = RANGES.rows
LIMITS: Final = tuple(row for row in ROWS if row.kind is RowKind.DECISION_LIMIT)
NAMED: Final = tuple(sorted({row.of for row in ROWS}))
PEOPLE: Final = tuple(
    Person(sex=sex, age_years=age) for sex in (None, *Sex) for age in (None, 18, 21, 35, 47, 60, 65, 82)
)
NUMBERS: Final = st.decimals(0, 100_000, places=2) | st.sampled_from(
    sorted({bound for row in ROWS for bound in (row.low, row.high) if bound is not None})
)


def test_many_laboratory_values_and_daily_metrics_are_known() -> None:
    assert len([name for name in NAMED if "_" not in name]) >= 40
    assert len([name for name in NAMED if "_" in name]) >= 5


def test_every_bound_stands_in_the_words_that_were_printed() -> None:
    for row in ROWS:
        printed = {Decimal(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", row.printed)}
        for bound in (row.low, row.high):
            assert bound is None or bound in printed, row.id


def test_every_row_has_a_bound_in_order_and_says_of_whom_it_is() -> None:
    for row in ROWS:
        assert (row.low, row.high) != (None, None), row.id
        assert row.low is None or row.high is None or row.low <= row.high, row.id
        assert 0 <= row.age_low <= row.age_high <= 120, row.id
        assert row.means, row.id
        assert row.population, row.id
        assert (row.percent is not None) == (row.kind is RowKind.PERCENTILE), row.id


def test_all_units_of_one_quantity_convert_into_each_other() -> None:
    units = defaultdict(set)
    for row in ROWS:
        units[row.of].add(row.unit)
    for quantity in quantities().by_name.values():
        if quantity.name in units:
            units[quantity.name] |= {unit for unit, _, _ in quantity.plausible}
    apart = {
        (of, one, other)
        for of, each in units.items()
        for one in each
        for other in each
        if converted(Decimal(1), one, other, of=of) is None
    }
    assert apart == set()


def test_percentiles_of_one_group_ascend_and_of_the_survey_all_are_there() -> None:
    groups = defaultdict(list)
    for row in ROWS:
        if row.kind is RowKind.PERCENTILE:
            groups[row.of, row.sex, row.age_low].append(row)
    assert len(groups) >= 40
    for name, rows in groups.items():
        percents = [row.percent or 0 for row in rows]
        assert percents == sorted(set(percents)), name
        assert name[0] == "vo2_max" or percents == [5, 10, 25, 50, 75, 90, 95], name
        values = [row.high or Decimal(0) for row in rows]
        assert values == sorted(values), name


def _fitting(of: str, person: Person) -> list[Row]:
    return [row for row in LIMITS if row.of == of and row.is_of(person)]


@given(of=st.sampled_from(sorted({row.of for row in LIMITS})), person=st.sampled_from(PEOPLE), value=NUMBERS)
def test_no_value_falls_into_two_bands(of: str, person: Person, value: Decimal) -> None:
    assert len([row.id for row in _fitting(of, person) if row.holds(value)]) <= 1


@pytest.mark.parametrize("of", sorted({row.of for row in LIMITS} - {"glucose"}))
def test_bands_leave_no_gap(of: str) -> None:
    """On each bound, between two, and far outside, somebody of whom there are bands is in one."""
    for person in PEOPLE:
        rows = _fitting(of, person)
        bounds = sorted({bound for row in rows for bound in (row.low, row.high) if bound is not None})
        tried = [Decimal(0), *bounds, *((low + high) / 2 for low, high in pairwise(bounds)), Decimal(9999)]
        for value in tried if rows else []:
            found = RANGES.compare(of=of, value=value, unit=rows[0].unit, person=person, laboratory=None)
            assert found.limit is not None, (value, person)


@pytest.mark.parametrize(
    ("value", "band"), [("129.4", "systolic-elevated"), ("129.6", "systolic-stage-1"), ("119.4", "systolic-normal")]
)
def test_an_average_between_two_whole_numbers_has_a_band(value: str, band: str) -> None:
    found = RANGES.compare(
        of="systolic blood pressure", value=Decimal(value), unit="mmHg", person=Person(age_years=40), laboratory=None
    )
    assert found.limit
    assert found.limit.row.id == band


def _told(comparison: Comparison, value: str) -> list[str]:
    laboratory_and_verdict = verdict(comparison, value=value)
    others = (*meaning(comparison, value=value), *among_others(comparison, noun=comparison.of, value=value))
    return [statement.text for statement in (*laboratory_and_verdict, *others)]


def test_nothing_but_the_laboratorys_range_places_a_value_in_a_unit_that_cannot_be_converted() -> None:
    comparison = RANGES.compare(
        of="HbA1c", value=Decimal(7), unit="bpm", person=Person(age_years=40), laboratory=Laboratory(high=Decimal(6))
    )
    assert _told(comparison, "7 bpm") == ["7 bpm is above your laboratory's own range, which counts first."]


def test_what_is_told_reads_well() -> None:
    person = Person(sex=Sex.FEMALE, age_years=36)
    comparison = RANGES.compare(
        of="LDL cholesterol", value=Decimal("4.1"), unit="mmol/L", person=person, laboratory=None
    )
    texts = _told(comparison, "4.1 mmol/L")
    assert texts[0] == (
        "An LDL of 4.1 mmol/L is a little above what is wanted: in guidance for adults, 130 to below 160 mg/dL "
        "(3.4 to below 4.1 mmol/L) counts as borderline high, and below 100 mg/dL as optimal."
    )
    assert texts[-1].startswith("Among US women aged 20 to 39, 95 of 100 are below ")


def test_a_limit_calls_no_number_of_somebody_a_disease_outright() -> None:
    """What a guideline calls a range is told as a range: one value makes no illness."""
    diseases = re.compile(r"an(?:a)?emia|diabetes|failure")
    named = {row.means for row in LIMITS if diseases.search(row.means)}
    assert {means for means in named if not means.startswith(("range of ", "no "))} == set()


@pytest.mark.parametrize(
    ("low", "high", "fields", "words"),
    [
        ("130", "160", {}, "130 to below 160 mg/dL"),
        (None, "100", {}, "below 100 mg/dL"),
        (None, "100", {"high_included": True}, "100 mg/dL or less"),
        ("60", None, {}, "60 mg/dL or more"),
        ("60", None, {"low_included": False}, "above 60 mg/dL"),
        ("95", "95", {"high_included": True, "unit": "%"}, "95%"),
        ("5.7", "6.5", {"unit": "%"}, "5.7 to below 6.5%"),
        ("1E+3", None, {"unit": ""}, "1,000 or more"),
    ],
)
def test_bounds_are_written_as_people_write_them(
    low: str | None, high: str | None, fields: Mapping[str, object], words: str
) -> None:
    assert span(a_row("x", low, high, **fields)) == words


def test_every_shipped_row_can_be_asked_for_by_name() -> None:
    assert {name for name in NAMED if quantities().named(name) is None} == set()


ROW: Final = """[[row]]
id = "ldl"
of = "LDL cholesterol"
kind = "target"
high = "100"
unit = "mg/dL"
sex = "any"
age_low = 20
age_high = 120
means = "x"
population = "adults"
printed = "<100"
source = "one"
"""
SOURCE: Final = (
    '[one]\ntitle = "T"\npublisher = "P"\nyear = 2020\nurl = "https://a.example"\ndoi = ""\nlicence = "facts only"\n'
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "target"', 'kind = "gossip"', r"^rows\.toml, ldl: ValueError\(.*gossip"),
        ('high = "100"', 'high = "a lot"', r"^rows\.toml, ldl: InvalidOperation"),
        ('source = "one"', 'source = "two"', r"^rows\.toml, ldl: KeyError\('two'\)"),
        ('sex = "any"', 'sex = "both"', r"^rows\.toml, ldl: KeyError\('both'\)"),
        ('means = "x"\n', "", r"^rows\.toml, ldl: KeyError\('means'\)"),
        ('id = "ldl"\n', "", r"^rows\.toml, a row without an id: KeyError\('id'\)"),
        (ROW, ROW + ROW, r"^Rows are there twice: ldl\.$"),
    ],
)
def test_a_mistake_in_a_file_stops_the_start_by_name(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "all.toml").write_text(SOURCE, "utf-8")
    (tmp_path / "rows.toml").write_text(ROW, "utf-8")
    assert RangesFiles((), tmp_path, tmp_path / "stands").rows[0].id == "ldl"
    (tmp_path / "rows.toml").write_text(ROW.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=message):
        RangesFiles((), tmp_path, tmp_path / "stands")


def test_ids_are_used_once() -> None:
    assert len({row.id for row in ROWS}) == len(ROWS)
    assert FOLDER.is_dir()
