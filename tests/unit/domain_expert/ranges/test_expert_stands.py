"""What is said of numbers: for every place a number can have, with no number that nothing vouches for."""

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Final

import pytest

from services.domain_expert.adapters.knowledge_file import KnowledgeFile
from services.domain_expert.adapters.stands_files import FOLDER, stands
from services.domain_expert.adapters.vocabulary import quantities
from services.domain_expert.domain.case import Person, Sex
from services.domain_expert.domain.citing import Citable
from services.domain_expert.domain.ranges.comparing import Comparison
from services.domain_expert.domain.ranges.rows import RowKind
from services.domain_expert.domain.ranges.stands import Place
from services.domain_expert.domain.ranges.telling import meaning, verdict
from tests.unit.domain_expert.experts import OTHER, SOURCE, row, shipped_ranges

RANGES: Final = shipped_ranges()
ROWS: Final = {each.id: each for each in RANGES.rows}
PASSAGES: Final = {each.id: each for each in KnowledgeFile().passages}
PEOPLE: Final = tuple(Person(sex=sex, age_years=age) for sex in (None, *Sex) for age in (None, 25, 47, 70))
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_PLACES: Final = re.compile(r"\{[^}]*\}")
_MOST_WORDS: Final = 110


def numbers(text: str) -> set[str]:
    return {found.replace(",", "") for found in _NUMBER.findall(_PLACES.sub("", text))}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_number_that_is_said_stands_in_the_rows_and_passages_it_rests_on(path: Path) -> None:
    for entry in tomllib.loads(path.read_text("utf-8"))["stand"]:
        texts = f"{entry['say']} {entry.get('more', '')} {entry.get('ask', '')}"
        places = [entry["when"]] if isinstance(entry["when"], str) else entry["when"]
        named = [*re.findall(r"\{row:([^}]+)\}", texts), *(name for when in places if (name := when.partition(" ")[2]))]
        rests_on = [*(ROWS[name].citable.text for name in named), *(PASSAGES[name].text for name in entry["rests_on"])]
        assert numbers(texts) <= numbers(" ".join(rests_on)), (entry["of"], entry["when"])


def test_every_stand_is_short_and_cited() -> None:
    for stand in RANGES.stands.values():
        assert stand.said.sources, stand
        assert stand.meant.sources, stand
        assert len(f"{stand.say} {stand.more} {stand.ask}".split()) <= _MOST_WORDS, stand
        assert "{value}" in stand.say or stand.place in (Place.ASKED, Place.UNKNOWN), stand


def test_whatever_the_number_of_whomever_something_is_said_of_it() -> None:
    """On each bound, beside it, far outside, and without a number."""
    for of in sorted({each.of for each in RANGES.rows if each.kind is not RowKind.PERCENTILE}):
        rows = [each for each in RANGES.rows if each.of == of and each.kind is not RowKind.PERCENTILE]
        bounds = {bound for each in rows for bound in (each.low, each.high) if bound is not None}
        step = Decimal("0.01")
        values = sorted({Decimal(0), Decimal(10**6), *bounds, *(bound + step for bound in bounds)})
        for person in PEOPLE:
            for value in (None, *values):
                compared = RANGES.compare(of=of, value=value, unit=rows[0].unit, person=person, laboratory=None)
                assert compared.stand is not None, (of, value, person)


@pytest.mark.parametrize("is_unknown", [True, False])
def test_every_quantity_with_rows_says_what_is_usual_and_what_is_missing(*, is_unknown: bool) -> None:
    for of in sorted({each.of for each in RANGES.rows}):
        compared = RANGES.compare(of=of, value=None, unit="", person=Person(), laboratory=None, is_unknown=is_unknown)
        assert compared.stand, of
        assert compared.stand.place is (Place.UNKNOWN if is_unknown else Place.ASKED)


def test_every_quantity_that_has_a_stand_can_be_named() -> None:
    known = quantities().by_name
    unnamed = {stand.of for stand in RANGES.stands.values() if stand.of.casefold() not in known}
    assert unnamed <= {"heart_rate"}


def told(comparison: Comparison, value: str) -> list[str]:
    return [each.text for each in (*verdict(comparison, value=value), *meaning(comparison, value=value))]


def compared(value: str, unit: str = "mg/dL") -> Comparison:
    return RANGES.compare(
        of="LDL cholesterol", value=Decimal(value), unit=unit, person=Person(age_years=40), laboratory=None
    )


def test_the_number_and_the_bounds_are_filled_in_in_the_unit_of_the_number_too() -> None:
    assert "142 mg/dL" in told(compared("142"), "142 mg/dL")[0]
    assert "130 to below 160 mg/dL counts as" in told(compared("142"), "142 mg/dL")[0]
    first = told(compared("3.7", "mmol/L"), "3.7 mmol/L")[0]
    assert "130 to below 160 mg/dL (3.4 to below 4.1 mmol/L)" in first
    vouched = " ".join(citable.text for citable in compared("3.7", "mmol/L").citable)
    assert {"3.4", "4.1"} <= numbers(vouched)


GOOD: Final = """
[[stand]]
of = "LDL cholesterol"
when = "in high"
say = "{value} is high: {range}, and {row:low} is low."
more = "Ask."
rests_on = ["a"]
"""
LOW, HIGH = row("low", None, "100"), row("high", "100", None)
PASSAGE: Final = Citable(id="a", text="Text.", sources=(OTHER, SOURCE))


def test_a_stand_is_read_with_the_rows_it_names(tmp_path: Path) -> None:
    (tmp_path / "some.toml").write_text(GOOD, "utf-8")
    (found,) = stands([LOW, HIGH], [PASSAGE], tmp_path).values()
    assert found.say == "{value} is high: {range}, and below 100 mg/dL is low."
    assert found.said.text == " is high: 100 mg/dL or more, and below 100 mg/dL is low."
    assert found.said.sources == (SOURCE,)
    assert found.meant == Citable(id="LDL cholesterol, in high: more", text="Ask.", sources=(OTHER,))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("in high", "in other", "other"),
        ("in high", "somewhere", "somewhere"),
        ("{row:low}", "{row:lost}", "lost"),
        ('["a"]', '["b"]', "b"),
        ("LDL cholesterol", "HDL cholesterol", "is a row of LDL cholesterol"),
        (GOOD, GOOD + GOOD, "it is there twice"),
    ],
)
def test_a_mistake_in_a_file_stops_the_start(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "some.toml").write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(ValueError, match=rf"^some\.toml, .*{message}"):
        stands([LOW, HIGH], [PASSAGE], tmp_path)
