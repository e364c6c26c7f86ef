"""One embedded system for all end-to-end tests, with the sample person imported."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from amy.client import Amy
from evals.system import System, running

USER = "sample"


@pytest.fixture(scope="session")
def sample_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    subprocess.run([sys.executable, "-m", "services.health_data.sample_person", "--out", str(folder)], check=True)
    return folder


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory, sample_files: Path) -> Iterator[System]:
    with running(tmp_path_factory.mktemp("system") / "data") as running_system:
        with Amy(api_key=running_system.admin_key, base_url=running_system.base_url, user=USER) as amy:
            for file in sorted(sample_files.glob("*.csv")):
                amy.data.import_file(file)
        yield running_system


@pytest.fixture
def amy(system: System) -> Iterator[Amy]:
    with Amy(api_key=system.admin_key, base_url=system.base_url, user=USER) as client:
        yield client
