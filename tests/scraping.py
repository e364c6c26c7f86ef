"""Metrics as Prometheus fetches them: over HTTP, from the addresses that the log names."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import structlog

from amy.runtime.telemetry import recording


@dataclass(frozen=True, kw_only=True)
class Page:
    """What `/metrics` says."""

    text: str

    def has(self, name: str) -> bool:
        return f"\n{name}{{" in self.text

    def value(self, name: str, **labels: str) -> float:
        """The sum of the series of this name that have these labels."""
        wanted = [f'{label}="{text}"' for label, text in labels.items()]
        series = (line for line in self.text.splitlines() if line.startswith(f"{name}{{"))
        return sum(float(line.rsplit(" ", 1)[1]) for line in series if all(label in line for label in wanted))


def fetched(address: str) -> Page:
    return Page(text=httpx.get(f"http://{address}/metrics", trust_env=False).text)


@contextmanager
def measured() -> Iterator[Callable[[], Page]]:
    """This process measures until the block ends; the value fetches what it has measured."""
    anywhere = {"AMY_TELEMETRY_PROMETHEUS": "127.0.0.1:0"}
    with structlog.testing.capture_logs() as log, recording(anywhere, process="x"):
        yield lambda: fetched(log[0]["metrics"])
