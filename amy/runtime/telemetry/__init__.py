"""Traces and metrics of this process: a few calls that do nothing, and load nothing, while telemetry is off.

One request of the public API is one trace, and its turn with every step, call, run of code and model call belongs to
it. The trace is named by the request: its id is the random part of `X-Request-Id`, which the turn keeps. So a turn that
another process takes over goes on in its trace, and nothing else has to be stored.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Final, Literal, Protocol, Self, Unpack

import structlog

from amy.runtime.extras import not_installed
from amy.runtime.telemetry.attributes import Attributes
from amy.runtime.telemetry.instruments import Instrument
from amy.runtime.telemetry.settings import TelemetrySettings

Kind = Literal["internal", "server", "client"]

_CLOSING_S: Final = 5.0
_NO_HEADERS: Final[Mapping[str, str]] = {}
_log = structlog.get_logger("telemetry")


class TelemetryError(Exception):
    """Telemetry is asked for and cannot be had; the text is for an operator."""


class Span(Protocol):
    """A piece of work from when it was asked for to `end`; as a context, what is done inside belongs to it."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None: ...

    def set(self, **attributes: Unpack[Attributes]) -> None:
        """Tells more of it."""

    def rename(self, name: str) -> None:
        """Names it by what was learnt only meanwhile."""

    def fail(self, error_type: str) -> None:
        """It failed, and this is the class or the code of why: never a message, which may quote anything."""

    def headers(self) -> Mapping[str, str]:
        """What a call carries so that the other side's work belongs to this span."""

    def end(self) -> None:
        """The first call counts."""


class Recorder(Protocol):
    """What records and sends; `amy.runtime.telemetry.otel` is the one there is."""

    def span(self, name: str, kind: Kind, attributes: Attributes) -> Span | None:
        """A span below the current one; None where there is no current one."""

    def request(self, name: str, request_id: str, attributes: Attributes) -> Span | None:
        """The first span of a request's trace."""

    def received(self, name: str, headers: Mapping[str, str], attributes: Attributes) -> Span | None:
        """A span below that of the caller; None where the caller is in no trace."""

    def resumed(self, name: str, request_id: str, attributes: Attributes) -> Span | None:
        """A span below the first one of the request's trace, wherever and whenever that was."""

    def measure(self, instrument: Instrument, value: float, attributes: Attributes) -> None: ...

    def close(self) -> None: ...


class _Nothing:
    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None: ...

    def set(self, **attributes: Unpack[Attributes]) -> None: ...

    def rename(self, name: str) -> None: ...

    def fail(self, error_type: str) -> None: ...

    def headers(self) -> Mapping[str, str]:
        return _NO_HEADERS

    def end(self) -> None: ...


_NOTHING: Final = _Nothing()
_recorder: Recorder | None = None


def span(name: str, kind: Kind = "internal", **attributes: Unpack[Attributes]) -> Span:
    """A part of the work in hand; work that belongs to no request is not traced."""
    if _recorder is None:
        return _NOTHING
    return _recorder.span(name, kind, attributes) or _NOTHING


def request(name: str, request_id: str, /, **attributes: Unpack[Attributes]) -> Span:
    """A request of the public API, with which a trace begins."""
    if _recorder is None:
        return _NOTHING
    return _recorder.request(name, request_id, attributes) or _NOTHING


def received(name: str, headers: Mapping[str, str], **attributes: Unpack[Attributes]) -> Span:
    """A call that another service made, given the headers that it came with."""
    if _recorder is None:
        return _NOTHING
    return _recorder.received(name, headers, attributes) or _NOTHING


def resumed(name: str, request_id: str, /, **attributes: Unpack[Attributes]) -> Span:
    """Work for a request that may have been answered long ago, by another process."""
    if _recorder is None:
        return _NOTHING
    return _recorder.resumed(name, request_id, attributes) or _NOTHING


def measure(instrument: Instrument, value: float = 1, **attributes: Unpack[Attributes]) -> None:
    """Counts, raises or lowers, sets or records, as the instrument does."""
    if _recorder is not None:
        _recorder.measure(instrument, value, attributes)


@contextmanager
def recording(env: Mapping[str, str], *, process: str) -> Iterator[None]:
    """Records and sends until the block ends, if the environment says so; then what is left is sent, or let go.

    Args:
        env: with `AMY_TELEMETRY_*`.
        process: what runs here, a service or "amy" for all of them.

    Raises:
        TelemetryError: the settings do not parse, the packages are missing, or the metrics' port cannot be had.
    """
    global _recorder  # noqa: PLW0603, one per process, and read on every call
    opened = _opened(env, process)
    if opened is None:
        yield
        return
    _recorder = opened
    try:
        yield
    finally:
        _recorder = None
        # A collector that does not answer must not hold the process back.
        closing = threading.Thread(target=opened.close, daemon=True)
        closing.start()
        closing.join(_CLOSING_S)


def _opened(env: Mapping[str, str], process: str) -> Recorder | None:
    try:
        settings = TelemetrySettings.from_env(env)
        if settings.is_off:
            return None
        from amy.runtime.telemetry.otel import Otel  # noqa: PLC0415, an extra, and not loaded for nothing

        recorder = Otel(settings, process=process)
    except ModuleNotFoundError as error:
        raise TelemetryError(str(not_installed("Telemetry", package=error.name, extra="telemetry"))) from error
    except (ValueError, OSError) as error:
        raise TelemetryError(f"Telemetry: {error}") from error
    _log.info("telemetry", sends=bool(settings.otlp_endpoint), metrics=recorder.metrics_address)
    return recorder
