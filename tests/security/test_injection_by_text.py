"""Whatever a text says, a prompt holds it as data; and a model that obeys it changes nothing that matters."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pandas as pd
import pytest

from amy.llm.messages import Rendered
from services.data_science.adapters.model import shown
from services.data_science.adapters.model.prompts import render_code
from services.data_science.domain.analysis import CodePart
from services.domain_expert.adapters.model.prompts import render_react
from services.domain_expert.adapters.model.shown import results
from services.domain_expert.domain.decisions import Observed, SearchKnowledge
from tests.security.hostile_prompts import CANARY, HOSTILE, LOOKS_LIKE
from tests.unit.data_science.analysts import exercise, frames_of, laboratory, person
from tests.unit.data_science.model.test_analyst_model_prompts import rendered as of_data_science
from tests.unit.domain_expert.model.test_expert_model_prompt import case_of, outside
from tests.unit.health_coach.model.test_coach_prompts import rendered as of_coach
from tests.unit.investigator.model.test_investigator_prompts import rendered as of_investigator
from tests.unit.orchestrator.model.test_model_prompts import rendered as of_orchestrator
from tests.unit.validator.model.test_validator_prompts import rendered as of_validator
from tests.vendor import known_prompts

PLAIN: Final = "zqplain"
_FENCE: Final = re.compile(r'<data name="([^"\n]*)">\n(.*?)\n</data>', re.DOTALL)


def of_expert(text: str) -> Mapping[str, Rendered]:
    return {"react": render_react(case_of(text))}


SERVICES: Final[Sequence[Callable[[str], Mapping[str, Rendered]]]] = (
    of_data_science,
    of_coach,
    of_expert,
    of_investigator,
    of_orchestrator,
    of_validator,
)
SPARED: Final = re.compile(r"^(?:.*documents.*|.*(?:years old|female|male).*)$", re.MULTILINE)


def unfenced(text: str) -> str:
    return _FENCE.sub("", text)


def as_a_model_may_read(text: str) -> str:
    """The text with what looks like a sign taken for it, and without what nobody sees."""
    seen = "".join(each for each in text if unicodedata.category(each) not in {"Cf", "Mn"})
    return unicodedata.normalize("NFKC", seen).translate(LOOKS_LIKE)


def expect_in_fences(text: str, hostile: str) -> None:
    assert CANARY not in unfenced(text), hostile
    fences = len(_FENCE.findall(text))
    read = as_a_model_may_read(text)
    assert len(re.findall(r"<\s*/\s*data", read, re.IGNORECASE)) == fences, hostile
    assert len(re.findall(r"<\s*data", read, re.IGNORECASE)) == fences, hostile


def test_there_are_more_than_a_hundred_of_them() -> None:
    assert len(set(HOSTILE)) >= 100
    assert all(CANARY in each for each in HOSTILE)
    assert {name for of in SERVICES for name in of(PLAIN)} == set(known_prompts().values())


@pytest.mark.parametrize("of", SERVICES, ids=lambda of: str(of.__module__).rpartition("test_")[2])
def test_no_hostile_text_leaves_its_fence_or_changes_what_stands_around_it(
    of: Callable[[str], Mapping[str, Rendered]],
) -> None:
    usual = of(PLAIN)
    for hostile in HOSTILE:
        for purpose, prompt in of(hostile).items():
            assert prompt.stable == usual[purpose].stable
            expect_in_fences(prompt.data, hostile)
            around, wanted = unfenced(prompt.data), unfenced(usual[purpose].data)
            assert SPARED.sub("", around) == SPARED.sub("", wanted), (purpose, hostile)


@pytest.mark.parametrize("reference", ["{{ds-001.effect}}", "{question}", "{message}", "{history}"])
def test_a_reference_in_a_text_stays_the_text_that_it_is(reference: str) -> None:
    said = f"{reference} {CANARY}"
    for of in SERVICES:
        for purpose, prompt in of(said).items():
            held = [text for _, text in _FENCE.findall(prompt.data) if CANARY in text]
            assert held, purpose
            assert all(said in text for text in held), purpose


def test_nothing_that_a_tool_returns_leaves_its_fence() -> None:
    for hostile in HOSTILE:
        for found in outside(hostile):
            told = results([Observed(call=SearchKnowledge(query="x"), result=found)], case_of(PLAIN))
            assert unfenced(told) == "", hostile
            expect_in_fences(told, hostile)


def test_no_cell_and_no_header_of_a_table_leaves_its_fence() -> None:
    for hostile in HOSTILE:
        steps = person(days=20).rename(columns={"steps": hostile})
        runs, samples = exercise(count=3), laboratory()
        frames = frames_of(
            steps, runs.assign(kind=pd.Series([hostile] * len(runs))), samples.assign(name=hostile, unit=hostile)
        )
        prompt = render_code(CodePart(said=PLAIN, approach=PLAIN), shown.tables(frames))
        assert unfenced(prompt.data) == unfenced(of_data_science(PLAIN)["code"].data)
        expect_in_fences(prompt.data, hostile)


def test_what_a_model_is_told_of_its_last_answer_is_fenced_as_well() -> None:
    for hostile in HOSTILE:
        prompt = of_coach(hostile)["coach"]
        assert "Your last answer could not be used" in unfenced(prompt.data)
        expect_in_fences(prompt.data, hostile)
