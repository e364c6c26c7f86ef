"""One Prometheus that measures two systems: one with a process a service, and a small one that thinks with a model."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from amy.client import Amy
from evals.system import System, running
from tests.alerts.prometheus import Prometheus, running_prometheus
from tests.vendor import Script, Vendor
from tests.vendor.answers import Answer, Failure, Fault
from tests.vendor.beside import beside
from tests.vendor.incoming import Request
from tests.vendor.sensible import AUTOMATIC

USERS = ("anna", "bert", "cleo")
REFUSED = "qxzj"
MEASURED = {"AMY_TELEMETRY_PROMETHEUS": "127.0.0.1:0"}


@pytest.fixture(scope="session")
def daily(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(folder)], check=True)
    return folder / "daily.csv"


@pytest.fixture(scope="session")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    with running_prometheus(tmp_path_factory.mktemp("prometheus")) as one:
        yield one


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory, daily: Path) -> Iterator[System]:
    """Each service in a process of its own; an agent that does not answer is soon given up."""
    env = {**MEASURED, "AMY_ORCHESTRATOR_PEER_RETRY_S": "0.5"}
    with running(tmp_path_factory.mktemp("system") / "data", "--processes", env=env) as started:
        for user in USERS:
            with client_of(started, user) as amy:
                amy.data.import_file(daily)
        yield started


@pytest.fixture(scope="session")
def vendor() -> Iterator[Vendor]:
    """A double of a model's vendor, which refuses every call whose data holds the word."""

    def answering(usual: Callable[[Request], Answer | Fault]) -> Callable[[Request], Answer | Fault]:
        refused = Failure(status=400, type="invalid_request_error")
        return lambda request: refused if REFUSED in request.data else usual(request)

    script = Script(automatic={purpose: answering(usual) for purpose, usual in AUTOMATIC.items()})
    with beside(Vendor(script)) as double:
        yield double


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory, daily: Path, vendor: Vendor) -> Iterator[System]:
    """All in one process: one turn at a time, 16 connections, and no run of code ends in the time that it may take."""
    env = {
        **MEASURED,
        "ANTHROPIC_BASE_URL": vendor.base_url,
        "ANTHROPIC_API_KEY": vendor.api_key,
        "AMY_CONSENT": "true",
        "AMY_ORCHESTRATOR_MAX_CONCURRENT_TURNS": "1",
        "AMY_ORCHESTRATOR_STEP_PAUSE_S": "0.3",
        "AMY_DATA_SCIENCE_SANDBOX_WALL_TIME_S": "0.001",
        "AMY_GATEWAY_MAX_CONNECTIONS": "16",
        "AMY_GATEWAY_ADDRESS_SHARE": "1",
    }
    with running(tmp_path_factory.mktemp("small") / "data", env=env) as started:
        for user in USERS:
            with client_of(started, user) as amy:
                amy.data.import_file(daily)
        yield started


def client_of(system: System, user: str) -> Amy:
    return Amy(api_key=system.admin_key, base_url=system.base_url, user=user, retries=0)
