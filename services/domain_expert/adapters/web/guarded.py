"""The only way from a web tool to the network: an httpx transport that checks every connection at the socket.

A check of the URL is not enough, because a name may stand for another address a moment later. So the name is resolved
once, every address it stands for is checked, and the connection goes to the very address that was checked; TLS still
verifies the name. Redirects pass through the same transport, hop by hop. There are no proxies, cookies or settings from
the environment. `httpcore` is httpx's own network layer; its backends are its public place for this.

A library is not used for it. `httpx-secure` 1.1 judges addresses by the standard library's `is_global`, which lets
NAT64 through in Python 3.11.7, and opens a connection to an address before
judging it. It has none of the limits here.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

import httpcore
import httpx

from services.domain_expert.adapters.web.addresses import Address, may_connect, read_address
from services.domain_expert.domain.web_results import BadAnswerError, RefusedError, TooSlowError, UnavailableError

_MAX_ADDRESSES_TRIED: Final = 4
_HTTPS_PORT: Final = 443


class Resolve(Protocol):
    """Finds the addresses of a host."""

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """The addresses as text, best first.

        Raises:
            OSError: the name is unknown or nobody answers.
        """


async def system_resolve(host: str, port: int) -> Sequence[str]:
    """The addresses that the operating system finds."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(str(sockaddr[0]) for *_, sockaddr in found)


@dataclass(frozen=True, kw_only=True)
class AccessRules:
    """Whom one tool may talk to.

    Args:
        hosts: exact names in lower case, `host` for port 443 or `host:port`; empty means nobody.
        http_allowed: whether plain http may be spoken, for tests.
        loopback_allowed: whether names may stand for this machine, for tests.
    """

    hosts: frozenset[str]
    http_allowed: bool = False
    loopback_allowed: bool = False

    def allow(self, host: str, port: int) -> bool:
        return f"{host}:{port}" in self.hosts or (port == _HTTPS_PORT and host in self.hosts)


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Opens connections, and only to addresses that it has checked itself."""

    def __init__(self, rules: AccessRules, *, resolve: Resolve, dialer: httpcore.AsyncNetworkBackend) -> None:
        self._rules = rules
        self._resolve = resolve
        self._dialer = dialer

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109, the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """A connection to the first checked address that accepts one.

        Raises:
            RefusedError: the host is not allowed, or stands for an address that is not.
            UnavailableError: the name is unknown.
            httpcore.ConnectError: no address accepts a connection.
        """
        if not self._rules.allow(host, port):
            raise RefusedError(f"port {port} of this host is not among those this tool may reach.", host=host)
        addresses = await self._checked(host, port)
        failure: httpcore.ConnectError | None = None
        for address in addresses[:_MAX_ADDRESSES_TRIED]:
            try:
                return await self._dialer.connect_tcp(str(address), port, timeout, local_address, socket_options)
            except httpcore.ConnectError as error:
                failure = error
        raise failure or UnavailableError("the name stands for no address.", host=host)

    async def _checked(self, host: str, port: int) -> Sequence[Address]:
        """All addresses of the host; one bad address condemns the name, since nobody honest mixes the two."""
        try:
            named = await self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise UnavailableError("the name is not known.", host=host) from error
        checked: list[Address] = []
        for text in named:
            address = read_address(text)
            if address is None or not may_connect(address, loopback_allowed=self._rules.loopback_allowed):
                raise RefusedError("the name stands for an address that is not public.", host=host)
            checked.append(address)
        return checked

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109, the signature is httpcore's
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002, likewise
    ) -> httpcore.AsyncNetworkStream:
        raise RefusedError("sockets of this machine are not reached.", host=path)

    async def sleep(self, seconds: float) -> None:
        await self._dialer.sleep(seconds)


class GuardedTransport(httpx.AsyncBaseTransport):
    """Sends one request and does not follow redirects. It is closed by whoever opened it.

    Args:
        resolve: asked once for each connection.
        dialer: opens a connection to an address in digits.
        tls: how servers prove who they are; by default with the certificates that httpx ships.
    """

    def __init__(
        self,
        rules: AccessRules,
        *,
        resolve: Resolve = system_resolve,
        dialer: httpcore.AsyncNetworkBackend | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._rules = rules
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls or httpx.create_ssl_context(trust_env=False),
            network_backend=GuardedBackend(rules, resolve=resolve, dialer=dialer or httpcore.AnyIOBackend()),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer, whose body is still to be read.

        Raises:
            RefusedError: the scheme, the host or an address of it is not allowed.
            UnavailableError, TooSlowError, BadAnswerError: see there.
        """
        host = request.url.host
        if request.url.scheme != "https" and not (request.url.scheme == "http" and self._rules.http_allowed):
            raise RefusedError("only https is spoken.", host=host)
        if request.url.userinfo:
            raise RefusedError("an address with a user name or password is not followed.", host=host)
        assert isinstance(request.stream, httpx.AsyncByteStream)
        with _as_web_errors(host):
            answer = await self._pool.handle_async_request(
                httpcore.Request(
                    method=request.method,
                    url=httpcore.URL(
                        scheme=request.url.raw_scheme,
                        host=request.url.raw_host,
                        port=request.url.port,
                        target=request.url.raw_path,
                    ),
                    headers=request.headers.raw,
                    content=request.stream,
                    extensions={},
                )
            )
        return httpx.Response(
            answer.status, headers=answer.headers, stream=_GuardedStream(answer, host=host), request=request
        )

    async def aclose(self) -> None:
        await self._pool.aclose()


class _GuardedStream(httpx.AsyncByteStream):
    """The body as it arrives, with the network's errors named as ours."""

    def __init__(self, answer: httpcore.Response, *, host: str) -> None:
        self._answer = answer
        self._host = host

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _as_web_errors(self._host):
            async for part in self._answer.aiter_stream():
                yield part

    async def aclose(self) -> None:
        with _as_web_errors(self._host):
            await self._answer.aclose()


@contextmanager
def _as_web_errors(host: str) -> Iterator[None]:
    try:
        yield
    except httpcore.TimeoutException as error:
        raise TooSlowError("no answer in time.", host=host) from error
    except httpcore.UnsupportedProtocol as error:
        raise RefusedError("only https is spoken.", host=host) from error
    except httpcore.RemoteProtocolError as error:
        raise BadAnswerError("the answer is not HTTP or breaks off.", host=host) from error
    except (httpcore.NetworkError, httpcore.ProtocolError) as error:
        raise UnavailableError("no connection, or it broke.", host=host) from error
