"""Units convert as published tables print it, without loss, and only where both measure the same."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.domain_expert.domain.ranges.unit_spellings import Dimension, plainly, readings_of
from services.domain_expert.domain.ranges.unit_tables import FACTORS, common_scale_of
from services.domain_expert.domain.ranges.units import converted
from services.health_data.domain.headers import UNITS
from tests.unit.domain_expert.ranges.printed_conversions import PRINTED, Printed

CONCENTRATIONS: Final = (
    *("g/dL", "g/L", "mg/dL", "mg/L", "ug/dL", "ug/L", "ng/mL", "ng/dL", "ng/L", "pg/mL", "pg/dL"),
    *("mol/L", "mmol/L", "umol/L", "nmol/L", "pmol/L", "mEq/L", "mIU/L", "uIU/mL", "U/L", "ukat/L", "nkat/L"),
)
ALIKE: Final = (
    ("min", "mins", "Minutes", "MIN"),
    ("h", "hr", "hours", "Hrs"),
    ("ms", "msec", "milliseconds"),
    ("degC", "°C", "C", "℃", "Celsius", "deg C"),
    ("degF", "°F", "F", "[degF]"),
    ("%", "percent", "per cent", "% (calc)", "% of total Hgb"),
    ("fraction", "L/L", "proportion"),
    ("bpm", "/min", "1/min", "beats/min", "beats per minute", "breaths/min", "{beats}/min", "min⁻¹", "brpm"),
    ("g/dL", "gm/dl", "G/DL", "g per dL", "grams per deciliter", "g/100 mL", "g%"),
    ("mg/dL", "MG/DL", "mg per dl", "mg / dL", "milligrams/deciliter", "mg%", "mg/dL (calc)", "mg dL⁻¹", "mg/100ml"),
    ("ug/dL", "µg/dL", "μg/dl", "mcg/dL", "UG/DL", "micrograms per decilitre"),
    ("ng/mL", "ug/L", "µg/L", "mcg/L", "NG/ML", "nanograms/milliliter"),
    ("pg/mL", "ng/L", "picograms per mL"),
    ("mmol/L", "MMOL/L", "mmol l-1", "mmol·L⁻¹", "millimoles per litre", "millimol/L", "umol/mL"),
    ("umol/L", "µmol/L", "mcmol/L", "micromoles/liter", "micromol/L", "μmol/l"),
    ("U/L", "IU/L", "units/L", "u/l", "[IU]/L", "units per liter", "mU/mL"),
    ("ukat/L", "µkat/L", "microkatals per litre"),
    ("mIU/L", "uIU/mL", "µIU/mL", "mU/L", "MIU/L", "uU/mL", "m[IU]/L", "mcIU/mL", "milliunits per liter"),
    (
        "10^9/L",
        "10⁹/L",
        "\N{MULTIPLICATION SIGN}10⁹/L",
        "x 10^9/L",
        "10*9/L",
        "10E9/L",
        "x109/L",
        "10^3/uL",
        "10³/µL",
        "x10E3/uL",
    ),
    ("10^9/L", "K/uL", "k/µL", "thousand/uL", "Thousand/mcL", "thou/mm3", "10*3/uL", "1000/µL", "10^3 cells/mm³"),
    ("10^9/L", "G/L", "Gpt/L", "x10(3)/mcL", "10^3/cumm", "Tsd/µl"),
    ("cells/uL", "/uL", "cells/µL", "cells/mm3", "cells/cumm", "{cells}/uL", "#/uL"),
    ("10^12/L", "10¹²/L", "T/L", "M/uL", "Million/uL", "x10E6/uL", "10^6/mm³", "mill/cumm", "million cells/mcL"),
    ("mmHg", "mm Hg", "mm[Hg]", "MMHG"),
    ("kcal", "kilocalories"),
    ("mL/min/1.73m2", "mL/min/1.73 m²", "ml/min/1.73m^2", "mL/min/{1.73_m2}", "mL/min per 1.73 m2"),
    ("kg/m2", "kg/m²", "kg/m^2"),
    ("fL", "µm³", "um^3"),
    ("pg", "pg/cell", "picograms"),
    ("mL/kg/min", "ml/min/kg", "mL/(kg·min)"),
    ("mmol/mol", "mmol/mol Hb", "mmol/mol (IFCC)"),
)
EXACT: Final = (
    ("7.5", "h", "450", "min"),
    ("1", "day", "1440", "min"),
    ("90", "s", "1.5", "min"),
    ("250", "ms", "0.25", "s"),
    ("1", "mi", "1.609344", "km"),
    ("6", "ft", "182.88", "cm"),
    ("1", "lb", "0.45359237", "kg"),
    ("1", "st", "14", "lb"),
    ("98.6", "degF", "37", "degC"),
    ("-40", "degC", "-40", "degF"),
    ("0", "degC", "32", "degF"),
    ("95", "%", "0.95", "fraction"),
    ("1", "/s", "60", "bpm"),
    ("12", "km/h", "200", "m/min"),
    ("1", "kPa", "10", "hPa"),
    ("100", "kcal", "418.4", "kJ"),
    ("1", "g/dL", "10000", "ug/mL"),
    ("1", "mg/L", "100", "ug/dL"),
    ("4500", "cells/uL", "4.5", "K/uL"),
    ("2.5", "lakhs/cumm", "250", "10^9/L"),
    ("6", "ukat/L", "6000", "nkat/L"),
)
FORMULAS: Final = (
    "triglycerides C57H104O6, "
    "total cholesterol C27H46O, glucose C6H12O6, lactate C3H6O3, pyruvate C3H4O3, beta-hydroxybutyrate C4H8O3, "
    "homocysteine C4H9NO2S, creatinine C4H7N3O, urea nitrogen N2, uric acid C5H4N4O3, ammonia NH3, "
    "bilirubin C33H36N4O6, iron Fe, TIBC Fe, calcium Ca, magnesium Mg, phosphate P, zinc Zn, copper Cu, selenium Se, "
    "iodine I, manganese Mn, chromium Cr, cobalt Co, lead Pb, mercury Hg, cadmium Cd, vitamin A C20H30O, "
    "beta-carotene C40H56, vitamin B2 C17H20N4O6, vitamin B12 C63H88CoN14O14P, folate C19H19N7O6, "
    "biotin C10H16N2O3S, vitamin C C6H8O6, vitamin D C27H44O2, vitamin E C29H50O2, vitamin K C31H46O2, "
    "T4 C15H11I4NO4, free T4 C15H11I4NO4, T3 C15H12I3NO4, free T3 C15H12I3NO4, testosterone C19H28O2, "
    "free testosterone C19H28O2, estradiol C18H24O2, estrone C18H22O2, estriol C18H24O3, progesterone C21H30O2, "
    "androstenedione C19H26O2, DHEA C19H28O2, DHEA-S C19H28O5S, cortisol C21H30O5, aldosterone C21H28O5, "
    "melatonin C13H16N2O2, epinephrine C9H13NO3, norepinephrine C8H11NO3, dopamine C8H11NO2, ethanol C2H6O"
)
ATOMS: Final = (
    "H 1.008, C 12.011, N 14.007, O 15.999, Mg 24.305, P 30.974, S 32.06, Ca 40.078, Cr 51.996, Mn 54.938, "
    "Fe 55.845, Co 58.933, Cu 63.546, Zn 65.38, Se 78.971, Cd 112.414, I 126.904, Hg 200.592, Pb 207.2"
)


def _paired(table: str) -> Mapping[str, str]:
    """Of "glucose C6H12O6, iron Fe": what stands last, by what stands before it."""
    pairs = (each.rsplit(maxsplit=1) for each in table.split(","))
    return {name.strip(): last for name, last in pairs}


@pytest.mark.parametrize("printed", PRINTED, ids=lambda each: f"{each.of} {each.value} {each.unit}")
def test_a_value_converts_as_it_is_printed(printed: Printed) -> None:
    number = converted(Decimal(printed.value), printed.unit, printed.other, of=printed.of)
    assert number is not None
    same = Decimal(printed.same)
    assert same in {number.quantize(digits, ROUND_HALF_UP) for digits in (same, same.normalize())}


def test_enough_is_compared_with_what_is_printed() -> None:
    assert len(PRINTED) >= 80
    assert len(FACTORS) >= 60
    assert len({each.of for each in PRINTED} & set(FACTORS)) >= 50


@pytest.mark.parametrize(("value", "unit", "same", "other"), EXACT)
def test_units_of_one_dimension_convert_exactly_both_ways(value: str, unit: str, same: str, other: str) -> None:
    assert converted(Decimal(value), unit, other, of="anything") == Decimal(same)
    assert converted(Decimal(same), other, unit, of="anything") == Decimal(value)


@pytest.mark.parametrize(("substance", "formula"), _paired(FORMULAS).items())
def test_a_factor_is_what_the_chemical_formula_weighs(substance: str, formula: str) -> None:
    atoms = re.findall(r"([A-Z][a-z]?)(\d*)", formula)
    weighs = _paired(ATOMS)
    mass = sum((Decimal(weighs[atom]) * int(number or 1) for atom, number in atoms), Decimal(0))
    assert _number("1", "mol/L", "g/L", of=substance) == pytest.approx(mass, rel=Decimal("0.003"))


def _pairs_of_units() -> Sequence[tuple[str, str, str]]:
    """Units that read alike convert alike: of each kind one is tried."""
    kinds = {unit: tuple(reading.dimension for reading in readings_of(unit)) for unit in CONCENTRATIONS}
    one = {kind: unit for unit, kind in kinds.items()}

    def pairs() -> Iterator[tuple[str, str, str]]:
        for substance in FACTORS:
            convert = {
                (kind, other)
                for kind, other in product(one, one)
                if converted(Decimal(1), one[kind], one[other], of=substance) is not None
            }
            for unit, other in product(CONCENTRATIONS, CONCENTRATIONS):
                if (kinds[unit], kinds[other]) in convert:
                    yield substance, unit, other
        yield from (("HbA1c", "%", "mmol/mol"), ("HbA1c", "mmol/mol", "%"), ("HbA1c", "fraction", "mmol/mol"))
        yield from (("skin_temperature", "degC", "degF"), ("skin_temperature", "degF", "degC"))
        yield from (("sleep_minutes", unit, other) for unit in ("h", "min", "s") for other in ("days", "ms"))

    return tuple(pairs())


@given(
    pair=st.sampled_from(_pairs_of_units()),
    value=st.decimals(min_value="0.0001", max_value="100000", places=4, allow_nan=False, allow_infinity=False),
)
def test_there_and_back_is_the_same_value(pair: tuple[str, str, str], value: Decimal) -> None:
    substance, unit, other = pair
    there = converted(value, unit, other, of=substance)
    assert there is not None
    back = converted(there, other, unit, of=substance)
    assert back is not None
    assert abs(back - value) <= abs(value) * Decimal("1e-20")


@given(value=st.decimals(allow_nan=False, allow_infinity=False, min_value="-1e12", max_value="1e12", places=6))
def test_a_value_in_its_own_unit_is_left_as_it_is(value: Decimal) -> None:
    own = converted(value, "mg/dL", "MG / dl", of="glucose")
    assert own is not None
    assert own.as_tuple() == value.as_tuple()


@given(text=st.text(max_size=30), other=st.text(max_size=30))
def test_any_text_may_stand_for_a_unit(text: str, other: str) -> None:
    assert converted(Decimal(1), text, text, of="glucose") == 1
    number = converted(Decimal(1), text, other, of="glucose")
    assert number is None or number.is_finite()


@pytest.mark.parametrize("spellings", ALIKE, ids=lambda each: str(each[0]))
def test_spellings_of_one_unit_are_read_alike(spellings: tuple[str, ...]) -> None:
    assert all(readings_of(each) for each in spellings)
    for each in spellings[1:]:
        assert converted(Decimal("4.2"), each, spellings[0], of="anything") == Decimal("4.2"), each


def test_every_unit_that_files_are_read_in_is_known_but_scores_and_years() -> None:
    spelled = {each for units in UNITS.values() for unit in units for each in unit.spellings}
    unknown = {each for each in spelled if not readings_of(each)}
    assert unknown == {"points", "score", "/100", "years"}


@pytest.mark.parametrize(
    ("unit", "other", "of"),
    [
        ("mg/dL", "mmol/L", "TSH"),
        ("mg/dL", "mmol/L", "something else"),
        ("mg/dL", "mmol/L", "urea"),
        ("mg/dL", "nmol/L", "lipoprotein(a)"),
        ("ng/mL", "mIU/L", "prolactin"),
        ("U/L", "ukat/L", "TSH"),
        ("mIU/L", "pmol/L", "FSH"),
        ("%", "mg/dL", "HbA1c"),
        ("mmol/mol", "mmol/L", "HbA1c"),
        ("%", "mmol/mol", "hematocrit"),
        ("%", "10^9/L", "neutrophils"),
        ("mEq/L", "mmol/L", "glucose"),
        ("mEq/L", "mmol/L", "phosphate"),
        ("10^9/L", "g/L", "white blood cells"),
        ("min", "bpm", "sleep_minutes"),
        ("min", "m", "sleep_minutes"),
        ("m", "kg", "weight"),
        ("degC", "%", "skin_temperature"),
        ("mmHg", "mm", "systolic blood pressure"),
        ("mL/min", "mL/min/1.73m2", "eGFR"),
        ("mg", "mg/dL", "glucose"),
        ("mg/dL", "", "glucose"),
        ("", "mg/dL", "glucose"),
        ("bananas", "mg/dL", "glucose"),
        ("mg/dL/dL", "mmol/L", "glucose"),
        ("xg/dL", "mmol/L", "glucose"),
        ("10^9/bananas", "10^9/L", "platelets"),
        ("points", "%", "sleep_score"),
    ],
)
def test_units_that_do_not_measure_the_same_convert_into_nothing(unit: str, other: str, of: str) -> None:
    assert converted(Decimal(100), unit, other, of=of) is None
    assert converted(Decimal(100), other, unit, of=of) is None


@pytest.mark.parametrize("value", ["NaN", "sNaN", "Infinity", "-Infinity", "1e999999"])
def test_what_is_no_number_of_a_size_converts_into_nothing(value: str) -> None:
    assert converted(Decimal(value), "g/L", "pg/dL", of="glucose") is None


def test_insulin_converts_by_the_unit_that_is_defined_and_not_by_the_usual_mistake() -> None:
    assert converted(Decimal(10), "µIU/mL", "pmol/L", of="insulin") == 60
    assert converted(Decimal(60), "pmol/L", "mU/L", of="insulin") == 10


def test_urea_is_converted_only_if_it_is_said_that_nitrogen_is_weighed() -> None:
    assert converted(Decimal(20), "mg/dL", "mmol/L", of="BUN") == Decimal("7.14")
    assert converted(Decimal(20), "mg/dL", "mmol/L", of="urea") is None
    assert converted(Decimal(20), "mg/dL", "g/L", of="urea") == Decimal("0.2")


@pytest.mark.parametrize(("mass", "tetramers"), [("18", "2.79"), ("16", "2.48"), ("12", "1.86")])
def test_hemoglobin_is_counted_in_chains_of_which_a_molecule_has_four(mass: str, tetramers: str) -> None:
    """As https://accesssurgery.mhmedical.com/content.aspx?bookid=508&sectionid=41088123 prints the whole molecules."""
    chains = _number(mass, "g/dL", "mmol/L", of="hemoglobin")
    assert (chains / 4).quantize(Decimal("0.01"), ROUND_HALF_UP) == Decimal(tetramers)


