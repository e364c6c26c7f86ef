"""The made-up people of the briefing evaluation hold what they are said to hold, and nothing else."""

from io import StringIO

import numpy as np
import pandas as pd
from scipy import stats

from amy.client.models import FindingMeta, Memory
from evals.briefing.repeats import hypothesis
from evals.briefing.simulated import CHANGED, SERIES, Change, Lab, Pair, Simulated, Weekend, people

PEOPLE = people()


def days(person: Simulated) -> pd.DataFrame:
    return pd.read_csv(StringIO(person.daily_csv), parse_dates=["date"]).set_index("date")


def change(person: Simulated, metric: str) -> float:
    """The last 30 days less the days before, in the spread of the metric."""
    table = days(person)
    split = table.index.max() - pd.Timedelta(days=30)
    new, old = table[table.index > split][metric], table[table.index <= split][metric]
    return float(new.mean() - old.mean()) / SERIES[metric].spread


def test_thirty_have_one_effect_and_ten_have_none() -> None:
    kinds = [type(each.planted) for each in PEOPLE]
    assert [kinds.count(kind) for kind in (Change, Weekend, Pair, Lab, type(None))] == [16, 6, 4, 4, 10]
    assert len({each.name for each in PEOPLE}) == 40


def test_the_same_seed_gives_the_same_people() -> None:
    assert people() == PEOPLE
    assert people(seed=1) != PEOPLE


def test_a_change_is_about_one_standard_deviation_and_everybody_else_has_none_on_average() -> None:
    planted = [
        (change(each, each.planted.metric) * each.planted.direction)
        for each in PEOPLE
        if isinstance(each.planted, Change)
    ]
    others = [change(each, metric) for each in PEOPLE if each.planted is None for metric in CHANGED]
    assert abs(np.mean(planted) - 1) < 0.15
    assert abs(np.mean(others)) < 0.12


def test_weekends_pairs_and_laboratory_values_are_there_as_planted() -> None:
    for each in PEOPLE:
        table = days(each)
        if isinstance(each.planted, Weekend):
            is_weekend = pd.DatetimeIndex(table.index).day_of_week >= 5
            values = table[each.planted.metric]
            assert (values[is_weekend].mean() - values[~is_weekend].mean()) * each.planted.direction > 0
        if isinstance(each.planted, Pair):
            table = table.asfreq("D")
            earlier = table[each.planted.metric].shift(each.planted.later)
            rho = float(stats.spearmanr(earlier, table[each.planted.other], nan_policy="omit").statistic)
            assert rho * each.planted.direction > 0.3
        labs = pd.read_csv(StringIO(each.biomarkers_csv)).sort_values("collected_at").groupby("name").last()
        outside = (labs["value"] > labs["reference_high"]) | (labs["value"] < labs["reference_low"])
        assert list(labs.index[outside]) == ([each.planted.name] if isinstance(each.planted, Lab) else [])


def entry(text: str, meta: FindingMeta | None) -> Memory:
    return Memory.model_validate(
        {"id": "m", "text": text, "category": "tested_hypothesis", "created_at": "2026-03-01T00:00:00Z", "meta": meta}
    )


def test_pairs_and_weekends_may_not_be_proposed_again_and_changes_may() -> None:
    pair = FindingMeta(finding_id="a", feature="steps", target="sleep_minutes", kind="association", lag_days=1)
    trend = FindingMeta(finding_id="a", feature="steps", target="", kind="trend")
    assert hypothesis(entry("How steps and sleep go together.", pair)) == "steps with sleep_minutes, 1 days later"
    assert hypothesis(entry("How your average steps on weekend days differ from those on weekdays.", trend))
    assert not hypothesis(entry("How your average steps over the last 30 days differ.", trend))
    assert not hypothesis(entry("You like tea.", None))
