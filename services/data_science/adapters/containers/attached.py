"""The service's end of a container's stdin, stdout and stderr. Blocking; every call has a deadline."""

import socket
import struct
import threading
import time
from contextlib import suppress
from typing import Final

from services.data_science.adapters.sandbox.protocol import MalformedReplyError

# Each piece of output comes behind a head: which stream, and how many bytes.
_FRAME_HEAD: Final = struct.Struct(">BxxxI")
_STDOUT: Final = 1
_CHUNK: Final = 1 << 16
_LAST_WORDS_BYTES: Final = 300


class Attached:
    """What is said to a container's agent, and what it says.

    Args:
        stream: an attached connection, on which nothing has been read.

    Attributes:
        last_words: the end of what the agent wrote to stderr, for people.
    """

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._in_use = threading.Lock()
        self._said = bytearray()
        self._frame_left = 0
        self._is_stdout = True
        self._deadline = 0.0
        self.last_words = ""

    def expect(self, within_s: float) -> None:
        """Everything until the next call of this has to happen within so many seconds."""
        self._deadline = time.monotonic() + within_s

    def send(self, data: bytes) -> None:
        """Raises OSError when the container has ended, TimeoutError when it does not listen."""
        self._stream.settimeout(self._left())
        self._stream.sendall(data)

    def read(self, length: int) -> bytes:
        """Exactly so many bytes of the agent's stdout.

        Raises:
            MalformedReplyError: the container has ended, or its engine sends something else.
            TimeoutError: they did not come in time.
        """
        while len(self._said) < length:
            self._receive()
        taken = bytes(self._said[:length])
        del self._said[:length]
        return taken

    def is_quiet(self) -> bool:
        """Whether the container lives and has said nothing more, as one that waits for work must."""
        self._stream.setblocking(False)  # noqa: FBT003, the socket's own signature
        try:
            self._stream.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return not self._said
        except OSError:
            return False
        return False

    def converse(self) -> threading.Lock:
        """Held by the thread that sends and reads, so that the connection is not closed under it."""
        return self._in_use

    def close(self) -> None:
        """Ends the conversation, whichever thread has it; that one finds the connection at its end."""
        with suppress(OSError):
            self._stream.shutdown(socket.SHUT_RDWR)
        with self._in_use:
            self._stream.close()

    def _receive(self) -> None:
        if self._frame_left == 0:
            head = bytearray()
            while len(head) < _FRAME_HEAD.size:
                head += self._chunk(_FRAME_HEAD.size - len(head))
            stream, self._frame_left = _FRAME_HEAD.unpack(head)
            self._is_stdout = stream == _STDOUT
            return
        chunk = self._chunk(min(self._frame_left, _CHUNK))
        self._frame_left -= len(chunk)
        if self._is_stdout:
            self._said += chunk
        else:
            self.last_words = (self.last_words + chunk.decode(errors="replace"))[-_LAST_WORDS_BYTES:]

    def _chunk(self, at_most: int) -> bytes:
        self._stream.settimeout(self._left())
        chunk = self._stream.recv(at_most)
        if not chunk:
            raise MalformedReplyError("the container ended")
        return chunk

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left
