"""The service's side of one run: its channels, its clock, its caps."""

import asyncio
import os
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import (
    LENGTH_BYTES,
    REPLY_HEAD_BYTES,
    ExitStatus,
    decode_layers,
    decode_length,
    decode_status,
)
from services.data_science.adapters.sandbox.report import LayerReport
from services.data_science.domain.run import KillReason

_READY_TIMEOUT_S: Final = 20.0
_GRACE_S: Final = 5.0
_CHUNK: Final = 1 << 16
_MAX_HELLO_BYTES: Final = 1 << 16


class WorkerLostError(Exception):
    """The worker, its supervisor or the zygote died, or hung, before the run began."""


@dataclass(frozen=True, kw_only=True)
class Cause:
    """Why this side ended the run."""

    reason: KillReason
    detail: str


@dataclass(frozen=True, kw_only=True)
class Ending:
    """What a run left behind. No `status` means that even its supervisor was killed."""

    reply: bytes
    stdout: str
    stderr: str
    status: ExitStatus | None
    cause: Cause | None
    duration_ms: float


class RunHandle:
    """A worker that was asked for: isolated and idle at first, then running one job, then gone."""

    def __init__(self, *, control: socket.socket, job: socket.socket, outputs: Sequence[tuple[int, int]]) -> None:
        self._control = control
        self._job = job
        self._outputs = outputs
        self._streams: list[asyncio.StreamReader] = []
        self._transports: list[asyncio.ReadTransport] = []
        self._layers: tuple[LayerReport, ...] | None = None
        self._cause: Cause | None = None
        self._patience = asyncio.timeout(None)

    @classmethod
    def request(cls, zygote: socket.socket) -> "RunHandle":
        """Asks the zygote for a worker, without waiting for it.

        Raises:
            WorkerLostError: the zygote is gone.
        """
        control, remote_control = socket.socketpair()
        job, remote_job = socket.socketpair()
        pipes = [os.pipe() for _ in range(3)]
        handle = cls(control=control, job=job, outputs=pipes)
        try:
            ends = [remote_control.fileno(), remote_job.fileno(), *(write_end for _, write_end in pipes)]
            socket.send_fds(zygote, [b"r"], ends)
        except OSError as error:
            handle.close()
            raise WorkerLostError("the zygote is gone") from error
        finally:
            remote_control.close()
            remote_job.close()
            for _, write_end in pipes:
                os.close(write_end)
        control.setblocking(False)  # noqa: FBT003, the socket's own signature
        job.setblocking(False)  # noqa: FBT003, as above
        return handle

    async def ready(self) -> tuple[LayerReport, ...]:
        """The layers that hold around the worker, as it reports before any data is sent to it.

        Raises:
            WorkerLostError: it does not report.
        """
        if self._layers is None:
            await self._connect()
            result = self._streams[0]
            try:
                async with asyncio.timeout(_READY_TIMEOUT_S):
                    length = decode_length(await result.readexactly(LENGTH_BYTES))
                    if length > _MAX_HELLO_BYTES:
                        raise WorkerLostError("the worker reported something else")
                    self._layers = decode_layers(await result.readexactly(length))
            except (TimeoutError, asyncio.IncompleteReadError) as error:
                raise WorkerLostError("the worker did not report") from error
        if self._is_lost():
            raise WorkerLostError("the worker has died")
        return self._layers

    async def execute(self, job: bytes, limits: SandboxLimits) -> Ending:
        """Sends the job and collects what comes back until everything of the run is gone.

        Raises:
            WorkerLostError: it cannot be ended; the zygote has to go.
        """
        started = time.perf_counter()
        detail = f"still running after {limits.wall_time_s:g} s"
        clock = asyncio.get_running_loop().call_later(limits.wall_time_s, self._end, KillReason.WALL_TIME, detail)
        result, stdout, stderr = self._streams
        try:
            async with self._patience:
                _, reply, out, err, status = await asyncio.gather(
                    self._send(job),
                    self._drain(result, "the result channel", limits.result_bytes + REPLY_HEAD_BYTES),
                    self._drain(stdout, "stdout", limits.output_bytes),
                    self._drain(stderr, "stderr", limits.output_bytes),
                    self._status(),
                )
        except TimeoutError as error:
            raise WorkerLostError("the run does not end") from error
        finally:
            clock.cancel()
        return Ending(
            reply=reply,
            stdout=out.decode(errors="replace"),
            stderr=err.decode(errors="replace"),
            status=status,
            cause=self._cause,
            duration_ms=(time.perf_counter() - started) * 1000,
        )

    def close(self) -> None:
        """Ends the run, if it has not ended, and lets go of every descriptor. May be called twice."""
        self._control.close()
        self._job.close()
        for transport in self._transports:
            transport.close()
        for read_end, _ in self._outputs[len(self._transports) :]:
            os.close(read_end)
        self._outputs = self._outputs[: len(self._transports)]

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        for read_end, _ in self._outputs:
            stream = asyncio.StreamReader(limit=_CHUNK)
            protocol = asyncio.StreamReaderProtocol(stream)
            pipe = os.fdopen(read_end, "rb", buffering=0)
            transport, _ = await loop.connect_read_pipe(lambda protocol=protocol: protocol, pipe)  # type: ignore[misc]
            self._streams.append(stream)
            self._transports.append(transport)

    def _is_lost(self) -> bool:
        """Whether the supervisor is gone; while the worker is idle it has nothing else to tell."""
        try:
            self._control.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    async def _send(self, job: bytes) -> None:
        with suppress(OSError):  # the run died under it, which the status tells
            await asyncio.get_running_loop().sock_sendall(self._job, job)
        self._job.close()

    async def _drain(self, stream: asyncio.StreamReader, name: str, cap: int) -> bytes:
        """All that is written until every holder has closed; ends the run when it is more than the cap."""
        received = bytearray()
        while chunk := await stream.read(_CHUNK):
            received += chunk
            if len(received) > cap:
                self._end(KillReason.OUTPUT, f"more than {cap} bytes on {name}")
                break
        return bytes(received)

    async def _status(self) -> ExitStatus | None:
        try:
            body = await asyncio.get_running_loop().sock_recv(self._control, _CHUNK)
        except OSError:
            return None
        return decode_status(body) if body else None

    def _end(self, reason: KillReason, detail: str) -> None:
        """Has the supervisor kill the run, soon; the first cause is the one that counts."""
        if self._cause is not None:
            return
        self._cause = Cause(reason=reason, detail=detail)
        self._patience.reschedule(asyncio.get_running_loop().time() + _GRACE_S)
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
