"""The service's side of the zygote: start it, know whether it lives, end it."""

import asyncio
import os
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Final

from services.data_science.adapters.sandbox.config import SandboxLimits, ZygoteConfig
from services.data_science.adapters.sandbox.protocol import LENGTH_BYTES, decode_layers
from services.data_science.adapters.sandbox.report import Layer, LayerReport
from services.data_science.domain.run import IsolationLevel

_PROJECT_ROOT: Final = Path(__file__).resolve().parents[4]
# The import path lasts as long as the import of the zygote: it forgets the project before it forks a run.
# Where pyarrow is installed pandas would load it, which starts a thread and keeps texts differently.
_BOOTSTRAP: Final = """
import sys
sys.modules["pyarrow"] = None
sys.path.append(sys.argv[1])
from services.data_science.adapters.sandbox.zygote import main
main(sys.argv[2])
"""
# All of its environment. One thread per library, and the same hashes in every run.
_ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}
_START_TIMEOUT_S: Final = 60.0
_MAX_HELLO_BYTES: Final = 1 << 16


class ZygoteProcess:
    """A started zygote and the socket over which it is asked for workers."""

    def __init__(self, process: Process, channel: socket.socket, layers: tuple[LayerReport, ...]) -> None:
        self._process = process
        self.channel = channel
        self.layers = layers

    @classmethod
    async def launch(cls, level: IsolationLevel, limits: SandboxLimits) -> "ZygoteProcess":
        """Starts one for runs at `level`. It takes about a second: the scientific stack is loaded here.

        Whether it may be used is in `layers`: one that cannot serve at the level says so there and ends.
        """
        channel, remote = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        channel.setblocking(False)  # noqa: FBT003, the socket's own signature
        config = ZygoteConfig(
            level=level,
            parent_pid=os.getpid(),
            socket_fd=remote.fileno(),
            memory_bytes=limits.memory_bytes,
            cpu_time_s=limits.cpu_time_s,
            result_bytes=limits.result_bytes,
        )
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-s", "-B", "-c", _BOOTSTRAP, str(_PROJECT_ROOT), config.to_json()),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=PIPE,
                env=_ENVIRONMENT,
                cwd="/",
                pass_fds=[remote.fileno()],
            )
        except BaseException:
            channel.close()
            raise
        finally:
            remote.close()
        try:
            async with asyncio.timeout(_START_TIMEOUT_S):
                hello = await asyncio.get_running_loop().sock_recv(channel, _MAX_HELLO_BYTES)
        except (TimeoutError, OSError):
            hello = b""
        except asyncio.CancelledError:
            await cls(process, channel, ()).stop()
            raise
        if not hello:
            return cls(process, channel, (await _why_it_failed(process),))
        return cls(process, channel, decode_layers(hello[LENGTH_BYTES:]))

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def stop(self) -> None:
        """Ends it, and with it every run that it has forked."""
        self.channel.close()
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


async def _why_it_failed(process: Process) -> LayerReport:
    with suppress(ProcessLookupError):
        process.kill()
    _, stderr = await process.communicate()
    last_line = stderr.decode(errors="replace").strip().rpartition("\n")[2]
    detail = f"the zygote did not start: {last_line or 'no reason given'}"
    return LayerReport(layer=Layer.SINGLE_THREAD, works=False, detail=detail)
