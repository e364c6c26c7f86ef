"""A caller over the double of the vendor, and a prompt and a decision to ask for."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Final, Literal

from pydantic import BaseModel, Field, SecretStr

from amy.llm.caller import Caller, Options
from amy.llm.drivers.api import ApiDriver
from amy.llm.limits import ProviderLimits
from amy.llm.messages import Effort, Rendered, Tool
from amy.llm.models import Role
from amy.llm.retry import RetryConfig
from tests.vendor import Vendor

OPUS: Final = "claude-opus-5-5"
INSTRUCTIONS: Final = "Say which of the two it is. " * 20
LONG_INSTRUCTIONS: Final = "Say which of the two it is, and weigh it well before you do. " * 300
PROMPTS: Final = {INSTRUCTIONS.strip(): "choose", LONG_INSTRUCTIONS.strip(): "choose_long"}
LOOK_UP: Final = Tool(
    name="look_up",
    description="Looks a word up.",
    parameters={"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)


class Choice(BaseModel):
    """A decision."""

    which: Literal["tea", "coffee"]
    cups: int = Field(ge=1, le=9)


def prompt(data: str = "What do I drink?", *, instructions: str = INSTRUCTIONS) -> Rendered:
    stable = instructions.strip()
    return Rendered(name=PROMPTS[stable], sha256="ab" * 32, stable=stable, data=data)


@asynccontextmanager
async def caller_of(
    vendor: Vendor,
    *,
    model: str = OPUS,
    retry: RetryConfig | None = None,
    deadline_s: float = 20.0,
    read_timeout_s: float = 20.0,
    api_key: str | None = None,
    limits: ProviderLimits | None = None,
    effort: Mapping[str, Effort] | None = None,
) -> AsyncIterator[Caller]:
    key = SecretStr(vendor.api_key if api_key is None else api_key)
    driver = ApiDriver(api_key=key, base_url=vendor.base_url, read_timeout_s=read_timeout_s)
    retry = retry or RetryConfig(max_retries=2, base_delay=0.1, max_delay=1.0)
    caller = Caller(
        driver,
        models=dict.fromkeys(Role, model),
        limits=limits or ProviderLimits(),
        options=Options(retry=retry, deadline_s=deadline_s, effort=effort),
        now=lambda: datetime(2026, 11, 24, tzinfo=UTC),
    )
    try:
        yield caller
    finally:
        await caller.close()


async def until(holds: Callable[[], bool]) -> None:
    """Waits for something that comes soon, and fails where it does not."""
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110, what comes is seen from outside
            await asyncio.sleep(0.01)


def a_request(**changes: Any) -> dict[str, Any]:
    """The body of a request that is taken; None takes a field away."""
    body = {
        "model": OPUS,
        "max_tokens": 1000,
        "system": INSTRUCTIONS.strip(),
        "messages": [{"role": "user", "content": "What do I drink?"}],
        **changes,
    }
    return {name: value for name, value in body.items() if value is not None}
