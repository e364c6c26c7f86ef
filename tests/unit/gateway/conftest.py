"""One gateway for all tests of a module: starting one costs more than asking it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.unit.gateway.backend import System, gateway


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def system(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[System]:
    async with gateway(tmp_path_factory.mktemp("gateway")) as running:
        yield running
