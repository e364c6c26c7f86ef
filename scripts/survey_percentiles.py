"""Computes what share of American adults has less than a value, from the public files of a national health survey.

    python scripts/survey_percentiles.py FOLDER > services/domain_expert/ranges/percentiles.toml

FOLDER holds files of the National Health and Nutrition Examination Survey 2017-2018 as CDC publishes them, in the SAS
transport format and under their own names: DEMO_J.XPT and those that `QUANTITIES` names. The same files give the same
output, byte for byte; it states the SHA-256 of each.

Who counts: examined people of 20 years and more, without women who were pregnant by a test or by their own word.
Illness and medicines exclude nobody: this is the population, not the healthy part of it.

Weights: each person stands for as many people as the survey's weight says. Values of the fasting morning sample have a
weight of their own, which is zero for whoever had not fasted; all others have the weight of the examination.

The p-th percentile is the lowest observed value for which people with that value or less make up at least p percent
of the weight. Nothing is interpolated, so a raw variable's percentile is a value that somebody had.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]

CYCLE: Final = "2017-2018"
SOURCE: Final = "nhanes-2017-2018"
PERCENTS: Final = (5, 10, 25, 50, 75, 90, 95)
SEXES: Final = {"female": 2, "male": 1}
AGES: Final = ((20, 39), (40, 59), (60, 120))
"""Years at the screening, both included; the survey writes 80 for everyone of 80 and more."""

FEWEST: Final = 200
"""Of fewer people, fewer than ten would lie below the lowest percentile: such a group is left out."""

EXAMINATION: Final = "WTMEC2YR"
FASTING: Final = "WTSAF2YR"
PREGNANT: Final = 1
HIGHEST_FOR_FRIEDEWALD: Final = 400
"""mg/dL of triglycerides, above which LDL cholesterol cannot be calculated from them."""


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """What is measured: its name and unit in the output, and the survey's variables that it comes from."""

    of: str
    unit: str
    decimals: int
    files: tuple[str, ...]
    variables: tuple[str, ...]
    value: Callable[[pd.DataFrame], Numbers]
    weight: str = EXAMINATION
    note: str = ""


def column(people: pd.DataFrame, name: str) -> Numbers:
    return people[name].to_numpy(dtype=np.float64)


def only(name: str) -> Callable[[pd.DataFrame], Numbers]:
    """The value that is one variable as it stands."""

    def value(people: pd.DataFrame) -> Numbers:
        return column(people, name)

    return value


def raw(of: str, unit: str, decimals: int, file: str, variable: str, *, note: str = "") -> Quantity:
    """A variable as the survey publishes it, for everyone who was examined."""
    return Quantity(
        of=of, unit=unit, decimals=decimals, files=(file,), variables=(variable,), value=only(variable), note=note
    )


def non_hdl(people: pd.DataFrame) -> Numbers:
    return column(people, "LBXTC") - column(people, "LBDHDD")


def ldl(people: pd.DataFrame) -> Numbers:
    """Friedewald's equation in mg/dL, for triglycerides of at most 400."""
    triglycerides = column(people, "LBXSTR")
    calculated = non_hdl(people) - triglycerides / 5
    return np.where(triglycerides <= HIGHEST_FOR_FRIEDEWALD, calculated, np.nan)


def homa_ir(people: pd.DataFrame) -> Numbers:
    """Fasting glucose in mg/dL times fasting insulin in uU/mL, over 405."""
    return column(people, "LBXGLU") * column(people, "LBXIN") / 405


def egfr(people: pd.DataFrame) -> Numbers:
    """The CKD-EPI creatinine equation of 2021, which knows creatinine in mg/dL, age and sex."""
    female = column(people, "RIAGENDR") == SEXES["female"]
    ratio = column(people, "LBXSCR") / np.where(female, 0.7, 0.9)
    exponent = np.where(female, -0.241, -0.302)
    low = np.minimum(ratio, 1) ** exponent
    high = np.maximum(ratio, 1) ** -1.200
    return 142 * low * high * 0.9938 ** column(people, "RIDAGEYR") * np.where(female, 1.012, 1)


def mean_reading(people: pd.DataFrame, *, prefix: str) -> Numbers:
    """The mean of a person's readings of blood pressure, of which there are up to three; zero is no reading."""
    readings = np.column_stack([column(people, f"{prefix}{number}") for number in (1, 2, 3)])
    there = ~np.isnan(readings) & (readings > 0)
    count = there.sum(axis=1)
    total = np.where(there, readings, 0).sum(axis=1)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def systolic(people: pd.DataFrame) -> Numbers:
    return mean_reading(people, prefix="BPXSY")


def diastolic(people: pd.DataFrame) -> Numbers:
    return mean_reading(people, prefix="BPXDI")


_FASTED: Final = "People who had fasted, in the morning."
_ANY_TIME: Final = "Blood taken at any time of the day, fasting or not."

