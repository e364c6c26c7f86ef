"""Who decides: the rules, a model that answers sensibly, and one that never answers."""

from collections.abc import AsyncIterator

import pytest

from amy.llm.caller import Caller
from amy.llm.retry import RetryConfig
from tests.unit.llm.talking import caller_of
from tests.vendor import Script, Vendor, overloaded
from tests.vendor.sensible import AUTOMATIC

RULES, MODEL, NO_MODEL = "rules", "model", "model down"


@pytest.fixture(params=[RULES, MODEL, NO_MODEL])
async def caller(request: pytest.FixtureRequest) -> AsyncIterator[Caller | None]:
    """Asks the model; None where the rules decide."""
    if request.param == RULES:
        yield None
        return
    automatic = AUTOMATIC if request.param == MODEL else dict.fromkeys(AUTOMATIC, lambda _: overloaded())
    async with (
        Vendor(Script(automatic=automatic)) as vendor,
        caller_of(vendor, retry=RetryConfig(max_retries=0)) as asking,
    ):
        yield asking
    assert not vendor.refusals
