"""Durability with `--processes`: kill -9 a service mid-turn; the turn completes and nobody notices.

Steps are counted outside the process: the orchestrator journals the begin and end of each step to a file.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from amy.client import Amy
from evals.system import System, wait_until
from services.orchestrator.adapters.rules.synthesis import COACHED_BY_OTHERS, NOT_COACHED, NOT_LOOKED_AT
from tests.chaos.following import Follower, finish
from tests.chaos.killing import journaled

STEPS = (
    "classify_vagueness",
    "route",
    "rephrase_per_agent",
    "run_supporting_agents",
    "run_main_agent",
    "reflection",
    "validation_gates",
    "synthesis",
    "memory_extraction",
)
QUESTION = [{"role": "user", "content": "Is my resting heart rate related to how long I sleep?"}]
KNOWLEDGE = [{"role": "user", "content": "Is my resting heart rate normal?"}]
LOOK = [{"role": "user", "content": "How am I doing?"}]
ADVICE = [{"role": "user", "content": "I want to set a goal for my steps"}]
LACKING = (NOT_LOOKED_AT, NOT_COACHED, COACHED_BY_OTHERS)
"""How the answer begins where one who speaks last could not be asked."""
USER = "chaos"

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]


@pytest.fixture
def journal(patient_steps: Path) -> Path:
    return patient_steps


@pytest.fixture
def system(patient: System) -> System:
    return patient


@pytest.fixture(scope="module")
def amy(patient: System, sample: Path) -> Iterator[Amy]:
    with Amy(api_key=patient.admin_key, base_url=patient.base_url, user=USER) as client:
        client.data.import_file(sample / "daily.csv")
        yield client


@pytest.mark.parametrize(
    ("step", "question"),
    [
        *(pytest.param(step, QUESTION, id=step) for step in STEPS),
        *(
            pytest.param(step, question, id=f"{step}-{service}")
            for step in ("run_supporting_agents", "run_main_agent")
            for service, question in (("investigator", LOOK), ("health_coach", ADVICE))
        ),
    ],
)
def test_a_turn_survives_kill_9_of_the_orchestrator_inside(
    system: System, amy: Amy, journal: Path, step: str, question: list[dict[str, str]]
) -> None:
    turn_id = amy.turns.create(messages=question).id
    follower = Follower(amy, turn_id)
    follower.start()
    wait_until(lambda: (step, "begin") in journaled(journal, turn_id), timeout_s=60, what=f"{step} begins")
    os.kill(system.pid("orchestrator"), signal.SIGKILL)
    finish(amy, follower, turn_id)
    counts = Counter(journaled(journal, turn_id))
    expected = Counter({(name, event): 1 for name in STEPS for event in ("begin", "end")})
    expected[step, "begin"] = 2
    assert counts == expected
    result = amy.turns.retrieve(turn_id).result
    assert result is not None
    assert result.fact_sheet
    assert not result.answer.startswith(LACKING)


@pytest.mark.parametrize(
    ("service", "step", "question"),
    [
        ("data_science", "run_main_agent", QUESTION),
        ("validator", "validation_gates", QUESTION),
        ("domain_expert", "run_main_agent", KNOWLEDGE),
    ],
)
def test_a_turn_survives_kill_9_of_a_specialist_mid_call(
    system: System, amy: Amy, journal: Path, service: str, step: str, question: list[dict[str, str]]
) -> None:
    # Stopped, not dead: the call goes out, is accepted by the kernel and hangs, so the kill is surely mid-call.
    os.kill(system.pid(service), signal.SIGSTOP)
    turn_id = amy.turns.create(messages=question).id
    follower = Follower(amy, turn_id)
    follower.start()
    wait_until(lambda: (step, "begin") in journaled(journal, turn_id), timeout_s=60, what=f"{step} begins")
    time.sleep(1.0)
    os.kill(system.pid(service), signal.SIGKILL)
    finish(amy, follower, turn_id)
    result = amy.turns.retrieve(turn_id).result
    assert result is not None
    assert result.fact_sheet, "the analysis was tried again and its numbers were checked"
    assert ("\n\nSources:\n" in result.answer) is (service == "domain_expert")
    once = Counter({(name, event): 1 for name in STEPS for event in ("begin", "end")})
    assert Counter(journaled(journal, turn_id)) == once
