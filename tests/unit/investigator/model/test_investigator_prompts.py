"""Each prompt as it is sent, byte by byte; that no text from outside leaves its fence; and how long it can get."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from amy.llm.messages import Rendered
from services.investigator.adapters.model import prompts
from services.investigator.domain.asked import ActivityCount, Change, Lab
from services.investigator.domain.brief import BriefCase, Fact, Outcome, Verdict
from services.investigator.domain.case import Case
from services.investigator.domain.digest import Digest, SeriesSeen
from services.investigator.domain.hypotheses import EarlierKind, EarlierTest, Hypothesis
from services.investigator.domain.records import Side
from services.investigator.domain.spans import Span, Spans
from tests.prompts import HOSTILE, expect_as_reviewed, expect_bounded, expect_fenced, expect_kept
from tests.unit.investigator.people import TODAY, someone

GOLDENS: Final = Path(__file__).parent / "goldens"
MOST_CHARACTERS: Final = 75_000
WINDOW: Final = Span(start=TODAY - timedelta(days=29), end=TODAY, label="the last 30 days")
BEFORE: Final = Span(start=TODAY - timedelta(days=119), end=TODAY - timedelta(days=30), label="the 90 days before")


def rendered(text: str, *, times: int = 1) -> Mapping[str, Rendered]:
    change = Change(metric="sleep_minutes", window=WINDOW, before=BEFORE)
    asked = (change, Lab(biomarker=text, side=Side.LOW, window=WINDOW), ActivityCount(window=WINDOW, kind=text))
    seen = (
        SeriesSeen(metric="sleep_minutes", noun="sleep duration", days=30, days_before=28, shift=1.2),
        SeriesSeen(metric=text, noun=text, days=0, days_before=0),
    )
    digest = Digest(spans=Spans(window=WINDOW, before=BEFORE), series=seen * times, goals=("sleep_minutes",))
    case = Case(
        user_id="u",
        question=text * times,
        earlier=(text * times,) * times,
        memory_summary=text * times,
        tested=(EarlierTest(kind=EarlierKind.ASSOCIATION, feature=text, target="steps", lag_days=1),) * times,
    )
    candidates = [
        Hypothesis(id=f"h-{at:02}", title=text if at else "sleep duration", rationale="", asked=each)
        for at, each in enumerate(asked * times, start=1)
    ]
    outcome = Outcome(asked=change, finding_id="ds-001", verdict=Verdict.VALIDATED, has_reading=True, strategy=text)
    brief = BriefCase(
        question=text * times,
        digest=digest,
        proposed=asked,
        outcomes=(outcome, *(Outcome(asked=each, finding_id="ds-002", verdict=Verdict.REJECTED) for each in asked))
        * times,
        facts={"ds-001.mean_recent": Fact(value=400.25, unit="min", window="")},
        said_before=text * times,
    )
    return {
        "hypotheses": prompts.render_hypotheses(case, digest, candidates, 1),
        "briefing": prompts.render_briefing(brief, text * times, problem="it is too long", draft=text * times),
    }


PURPOSES: Final = sorted(rendered("x"))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_prompt_is_sent_as_it_was_reviewed(purpose: str) -> None:
    expect_as_reviewed(rendered("How am I doing?")[purpose], GOLDENS / f"{purpose}.txt")


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


def test_how_far_a_metric_moved_is_not_shown_to_who_chooses_what_to_test() -> None:
    assert "1.2" not in rendered("x")["hypotheses"].data


def test_no_record_is_shown() -> None:
    values = {f"{value:g}" for each in someone().series.values() for value in each.values.values() if value > 100}
    assert not any(value in rendered("x")["hypotheses"].data for value in values)
