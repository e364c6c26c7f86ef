"""Systems for all that die, hang or fail in them: one that soon gives an agent up, and one that takes its time.

Both run a process for each service, and journal what they do.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from amy.client import Amy
from evals.system import System, running, wait_until
from tests.chaos.killing import DEADLINE_S, RETRIED_S, is_old

USER = "agents-chaos"


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the sample person."""
    folder = tmp_path_factory.mktemp("sample")
    subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(folder)], check=True)
    return folder


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
def impatient(tmp_path_factory: pytest.TempPathFactory, journal: Path, steps: Path, sample: Path) -> Iterator[System]:
    env = {
        "AMY_DOMAIN_EXPERT_TURN_JOURNAL": str(journal),
        "AMY_DOMAIN_EXPERT_TURN_PAUSE_S": "0.7",
        "AMY_ORCHESTRATOR_AGENT_TIMEOUT_S": str(DEADLINE_S),
        "AMY_ORCHESTRATOR_PEER_RETRY_S": str(RETRIED_S),
        "AMY_ORCHESTRATOR_STEP_JOURNAL": str(steps),
        "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.3",
    }
    with running(tmp_path_factory.mktemp("impatient") / "data", "--processes", env=env) as system:
        with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as client:
            client.data.import_file(sample / "daily.csv")
        yield system


@pytest.fixture(scope="session")
def patient_steps(journals: Path) -> Path:
    """The steps of the turns of the patient system."""
    return journals / "patient.jsonl"


@pytest.fixture(scope="session")
def patient(tmp_path_factory: pytest.TempPathFactory, patient_steps: Path) -> Iterator[System]:
    env = {"AMY_ORCHESTRATOR_STEP_JOURNAL": str(patient_steps), "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.4"}
    with running(tmp_path_factory.mktemp("patient") / "data", "--processes", env=env) as system:
        yield system


@pytest.fixture
def system(impatient: System) -> System:
    """With every service there, whatever the test before has done to them."""
    processes = impatient.data_dir / "run" / "processes.json"

    def serves() -> bool:
        pids: dict[str, int] = json.loads(processes.read_text())
        states = impatient.states()
        return set(states.values()) == {"serving"} and all(is_old(pids.get(service, 0)) for service in states)

    wait_until(serves, timeout_s=60, what="everything serves")
    return impatient


@pytest.fixture
def amy(system: System) -> Iterator[Amy]:
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as client:
        yield client
