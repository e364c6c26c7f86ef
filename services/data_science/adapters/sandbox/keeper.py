"""What the zygote does once it is prepared: forks workers, kills them when told, and tells how they ended.

It learns nothing of any run. A worker is process 1 of its namespaces and a child of the zygote, which is where the kill
and the exit status come from, out of reach of the code.
"""

import os
import select
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NoReturn

from services.data_science.adapters.sandbox.namespaces import fork_into_namespaces
from services.data_science.adapters.sandbox.protocol import ExitStatus, encode_layers, encode_status
from services.data_science.adapters.sandbox.report import Layer, LayerReport

ENDS: Final = ("control", "job", "result", "stdout", "stderr")
"""Of one worker, as the service sends them: the zygote keeps the first, the worker is given the others."""

Begin = Callable[[dict[str, int], Sequence[LayerReport]], NoReturn]


class Keeper:
    """The zygote's workers, from the request to the end of each.

    Args:
        channel: where the service asks for workers; its end is the end of the zygote, and so of every worker.
        begin: what a worker does with its ends, given the layers that stand before it begins.
        layers: those that the zygote has put up.
        has_namespaces: whether each worker has namespaces of its own.
    """

    def __init__(
        self, channel: socket.socket, begin: Begin, *, layers: Sequence[LayerReport], has_namespaces: bool
    ) -> None:
        self._channel = channel
        self._begin = begin
        self._layers = layers
        self._has_namespaces = has_namespaces
        self._poll = select.poll()
        self._controls: dict[int, int] = {}
        self._workers: dict[int, tuple[int, int]] = {}

    def serve(self) -> None:
        """Until the service closes its end."""
        self._poll.register(self._channel, select.POLLIN)
        is_asked = True
        while is_asked:
            ready = {fd for fd, _ in self._poll.poll()}
            # What a request brings may get the number of a descriptor that was closed just now, so it comes last.
            for fd in ready:
                if fd in self._workers:
                    self._bury(fd)
                elif fd in self._controls:
                    self._kill(fd)
            if self._channel.fileno() in ready:
                is_asked = self._fork()

    def _fork(self) -> bool:
        """Whether there was a request. A worker that cannot be forked is told of as one without namespaces."""
        _, received, _, _ = socket.recv_fds(self._channel, 1, len(ENDS))
        if not received:
            return False
        control, *others = received
        ends = dict(zip(ENDS[1:], others, strict=True))
        try:
            pid = fork_into_namespaces() if self._has_namespaces else os.fork()
        except OSError as error:
            failed = LayerReport(layer=Layer.NAMESPACES, works=False, detail=str(error))
            with suppress(OSError):
                os.write(ends["job"], encode_layers([*self._layers, failed]))
            os.close(control)
        else:
            if pid == 0:
                self._become_worker(ends)
            handle = os.pidfd_open(pid)
            self._workers[handle] = (pid, control)
            self._controls[control] = handle
            self._poll.register(handle, select.POLLIN)
            self._poll.register(control, select.POLLIN)
        for fd in others:
            os.close(fd)
        return True

    def _become_worker(self, ends: dict[str, int]) -> NoReturn:
        """Whatever goes wrong, no second zygote is left."""
        try:
            self._begin(ends, self._layers)
        finally:
            os._exit(70)

    def _kill(self, control: int) -> None:
        """The service has said so, or is gone; how the worker ended is told all the same."""
        self._poll.unregister(control)
        pid, _ = self._workers[self._controls.pop(control)]
        os.kill(pid, signal.SIGKILL)

    def _bury(self, handle: int) -> None:
        pid, control = self._workers.pop(handle)
        _, status, usage = os.wait4(pid, 0)
        ended = ExitStatus(
            signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
            code=os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0,
            cpu_time_s=usage.ru_utime + usage.ru_stime,
        )
        with suppress(OSError):
            os.write(control, encode_status(ended))
        self._poll.unregister(handle)
        if self._controls.pop(control, None) is not None:
            self._poll.unregister(control)
        os.close(control)
        os.close(handle)
