"""One container, from its start to its end. Blocking: the runner calls it on a thread."""

import os
import socket
from contextlib import suppress
from typing import Any, Final

from docker import APIClient
from docker.errors import APIError, NotFound

from services.data_science.adapters.containers.attached import Attached
from services.data_science.adapters.sandbox.agent_protocol import read_ending, read_hello
from services.data_science.adapters.sandbox.config import SandboxLimits
from services.data_science.adapters.sandbox.protocol import MalformedReplyError
from services.data_science.adapters.sandbox.run_handle import Cause, Ending
from services.data_science.domain.run import KillReason

_START_TIMEOUT_S: Final = 60.0
# The agent keeps the run's time itself; this is how much later the container is given up.
_GRACE_S: Final = 10.0
_ALL_STREAMS: Final = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
_CONFLICT: Final = 409


class Container:
    """Isolated and idle when it is made, then running one job, then removed.

    Attributes:
        layers: what its agent found to hold.
    """

    def __init__(self, engine: APIClient, container_id: str, limits: SandboxLimits) -> None:
        """Starts it and waits until its agent has told the layers.

        Raises:
            DockerException: the engine refuses.
            MalformedReplyError: the agent does not come up.
            TimeoutError: it does not come up in time.
        """
        self._engine = engine
        self._id = container_id
        self._limits = limits
        self._attached: Attached | None = None
        try:
            self._attached = Attached(_attach(engine, container_id))
            engine.start(container_id)
            self._attached.expect(within_s=_START_TIMEOUT_S)
            self.layers = read_hello(self._attached.read)
        except MalformedReplyError as error:
            self.remove()
            raise MalformedReplyError(f"{error}: {self._last_words}".removesuffix(": ")) from error
        except BaseException:
            self.remove()
            raise

    @classmethod
    def create(
        cls, engine: APIClient, *, host: dict[str, Any], inside: dict[str, Any], limits: SandboxLimits
    ) -> "Container":
        created = engine.create_container(**inside, host_config=engine.create_host_config(**host))
        return cls(engine, created["Id"], limits)

    def is_idle(self) -> bool:
        return self._attached is not None and self._attached.is_quiet()

    def execute(self, job: bytes) -> Ending:
        """Runs the job and says how it ended, which may be that the container did."""
        assert self._attached is not None
        try:
            with self._attached.converse():
                self._attached.expect(within_s=self._limits.wall_time_s + _GRACE_S)
                self._attached.send(job)
                return read_ending(self._attached.read, self._limits)
        except TimeoutError:
            return self._lost(KillReason.WALL_TIME, f"still running after {self._limits.wall_time_s:g} s")
        except (OSError, MalformedReplyError) as error:
            return self._lost(KillReason.CRASH, f"{error}: {self._last_words}".removesuffix(": "))

    def remove(self) -> None:
        """Kills whatever still runs in it. May be called twice, and when the container has removed itself."""
        if self._attached is not None:
            self._attached.close()
        remove(self._engine, self._id)

    @property
    def _last_words(self) -> str:
        return "" if self._attached is None else self._attached.last_words.strip()

    def _lost(self, reason: KillReason, detail: str) -> Ending:
        cause = Cause(reason=reason, detail=detail)
        return Ending(reply=b"", stdout="", stderr="", status=None, cause=cause, duration_ms=0.0)


def remove(engine: APIClient, container_id: str) -> None:
    """Removes it, running or not; one that is gone or going is what was wanted."""
    try:
        with suppress(NotFound):
            engine.remove_container(container_id, force=True, v=True)
    except APIError as error:
        if error.status_code != _CONFLICT:
            raise


def _attach(engine: APIClient, container_id: str) -> socket.socket:
    """A connection of its own to the container's streams; made before the start, so that nothing is missed."""
    hijacked = engine.attach_socket(container_id, params=_ALL_STREAMS)
    try:
        return socket.socket(fileno=os.dup(hijacked.fileno()))
    finally:
        # The client keeps the answer it has hijacked, and with it the connection, on the stream it returns.
        hijacked._response.close()  # noqa: SLF001, it offers no other way to let go of it
