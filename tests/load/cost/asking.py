"""Asks a system over HTTP as cheaply as can be, so that what is measured is the system and not who asks."""

import json
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from evals.system import System
from tests.load.cost.version import Version
from tests.load.turns import QUESTIONS

_PATIENCE_S: Final = 120.0


class Person:
    """A user of a system, who asks `QUESTIONS` in turn."""

    def __init__(self, system: System, user: str) -> None:
        self._address = urlsplit(system.base_url).netloc
        self._headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": user, "Connection": "close"}
        self._asked = 0

    def import_files(self, folder: Path) -> None:
        for file in sorted(folder.glob("*.csv")):
            self._post(f"/v1/data/imports?filename={quote(file.name)}", file.read_bytes(), "text/csv")

    def ask(self, times: int = 1) -> None:
        """Asks the next questions, one after another.

        Raises:
            AssertionError: one was not answered.
        """
        for _ in range(times):
            assert self.is_answered(), self._asked

    def is_answered(self) -> bool:
        """Asks the next question and waits for the end of its turn in the same request; whether data answered it."""
        question = QUESTIONS[self._asked % len(QUESTIONS)]
        self._asked += 1
        body = {"messages": [{"role": "user", "content": question}], "stream": False}
        turn = self._post("/v1/turns", json.dumps(body).encode(), "application/json")
        return turn["status"] == "completed" and bool(turn["result"]["fact_sheet"])

    def _post(self, path: str, body: bytes, content_type: str) -> Any:
        with closing(HTTPConnection(self._address, timeout=_PATIENCE_S)) as connection:
            connection.request("POST", path, body, {**self._headers, "Content-Type": content_type})
            response = connection.getresponse()
            content = response.read()
        assert response.status < 300, (path, response.status, content)
        return json.loads(content)


def sample_files(version: Version, folder: Path, *options: str) -> Path:
    """The sample person's files: a year."""
    command = [str(version.python), "-m", "services.health_data.sample_person", "--out", str(folder), *options]
    subprocess.run(command, env={**version.env()}, check=True)
    return folder


def people(system: System, sample: Path, *, count: int) -> Sequence[Person]:
    """As many who have the sample person's year and have asked each question once."""
    known = [Person(system, f"bench-{number}") for number in range(count)]
    for person in known:
        person.import_files(sample)
        person.ask(len(QUESTIONS))
    return known


@dataclass(frozen=True, kw_only=True)
class Run:
    """Answered and failed turns of people who ask at once, and the seconds that they took."""

    answered: int
    failed: int
    seconds: float


def asked_at_once(askers: Sequence[Person], *, seconds: float) -> Run:
    """Each asks the next question as soon as the last turn is over, until the time is."""
    began = time.perf_counter()

    def asked(person: Person) -> list[bool]:
        turns = []
        while time.perf_counter() - began < seconds:
            turns.append(person.is_answered())
        return turns

    with ThreadPoolExecutor(len(askers)) as pool:
        turns = [turn for turns in pool.map(asked, askers) for turn in turns]
    return Run(answered=sum(turns), failed=turns.count(False), seconds=time.perf_counter() - began)
