"""A data scientist and the data it reads, for what is measured of the `Analyze` RPC itself."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from amy.api.data_science.v1 import data_science_pb2 as pb
from amy.api.data_science.v1 import data_science_pb2_grpc
from amy.api.health_data.v1 import health_data_pb2 as health
from amy.api.health_data.v1 import health_data_pb2_grpc
from amy.runtime.channel import connect
from amy.runtime.logs import configure_logs
from amy.runtime.server import Service
from amy.runtime.together import one_by_one
from services.data_science.__main__ import SERVICE as DATA_SCIENCE
from services.health_data.__main__ import SERVICE as HEALTH_DATA

_ANALYZE = pb.DESCRIPTOR.services_by_name["DataScienceService"]
_IMPORT = health.DESCRIPTOR.services_by_name["HealthDataService"]
_CHUNK_BYTES = 256 * 1024
_ANSWER_S = 120.0


class Analyst:
    """The two services, running on loopback; `data_address` is where health_data listens."""

    def __init__(
        self,
        data_address: str,
        data: "health_data_pb2_grpc.HealthDataServiceAsyncStub",
        analysis: "data_science_pb2_grpc.DataScienceServiceAsyncStub",
    ) -> None:
        self.data_address = data_address
        self._data = data
        self._analysis = analysis

    async def import_bytes(self, user_id: str, content: bytes, *, filename: str, subject: str = "") -> None:
        header = health.ImportHeader(user_id=user_id, filename=filename, subject=subject)

        async def parts() -> AsyncIterator[health.ImportRequest]:
            yield health.ImportRequest(header=header)
            for start in range(0, len(content), _CHUNK_BYTES):
                yield health.ImportRequest(chunk=content[start : start + _CHUNK_BYTES])

        await self._data.Import(parts(), timeout=_ANSWER_S)

    async def import_file(self, user_id: str, file: Path, *, subject: str = "") -> None:
        content = await asyncio.to_thread(file.read_bytes)
        await self.import_bytes(user_id, content, filename=file.name, subject=subject)

    async def import_sample_person(self, user_id: str, folder: Path) -> None:
        """Writes the files of the sample person into a new folder and imports them."""
        command = [sys.executable, "-m", "services.health_data.sample_person", "--out", str(folder)]
        await asyncio.to_thread(subprocess.run, command, check=True)
        for file in sorted(folder.glob("*.csv")):
            await self.import_file(user_id, file)

    async def ask(self, user_id: str, question: str) -> pb.AnalysisCompleted:
        """What the analysis came to; its events before that are passed over."""
        request = pb.AnalyzeRequest(user_id=user_id, question=question)
        async for response in one_by_one(self._analysis.Analyze(request, timeout=_ANSWER_S)):
            if response.WhichOneof("event") == "completed":
                return response.completed
        raise RuntimeError("the stream ended without an answer")


@asynccontextmanager
async def analyst(folder: Path) -> AsyncIterator[Analyst]:
    """Runs both services over a database in `folder` until the block ends."""
    configure_logs(level="WARNING", service="evals")
    async with AsyncExitStack() as stack:
        store = {"AMY_HEALTH_DATA_DATABASE_URL": f"sqlite:///{folder / 'health.db'}"}
        data_address = await stack.enter_async_context(_running(HEALTH_DATA, store))
        reads = {"AMY_DATA_SCIENCE_HEALTH_DATA_ADDRESS": data_address}
        address = await stack.enter_async_context(_running(DATA_SCIENCE, reads))
        data = await stack.enter_async_context(connect(data_address, service=_IMPORT, idempotent=["Import"]))
        analysis = await stack.enter_async_context(connect(address, service=_ANALYZE, idempotent=["Analyze"]))
        yield Analyst(
            data_address,
            health_data_pb2_grpc.HealthDataServiceStub(data),
            data_science_pb2_grpc.DataScienceServiceStub(analysis),
        )


@asynccontextmanager
async def _running(service: Service, env: Mapping[str, str]) -> AsyncIterator[str]:
    """The address of the service while it runs."""
    stop = asyncio.Event()
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(service.run(env, address.set_result, stop))
    try:
        while not address.done():
            await asyncio.wait({task}, timeout=0.05)
            if task.done():
                raise RuntimeError(f"{service.name} did not start") from task.exception()
        yield address.result()
    finally:
        stop.set()
        await task