QUANTITIES: Final = (
    raw("total cholesterol", "mg/dL", 0, "TCHOL_J", "LBXTC"),
    raw("HDL cholesterol", "mg/dL", 0, "HDL_J", "LBDHDD"),
    Quantity(
        of="non-HDL cholesterol", unit="mg/dL", decimals=0, files=("TCHOL_J", "HDL_J"), variables=("LBXTC", "LBDHDD"),
        value=non_hdl, note="Total less HDL cholesterol.",
    ),
    Quantity(
        of="LDL cholesterol", unit="mg/dL", decimals=0, files=("TCHOL_J", "HDL_J", "BIOPRO_J", "GLU_J"),
        variables=("LBXTC", "LBDHDD", "LBXSTR"), value=ldl, weight=FASTING,
        note=f"{_FASTED} Calculated by Friedewald's equation, for triglycerides of at most 400 mg/dL.",
    ),
    Quantity(
        of="triglycerides", unit="mg/dL", decimals=0, files=("BIOPRO_J", "GLU_J"), variables=("LBXSTR",),
        value=only("LBXSTR"), weight=FASTING, note=f"{_FASTED} From the standard biochemistry profile.",
    ),
    Quantity(
        of="fasting glucose", unit="mg/dL", decimals=0, files=("GLU_J",), variables=("LBXGLU",),
        value=only("LBXGLU"), weight=FASTING, note=_FASTED,
    ),
    Quantity(
        of="insulin", unit="uU/mL", decimals=2, files=("INS_J",), variables=("LBXIN",),
        value=only("LBXIN"), weight=FASTING, note=_FASTED,
    ),
    Quantity(
        of="HOMA-IR", unit="index", decimals=1, files=("GLU_J", "INS_J"), variables=("LBXGLU", "LBXIN"),
        value=homa_ir, weight=FASTING, note=f"{_FASTED} Glucose in mg/dL times insulin in uU/mL, over 405.",
    ),
    raw("HbA1c", "%", 1, "GHB_J", "LBXGH"),
    raw("glucose", "mg/dL", 0, "BIOPRO_J", "LBXSGL", note=_ANY_TIME),
    raw("hs-CRP", "mg/L", 2, "HSCRP_J", "LBXHSCRP", note="Nobody is left out for an infection."),
    raw("hemoglobin", "g/dL", 1, "CBC_J", "LBXHGB"),
    raw("hematocrit", "%", 1, "CBC_J", "LBXHCT"),
    raw("red blood cells", "10^6/uL", 2, "CBC_J", "LBXRBCSI"),
    raw("white blood cells", "10^3/uL", 1, "CBC_J", "LBXWBCSI"),
    raw("neutrophils", "10^3/uL", 1, "CBC_J", "LBDNENO"),
    raw("lymphocytes", "10^3/uL", 1, "CBC_J", "LBDLYMNO"),
    raw("eosinophils", "10^3/uL", 1, "CBC_J", "LBDEONO"),
    raw("platelets", "10^3/uL", 0, "CBC_J", "LBXPLTSI"),
    raw("MCV", "fL", 1, "CBC_J", "LBXMCVSI"),
    raw("MCH", "pg", 1, "CBC_J", "LBXMCHSI"),
    raw("RDW", "%", 1, "CBC_J", "LBXRDW"),
    raw("iron", "ug/dL", 0, "BIOPRO_J", "LBXSIR", note=_ANY_TIME),
    raw("creatinine", "mg/dL", 2, "BIOPRO_J", "LBXSCR"),
    Quantity(
        of="eGFR", unit="mL/min/1.73m2", decimals=0, files=("BIOPRO_J",), variables=("LBXSCR", "RIDAGEYR", "RIAGENDR"),
        value=egfr, note="The CKD-EPI creatinine equation of 2021; 80 stands for every age from 80.",
    ),
    raw("BUN", "mg/dL", 0, "BIOPRO_J", "LBXSBU", note="Blood urea nitrogen: of urea, only the nitrogen is weighed."),
    raw("uric acid", "mg/dL", 1, "BIOPRO_J", "LBXSUA"),
    raw("ALT", "U/L", 0, "BIOPRO_J", "LBXSATSI"),
    raw("AST", "U/L", 0, "BIOPRO_J", "LBXSASSI"),
    raw("GGT", "U/L", 0, "BIOPRO_J", "LBXSGTSI"),
    raw("alkaline phosphatase", "U/L", 0, "BIOPRO_J", "LBXSAPSI"),
    raw("bilirubin", "mg/dL", 1, "BIOPRO_J", "LBXSTB"),
    raw("LDH", "U/L", 0, "BIOPRO_J", "LBXSLDSI"),
    raw("creatine kinase", "U/L", 0, "BIOPRO_J", "LBXSCK"),
    raw("albumin", "g/dL", 1, "BIOPRO_J", "LBXSAL"),
    raw("total protein", "g/dL", 1, "BIOPRO_J", "LBXSTP"),
    raw("sodium", "mmol/L", 0, "BIOPRO_J", "LBXSNASI"),
    raw("potassium", "mmol/L", 1, "BIOPRO_J", "LBXSKSI"),
    raw("chloride", "mmol/L", 0, "BIOPRO_J", "LBXSCLSI"),
    raw("calcium", "mg/dL", 1, "BIOPRO_J", "LBXSCA"),
    raw("phosphate", "mg/dL", 1, "BIOPRO_J", "LBXSPH", note="Of the phosphorus in it."),
    raw("body mass index", "kg/m2", 1, "BMX_J", "BMXBMI"),
    raw("waist circumference", "cm", 1, "BMX_J", "BMXWAIST"),
    raw("weight_kg", "kg", 1, "BMX_J", "BMXWT"),
    Quantity(
        of="systolic blood pressure", unit="mmHg", decimals=0, files=("BPX_J",),
        variables=("BPXSY1", "BPXSY2", "BPXSY3"), value=systolic,
        note="The mean of up to three readings, taken seated by an examiner.",
    ),
    Quantity(
        of="diastolic blood pressure", unit="mmHg", decimals=0, files=("BPX_J",),
        variables=("BPXDI1", "BPXDI2", "BPXDI3"), value=diastolic,
        note="The mean of up to three readings, taken seated by an examiner.",
    ),
    raw(
        "resting_heart_rate", "bpm", 0, "BPX_J", "BPXPLS",
        note="The pulse of a seated visit, counted over 30 seconds: not a watch's lowest rate of a day.",
    ),
)  # fmt: skip


