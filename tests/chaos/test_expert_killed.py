"""The domain expert dies, hangs or fails while a turn waits for it: the turn completes, and says what it could not do.

The expert journals each decision before it acts upon it, and waits a moment there to be killed.
"""

import json
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from amy.client import Amy
from amy.client.models import Turn
from evals.system import System, wait_until
from services.orchestrator.adapters.rules.synthesis import NOT_LOOKED_UP, ONLY_YOUR_DATA
from tests.chaos.following import Follower, asked
from tests.chaos.killing import DEADLINE_S, kept_dead, pid_of

DECISIONS = ("SearchKnowledge", "CompareRange", "Answer")
JUDGED = "Is my resting heart rate normal?"
GENERAL = "What causes high blood pressure?"
EXPERT = "domain_expert"
SLACK_S = 15.0
"""What a busy machine may take for everything else."""
OWN = re.compile(r"\b\d+(?:\.\d+)? bpm\b")

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]


class Decisions:
    """What the expert has decided since this was made."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._before = len(self._lines())

    def of(self, pid: int) -> list[str]:
        return [str(line["decision"]) for line in self._lines()[self._before :] if line["pid"] == pid]

    def _lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self._journal.read_text().splitlines()] if self._journal.exists() else []


def ask(amy: Amy, question: str, *, meanwhile: Callable[[], None] = lambda: None) -> tuple[Turn, Follower]:
    """The turn as it ended, and what was seen of it; its events came once, whatever was done `meanwhile`."""
    turn, follower = asked(amy, question, meanwhile=lambda _turn_id: meanwhile())
    ended = Counter(
        f"{event.type}:{getattr(event, 'agent', '')}"
        for event in amy.turns.stream(turn.id)
        if event.type in ("turn.started", "agent.completed", "turn.completed")
    )
    assert set(ended.values()) == {1}, ended
    assert "agent.completed:domain_expert" in ended
    return turn, follower


def answer_of(turn: Turn) -> str:
    assert turn.result is not None
    return turn.result.answer


def is_complete(answer: str) -> bool:
    return bool(OWN.search(answer)) and "\n\nSources:\n" in answer and "looked up" not in answer


@pytest.mark.parametrize("decision", DECISIONS)
def test_an_expert_killed_at_any_of_its_turns_is_asked_again_when_it_is_back(
    system: System, amy: Amy, journal: Path, decision: str
) -> None:
    decided, first = Decisions(journal), pid_of(system, EXPERT)

    def kill() -> None:
        wait_until(lambda: decision in decided.of(first), timeout_s=60, what=f"the expert decides: {decision}")
        os.kill(first, signal.SIGKILL)

    turn, follower = ask(amy, JUDGED, meanwhile=kill)
    assert is_complete(answer_of(turn)), answer_of(turn)
    assert decided.of(first)[-1] == decision, "it died before it acted on that"
    assert decided.of(pid_of(system, EXPERT))[-1] == "Answer"
    assert follower.types.count("agent.started") > follower.types.count("agent.completed"), "it was asked again"


@pytest.mark.parametrize("decision", DECISIONS)
def test_an_expert_killed_at_any_of_its_turns_that_never_returns_costs_no_turn(
    system: System, amy: Amy, journal: Path, decision: str
) -> None:
    decided, first = Decisions(journal), pid_of(system, EXPERT)
    with ExitStack() as dead:

        def kill() -> None:
            wait_until(lambda: decision in decided.of(first), timeout_s=60, what=f"the expert decides: {decision}")
            dead.enter_context(kept_dead(system, EXPERT))

        turn, _ = ask(amy, JUDGED, meanwhile=kill)
    answer = answer_of(turn)
    assert answer.startswith(ONLY_YOUR_DATA)
    assert OWN.search(answer)
    assert "Sources:" not in answer


def test_a_general_question_says_that_nothing_could_be_looked_up(system: System, amy: Amy) -> None:
    with kept_dead(system, EXPERT):
        turn, _ = ask(amy, GENERAL)
    assert answer_of(turn) == NOT_LOOKED_UP


def hanging(system: System, _journal: Path) -> Callable[[], None]:
    """Its port takes calls, and nobody answers them."""
    pid = pid_of(system, EXPERT)
    os.kill(pid, signal.SIGSTOP)
    return lambda: os.kill(pid, signal.SIGCONT)


def failing(_system: System, journal: Path) -> Callable[[], None]:
    """Each of its turns ends with INTERNAL: what it writes first is in the way of a folder."""
    written = journal.with_suffix(".away")
    journal.rename(written)
    journal.mkdir()

    def mend() -> None:
        journal.rmdir()
        written.rename(journal)

    return mend


@pytest.mark.parametrize("breaking", [hanging, failing])
@pytest.mark.parametrize(
    ("question", "lead"), [(JUDGED, ONLY_YOUR_DATA), (GENERAL, NOT_LOOKED_UP)], ids=["judged", "general"]
)
def test_an_expert_that_hangs_or_fails_is_done_without_within_its_deadline(
    system: System,
    amy: Amy,
    journal: Path,
    breaking: Callable[[System, Path], Callable[[], None]],
    question: str,
    lead: str,
) -> None:
    ask(amy, JUDGED)
    mend = breaking(system, journal)
    began = time.monotonic()
    try:
        turn, _ = ask(amy, question)
    finally:
        mend()
    assert time.monotonic() - began < DEADLINE_S + SLACK_S
    answer = answer_of(turn)
    assert answer.startswith(lead)
    assert bool(OWN.search(answer)) is (question == JUDGED)
    assert "Sources:" not in answer
    assert is_complete(answer_of(ask(amy, JUDGED)[0])), "it is well again"
