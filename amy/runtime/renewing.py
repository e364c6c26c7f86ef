"""A gRPC channel that shows the certificate that is on disk now: grpc's own channel keeps the one it was made with."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Self

import grpc

from amy.runtime.tls import Pem, Renewed, TlsFiles

_LONGEST_CALL_S: Final = 3600.0


class RenewingChannel(grpc.aio.Channel):
    """Opened anew when the files have changed. Calls under way end on the channel on which they began.

    Args:
        files: the certificate, its key and the authority.
        opened: makes a channel with what the files hold.

    Raises:
        TlsError: the files cannot be used.
    """

    def __init__(self, files: TlsFiles, opened: Callable[[Pem], grpc.aio.Channel]) -> None:
        self._renewed = Renewed(files)
        self._opened = opened
        self._pem = self._renewed.pem()
        self._channel = opened(self._pem)
        self._ending: dict[asyncio.Task[None], grpc.aio.Channel] = {}

    def latest(self) -> grpc.aio.Channel:
        """The channel for a call that begins now."""
        pem = self._renewed.pem()
        if pem is not self._pem:
            former, self._channel, self._pem = self._channel, self._opened(pem), pem
            ending = asyncio.get_running_loop().create_task(former.close(_LONGEST_CALL_S))
            self._ending[ending] = former
            ending.add_done_callback(self._ending.pop)
        return self._channel

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self, grace: float | None = None) -> None:
        ending = list(self._ending)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await self._channel.close(grace)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:  # noqa: FBT001, FBT002, grpc's
        return self._channel.get_state(try_to_connect)

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        await self._channel.wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        await self._channel.channel_ready()

    def unary_unary(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401, what generated stubs pass
        return _Latest(self, lambda channel: channel.unary_unary(*args, **options))

    def unary_stream(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return _Latest(self, lambda channel: channel.unary_stream(*args, **options))

    def stream_unary(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return _Latest(self, lambda channel: channel.stream_unary(*args, **options))

    def stream_stream(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        return _Latest(self, lambda channel: channel.stream_stream(*args, **options))


class _Latest:
    """One RPC of a stub, on whichever channel is the latest."""

    def __init__(self, owner: RenewingChannel, made: Callable[[grpc.aio.Channel], Any]) -> None:
        self._owner = owner
        self._made = made
        self._channel = owner.latest()
        self._rpc = made(self._channel)

    def __call__(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401, a call of whichever kind
        channel = self._owner.latest()
        if channel is not self._channel:
            self._channel, self._rpc = channel, self._made(channel)
        return self._rpc(*args, **options)
