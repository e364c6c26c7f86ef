"""What happens at the edges of a running system: too many turns, events that are gone, PostgreSQL instead of files."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from amy.client import Amy, AmyError
from evals.system import System, running

THANKS = [{"role": "user", "content": "thanks"}]


@pytest.fixture(scope="module")
def slow_system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    env = {"AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.3", "AMY_ORCHESTRATOR_RETENTION_S": "1"}
    with running(tmp_path_factory.mktemp("slow") / "data", env=env) as system:
        yield system


@pytest.fixture
def amy(slow_system: System) -> Iterator[Amy]:
    with Amy(api_key=slow_system.admin_key, base_url=slow_system.base_url, user="u") as client:
        yield client


def status_of_create(amy: Amy) -> tuple[int, str]:
    try:
        return 201, amy.turns.create(messages=THANKS).id
    except AmyError as error:
        return error.status, error.code


def test_the_fourth_turn_in_flight_is_refused_and_the_first_three_complete(amy: Amy) -> None:
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda _: status_of_create(amy), range(8)))
    accepted = [turn_id for status, turn_id in outcomes if status == 201]
    refused = [outcome for outcome in outcomes if outcome[0] != 201]
    assert len(accepted) == 3
    assert set(refused) == {(429, "concurrency_limit_exceeded")}
    for turn_id in accepted:
        assert [event.type for event in amy.turns.stream(turn_id)][-1] == "turn.completed"


def test_expired_events_are_gone_and_the_turn_stays(amy: Amy) -> None:
    turn = amy.turns.create(messages=THANKS, stream=False)
    time.sleep(1.2)
    with pytest.raises(AmyError) as caught:
        list(amy.turns.stream(turn.id))
    assert (caught.value.status, caught.value.code) == (404, "turn_events_expired")
    assert amy.turns.retrieve(turn.id).status == "completed"


@pytest.mark.parametrize("flag", [(), ("--processes",)])
def test_the_whole_path_runs_on_postgresql(
    tmp_path: Path, postgres_url: str, sample_files: Path, flag: tuple[str, ...]
) -> None:
    with (
        running(tmp_path / "data", "--database-url", postgres_url, *flag) as system,
        Amy(api_key=system.admin_key, base_url=system.base_url, user="u") as amy,
    ):
        amy.data.import_file(sample_files / "daily.csv")
        question = [{"role": "user", "content": "What is my average resting heart rate?"}]
        turn = amy.turns.create(messages=question, stream=False)
        assert turn.result is not None
        assert turn.result.fact_sheet
