"""kill -9 and SIGSTOP with `--processes`, seen through the gateway: keys find their turns, health tells the truth."""

import os
import signal
import time

import pytest

from evals.system import System, wait_until
from tests.load.kills import FOUND_WITHIN_S, kill_at_random_moments

pytestmark = [pytest.mark.chaos, pytest.mark.timeout(240)]


@pytest.fixture
def system(patient: System) -> System:
    return patient


@pytest.mark.parametrize("service", ["orchestrator", "data_science", "validator", "memory", "health_data"])
def test_a_frozen_service_shows_within_seconds_and_so_does_its_return(system: System, service: str) -> None:
    wait_until(lambda: set(system.states().values()) == {"serving"}, timeout_s=60, what="everything serves")
    assert service in system.states()
    pid = system.pid(service)
    os.kill(pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        wait_until(lambda: system.states()[service] == "not_serving", timeout_s=8, what=f"{service} shows as frozen")
        assert time.monotonic() - began < 8
    finally:
        os.kill(pid, signal.SIGCONT)
    wait_until(lambda: system.states()[service] == "serving", timeout_s=8, what=f"{service} shows as well again")


def test_a_key_finds_its_turn_again_when_the_gateway_is_killed(system: System) -> None:
    outcome = kill_at_random_moments(system, kills=4, requests=24, seed=24)
    assert [len(found.turn_ids) for found in outcome.found] == [1] * 24
    assert outcome.second_turns == 0
    assert max(outcome.waits_s, default=0.0) < FOUND_WITHIN_S
    assert outcome.waits_s, "some request was under way at some kill"
