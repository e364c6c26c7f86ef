"""One call of a web tool: its limits, its redirects, its second try, and the answer as checked bytes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Final, Literal, TypeAlias, assert_never

import httpx

from services.domain_expert.adapters.web.bodies import ACCEPTED_ENCODING, read_body
from services.domain_expert.adapters.web.rate import Monotonic, Sleep, TokenBuckets
from services.domain_expert.domain.web_results import (
    BadAnswerError,
    RateLimitedError,
    RefusedError,
    TooSlowError,
    UnavailableError,
    WrongTypeError,
)

USER_AGENT: Final = "amy-domain-expert"
_OK: Final = 200
_TOO_MANY_REQUESTS: Final = 429
_WORTH_A_SECOND_TRY: Final = frozenset({_TOO_MANY_REQUESTS, 500, 502, 503, 504})
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_CHARSETS: Final = frozenset({"utf-8", "us-ascii", "iso-8859-1", "windows-1252"})


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one use of a tool may cost.

    Args:
        total_s: all of it: waiting for a turn, names, connections, redirects, the second try and the body.
        max_bytes: of one body, as it arrives and unpacked.
        retry_pause_s: the wait before the second try where the host names none.
    """

    total_s: float = 10.0
    max_bytes: int = 2_000_000
    max_redirects: int = 3
    retry_pause_s: float = 0.5


@dataclass(frozen=True, kw_only=True)
class Call:
    """What is asked.

    Args:
        media_types: what the tool can read.
        parameters: the query of the URL; a key may be among them, so that it is not shown.
        json_body: makes the call a POST, whose redirects are refused.
        secret_headers: keys; a redirect to another origin goes without them.
    """

    url: str
    media_types: frozenset[str]
    parameters: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    json_body: bytes | None = None
    secret_headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A successful answer.

    Args:
        url: where it was found, without the query.
        charset: one that is safe to decode with; UTF-8 where the host states none or an unusual one.
    """

    url: str
    host: str
    charset: str
    body: bytes


@dataclass(frozen=True, kw_only=True)
class _Moved:
    to: httpx.URL


@dataclass(frozen=True, kw_only=True)
class _Busy:
    """The host cannot answer now."""

    host: str
    status: int
    retry_after_s: float | None


_Outcome: TypeAlias = Answer | _Moved | _Busy


@asynccontextmanager
async def time_limit(seconds: float, *, host: str) -> AsyncIterator[None]:
    """Ends what runs inside after `seconds`.

    Raises:
        TooSlowError: the time was up.
    """
    try:
        async with asyncio.timeout(seconds) as timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise TooSlowError(f"no complete answer within {seconds:g} s.", host=host) from error


class WebCaller:
    """Calls hosts through one guarded transport.

    Args:
        transport: decides whom a call may reach.
        buckets: decides when.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        buckets: TokenBuckets,
        limits: Limits,
        clock: Monotonic,
        sleep: Sleep,
    ) -> None:
        self._transport = transport
        self._buckets = buckets
        self.limits = limits
        self._clock = clock
        self._sleep = sleep

    async def aclose(self) -> None:
        await self._transport.aclose()

    async def call(self, call: Call) -> Answer:
        """The answer to a call. A busy host is asked once more, after the wait it names or a short one.

        Raises:
            WebError: the subclass names the cause.
        """
        try:
            url = httpx.URL(call.url)
        except httpx.InvalidURL as error:
            raise RefusedError("this is no web address.", host="(none)") from error
        ends_at = self._clock() + self.limits.total_s
        async with time_limit(self.limits.total_s, host=url.host):
            first = await self._follow(call, url, ends_at=ends_at)
            if isinstance(first, Answer):
                return first
            wait = self.limits.retry_pause_s if first.retry_after_s is None else first.retry_after_s
            if self._clock() + wait >= ends_at:
                raise _given_up(first)
            await self._sleep(wait)
            second = await self._follow(call, url, ends_at=ends_at)
            if isinstance(second, Answer):
                return second
            raise _given_up(second)

    async def _follow(self, call: Call, start: httpx.URL, *, ends_at: float) -> Answer | _Busy:
        url = start.copy_merge_params(call.parameters) if call.parameters else start
        for _ in range(self.limits.max_redirects + 1):
            await self._buckets.take(url.host, at_most_s=ends_at - self._clock())
            outcome = await self._ask(call, url, with_keys=_origin(url) == _origin(start))
            match outcome:
                case Answer() | _Busy():
                    return outcome
                case _Moved(to=to):
                    url = to
                case _:
                    assert_never(outcome)
        raise RefusedError(f"more than {self.limits.max_redirects} redirects.", host=url.host)

    async def _ask(self, call: Call, url: httpx.URL, *, with_keys: bool) -> _Outcome:
        headers = [
            ("User-Agent", USER_AGENT),
            ("Accept", ", ".join(sorted(call.media_types))),
            ("Accept-Encoding", ACCEPTED_ENCODING),
        ]
        if call.json_body is not None:
            headers.append(("Content-Type", "application/json"))
        if with_keys:
            headers.extend(call.secret_headers)
        method: Literal["GET", "POST"] = "GET" if call.json_body is None else "POST"
        request = httpx.Request(method, url, headers=headers, content=call.json_body)
        response = await self._transport.handle_async_request(request)
        try:
            return await self._judge(call, response)
        finally:
            await response.aclose()

    async def _judge(self, call: Call, response: httpx.Response) -> _Outcome:
        """What an answer means. Only the body of a success is read."""
        url, status = response.request.url, response.status_code
        if status in _REDIRECTS:
            return _moved(call, response)
        if status in _WORTH_A_SECOND_TRY:
            return _Busy(host=url.host, status=status, retry_after_s=_retry_after_s(response.headers))
        if status != _OK:
            raise UnavailableError(f"the answer has status {status}.", host=url.host, status=status)
        media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type not in call.media_types:
            raise WrongTypeError(f"the answer is not one of {', '.join(sorted(call.media_types))}.", host=url.host)
        body = await read_body(response, max_bytes=self.limits.max_bytes)
        return Answer(
            url=str(url.copy_with(query=None, fragment=None)),
            host=url.host,
            charset=_charset(response),
            body=body,
        )


