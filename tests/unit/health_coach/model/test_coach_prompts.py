"""Each prompt as it is sent, byte by byte; that no text from outside leaves its fence; and how long it can get."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from amy.llm.messages import Rendered
from services.health_coach.adapters.model import prompts
from services.health_coach.domain.asked import LAST_30_DAYS, Level, Span
from services.health_coach.domain.case import Case, Fact, Message, Remembered
from services.health_coach.domain.decisions import Ask, Unknown
from services.health_coach.domain.events import Reply
from services.health_coach.domain.situation import Situation, situation_of
from services.health_coach.domain.topics import Topic
from services.health_coach.domain.wording import Frame
from tests.prompts import HOSTILE, expect_as_reviewed, expect_bounded, expect_fenced, expect_kept
from tests.unit.health_coach.coaching import LIBRARY, TODAY

GOLDENS: Final = Path(__file__).parent / "goldens"
MOST_CHARACTERS: Final = 60_000
MONTH: Final = Span(start=TODAY, end=TODAY, label=LAST_30_DAYS)


def situation(text: str, *, times: int = 1) -> Situation:
    history = [Message(text * times, by_person=bool(at % 2)) for at in range(2 * times)]
    case = Case(
        message=text * times,
        history=tuple(history),
        memories=(Remembered(kind="barrier", text=text * times),) * times,
        facts={Level(metric="sleep_minutes", span=MONTH): Fact(claim="ds-001.effect", value=402.25, unit="min")},
    )
    short = situation_of(Case(message="x"), today=TODAY, library=LIBRARY.strategies)
    return replace(short, case=case)


@cache
def rendered(text: str, *, times: int = 1) -> Mapping[str, Rendered]:
    of = situation(text, times=times)
    plain = Reply(draft=text * times)
    frame = Frame(kept=(text,), opens=text)
    asked = Ask(topic=Topic.SLEEP, unknown=Unknown.WHY)
    return {
        "finish_gate": prompts.render_finish_gate(of),
        "recommend_gate": prompts.render_recommend_gate(of, LIBRARY.strategies[: 2 * times], asked=1),
        "coach": prompts.render_coach(of, asked, plain, frame, problem="too long", draft=text * times),
    }


PURPOSES: Final = sorted(rendered("x"))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_is_sent_as_it_was_reviewed(purpose: str) -> None:
    expect_as_reviewed(rendered("I want to sleep better.")[purpose], GOLDENS / f"{purpose}.txt")


@pytest.mark.parametrize("purpose", PURPOSES)
def test_no_text_from_outside_ends_its_fence(purpose: str) -> None:
    expect_fenced(rendered(HOSTILE)[purpose], rendered("x")[purpose])


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_grows_no_longer_than_it_may(purpose: str) -> None:
    long, longer = (rendered("word " * 20, times=times)[purpose].data for times in (45, 60))
    expect_bounded(long, longer, most=MOST_CHARACTERS)


@pytest.mark.parametrize("purpose", PURPOSES)
def test_what_is_kept_between_calls_holds_no_date_and_no_id(purpose: str) -> None:
    expect_kept(rendered("x")[purpose])


def test_a_number_that_is_not_to_be_told_is_not_shown() -> None:
    weight = Level(metric="weight_kg", span=MONTH)
    case = Case(
        message="I want to eat well. I had an eating disorder.",
        facts={weight: Fact(claim="ds-001.effect", value=82.4, unit="kg")},
    )
    of = situation_of(case, today=TODAY, library=LIBRARY.strategies)
    prompt = prompts.render_coach(of, Ask(topic=Topic.EATING, unknown=Unknown.WHY), Reply(draft="x"), Frame(kept=()))
    assert "82.4" not in prompt.data
