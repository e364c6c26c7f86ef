"""Two gateways and two orchestrators over PostgreSQL: a turn outlives the orchestrator that runs it, and the database.

Steps, events and memories are counted outside the processes, as `make chaos` counts them.
"""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from ulid import ULID

from amy.client import Amy
from evals.replicas import REFERENCE, Postgres, Replica, Replicas, running
from evals.system import wait_until
from tests.load.replicas.clients import Asked, Program
from tests.load.replicas.counting import counted

QUESTION = "Is my resting heart rate related to how long I sleep?"
HEARTBEAT_S, TAKEOVER_AFTER_S = 1.0, 6.0
AWAY_S = 1.5
"""Too short for a takeover: the orchestrator itself goes on with what it could not store."""

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(400)]


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    with Postgres(tmp_path_factory.mktemp("postgres")) as server:
        yield server


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("journal") / "steps.jsonl"


@pytest.fixture(scope="module")
def replicas(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, journal: Path) -> Iterator[Replicas]:
    folder = tmp_path_factory.mktemp("replicas")
    env = {
        "AMY_ORCHESTRATOR_STEP_JOURNAL": str(journal),
        "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.4",
        "AMY_ORCHESTRATOR_HEARTBEAT_S": str(HEARTBEAT_S),
        "AMY_ORCHESTRATOR_TAKEOVER_AFTER_S": str(TAKEOVER_AFTER_S),
    }
    counts = {**dict.fromkeys(REFERENCE, 1), "gateway": 2, "orchestrator": 2}
    with running(folder, postgres.url, counts=counts, env=env) as system:
        yield system


class Scene:
    """A user's program asks once, and something happens while its turn runs."""

    def __init__(self, replicas: Replicas, postgres: Postgres, journal: Path, user: str) -> None:
        self._journal, self._url = journal, postgres.url
        self._program = Program(replicas.base_urls, replicas.admin_key, user, seed=1)
        self._orchestrators = replicas.by_service["orchestrator"]
        self._before = len(self._lines())

    def ask(self, *, at: str, meanwhile: Callable[[Replica], None]) -> Asked:
        """What the program saw; `meanwhile` is given the orchestrator that has begun the step `at`."""
        with ThreadPoolExecutor(1) as pool:
            asking = pool.submit(self._program.ask, "key", QUESTION, part=at)
            wait_until(lambda: self.began(at), timeout_s=60, what=f"{at} begins")
            (runs,) = [each for each in self._orchestrators if each.pid == self.began(at)[0]]
            meanwhile(runs)
            return asking.result()

    def began(self, step: str) -> list[int]:
        """The processes that have begun a step since this was made."""
        return [
            line["pid"] for line in self._lines()[self._before :] if (line["step"], line["event"]) == (step, "begin")
        ]

    def status(self) -> str:
        """Of the newest turn, as it is stored."""
        return str(self._row("SELECT status FROM orchestrator_turns ORDER BY id DESC LIMIT 1"))

    def events(self) -> int:
        """How many are stored, of all turns."""
        last = "SELECT max(last_event_id) AS id FROM orchestrator_turn_log GROUP BY turn_id"
        return int(self._row(f"SELECT coalesce(sum(id), 0) FROM ({last}) last"))

    def held(self, asked: Asked) -> None:
        """The turn completed; nothing was lost, done twice or left out."""
        counts = counted([self._program], [asked], journal=self._journal, database_url=self._url)
        assert counts.good, counts
        assert asked.events[-1].event == "turn.completed"
        assert not counts.lacking, "it says all that it says on a quiet day"

    def _lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._journal.read_text().splitlines()] if self._journal.exists() else []

    def _row(self, query: str) -> Any:
        with psycopg.connect(self._url) as connection:
            row = connection.execute(query.encode()).fetchone()
        assert row is not None
        return row[0]


@pytest.fixture
def scene(replicas: Replicas, postgres: Postgres, journal: Path, sample: Path) -> Scene:
    user = f"user-{ULID()}"
    with Amy(api_key=replicas.admin_key, base_url=replicas.base_urls[0], user=user, timeout=120) as amy:
        amy.data.import_file(sample / "daily.csv")
    return Scene(replicas, postgres, journal, user)


def test_a_turn_followed_at_another_gateway_outlives_kill_9_of_its_orchestrator(scene: Scene) -> None:
    killed: list[Replica] = []

    def kill(orchestrator: Replica) -> None:
        orchestrator.kill()
        killed.append(orchestrator)

    asked = scene.ask(at="run_main_agent", meanwhile=kill)
    assert len(scene.began("run_main_agent")) == 2, "the other orchestrator went on with it"
    killed[0].start()
    killed[0].ready()
    scene.held(asked)


def test_an_orchestrator_that_wakes_up_after_its_turn_was_taken_over_writes_nothing(scene: Scene) -> None:
    written: list[int] = []

    def freeze(orchestrator: Replica) -> None:
        orchestrator.freeze()
        try:
            wait_until(lambda: scene.status() == "completed", timeout_s=60, what="the other one completes it")
            written.append(scene.events())
        finally:
            orchestrator.thaw()

    asked = scene.ask(at="run_supporting_agents", meanwhile=freeze)
    time.sleep(2 * HEARTBEAT_S)
    assert [scene.events()] == written
    scene.held(asked)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_turn_outlives_a_restart_of_postgresql(scene: Scene, postgres: Postgres, mode: str) -> None:
    def restart(orchestrator: Replica) -> None:
        # Frozen meanwhile, so that it surely finds the database gone in the middle of the step.
        orchestrator.freeze()
        postgres.stop(mode=mode)
        orchestrator.thaw()
        time.sleep(AWAY_S)
        postgres.start()

    scene.held(scene.ask(at="run_main_agent", meanwhile=restart))
