"""One embedded system whose minds ask a double of the vendor, with the sample person imported."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from amy.client import Amy
from evals.system import System, running
from tests.e2e.model.asking import WARN_USD, Asking
from tests.vendor import Script, Vendor
from tests.vendor.beside import beside
from tests.vendor.sensible import AUTOMATIC

USER = "sample"


@pytest.fixture(scope="session")
def vendor() -> Iterator[Vendor]:
    with beside(Vendor(Script(automatic=AUTOMATIC))) as double:
        yield double


@pytest.fixture(scope="session")
def system(vendor: Vendor, tmp_path_factory: pytest.TempPathFactory, sample_files: Path) -> Iterator[System]:
    told = {
        "ANTHROPIC_BASE_URL": vendor.base_url,
        "ANTHROPIC_API_KEY": vendor.api_key,
        "AMY_CONSENT": "true",
        "AMY_COST_WARN_USD": str(WARN_USD),
    }
    with running(tmp_path_factory.mktemp("model") / "data", env=told) as started:
        with Amy(api_key=started.admin_key, base_url=started.base_url, user=USER) as amy:
            for file in sorted(sample_files.glob("*.csv")):
                amy.data.import_file(file)
        yield started


@pytest.fixture
def asking(system: System, vendor: Vendor, amy: Amy) -> Asking:
    """The sample person, who asks."""
    return Asking(amy, vendor, system)
