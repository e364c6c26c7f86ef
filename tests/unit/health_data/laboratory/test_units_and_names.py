"""What units convert into each other, and what laboratory values are called."""

import pytest

from services.health_data.domain.lab_names import words_of_labs
from services.health_data.domain.labels import unit_of
from services.health_data.domain.laboratory.analytes import ANALYTES, Analyte, identified, named
from services.health_data.domain.laboratory.conversions import converted
from services.health_data.domain.laboratory.units import spoken, unit


def analyte(name: str) -> Analyte:
    found = named(name)
    assert found is not None
    return found


# From published conversion tables (AMA Manual of Style; IFCC-NGSP), not from the code's molar masses.
@pytest.mark.parametrize(
    ("name", "value", "printed", "into", "expected"),
    [
        ("glucose", 100, "mg/dL", "mmol/L", 5.55),
        ("total cholesterol", 200, "mg/dL", "mmol/L", 5.17),
        ("LDL cholesterol", 3.0, "mmol/l", "mg/dl", 116.0),
        ("triglycerides", 150, "mg/dL", "mmol/L", 1.694),
        ("creatinine", 1.0, "mg/dL", "µmol/L", 88.42),
        ("creatinine", 88.42, "umol/L", "MG/DL", 1.0),
        ("vitamin D", 30, "ng/mL", "nmol/L", 74.88),
        ("urea nitrogen", 14, "mg/dL", "mmol/L", 5.0),
        ("urea", 30, "mg/dL", "mmol/L", 4.995),
        ("uric acid", 6.0, "mg/dL", "umol/L", 356.9),
        ("calcium", 10.0, "mg/dL", "mmol/L", 2.495),
        ("magnesium", 2.0, "mg/dL", "mmol/L", 0.823),
        ("sodium", 140, "mEq/L", "mmol/L", 140),
        ("calcium", 5.0, "mEq/L", "mmol/L", 2.5),
        ("iron", 100, "ug/dL", "umol/L", 17.9),
        ("bilirubin", 1.0, "mg/dL", "µmol/L", 17.1),
        ("hemoglobin", 14.0, "g/dL", "mmol/L", 8.69),
        ("hemoglobin", 140, "g/L", "g/dL", 14),
        ("testosterone", 500, "ng/dL", "nmol/L", 17.34),
        ("vitamin B12", 400, "pg/mL", "pmol/L", 295.1),
        ("free T4", 1.2, "ng/dL", "pmol/L", 15.45),
        ("cortisol", 10, "ug/dL", "nmol/L", 275.9),
        ("HbA1c", 7.0, "%", "mmol/mol", 53.0),
        ("HbA1c", 42, "mmol/mol", "%", 5.99),
        ("hematocrit", 0.45, "L/L", "%", 45),
        ("platelets", 250, "10*3/uL", "G/L", 250),
        ("platelets", 250, "K/uL", "/nL", 250),
        ("platelets", 250, "x10E3/uL", "10^9/L", 250),
        ("platelets", 250_000, "/µL", "Thousand/uL", 250),
        ("platelets", 2.5, "lakhs/cumm", "10³/µL", 250),
        ("red blood cells", 4.8, "M/uL", "T/L", 4.8),
        ("red blood cells", 4.8, "10*6/uL", "10^12/L", 4.8),
        ("white blood cells", 7500, "cells/cmm", "x10(3)/mcL", 7.5),
        ("TSH", 2.1, "uIU/mL", "mIU/L", 2.1),
        ("ALT", 30, "U/L", "µkat/L", 0.5),
        ("ferritin", 30, "ng/mL", "µg/L", 30),
        ("urine albumin to creatinine ratio", 3, "mg/mmol", "mg/g", 26.5),
    ],
)
def test_units_convert_as_published(name: str, value: float, printed: str, into: str, expected: float) -> None:
    found = converted(value, printed, into, analyte=analyte(name))
    assert found == pytest.approx(expected, rel=2e-3)
    assert found is not None
    assert converted(found, into, printed, analyte=analyte(name)) == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    ("name", "printed", "into"),
    [
        ("lipoprotein(a)", "mg/dL", "nmol/L"),
        ("insulin", "uIU/mL", "pmol/L"),
        ("glucose", "", "mg/dL"),
        ("glucose", "mg/dL", "mg/24h"),
        ("neutrophils", "%", "10*3/uL"),
        ("eGFR", "mL/min", "mL/min/1.73m2"),
        ("CRP", "mg/L", "index"),
    ],
)
def test_what_is_not_defined_is_not_converted(name: str, printed: str, into: str) -> None:
    assert converted(5, printed, into, analyte=analyte(name)) is None


def test_units_that_are_only_written_differently_are_one() -> None:
    assert converted(5, "Foo/Bar", "foo / bar", analyte=None) == 5
    assert unit("mL/min/{1.73_m2}") == unit("ml/min/1,73 m²") == unit("mL/min/1.73m2")
    assert unit("g/L") != unit("G/L")


