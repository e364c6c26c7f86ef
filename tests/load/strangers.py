"""`make strangers`: the whole system with 1,024 descriptors, hostile clients at it, and an honest one beside them.

Exits with 1 unless `/healthz` keeps its p95 under 200 ms and every ordinary ask is answered in under 3 s, both while
the hostile clients share one address with the honest one, and while they come from fifty others.
"""

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from amy.client import Amy
from evals.system import System, running
from tests.load.report import p50, p95

DESCRIPTORS = 1_024
HEALTH_P95_MS = 200.0
SLOWEST_ASK_MS = 3_000.0
QUESTIONS = ("What is my average resting heart rate?", "What is my average HRV over the last 30 days?")
USER = "honest"
_PAUSE_S = 0.05
HERE = ("127.0.0.1",)
MANY = tuple(f"127.0.0.{last}" for last in range(2, 52))


@dataclass
class Seen:
    """What the honest client saw: milliseconds of each try, and what failed."""

    fresh_ms: list[float] = field(default_factory=list)
    kept_ms: list[float] = field(default_factory=list)
    asks_ms: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def health_ms(self) -> list[float]:
        return self.fresh_ms + self.kept_ms

    @property
    def good(self) -> bool:
        return (
            not self.failures
            and len(self.asks_ms) >= 3
            and p95(self.health_ms) < HEALTH_P95_MS
            and max(self.asks_ms) < SLOWEST_ASK_MS
        )


class Honest:
    """A client that looks at `/healthz`, by new and by kept connections, and asks one question after another."""

    def __init__(self, system: System) -> None:
        host, port = system.base_url.removeprefix("http://").split(":")
        self._target = (host, int(port))
        self._headers = {"Authorization": f"Bearer {system.admin_key}", "Amy-User": USER}
        self._stop = threading.Event()
        self.seen = Seen()

    def fresh(self) -> None:
        while not self._stop.wait(_PAUSE_S):
            self._timed(self.seen.fresh_ms, self._connection(), "GET", "/healthz")

    def kept(self) -> None:
        connection = self._connection()
        while not self._stop.wait(_PAUSE_S):
            self._timed(self.seen.kept_ms, connection, "GET", "/healthz", close=False)

    def ask(self) -> None:
        for question in itertools.cycle(QUESTIONS):
            if self._stop.wait(_PAUSE_S):
                return
            body = json.dumps({"messages": [{"role": "user", "content": question}], "stream": False})
            self._timed(self.seen.asks_ms, self._connection(), "POST", "/v1/turns", body=body)

    def _connection(self) -> HTTPConnection:
        return HTTPConnection(*self._target, timeout=30)

    def _timed(
        self,
        samples: list[float],
        connection: HTTPConnection,
        method: str,
        path: str,
        *,
        body: str = "",
        close: bool = True,
    ) -> None:
        began = time.perf_counter()
        try:
            connection.request(method, path, body=body or None, headers=self._headers if body else {})
            response = connection.getresponse()
            response.read()
            if response.status not in (200, 201):
                self.seen.failures.append(f"{path}: {response.status}")
        except (OSError, HTTPException) as error:
            self.seen.failures.append(f"{path}: {type(error).__name__} {error}")
            connection.close()
        samples.append((time.perf_counter() - began) * 1000)
        if close:
            connection.close()

    @contextmanager
    def at_work(self) -> Iterator[Seen]:
        threads = [threading.Thread(target=each) for each in (self.fresh, self.kept, self.ask)]
        for thread in threads:
            thread.start()
        try:
            yield self.seen
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()


def attacked(system: System, addresses: Sequence[str], seconds: float) -> dict[str, int]:
    """Runs the hostile clients; what they saw."""
    port = system.base_url.rpartition(":")[2]
    command = [sys.executable, "-m", "tests.load.hostile", "--port", port, "--seconds", str(seconds)]
    done = subprocess.run(
        [*command, "--addresses", ",".join(addresses)],
        stdout=subprocess.PIPE,
        check=True,
        timeout=seconds + 60,
    )
    found: dict[str, int] = json.loads(done.stdout)
    return found


class Descriptors(threading.Thread):
    """Watches how many files and sockets the system has open; `most` is the peak."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._folder = Path(f"/proc/{pid}/fd")
        self.most = 0

    def run(self) -> None:
        while True:
            try:
                self.most = max(self.most, len(list(self._folder.iterdir())))
            except FileNotFoundError:
                return
            time.sleep(_PAUSE_S)


def figures(name: str, seen: Seen) -> None:
    print(f"{name}:")
    for what, samples in (("new connections", seen.fresh_ms), ("a kept connection", seen.kept_ms)):
        print(f"  /healthz by {what}: p50 {p50(samples):.1f} ms, p95 {p95(samples):.1f} ms, n={len(samples)}")
    print(f"  /healthz in all: p95 {p95(seen.health_ms):.1f} ms, slowest {max(seen.health_ms):.1f} ms")
    print(f"  asks: p50 {p50(seen.asks_ms):.0f} ms, slowest {max(seen.asks_ms):.0f} ms, n={len(seen.asks_ms)}")
    for failure in seen.failures[:5]:
        print(f"  failed: {failure}")
    print(f"  failures: {len(seen.failures)}", flush=True)


def measure(folder: Path, *, seconds: float, descriptors: int) -> bool:
    """Both attacks on one system; whether the honest client was served throughout."""
    with running(folder / "data", descriptors=descriptors) as system:
        sample = folder / "sample"
        subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(sample)], check=True)
        with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as amy:
            amy.data.import_file(sample / "daily.csv")
            amy.turns.create(messages=[{"role": "user", "content": QUESTIONS[0]}], stream=False)
        opened = Descriptors(system.supervisor_pid)
        opened.start()
        with Honest(system).at_work() as calm:
            time.sleep(min(5.0, seconds))
        figures("nobody hostile", calm)
        good = True
        for name, addresses in (("hostile, from the honest address", HERE), ("hostile, from 50 others", MANY)):
            with Honest(system).at_work() as seen:
                attack = attacked(system, addresses, seconds)
            figures(name, seen)
            print(f"  they: {attack}")
            good = good and seen.good
        accept_errors = system.log.read_text().count("accept_failed")
        print(f"descriptors: at most {opened.most} of {descriptors}; lines about failed accepts: {accept_errors}")
        return good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each attack lasts")
    parser.add_argument("--descriptors", type=int, default=DESCRIPTORS, help="RLIMIT_NOFILE of the system")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        good = measure(Path(folder), seconds=chosen.seconds, descriptors=chosen.descriptors)
    print(
        f"{'held' if good else 'NOT HELD'}: /healthz p95 under {HEALTH_P95_MS:.0f} ms, "
        f"every ask under {SLOWEST_ASK_MS:.0f} ms, nothing failed"
    )
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
