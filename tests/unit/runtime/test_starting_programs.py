"""A program that is started while calls go on starts, every time."""

import os
import subprocess
import sys

STARTS = 200
PROGRAM = f"""
import asyncio
import sys

import amy
import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer


async def main() -> None:
    server, servicer = grpc.aio.server(), HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    await servicer.set("", health_pb2.HealthCheckResponse.SERVING)
    async with grpc.aio.insecure_channel(f"127.0.0.1:{{port}}") as channel:
        stub = health_pb2_grpc.HealthStub(channel)

        async def talk() -> None:
            while True:
                await stub.Check(health_pb2.HealthCheckRequest())

        talks = [asyncio.create_task(talk()) for _ in range(4)]
        for _ in range({STARTS}):
            started = await asyncio.create_subprocess_exec("true", preexec_fn=lambda: None)
            if code := await started.wait():
                sys.exit(f"ended with {{code}}")
        for each in talks:
            each.cancel()
    await server.stop(None)


asyncio.run(main())
"""


def test_a_program_started_beside_calls_starts() -> None:
    environ = {name: value for name, value in os.environ.items() if name != "GRPC_ENABLE_FORK_SUPPORT"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
