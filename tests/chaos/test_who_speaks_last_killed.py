"""Those who speak last die or hang, when they say what should be computed or when they speak: no turn is lost.

They are asked again when they are back; if they do not come back, the answer says what it lacks.
"""

import os
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
from services.orchestrator.adapters.rules.synthesis import COACHED_BY_OTHERS, NOT_COACHED, NOT_LOOKED_AT
from services.orchestrator.domain.steps import Step
from tests.chaos.following import Follower, asked
from tests.chaos.killing import DEADLINE_S, journaled, kept_dead, pid_of

QUESTIONS = {"investigator": "How am I doing?", "health_coach": "I want to set a goal for my steps"}
PREPARING = Step.RUN_SUPPORTING_AGENTS.value
SPEAKING = Step.RUN_MAIN_AGENT.value
GONE_S = 3.0
SLACK_S = 15.0
"""What a busy machine may take for everything else."""

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]
each = pytest.mark.parametrize("service", QUESTIONS)


def ask(amy: Amy, steps: Path, service: str, *, at: str, meanwhile: Callable[[], None]) -> tuple[Turn, Follower]:
    """The turn of the service's question; `meanwhile` is done when the step `at` begins, before anybody is called."""

    def when_it_begins(turn_id: str) -> None:
        wait_until(lambda: (at, "begin") in journaled(steps, turn_id), timeout_s=60, what=f"{at} begins")
        meanwhile()

    turn, follower = asked(amy, QUESTIONS[service], meanwhile=when_it_begins)
    ran = Counter(journaled(steps, turn.id))
    assert ran == Counter({(step.value, event): 1 for step in Step for event in ("begin", "end")})
    return turn, follower


def answer_of(turn: Turn) -> str:
    assert turn.result is not None
    return turn.result.answer


def is_whole(turn: Turn, service: str) -> bool:
    answer = answer_of(turn)
    mark = "**How it stands, on average**" if service == "investigator" else "steps a day on average."
    return mark in answer and not answer.startswith((NOT_LOOKED_AT, NOT_COACHED, COACHED_BY_OTHERS))


@pytest.mark.parametrize("step", [PREPARING, SPEAKING])
@each
def test_one_that_is_killed_mid_call_is_asked_again_when_it_is_back(
    system: System, amy: Amy, steps: Path, service: str, step: str
) -> None:
    first = pid_of(system, service)

    def kill() -> None:
        # Stopped, not dead: the call goes out, is accepted by the kernel and hangs, so the kill is surely mid-call.
        os.kill(first, signal.SIGSTOP)
        time.sleep(1.0)
        # Gone for longer than a channel tries again by itself.
        with kept_dead(system, service):
            time.sleep(GONE_S)

    turn, follower = ask(amy, steps, service, at=step, meanwhile=kill)
    assert is_whole(turn, service), answer_of(turn)
    assert follower.types.count("agent.started") > follower.types.count("agent.completed"), "it was asked again"


@pytest.mark.parametrize(
    ("service", "step", "said"),
    [("investigator", PREPARING, NOT_LOOKED_AT), ("health_coach", SPEAKING, COACHED_BY_OTHERS)],
    ids=["investigator", "health_coach"],
)
def test_one_that_never_comes_back_costs_no_turn(
    system: System, amy: Amy, steps: Path, service: str, step: str, said: str
) -> None:
    with ExitStack() as dead:
        turn, _ = ask(amy, steps, service, at=step, meanwhile=lambda: dead.enter_context(kept_dead(system, service)))
    assert answer_of(turn).startswith(said)
    assert ("steps" in answer_of(turn)) is (said == COACHED_BY_OTHERS), "what was computed and checked is told"


@pytest.mark.parametrize(
    ("service", "step", "said"),
    [("investigator", SPEAKING, NOT_LOOKED_AT), ("health_coach", PREPARING, COACHED_BY_OTHERS)],
    ids=["investigator", "health_coach"],
)
def test_one_that_hangs_is_done_without_within_its_deadline(
    system: System, amy: Amy, steps: Path, service: str, step: str, said: str
) -> None:
    pid = pid_of(system, service)
    began = time.monotonic()
    try:
        turn, _ = ask(amy, steps, service, at=step, meanwhile=lambda: os.kill(pid, signal.SIGSTOP))
    finally:
        os.kill(pid, signal.SIGCONT)
    assert time.monotonic() - began < DEADLINE_S + SLACK_S
    assert answer_of(turn).startswith(said)
    assert ("Sources:" in answer_of(turn)) is (service == "health_coach"), "what is known is told in a coach's place"
