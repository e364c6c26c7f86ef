"""What the tests of this service share: reading a file from its bytes, and the running service."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from amy.api.health_data.v1 import health_data_pb2 as pb
from amy.api.health_data.v1 import health_data_pb2_grpc as pb_grpc
from amy.runtime.channel import connect
from amy.runtime.server import serve
from services.health_data.__main__ import compose
from services.health_data.adapters.exports import read_upload
from services.health_data.domain.records import Options, ParsedFile, Refusal
from services.health_data.settings import Settings

if TYPE_CHECKING:
    Stub = pb_grpc.HealthDataServiceAsyncStub
else:
    Stub = pb_grpc.HealthDataServiceStub

CHUNK_BYTES = 64 * 1024


def parse_any(content: str | bytes, *, user_id: str = "someone", subject: str = "") -> ParsedFile | Refusal:
    """Reads a file's content; may be refused."""
    with TemporaryFile() as spool:
        spool.write(content.encode() if isinstance(content, str) else content)
        read = read_upload(spool, filename="a.csv", user_id=user_id, options=Options(subject=subject))
    return read[0] if isinstance(read, tuple) else read


def parse_good(content: str | bytes, *, user_id: str = "someone", subject: str = "") -> ParsedFile:
    """Reads a file's content that must be accepted."""
    parsed = parse_any(content, user_id=user_id, subject=subject)
    assert isinstance(parsed, ParsedFile), parsed.explanation
    return parsed


@asynccontextmanager
async def running_service(database_url: str, **settings: str) -> AsyncIterator[Stub]:
    """Serves the real service over gRPC, and gives a stub to call it with."""
    env = {"AMY_HEALTH_DATA_DATABASE_URL": database_url}
    env |= {f"AMY_HEALTH_DATA_{name.upper()}": value for name, value in settings.items()}
    chosen = Settings.from_env(env)
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(compose(chosen), settings=chosen, ready=address.set_result, stop=stop))
    try:
        service = pb.DESCRIPTOR.services_by_name["HealthDataService"]
        async with connect(await asyncio.wait_for(address, 60), service=service) as channel:
            yield pb_grpc.HealthDataServiceStub(channel)
    finally:
        stop.set()
        await asyncio.wait_for(task, 60)


async def upload(stub: Stub, content: str | bytes, *, user_id: str = "u", subject: str = "") -> pb.ImportResponse:
    """Imports a file the way a client does."""
    data = content.encode() if isinstance(content, str) else content

    async def requests() -> AsyncIterator[pb.ImportRequest]:
        yield pb.ImportRequest(header=pb.ImportHeader(user_id=user_id, filename="a.csv", subject=subject))
        for start in range(0, len(data), CHUNK_BYTES):
            yield pb.ImportRequest(chunk=data[start : start + CHUNK_BYTES])

    return await stub.Import(requests(), timeout=60)
