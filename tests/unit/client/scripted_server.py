"""A real HTTP server on a loopback port that plays a script: one reply a request, in order."""

import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, kw_only=True)
class Request:
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What one request is answered with.

    Attributes:
        pieces: the body, each piece sent as one chunk.
        dies: the connection is reset after the last piece, as by a server that was killed.
        silent: the connection is reset before any answer.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[bytes, ...] = ()
    dies: bool = False
    silent: bool = False


def json_reply(body: Any, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(
        status=status, headers={"Content-Type": "application/json", **named}, pieces=(json.dumps(body).encode(),)
    )


def problem(status: int, code: str, message: str = "No.", **headers: str) -> Reply:
    error = {"code": code, "message": message, "request_id": "req_1", "docs_url": f"https://docs.test/errors#{code}"}
    return json_reply({"error": error}, status, **headers)


def stream(*pieces: bytes, dies: bool = False) -> Reply:
    return Reply(headers={"Content-Type": "text/event-stream"}, pieces=pieces, dies=dies)


class ScriptedServer:
    """Fails the test on a request too many and on a reply left over."""

    def __init__(self) -> None:
        self.script: deque[Reply] = deque()
        self.requests: list[Request] = []
        self.unexpected: list[str] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self.base_url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def play(self, *replies: Reply) -> None:
        self.script.extend(replies)

    def next_reply(self, request: Request) -> Reply:
        self.requests.append(request)
        if self.script:
            return self.script.popleft()
        self.unexpected.append(f"{request.method} {request.path}")
        return problem(500, "unexpected_request")

    @contextmanager
    def running(self) -> Iterator["ScriptedServer"]:
        thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._http.shutdown()
            self._http.server_close()
            thread.join(5)
        assert self.unexpected == []
        assert list(self.script) == []


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, script: ScriptedServer, *args: Any) -> None:
        self._script = script
        super().__init__(*args)

    def answer(self) -> None:
        parts = urlsplit(self.path)
        request = Request(
            method=self.command,
            path=parts.path,
            query=dict(parse_qsl(parts.query)),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self._body(),
        )
        reply = self._script.next_reply(request)
        self.close_connection = reply.dies or reply.silent
        if reply.silent:
            # Linger 0: the peer sees a reset, as from a process that was killed.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            self._send(reply)

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status == 204:
            self.end_headers()
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in reply.pieces:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            self.wfile.flush()
        if not reply.dies:
            self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the base class's name
        """Says nothing."""

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815, the base class's names
