"""A server of the runtime's, for as long as a test needs it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from amy.runtime.server import GrpcApp, serve
from amy.runtime.settings import ServiceSettings


class Settings(ServiceSettings):
    service = "test"


@asynccontextmanager
async def running(app: GrpcApp, settings: Settings) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """Where it serves, and what stops it."""
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(app, settings=settings, ready=address.set_result, stop=stop))
    try:
        yield await asyncio.wait_for(address, 60), stop
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)