@pytest.mark.parametrize(
    ("printed", "of_unit", "name"),
    [
        ("LDL Chol Calc (NIH)", "mg/dL", "LDL cholesterol"),
        ("LDL-Cholesterin", "mmol/l", "LDL cholesterol"),
        ("Cholesterol, Total", "mg/dL", "total cholesterol"),
        ("Cholesterol in LDL [Mass/volume] in Serum or Plasma", "mg/dL", "LDL cholesterol"),
        ("Glucose", "mg/dL", "glucose"),
        ("Hemoglobin A1c", "%", "HbA1c"),
        ("HbA1c (IFCC)", "mmol/mol", "HbA1c"),
        ("Hämoglobin", "g/dl", "hemoglobin"),
        ("\N{GREEK SMALL LETTER GAMMA}-GT", "U/l", "GGT"),
        ("Vitamin D, 25-Hydroxy", "ng/mL", "vitamin D"),
        ("25-OH-Vitamin D", "nmol/l", "vitamin D"),
        ("Créatinine", "µmol/L", "creatinine"),
        ("Ácido úrico", "mg/dL", "uric acid"),
        ("Neutrophils", "%", "neutrophils percent"),
        ("Neutrophils (Absolute)", "x10E3/uL", "neutrophils"),
        ("ABSOLUTE NEUTROPHILS", "cells/uL", "neutrophils"),
        ("BUN", "mg/dL", "urea nitrogen"),
        ("Harnstoff", "mg/dl", "urea"),
        ("hs-CRP", "mg/L", "hs-CRP"),
    ],
)
def test_a_printed_name_is_known_beside_its_unit(printed: str, of_unit: str, name: str) -> None:
    assert identified(printed, unit_printed=of_unit).name == name


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("Hemoglobin (Hb)", "hemoglobin"),
        ("Sodium (Na⁺)", "sodium"),
        ("WBC (White Blood Cells)", "white blood cells"),
        ("Low Density Lipoprotein [LDL]", "LDL cholesterol"),
        ("S.G.P.T (ALT)", "ALT"),
    ],
)
def test_a_name_that_is_said_twice_is_known(printed: str, name: str) -> None:
    found = named(printed)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("printed", ["Creatinine (Urine)", "Glucose (average)", "Iron (Ferritin)"])
def test_a_name_that_is_qualified_is_not_known_by_its_first_word(printed: str) -> None:
    assert named(printed) is None


@pytest.mark.parametrize(
    ("printed", "of_unit"),
    [
        ("Glucose, Urine", "mg/dL"),
        ("Creatinine, Random Urine", "mg/dL"),
        ("Protein S", "%"),
        ("Free PSA", "ng/mL"),
        ("Calcium, ionized", "mmol/L"),
        ("Vitamin D 1,25-Dihydroxy", "pg/mL"),
        ("Chol/HDL Ratio", "ratio"),
        ("TSH Receptor Antibody", "IU/L"),
    ],
)
def test_what_is_something_else_keeps_its_name(printed: str, of_unit: str) -> None:
    assert identified(printed, unit_printed=of_unit).name == printed


def test_a_name_beside_a_unit_of_something_else_is_told_by_it() -> None:
    assert identified("Glucose", unit_printed="mg/24h").name == "Glucose (mg/24h)"
    assert identified("Glucose", unit_printed="").name == "Glucose (no unit)"


def test_a_code_goes_before_the_name() -> None:
    assert identified("Sugar in it", unit_printed="mg/dL", loinc="2345-7").name == "glucose"
    urine = identified("Creatinine", unit_printed="mg/dL", loinc="2161-8")
    assert (urine.name, urine.loinc) == ("Creatinine (LOINC 2161-8)", "2161-8")
    assert identified("LDL", unit_printed="mg/dL").loinc == "13457-7"
    assert identified("LDL", unit_printed="mg/dL", loinc="UNKNOWN").loinc == "13457-7"


def test_no_name_and_no_code_means_two_things() -> None:
    for names in (
        [name for each in ANALYTES for name in each.printed],
        [code for each in ANALYTES for code in each.loinc],
    ):
        assert len(names) == len(set(names))
    assert len(ANALYTES) > 100


def test_codes_have_their_check_digit() -> None:
    """LOINC codes end with a check digit of modulus 10, by which a mistyped one is known."""
    for code in (code for each in ANALYTES for code in each.loinc):
        number, _, digit = code.partition("-")
        doubled = str(int(number[::-1][::2][::-1] or "0") * 2)
        total = sum(map(int, number[::-1][1::2] + doubled))
        assert (10 - total % 10) % 10 == int(digit), code


def test_what_is_known_here_is_spoken_of_by_its_name() -> None:
    words = words_of_labs(each.name for each in ANALYTES)
    # A number that stands alone in a name would read as a result.
    assert {name for name, each in words.items() if each.noun != name} == {"IGF-1", "omega-3 index"}


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("mg/dL (calc)", "mg/dL"),
        ("x10E3/uL", "10^3/uL"),
        ("10³/µL", "10^3/uL"),
        ("x10(3)/mcL", "10^3/mcL"),
        ("% of total Hgb", "%"),
        ("ml/min/1,73m²", "mL/min/1.73m2"),
        ("m[IU]/L", "mIU/L"),
        ("/nL", "10^9/L"),
        ("/µl", "10^6/L"),
    ],
)
def test_units_can_be_written_behind_a_number(printed: str, expected: str) -> None:
    assert spoken(printed) == expected
    assert unit_of(expected) == expected
    assert converted(7, printed, expected, analyte=None) == 7
