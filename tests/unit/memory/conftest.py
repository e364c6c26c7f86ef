"""A running memory service, called as its peers call it."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from amy.api.memory.v1 import memory_pb2 as pb
from amy.api.memory.v1.memory_pb2_grpc import MemoryServiceStub
from amy.runtime.channel import connect
from services.memory.__main__ import SERVICE

if TYPE_CHECKING:
    from amy.api.memory.v1.memory_pb2_grpc import MemoryServiceAsyncStub


@pytest.fixture
async def memory(database_url: str) -> AsyncIterator["MemoryServiceAsyncStub"]:
    """A stub of the service, on SQLite and on PostgreSQL."""
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    env = {"AMY_MEMORY_DATABASE_URL": database_url, "AMY_MEMORY_DRAIN_S": "1"}
    running = asyncio.ensure_future(SERVICE.run(env, address.set_result, stop))
    try:
        running.add_done_callback(lambda _: address.done() or address.cancel())
        async with connect(
            await asyncio.wait_for(address, 60), service=pb.DESCRIPTOR.services_by_name["MemoryService"]
        ) as channel:
            yield MemoryServiceStub(channel)
    finally:
        stop.set()
        await asyncio.wait_for(running, 60)
