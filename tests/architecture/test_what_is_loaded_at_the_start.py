"""What takes a part of a second or some ten megabytes is loaded where it is used, and by nobody who only starts Amy."""

import json
import subprocess
import sys
from typing import Final

import pytest

LATER: Final = {
    "anthropic": "only where a model is asked over its vendor's interface",
    "daytona": "only where it is the sandbox",
    "docker": "only where containers are the sandbox",
    "opentelemetry.sdk": "only where telemetry is on",
    "pandas": "in the sandbox, never in a service",
    "prometheus_client": "only where telemetry is on",
    "pydantic_settings": "settings are read from the environment that is passed, by pydantic alone",
    "scipy": "with the first gate, and in the sandbox",
    "scipy.interpolate": "in the sandbox",
    "scipy.optimize": "in the sandbox",
    "scipy.signal": "in the sandbox",
    "scipy.stats": "in the sandbox: half a second for what scipy.special and a few lines of numpy do",
    "vl_convert": "only where a picture is saved",
}
_TOLD: Final = """
import json, sys
from importlib.metadata import entry_points
import amy.cli.main
for point in entry_points(group="amy.services"):
    point.load()
print(json.dumps(sorted(sys.modules)))
"""


@pytest.fixture(scope="module")
def loaded() -> frozenset[str]:
    """Every module that the command line and all services have loaded before any of them has begun to work."""
    told = subprocess.run([sys.executable, "-c", _TOLD], capture_output=True, text=True, check=True)
    return frozenset(json.loads(told.stdout))


def test_all_services_are_loaded(loaded: frozenset[str]) -> None:
    assert {"services.validator.__main__", "services.data_science.__main__", "gateway.__main__"} <= loaded


@pytest.mark.parametrize(("module", "where"), LATER.items())
def test_what_is_used_elsewhere_or_later_is_not_loaded(loaded: frozenset[str], module: str, where: str) -> None:
    assert module not in loaded, where