def weighted_percentile(values: Numbers, weights: Numbers, percent: int) -> float:
    """The lowest value up to which the weights make up the percent of their sum. All weights are above zero."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    needed = reached[-1] * percent / 100
    place = int(np.searchsorted(reached, needed * (1 - 1e-12), side="left"))
    return float(values[order][place])


def read(folder: Path, file: str) -> pd.DataFrame:
    """A file by the person's number. The format's exact zero is read as a number close to it: rounding mends that."""
    frame = pd.read_sas(folder / f"{file}.XPT", format="xport")
    numbered: pd.DataFrame = frame.set_index(frame.pop("SEQN").astype(int)).select_dtypes("number").round(9)
    return numbered


def everyone(folder: Path) -> pd.DataFrame:
    """Adults who were examined, with all variables of all files; what was not measured is not a number."""
    people = read(folder, "DEMO_J")
    for file in files()[1:]:
        more = read(folder, file)
        people = people.join(more[more.columns.difference(people.columns)])
    adult = column(people, "RIDAGEYR") >= AGES[0][0]
    examined = column(people, EXAMINATION) > 0
    pregnant = column(people, "RIDEXPRG") == PREGNANT
    counted: pd.DataFrame = people[adult & examined & ~pregnant]
    return counted


def files() -> list[str]:
    return ["DEMO_J", *sorted({file for quantity in QUANTITIES for file in quantity.files})]


def rounded(value: float, decimals: int) -> str:
    return str(Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def listed(texts: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{text}"' for text in texts) + "]"


def groups(people: pd.DataFrame, quantity: Quantity) -> Iterator[str]:
    """A line for each sex and age group that is large enough."""
    values, weights = quantity.value(people), column(people, quantity.weight)
    measured = ~np.isnan(values) & (weights > 0)
    age, gender = column(people, "RIDAGEYR"), column(people, "RIAGENDR")
    for sex, code in SEXES.items():
        for youngest, oldest in AGES:
            chosen = measured & (gender == code) & (age >= youngest) & (age <= oldest)
            n = int(chosen.sum())
            if n < FEWEST:
                continue
            found = [weighted_percentile(values[chosen], weights[chosen], percent) for percent in PERCENTS]
            at = listed(rounded(each, quantity.decimals) for each in found)
            yield f'  {{ sex = "{sex}", age_low = {youngest}, age_high = {oldest}, n = {n}, at = {at} }},'


def lines(folder: Path) -> Iterator[str]:
    people = everyone(folder)
    yield "# Written by scripts/survey_percentiles.py: do not edit. README.md beside this file says how to read it."
    yield ""
    yield "[survey]"
    yield f'cycle = "{CYCLE}"'
    yield f'source = "{SOURCE}"'
    yield 'population = "people living in the United States outside institutions; pregnant women left out"'
    yield f"percents = {list(PERCENTS)}"
    yield ""
    yield "[survey.sha256]"
    for file in files():
        yield f'{file} = "{hashlib.sha256((folder / f"{file}.XPT").read_bytes()).hexdigest()}"'
    for quantity in QUANTITIES:
        yield ""
        yield "[[quantity]]"
        yield f'of = "{quantity.of}"'
        yield f'unit = "{quantity.unit}"'
        yield f"files = {listed(quantity.files)}"
        yield f"variables = {listed(quantity.variables)}"
        yield f'weight = "{quantity.weight}"'
        yield f'cycle = "{CYCLE}"'
        if quantity.note:
            yield f'note = "{quantity.note}"'
        yield "groups = ["
        yield from groups(people, quantity)
        yield "]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="with the survey's .XPT files")
    sys.stdout.writelines(f"{line}\n" for line in lines(parser.parse_args().folder))


if __name__ == "__main__":
    main()
