"""One system for the tests of agents that die, hang or fail: it soon gives them up, and journals what they do."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from amy.client import Amy
from evals.system import System, running, wait_until
from tests.chaos.killing import DEADLINE_S, RETRIED_S

USER = "agents-chaos"


@pytest.fixture(scope="session")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("journals")


@pytest.fixture(scope="session")
def journal(journals: Path) -> Path:
    """The decisions of the domain expert."""
    return journals / "decisions.jsonl"


@pytest.fixture(scope="session")
def steps(journals: Path) -> Path:
    """The steps of the turns."""
    return journals / "steps.jsonl"


@pytest.fixture(scope="session")
def impatient(tmp_path_factory: pytest.TempPathFactory, journal: Path, steps: Path) -> Iterator[System]:
    folder = tmp_path_factory.mktemp("agents")
    env = {
        "AMY_DOMAIN_EXPERT_TURN_JOURNAL": str(journal),
        "AMY_DOMAIN_EXPERT_TURN_PAUSE_S": "0.7",
        "AMY_ORCHESTRATOR_AGENT_TIMEOUT_S": str(DEADLINE_S),
        "AMY_ORCHESTRATOR_PEER_RETRY_S": str(RETRIED_S),
        "AMY_ORCHESTRATOR_STEP_JOURNAL": str(steps),
        "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.3",
    }
    with running(folder / "data", "--processes", env=env) as system:
        generate = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(folder / "sample")]
        subprocess.run(generate, check=True)
        with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as client:
            client.data.import_file(folder / "sample" / "daily.csv")
        yield system


@pytest.fixture
def system(impatient: System) -> System:
    """With every service there, whatever the test before has done to them."""
    processes = impatient.data_dir / "run" / "processes.json"

    def serves() -> bool:
        before = processes.read_text()
        # What is told of a service that has just died is up to a second old.
        time.sleep(1.5)
        states: dict[str, str] = httpx.get(f"{impatient.base_url}/healthz", timeout=60).json()["services"]
        return set(states.values()) == {"serving"} and processes.read_text() == before

    wait_until(serves, timeout_s=60, what="everything serves")
    return impatient


@pytest.fixture
def amy(system: System) -> Iterator[Amy]:
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as client:
        yield client
