"""What can go wrong, by what a caller would do about it: one class per family of public error codes."""

import httpx


class AmyError(Exception):
    """Any failure of a call.

    Attributes:
        message: what is wrong, in a sentence.
        code: the public error code: "turn_not_found"; "connection_error" if there was no answer.
        status: the HTTP status; 0 if there was no answer.
        request_id: what to quote when reporting it; empty if there was no answer.
        docs_url: where the code is explained; may be empty.
        retry_after_s: how long the server asks to wait; None if it does not say.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        request_id: str = "",
        docs_url: str = "",
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.request_id = request_id
        self.docs_url = docs_url
        self.retry_after_s = retry_after_s


class InvalidRequestError(AmyError):
    """400, 405, 413 …: the request is malformed, or a field has a value that is not allowed."""


class AuthenticationError(AmyError):
    """401: no key, or one that is unknown or revoked."""


class ForbiddenError(AmyError):
    """403: the key may not do this."""


class NotFoundError(AmyError):
    """404: there is no such thing, it is another user's, or a turn's events have expired."""


class ConflictError(AmyError):
    """409: it exists already, or an Idempotency-Key was used for another request."""


class UnprocessableError(AmyError):
    """422: well-formed, but it cannot be acted on as it stands; the message says what to change."""


class LimitError(AmyError):
    """429: too many requests, or too many turns in flight."""


class ServerError(AmyError):
    """5xx: the server failed."""


class UpstreamUnavailableError(ServerError):
    """502, 503, 504: something the server needs did not answer; trying again may help."""


class ConnectionFailedError(AmyError):
    """The server was not reached, or went away before it had answered."""


class UnexpectedResponseError(AmyError):
    """The server's answer is not one of this API's."""


_CLASSES: dict[int, type[AmyError]] = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableError,
    429: LimitError,
    502: UpstreamUnavailableError,
    503: UpstreamUnavailableError,
    504: UpstreamUnavailableError,
}


def error_of(response: httpx.Response) -> AmyError:
    """The error a response that was read whole stands for, also when its body is not Amy's (a proxy's page)."""
    status = response.status_code
    fallback = ServerError if status >= 500 else InvalidRequestError if status >= 400 else UnexpectedResponseError
    try:
        body = response.json()["error"]
        code, message = str(body["code"]), str(body["message"])
    except (ValueError, KeyError, TypeError):
        body, code, message = {}, f"http_{status}", f"The server answered {status} {response.reason_phrase}."
    return _CLASSES.get(status, fallback)(
        message,
        code=code,
        status=status,
        request_id=str(body.get("request_id") or response.headers.get("x-request-id", "")),
        docs_url=str(body.get("docs_url") or ""),
        retry_after_s=_seconds(response.headers.get("retry-after", "")),
    )


def connection_failed(error: httpx.TransportError, base_url: str) -> ConnectionFailedError:
    """The error that stands for a broken or refused connection."""
    what = "did not answer in time" if isinstance(error, httpx.TimeoutException) else "is not reachable"
    if isinstance(error, httpx.RemoteProtocolError | httpx.ReadError | httpx.WriteError):
        what = "went away before it had answered"
    return ConnectionFailedError(f"Amy at {base_url} {what}.", code="connection_error")


def ended_early() -> ConnectionFailedError:
    """The error that stands for a stream that was closed before the terminal event."""
    return ConnectionFailedError("The event stream ended before the turn did.", code="connection_error")


def _seconds(text: str) -> float | None:
    return float(text) if text.isascii() and text.isdigit() else None
