"""`make kills`: kill -9 of the gateway at random moments of keyed requests; the same key finds the same turn again.

Exits with 1 unless every retry found its turn within 10 s of the kill, and no key ever started a second turn.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from evals.system import System, running
from tests.load.report import p50

KILLS = 50
REQUESTS = 200
FOUND_WITHIN_S = 10.0
_GIVE_UP_S = 60.0
_SPREAD_S = 0.25
_QUESTIONS = ("thanks", "What is my average resting heart rate?")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One keyed request: whose it is, how it is sent, and how long after the start of its round."""

    user: str
    key: str
    body: str
    after_s: float


@dataclass(frozen=True, kw_only=True)
class Found:
    """What became of a request.

    Attributes:
        turn_ids: of every answer to it, retries included.
        turns: how many turns its user has in the end.
    """

    turn_ids: frozenset[str]
    turns: int


@dataclass
class Outcome:
    """All rounds together."""

    found: list[Found] = field(default_factory=list)
    waits_s: list[float] = field(default_factory=list)
    """From the kill to the first answer, of the requests that were cut."""

    @property
    def same_turn(self) -> int:
        return sum(len(each.turn_ids) == 1 for each in self.found)

    @property
    def second_turns(self) -> int:
        return sum(each.turns - 1 for each in self.found)

    @property
    def good(self) -> bool:
        in_time = all(wait_s <= FOUND_WITHIN_S for wait_s in self.waits_s)
        return in_time and self.same_turn == len(self.found) and self.second_turns == 0


class Client:
    """Sends a request until it is answered, as a careful program does."""

    def __init__(self, system: System) -> None:
        host, port = system.base_url.removeprefix("http://").split(":")
        self._target = (host, int(port))
        self._admin_key = system.admin_key

    def until_answered(self, asked: Asked) -> str:
        """The id of the turn.

        Raises:
            TimeoutError: it was never answered; says what came instead.
        """
        give_up_s = time.monotonic() + _GIVE_UP_S
        seen: Counter[str] = Counter()
        while time.monotonic() < give_up_s:
            try:
                status, body = self._send("POST", "/v1/turns", asked.user, key=asked.key, body=asked.body)
            except (OSError, HTTPException) as error:
                seen[repr(error)] += 1
                time.sleep(0.05)
                continue
            if status == 201:
                turn_id: str = body["id"]
                return turn_id
            if body["error"]["code"] not in ("idempotency_key_in_use", "upstream_unavailable"):
                raise AssertionError(body)
            seen[body["error"]["code"]] += 1
            time.sleep(0.1)
        raise TimeoutError(f"{asked.key}: {dict(seen)}")

    def turns_of(self, user: str) -> int:
        status, body = self._send("GET", "/v1/turns?limit=100", user)
        assert status == 200, body
        return len(body["data"])

    def _send(self, method: str, path: str, user: str, *, key: str = "", body: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self._admin_key}", "Amy-User": user}
        if key:
            headers["Idempotency-Key"] = key
        connection = HTTPConnection(*self._target, timeout=30)
        try:
            connection.request(method, path, body=body or None, headers=headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()


def kill_at_random_moments(system: System, *, kills: int, requests: int, seed: int) -> Outcome:
    """Rounds of requests with one kill in each; every request is sent a second time when all is calm."""
    rng = random.Random(seed)
    outcome, client = Outcome(), Client(system)
    for number in range(kills):
        size = requests * (number + 1) // kills - requests * number // kills
        batch = [_asked(rng, f"{seed}-{number}-{each}") for each in range(size)]
        _round(system, client, batch, kill_after_s=rng.uniform(0, 2 * _SPREAD_S), outcome=outcome)
    return outcome


def _asked(rng: random.Random, name: str) -> Asked:
    message = {"role": "user", "content": rng.choice(_QUESTIONS)}
    body = json.dumps({"messages": [message], "stream": rng.random() < 0.5})
    return Asked(user=f"user-{name}", key=f"key-{name}", body=body, after_s=rng.uniform(0, _SPREAD_S))


def _round(system: System, client: Client, batch: Sequence[Asked], *, kill_after_s: float, outcome: Outcome) -> None:
    began_s = time.monotonic()
    pid = system.pid("gateway")

    def send(asked: Asked) -> tuple[str, float]:
        time.sleep(asked.after_s)
        return client.until_answered(asked), time.monotonic()

    with ThreadPoolExecutor(len(batch)) as pool:
        answers = [pool.submit(send, asked) for asked in batch]
        time.sleep(kill_after_s)
        killed_at_s = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        first = [answer.result() for answer in answers]
    for asked, (turn_id, answered_at_s) in zip(batch, first, strict=True):
        cut = began_s + asked.after_s < killed_at_s < answered_at_s
        again = client.until_answered(asked)
        turns = client.turns_of(asked.user)
        outcome.found.append(Found(turn_ids=frozenset({turn_id, again}), turns=turns))
        if cut:
            outcome.waits_s.append(answered_at_s - killed_at_s)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--seed", type=int, default=20261122)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data", "--processes") as system:
        outcome = kill_at_random_moments(system, kills=chosen.kills, requests=chosen.requests, seed=chosen.seed)
    waits = outcome.waits_s
    print(f"seed {chosen.seed}: {chosen.kills} kills, {len(outcome.found)} keyed requests, {len(waits)} of them cut")
    print(f"the same turn again: {outcome.same_turn} of {len(outcome.found)}; second turns: {outcome.second_turns}")
    if waits:
        print(f"from the kill to the answer: p50 {p50(waits):.1f} s, slowest {max(waits):.1f} s")
    print(f"{'held' if outcome.good else 'NOT HELD'}: found within {FOUND_WITHIN_S:.0f} s, never a second turn")
    sys.exit(0 if outcome.good else 1)


if __name__ == "__main__":
    main()
