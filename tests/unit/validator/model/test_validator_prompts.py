"""Each prompt as it is sent, byte by byte; that no text from outside leaves its fence; and how long it can get."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from amy.llm.messages import Rendered
from services.validator.adapters.model import prompts
from services.validator.domain.claims.finding import NamedNumber
from services.validator.domain.review.critique import Concern, ConcernCategory, MemoryNote, Severity
from services.validator.domain.review.priors import Applied
from tests.prompts import HOSTILE, expect_as_reviewed, expect_bounded, expect_fenced, expect_kept
from tests.unit.validator.cases import association_over
from tests.unit.validator.literature import prior

GOLDENS: Final = Path(__file__).parent / "goldens"
MOST_CHARACTERS: Final = 20_000


def rendered(text: str, *, times: int = 1) -> Mapping[str, Rendered]:
    case = association_over(90)
    claimed = replace(
        case.finding,
        claim=text * times,
        numbers=(NamedNumber(key="effect", value=0.5, unit="points"),) * times,
    )
    case = replace(case, finding=claimed, memory=(MemoryNote(kind="barrier", text=text * times),) * times)
    known = [Applied(prior=prior(), same_lag=True)] * times
    doubts = [Concern(category=ConcernCategory.NOISE, detail="It is weak.", severity=Severity.MEDIUM)]
    return {
        "critic": prompts.render_critic(case, doubts, known),
        "assessment": prompts.render_assessment(case, known),
    }


PURPOSES: Final = sorted(rendered("x"))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_is_sent_as_it_was_reviewed(purpose: str) -> None:
    expect_as_reviewed(rendered("You sleep longer after days with more steps.")[purpose], GOLDENS / f"{purpose}.txt")


@pytest.mark.parametrize("purpose", PURPOSES)
def test_no_text_from_outside_ends_its_fence(purpose: str) -> None:
    expect_fenced(rendered(HOSTILE)[purpose], rendered("x")[purpose])


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_grows_no_longer_than_it_may(purpose: str) -> None:
    long, longer = (rendered("word " * 20, times=times)[purpose].data for times in (300, 600))
    expect_bounded(long, longer, most=MOST_CHARACTERS)


@pytest.mark.parametrize("purpose", PURPOSES)
def test_what_is_kept_between_calls_holds_no_date_and_no_id(purpose: str) -> None:
    expect_kept(rendered("x")[purpose])


def test_no_record_is_shown_but_what_was_measured_of_all() -> None:
    case = association_over(90)
    data = prompts.render_critic(case, [], []).data
    assert "rests on 90 days" in data
    assert not any(f"{value:.3f}" in data for value in case.sample.feature)
