"""Accepts connections: as many as there is room for, and calmly when the system is out of descriptors."""

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from gateway.domain.connections import address_of
from gateway.http.connection import FULL, Connection, plain
from gateway.http.lobby import Lobby

_AT_ONCE: Final = 8
_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 2.0
_EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_log = structlog.get_logger("http")


class Acceptor:
    """Takes what a listening socket has, a few at a time, so that those already connected are not kept waiting.

    asyncio's own server logs each failed attempt, and makes as many of them at once as the backlog is long; here a
    shortage is one log line when it begins and one when it is over, with pauses that grow.

    Args:
        listener: bound and listening.
        lobby: says who may come in.
        protocol: makes the connection for an address.
    """

    def __init__(self, listener: socket.socket, lobby: Lobby, protocol: Callable[[str], Connection]) -> None:
        self._listener = listener
        self._lobby = lobby
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._connecting: set[asyncio.Task[None]] = set()
        self._pause_s = 0.0
        self._failures = 0
        self._retry: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._listener.settimeout(0)
        self._loop.add_reader(self._listener, self._accept)

    def stop(self) -> None:
        """Accepts no more; what is connected stays."""
        if self._retry is not None:
            self._retry.cancel()
        self._loop.remove_reader(self._listener)

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                accepted, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _EXHAUSTED:
                    raise
                self._rest(error)
                return
            self._recovered()
            self._receive(accepted, address_of(peer[0]))

    def _receive(self, accepted: socket.socket, address: str) -> None:
        accepted.settimeout(0)
        if not self._lobby.admit(address):
            with suppress(OSError), accepted:
                accepted.send(plain(503, FULL))
            return
        connection = self._protocol(address)
        task = self._loop.create_task(self._connect(accepted, connection))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    async def _connect(self, accepted: socket.socket, connection: Connection) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: connection, accepted)
        except OSError:
            self._lobby.leave(connection)
            accepted.close()

    def _rest(self, error: OSError) -> None:
        if not self._failures:
            _log.error("http.accept_failed", error=errno.errorcode[error.errno or 0], connections=len(self._lobby))
        self._failures += 1
        self._pause_s = min(max(_FIRST_PAUSE_S, 2 * self._pause_s), _LONGEST_PAUSE_S)
        self._loop.remove_reader(self._listener)
        self._retry = self._loop.call_later(self._pause_s, self.start)

    def _recovered(self) -> None:
        if self._failures:
            _log.info("http.accepts_again", failures=self._failures)
            self._failures, self._pause_s = 0, 0.0
