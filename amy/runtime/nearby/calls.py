"""One call between two services of a process, as its handler and as its caller see it."""

import asyncio
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

import grpc

Metadata = Sequence[tuple[str, str | bytes]]
_AHEAD: Final = 16
"""So many messages of a stream may wait to be read before its handler waits."""
_END: Final = object()


class AbortedError(grpc.aio.AbortError):
    """A handler has ended its call with a status."""

    def __init__(self, error: grpc.aio.AioRpcError) -> None:
        super().__init__()
        self.error = error


class Line:
    """What passes between a handler and its caller."""

    task: asyncio.Task[None]

    def __init__(self) -> None:
        self._messages: asyncio.Queue[Any] = asyncio.Queue()
        self._room = asyncio.Semaphore(_AHEAD)
        self._clock: asyncio.TimerHandle | None = None
        self._callbacks: list[Callable[[], None]] = []
        self.is_over = False
        self.error: grpc.aio.AioRpcError | None = None

    def begin(self, task: asyncio.Task[None], timeout_s: float | None) -> None:
        self.task = task
        task.add_done_callback(self._finished)
        if timeout_s is not None:
            late = failed(grpc.StatusCode.DEADLINE_EXCEEDED, "Deadline Exceeded")
            self._clock = task.get_loop().call_later(timeout_s, self.end, late)

    async def tell(self, message: bytes) -> None:
        await self._room.acquire()
        self._messages.put_nowait(message)

    async def hear(self) -> bytes | None:
        """The next message; None when there is none left and the call went well.

        Raises:
            AioRpcError: the call did not go well.
        """
        message = await self._messages.get()
        if message is not _END:
            self._room.release()
            found: bytes = message
            return found
        self._messages.put_nowait(_END)
        if self.error is not None:
            raise self.error
        return None

    def end(self, error: grpc.aio.AioRpcError | None) -> None:
        """Ends the call, if it has not ended; its handler has nobody left to work for."""
        if self.is_over:
            return
        self.is_over, self.error = True, error
        if self._clock is not None:
            self._clock.cancel()
        self.task.cancel()
        self._messages.put_nowait(_END)
        for callback in self._callbacks:
            callback()

    def then(self, callback: Callable[[], None]) -> None:
        """Calls it when the call has ended."""
        self._callbacks.append(callback)

    def _finished(self, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            self.end(failed(grpc.StatusCode.CANCELLED, "The call was cancelled."))
        elif (error := task.exception()) is None:
            self.end(None)
        elif isinstance(error, AbortedError):
            self.end(error.error)
        else:
            self.end(failed(grpc.StatusCode.UNKNOWN, f"Unexpected {type(error).__name__}"))


class Call:
    """A call as `grpc.aio` shows it to its caller: awaited, or read message by message. To let go of it cancels it."""

    def __init__(self, line: Line, decode: Callable[[bytes], Any]) -> None:
        self._line = line
        self._decode = decode

    def __await__(self) -> Generator[Any, None, Any]:
        return self.read().__await__()

    def __aiter__(self) -> "Call":
        return self

    async def __anext__(self) -> Any:  # noqa: ANN401, a message of whichever kind
        message = await self.read()
        if message is grpc.aio.EOF:
            raise StopAsyncIteration
        return message

    async def read(self) -> Any:  # noqa: ANN401, as above
        """The next message, or `grpc.aio.EOF`."""
        try:
            message = await self._line.hear()
        except asyncio.CancelledError:
            self.cancel()
            raise
        return grpc.aio.EOF if message is None else self._decode(message)

    def cancel(self) -> None:
        self._line.end(failed(grpc.StatusCode.CANCELLED, "Locally cancelled by application!"))

    def add_done_callback(self, callback: Callable[["Call"], None]) -> None:
        self._line.then(lambda: callback(self))

    async def code(self) -> grpc.StatusCode:
        """Once the call has ended."""
        return grpc.StatusCode.OK if self._line.error is None else self._line.error.code()

    async def initial_metadata(self) -> grpc.aio.Metadata:
        return grpc.aio.Metadata()

    async def trailing_metadata(self) -> grpc.aio.Metadata:
        """Once the call has ended."""
        return grpc.aio.Metadata() if self._line.error is None else self._line.error.trailing_metadata()

    def __del__(self) -> None:
        if not self._line.is_over:
            self.cancel()


def failed(code: grpc.StatusCode, details: str, trailing: Metadata = ()) -> grpc.aio.AioRpcError:
    """What a call of this status raises at its caller's."""
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(*trailing), details)
