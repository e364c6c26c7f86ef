"""A careful program: it asks with a key until it is answered, and follows each turn at another gateway."""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Any, Final

from amy.client.calls import events_path
from amy.client.events import TERMINAL
from amy.client.sse import ServerSentEvent, SseParser

GIVE_UP_S: Final = 300.0
"""How long a program tries, to be answered or to see an end."""
_SILENCE_S: Final = 12.0
"""After so long without a byte it tries another gateway: one that hangs says nothing."""
_PAUSE_S: Final = 0.2
_AGAIN: Final = ("idempotency_key_in_use", "concurrency_limit_exceeded", "rate_limit_exceeded")


@dataclass(kw_only=True)
class Asked:
    """One keyed question, and what its program saw of it.

    Attributes:
        part: of the run in which it was asked.
        turn_ids: of every answer to it.
        events: as they were read, over all connections.
        took_s: from the first try to the terminal event.
    """

    user: str
    key: str
    question: str
    part: str
    turn_ids: set[str] = field(default_factory=set)
    events: list[ServerSentEvent] = field(default_factory=list)
    connections: int = 0
    took_s: float = 0.0

    @property
    def turn_id(self) -> str:
        """Of the turn, once it is known; every answer should name the same."""
        return min(self.turn_ids, default="")

    @property
    def ended(self) -> bool:
        return bool(self.events) and self.events[-1].event in TERMINAL


class Program:
    """Acts for one user at any of the gateways.

    Attributes:
        refused: how often it was refused, by error code or by what broke.
    """

    def __init__(self, base_urls: Sequence[str], admin_key: str, user: str, *, seed: int) -> None:
        self.user = user
        self.refused: Counter[str] = Counter()
        self._targets = [url.removeprefix("http://").split(":") for url in base_urls]
        self._admin_key = admin_key
        self._rng = random.Random(f"{seed}-{user}")

    def ask(self, key: str, question: str, *, part: str) -> Asked:
        """Asks and follows; what did not come about within `GIVE_UP_S` is missing from what is returned."""
        asked = Asked(user=self.user, key=key, question=question, part=part)
        began_s = time.monotonic()
        gateway = self._start(asked)
        if asked.turn_ids:
            self._follow(asked, gateway + 1, give_up_s=began_s + GIVE_UP_S)
        asked.took_s = time.monotonic() - began_s
        return asked

    def again(self, asked: Asked) -> None:
        """Sends it once more under its key: the answer must name the same turn."""
        self._start(asked)

    def replay(self, turn_id: str) -> list[ServerSentEvent]:
        """All events of a turn that has ended, read at once."""
        whole = Asked(user=self.user, key="", question="", part="", turn_ids={turn_id})
        self._follow(whole, self._rng.randrange(len(self._targets)), give_up_s=time.monotonic() + GIVE_UP_S)
        return whole.events

    def get(self, path: str) -> Any:
        """What is at a path; asked for until it is told.

        Raises:
            TimeoutError: it never was.
        """
        gateway, give_up_s = self._rng.randrange(len(self._targets)), time.monotonic() + GIVE_UP_S
        while time.monotonic() < give_up_s:
            if (answer := self._answer(gateway, "GET", path)) is not None:
                return answer
            gateway += 1
            time.sleep(_PAUSE_S)
        raise TimeoutError(f"{path}: {dict(self.refused)}")

    def all_turns(self) -> list[dict[str, Any]]:
        """Of this user, as lists tell them."""
        turns: list[dict[str, Any]] = []
        cursor = ""
        while True:
            page = self.get(f"/v1/turns?limit=100{cursor}")
            turns += page["data"]
            if not page.get("next_cursor"):
                return turns
            cursor = f"&cursor={page['next_cursor']}"

    def _start(self, asked: Asked) -> int:
        """Asks until it is answered; returns the number of the gateway that did."""
        body = json.dumps({"messages": [{"role": "user", "content": asked.question}]})
        gateway, give_up_s = self._rng.randrange(len(self._targets)), time.monotonic() + GIVE_UP_S
        while time.monotonic() < give_up_s:
            answer = self._answer(gateway, "POST", "/v1/turns", key=asked.key, body=body)
            if answer is not None:
                asked.turn_ids.add(answer["id"])
                return gateway
            gateway += 1
            time.sleep(_PAUSE_S)
        return gateway

    def _answer(self, gateway: int, method: str, path: str, *, key: str = "", body: str = "") -> Any:
        """The JSON of a success; None for what may be tried again.

        Raises:
            AssertionError: refused for good.
        """
        headers = {"Idempotency-Key": key} if key else {}
        try:
            with closing(self._connected(gateway)) as connection:
                response = self._sent(connection, method, path, headers=headers, body=body)
                answer = json.loads(response.read())
        except (OSError, HTTPException, ValueError) as error:
            self.refused[type(error).__name__] += 1
            return None
        if response.status in (200, 201):
            return answer
        code = answer["error"]["code"]
        self.refused[f"{response.status} {code}"] += 1
        assert response.status >= 500 or code in _AGAIN, (method, path, answer)
        return None

    def _follow(self, asked: Asked, gateway: int, *, give_up_s: float) -> None:
        while not asked.ended and time.monotonic() < give_up_s:
            asked.connections += 1
            try:
                for event in self._connection(gateway, asked):
                    asked.events.append(event)
                    if event.event in TERMINAL:
                        return
            except (OSError, HTTPException) as error:
                self.refused[f"stream: {type(error).__name__}"] += 1
            gateway += self._rng.randrange(len(self._targets))
            time.sleep(_PAUSE_S)

    def _connection(self, gateway: int, asked: Asked) -> Iterator[ServerSentEvent]:
        """What one connection brings, as it comes: nothing is dropped or put in order."""
        headers = {"Accept": "text/event-stream"}
        if asked.events:
            headers["Last-Event-Id"] = asked.events[-1].id
        parser = SseParser()
        with closing(self._connected(gateway)) as connection:
            response = self._sent(connection, "GET", events_path(asked.turn_id), headers=headers)
            if response.status != 200:
                self.refused[f"stream: {response.status}"] += 1
                return
            while chunk := response.read1(1 << 16):
                yield from parser.feed(chunk)

    def _connected(self, gateway: int) -> HTTPConnection:
        host, port = self._targets[gateway % len(self._targets)]
        return HTTPConnection(host, int(port), timeout=_SILENCE_S)

    def _sent(
        self, connection: HTTPConnection, method: str, path: str, *, headers: dict[str, str], body: str = ""
    ) -> HTTPResponse:
        whole = {"Authorization": f"Bearer {self._admin_key}", "Amy-User": self.user, **headers}
        connection.request(method, path, body=body or None, headers=whole)
        return connection.getresponse()