def test_magnesium_converts_between_mass_amount_and_equivalents() -> None:
    assert _number("1.7", "mEq/L", "mg/dL", of="magnesium").quantize(Decimal("0.01")) == Decimal("2.07")
    assert converted(Decimal("0.85"), "mmol/L", "mEq/L", of="magnesium") == Decimal("1.7")


def test_the_capital_of_grams_and_giga_is_told_by_what_it_is_converted_to() -> None:
    assert converted(Decimal(45), "G/L", "g/dL", of="albumin") == Decimal("4.5")
    assert converted(Decimal("4.5"), "G/L", "cells/uL", of="white blood cells") == 4500
    assert converted(Decimal("4.5"), "g/L", "cells/uL", of="white blood cells") is None


def test_names_are_found_however_they_are_capitalised() -> None:
    assert converted(Decimal(100), "mg/dL", "mmol/L", of=" ldl CHOLESTEROL ") == Decimal("2.586")


def test_numbers_are_written_out() -> None:
    assert str(converted(Decimal(1), "g/dL", "mg/L", of="albumin")) == "10000"
    assert str(converted(Decimal("1E+3"), "mg/L", "g/L", of="albumin")) == "1"


@pytest.mark.parametrize("substance", FACTORS)
def test_all_factors_of_a_substance_end_in_one_dimension(substance: str) -> None:
    factors = FACTORS[substance]
    ends = {readings_of(each.second)[0].dimension for each in factors}
    starts = {readings_of(each.first)[0].dimension for each in factors}
    assert len(ends) == 1
    assert len(starts) == len(factors)
    assert all(common_scale_of(substance, each) for each in starts | ends)


def test_plain_spelling_keeps_units_apart_that_differ() -> None:
    assert len({plainly(each) for each in ("mg/dL", "mg/L", "mmol/L", "mol/L", "ml/l", "m/l")}) == 6
    assert {readings_of(each)[0].dimension for each in ("M/uL", "m/s", "m")} == {
        Dimension.CELLS_IN_VOLUME,
        Dimension.SPEED,
        Dimension.LENGTH,
    }


def _number(value: str, unit: str, other: str, *, of: str) -> Decimal:
    number = converted(Decimal(value), unit, other, of=of)
    assert number is not None
    return number
