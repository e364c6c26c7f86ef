"""Each prompt as it is sent, byte by byte; what stays in its fence; how long it can get; and that its examples work."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from amy.llm.messages import Rendered
from services.data_science.adapters.model import prompts, shown
from services.data_science.adapters.model.decisions import PlanDecision
from services.data_science.adapters.model.reading import read
from services.data_science.adapters.model.telling import units_of
from services.data_science.domain import algebra
from services.data_science.domain.analysis import CodePart
from services.data_science.domain.catalogue import Catalogue, Quantity
from services.data_science.domain.finding import Finding, NamedNumber
from tests.prompts import HOSTILE, expect_as_reviewed, expect_bounded, expect_fenced, expect_kept
from tests.unit.data_science.analysts import catalogue_of, frames_of, person
from tests.unit.data_science.model.expressions import ALL_DATA, NO_PLAN

GOLDENS: Final = Path(__file__).parent / "goldens"
MOST_CHARACTERS: Final = 80_000
"""Of the data of any prompt, however much was said and however much is on record: some 20,000 tokens."""


def catalogue_named(text: str, *, times: int) -> Catalogue:
    """One in which whatever comes from outside is that text."""
    known = catalogue_of("steps", "resting_heart_rate", "heart_rate_variability", "sleep_minutes")
    named = {f"{text}{at}": Quantity(name=f"{text}{at}", unit=text, noun=text * times) for at in range(times)}
    return replace(known, biomarkers={**known.biomarkers, **named}, kinds=(*known.kinds, *[text * times] * times))


def rendered(text: str, *, times: int = 1) -> Mapping[str, Rendered]:
    catalogue = catalogue_of("steps", "resting_heart_rate", "sleep_minutes")
    catalogue = catalogue if text == PLAIN else catalogue_named(text, times=times)
    part = CodePart(said=text, approach=text)
    tables = shown.tables(frames_of(person()))
    finding = Finding(
        id="ds-001", claim=text, question=None, numbers=(NamedNumber(key="r", value=-0.374, unit=""),) * 2
    )
    return {
        "plan": prompts.render_plan([text * times] * (times + 2), catalogue),
        "code": prompts.render_code(part, tables),
        "debug": prompts.render_debug(part, tables, code=text * times, problem=text * times),
        "findings": prompts.render_findings(
            part, {"r": -0.374, "day": 19000.0}, dates=frozenset({"day"}), units=units_of(catalogue)
        ),
        "summary": prompts.render_summary(part, [finding]),
    }


PLAIN: Final = "How much of my HRV does sleep explain?"
PURPOSES: Final = ("plan", "code", "debug", "findings", "summary")


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_is_sent_as_it_was_reviewed(purpose: str) -> None:
    expect_as_reviewed(rendered(PLAIN)[purpose], GOLDENS / f"{purpose}.txt")


@pytest.mark.parametrize("purpose", PURPOSES)
def test_no_text_from_outside_ends_its_fence(purpose: str) -> None:
    expect_fenced(rendered(HOSTILE)[purpose], rendered("x")[purpose])


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_grows_no_longer_than_it_may(purpose: str) -> None:
    long, longer = (rendered("word " * 20, times=times)[purpose].data for times in (300, 600))
    expect_bounded(long, longer, most=MOST_CHARACTERS)


@pytest.mark.parametrize("purpose", PURPOSES)
def test_what_is_kept_between_calls_holds_no_date_and_no_name_of_a_file(purpose: str) -> None:
    expect_kept(rendered("x")[purpose])


def test_no_record_is_shown_of_the_tables() -> None:
    summary = person()
    shown_text = shown.tables(frames_of(summary))
    for metric in ("steps", "sleep_minutes"):
        assert f"{summary[metric].min():.4g}" not in shown_text
        assert f"{summary[metric].max():.4g}" not in shown_text
    assert "44" not in shown_text.split("profile_df")[1].split("population_df")[0]


def test_every_example_of_the_plan_is_an_expression_that_makes_sense() -> None:
    stable = rendered("x")["plan"].stable.split("# Examples")[1]
    examples = [
        each.replace('"window": W', f'"window": {json.dumps(ALL_DATA)}')
        for each in re.findall(r"^`(\{.*\})`$", stable, re.MULTILINE)
    ]
    assert len(examples) == 5
    for each in examples:
        decided = PlanDecision(**(NO_PLAN | {"expressions": [each]}))
        assert read(decided, catalogue_of()).parts


def test_the_plan_teaches_every_production_and_every_word_of_the_language() -> None:
    stable = rendered("x")["plan"].stable
    for sort in (algebra.Question, algebra.Rows, algebra.Column, algebra.Number, algebra.Test):
        for production in sort.__args__:
            name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", production.__name__).lower()
            assert f'{{"{name}": {{' in stable, name
    words = (algebra.Statistic, algebra.Order, algebra.Unit, algebra.Grouping, algebra.Operator, algebra.Operation)
    for kind in words:
        for word in kind:
            assert f"_{word.name}" in stable, word