def _moved(call: Call, response: httpx.Response) -> _Moved:
    """Where a redirect leads; whether that may be reached is the transport's to say."""
    url = response.request.url
    if call.json_body is not None:
        raise RefusedError("a call with a body is not redirected.", host=url.host)
    location = response.headers.get("location", "")
    try:
        if location:
            return _Moved(to=url.join(location))
    except httpx.InvalidURL as error:
        raise BadAnswerError("a redirect leads to no address.", host=url.host) from error
    raise BadAnswerError("a redirect leads nowhere.", host=url.host)


def _given_up(busy: _Busy) -> RateLimitedError | UnavailableError:
    if busy.status == _TOO_MANY_REQUESTS:
        return RateLimitedError("too many requests.", host=busy.host, retry_after_s=busy.retry_after_s)
    return UnavailableError(f"the answer has status {busy.status}.", host=busy.host, status=busy.status)


def _retry_after_s(headers: httpx.Headers) -> float | None:
    """The wait that a host states, in seconds or as a date. A date is read against the host's own clock."""
    stated = headers.get("retry-after", "").strip()
    if stated.isascii() and stated.isdigit():
        return float(stated[:9])
    until, now = _http_date(stated), _http_date(headers.get("date", ""))
    return None if until is None or now is None else max(0.0, (until - now).total_seconds())


def _http_date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return None if date.tzinfo is None else date


def _charset(response: httpx.Response) -> str:
    stated = (response.charset_encoding or "").strip().lower()
    return stated if stated in _CHARSETS else "utf-8"


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
