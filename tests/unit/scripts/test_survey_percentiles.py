import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from scripts.survey_percentiles import PERCENTS, egfr, ldl, mean_reading, rounded, weighted_percentile

WRITTEN = Path(__file__).parents[3] / "services" / "domain_expert" / "ranges" / "percentiles.toml"


def test_a_percentile_is_the_lowest_value_up_to_which_the_weight_reaches_it() -> None:
    values, weights = np.array([30.0, 10.0, 20.0]), np.array([1.0, 1.0, 2.0])
    assert [weighted_percentile(values, weights, percent) for percent in (5, 25, 26, 75, 76, 95)] == [
        10, 10, 20, 20, 30, 30,
    ]  # fmt: skip


def test_a_person_of_weight_three_counts_as_three_people() -> None:
    once = weighted_percentile(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 1.0]), 50)
    thrice = weighted_percentile(np.array([1.0, 2.0, 2.0, 2.0, 3.0]), np.ones(5), 50)
    assert once == thrice == 2


def test_halves_are_rounded_up() -> None:
    assert [rounded(120.5, 0), rounded(0.125, 2), rounded(7.0, 1)] == ["121", "0.13", "7.0"]


def test_a_reading_of_zero_is_no_reading() -> None:
    people = pd.DataFrame(
        {"BPXDI1": [0.0, 70.0, np.nan], "BPXDI2": [80.0, 72.0, np.nan], "BPXDI3": [np.nan, 74.0, 0.0]}
    )
    assert mean_reading(people, prefix="BPXDI") == pytest.approx([80, 72, np.nan], nan_ok=True)


def test_ldl_is_not_calculated_from_very_high_triglycerides() -> None:
    people = pd.DataFrame({"LBXTC": [200.0, 200.0], "LBDHDD": [50.0, 50.0], "LBXSTR": [400.0, 401.0]})
    assert ldl(people) == pytest.approx([70, np.nan], nan_ok=True)


def test_kidney_function_at_the_equations_turning_points() -> None:
    people = pd.DataFrame({"LBXSCR": [0.7, 0.9, 1.8], "RIAGENDR": [2.0, 1.0, 1.0], "RIDAGEYR": [40.0, 40.0, 40.0]})
    base = 142 * 0.9938**40
    assert egfr(people) == pytest.approx([base * 1.012, base, base * 2**-1.2])


def test_the_written_percentiles_rise_and_are_complete() -> None:
    written = tomllib.loads(WRITTEN.read_text(encoding="utf-8"))
    assert written["survey"]["percents"] == list(PERCENTS)
    for quantity in written["quantity"]:
        groups = [(each["sex"], each["age_low"], each["age_high"]) for each in quantity["groups"]]
        assert len(groups) == len(set(groups)) == 6, quantity["of"]
        for each in quantity["groups"]:
            values = [float(value) for value in each["at"]]
            assert values == sorted(values)
            assert len(values) == len(PERCENTS)
