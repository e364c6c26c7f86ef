"""The service's side of one run: its channels, its clock, its caps."""

import asyncio
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import (
    LENGTH_BYTES,
    REPLY_HEAD_BYTES,
    ExitStatus,
    answers,
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
    """The worker or the zygote died, or hung, before the run began."""


@dataclass(frozen=True, kw_only=True)
class Cause:
    """Why this side ended the run."""

    reason: KillReason
    detail: str


@dataclass(frozen=True, kw_only=True)
class Ending:
    """What a run left behind.

    Attributes:
        status: how its process ended; None where the reply was whole before that was known, or nobody is left to tell.
    """

    reply: bytes
    stdout: str
    stderr: str
    status: ExitStatus | None
    cause: Cause | None
    duration_ms: float


class _Pipe:
    """What one of a run's pipes brings, until every holder has closed it.

    Attributes:
        received: so far.
        ended: done when there is no more to come.
    """

    def __init__(self, fd: int, name: str, too_much: Callable[[str], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._fd = fd
        self._name = name
        self._too_much = too_much
        self._cap = 0
        self.received = bytearray()
        self.ended: asyncio.Future[None] = self._loop.create_future()
        os.set_blocking(fd, False)
        self._loop.add_reader(fd, self._read)

    def take_up_to(self, cap: int) -> None:
        """Before this, and past the cap, the first byte is too many."""
        self._cap = cap

    def close(self) -> None:
        """May be called twice."""
        if not self.ended.done():
            self._loop.remove_reader(self._fd)
            os.close(self._fd)
            self.ended.set_result(None)

    def _read(self) -> None:
        chunk = os.read(self._fd, _CHUNK)
        self.received += chunk
        if not chunk:
            self.close()
        elif len(self.received) > self._cap:
            self._too_much(f"more than {self._cap} bytes on {self._name}")
            self.close()


class RunHandle:
    """A worker that was asked for: isolated and idle at first, then running one job, then gone.

    Attributes:
        gone: how it ended, once it has; None where nobody is left to tell.
    """

    def __init__(self, *, control: socket.socket, job: socket.socket, outputs: tuple[int, int, int]) -> None:
        self._loop = asyncio.get_running_loop()
        self._control = control
        self._job = job
        names = ("the result channel", "stdout", "stderr")
        self._pipes = [_Pipe(fd, name, self._flooded) for fd, name in zip(outputs, names, strict=True)]
        self._layers: tuple[LayerReport, ...] | None = None
        self._cause: Cause | None = None
        self.gone: asyncio.Future[ExitStatus | None] = self._loop.create_future()
        self._loop.add_reader(control, self._hear_the_end)

    @classmethod
    def request(cls, zygote: socket.socket) -> "RunHandle":
        """Asks the zygote for a worker, without waiting for it.

        Raises:
            WorkerLostError: the zygote is gone.
        """
        control, remote_control = socket.socketpair()
        job, remote_job = socket.socketpair()
        (result, result_in), (stdout, stdout_in), (stderr, stderr_in) = (os.pipe() for _ in range(3))
        control.setblocking(False)  # noqa: FBT003, the socket's own signature
        job.setblocking(False)  # noqa: FBT003, as above
        handle = cls(control=control, job=job, outputs=(result, stdout, stderr))
        try:
            ends = [remote_control.fileno(), remote_job.fileno(), result_in, stdout_in, stderr_in]
            socket.send_fds(zygote, [b"r"], ends)
        except OSError as error:
            handle.close()
            raise WorkerLostError("the zygote is gone") from error
        finally:
            remote_control.close()
            remote_job.close()
            for write_end in (result_in, stdout_in, stderr_in):
                os.close(write_end)
        return handle

    async def ready(self) -> tuple[LayerReport, ...]:
        """The layers that hold around the worker, as it reports before any data is sent to it.

        Raises:
            WorkerLostError: it does not report, or has died since.
        """
        if self._layers is None:
            try:
                async with asyncio.timeout(_READY_TIMEOUT_S):
                    length = decode_length(await self._said(LENGTH_BYTES))
                    if length > _MAX_HELLO_BYTES:
                        raise WorkerLostError("the worker reported something else")
                    self._layers = decode_layers(await self._said(length))
            except (TimeoutError, OSError) as error:
                raise WorkerLostError("the worker did not report") from error
        if self.gone.done():
            raise WorkerLostError("the worker has died")
        return self._layers

    async def execute(self, job: bytes, limits: SandboxLimits) -> Ending:
        """Sends the job and collects what comes back: a whole reply, or everything until the worker has ended.

        Raises:
            WorkerLostError: it cannot be ended; the zygote has to go.
        """
        started = time.perf_counter()
        detail = f"still running after {limits.wall_time_s:g} s"
        clock = self._loop.call_later(limits.wall_time_s, self._end, KillReason.WALL_TIME, detail)
        result, stdout, stderr = self._pipes
        result.take_up_to(limits.result_bytes + REPLY_HEAD_BYTES)
        stdout.take_up_to(limits.output_bytes)
        stderr.take_up_to(limits.output_bytes)
        try:
            async with asyncio.timeout(limits.wall_time_s + _GRACE_S):
                await self._send(job)
                for pipe in self._pipes:
                    await pipe.ended
                is_whole = self._cause is None and answers(result.received, job)
                status = None if is_whole else await asyncio.shield(self.gone)
        except TimeoutError as error:
            raise WorkerLostError("the run does not end") from error
        finally:
            clock.cancel()
        return Ending(
            reply=bytes(result.received),
            stdout=stdout.received.decode(errors="replace"),
            stderr=stderr.received.decode(errors="replace"),
            status=status,
            cause=self._cause,
            duration_ms=(time.perf_counter() - started) * 1000,
        )

    async def end(self) -> None:
        """Has the worker killed, if it has not ended, and waits until it is gone.

        Raises:
            WorkerLostError: it cannot be ended; the zygote has to go.
        """
        self._stop()
        try:
            async with asyncio.timeout(_GRACE_S):
                await asyncio.shield(self.gone)
        except TimeoutError as error:
            raise WorkerLostError("the worker does not end") from error
        finally:
            self.close()

    def close(self) -> None:
        """Has the worker killed, if it has not ended, and lets go of every descriptor. May be called twice."""
        self._job.close()
        for pipe in self._pipes:
            pipe.close()
        if not self.gone.done():
            self._conclude(None)

    async def _said(self, length: int) -> bytes:
        """Exactly so many bytes of the worker's. Raises OSError when it has closed its end."""
        said = bytearray()
        while len(said) < length:
            chunk = await self._loop.sock_recv(self._job, length - len(said))
            if not chunk:
                raise ConnectionResetError("the worker has ended")
            said += chunk
        return bytes(said)

    async def _send(self, job: bytes) -> None:
        with suppress(OSError):  # the run died under it, which the status tells
            await self._loop.sock_sendall(self._job, job)
        self._job.close()

    def _hear_the_end(self) -> None:
        try:
            body = self._control.recv(_CHUNK)
        except OSError:
            body = b""
        self._conclude(decode_status(body) if body else None)

    def _conclude(self, status: ExitStatus | None) -> None:
        self._loop.remove_reader(self._control)
        self._control.close()
        self.gone.set_result(status)

    def _flooded(self, detail: str) -> None:
        self._end(KillReason.OUTPUT, detail)

    def _end(self, reason: KillReason, detail: str) -> None:
        """Has the zygote kill the run, soon; the first cause is the one that counts."""
        if self._cause is not None:
            return
        self._cause = Cause(reason=reason, detail=detail)
        self._stop()

    def _stop(self) -> None:
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
