"""A recorder by OpenTelemetry's SDK: the one module that imports it.

The providers are this process's own and never made the global ones: libraries that come with instrumentation of their
own, such as a vendor's client that would tell prompts, find none and tell nothing.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar, Token
from importlib.metadata import version
from types import TracebackType
from typing import Final, Self, Unpack, assert_never

from opentelemetry import trace as api
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.exporter.prometheus import PrometheusMetricReader
from opentelemetry.metrics import Meter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import MetricReader, PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import Decision, ParentBased, TraceIdRatioBased
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from ulid import ULID

from amy.runtime.telemetry import Kind
from amy.runtime.telemetry.attributes import Attributes, Value, named, told
from amy.runtime.telemetry.instruments import INSTRUMENTS, Instrument, Shape
from amy.runtime.telemetry.settings import TelemetrySettings

_EXPORT_S: Final = 5.0
_HALF: Final = (1 << 64) - 1
_KINDS: Final[Mapping[Kind, api.SpanKind]] = {
    "internal": api.SpanKind.INTERNAL,
    "server": api.SpanKind.SERVER,
    "client": api.SpanKind.CLIENT,
}
_PROPAGATOR: Final = TraceContextTextMapPropagator()
_current: ContextVar[api.Span | None] = ContextVar("span", default=None)
_first_of: ContextVar[str] = ContextVar("first_of", default="")


def ids_of(request_id: str) -> tuple[int, int]:
    """The trace of a request and its first span: of a ULID the whole and the random half, else of a hash."""
    try:
        whole = int(ULID.from_str(request_id.partition("_")[2]))
    except ValueError:
        whole = int.from_bytes(hashlib.sha256(request_id.encode()).digest()[:16])
    return whole or 1, (whole & _HALF) or 1


class _Ids(RandomIdGenerator):
    def generate_trace_id(self) -> int:
        first_of = _first_of.get()
        return ids_of(first_of)[0] if first_of else super().generate_trace_id()

    def generate_span_id(self) -> int:
        first_of = _first_of.get()
        return ids_of(first_of)[1] if first_of else super().generate_span_id()


class _OtelSpan:
    """A span. What is thrown inside tells its class alone: messages and stacks may quote anything."""

    def __init__(self, span: api.Span) -> None:
        self._span = span
        self._token: Token[api.Span | None] | None = None
        self._has_failed = False

    def __enter__(self) -> Self:
        self._token = _current.set(self._span)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if kind is not None and issubclass(kind, Exception) and not self._has_failed:
            self.fail(getattr(error, "reason", kind.__name__))
        self.end()
        # What is given up half-way, such as a stream, may be closed by another task, which has a context of its own.
        with suppress(ValueError):
            if self._token is not None:
                _current.reset(self._token)

    def set(self, **attributes: Unpack[Attributes]) -> None:
        self._span.set_attributes(told(attributes))

    def rename(self, name: str) -> None:
        self._span.update_name(named(name))

    def fail(self, error_type: str) -> None:
        self._has_failed = True
        self._span.set_attributes(told({"error_type": error_type}))
        self._span.set_status(api.StatusCode.ERROR)

    def headers(self) -> Mapping[str, str]:
        carrier: dict[str, str] = {}
        _PROPAGATOR.inject(carrier, api.set_span_in_context(self._span, Context()))
        return carrier

    def end(self) -> None:
        if self._span.is_recording():
            self._span.end()


class Otel:
    """The SDK's providers with their exporters, as the settings say.

    Raises:
        OSError: the metrics' address cannot be listened on.
    """

    def __init__(self, settings: TelemetrySettings, *, process: str) -> None:
        resource = Resource.create(
            {
                "service.namespace": "amy",
                "service.name": process,
                "service.version": version("amy"),
                "service.instance.id": str(ULID()),
            }
        )
        self._sampler = ParentBased(TraceIdRatioBased(settings.sampled))
        self._provider = _tracer_provider(settings, resource, self._sampler)
        self._tracer = None if self._provider is None else self._provider.get_tracer("amy")
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._meters = MeterProvider(_readers(settings, registry), resource, shutdown_on_exit=False)
        meter = self._meters.get_meter("amy")
        self._instruments = {each.name: _instrument(meter, each) for each in INSTRUMENTS}
        self._page = _Page(settings.prometheus, registry) if settings.prometheus else None

    @property
    def metrics_address(self) -> str:
        """Where metrics are fetched; empty for nowhere."""
        return self._page.address if self._page else ""

    def span(self, name: str, kind: Kind, attributes: Attributes) -> _OtelSpan | None:
        parent = _current.get()
        return self._below(parent, name, kind, attributes) if parent is not None else None

    def request(self, name: str, request_id: str, attributes: Attributes) -> _OtelSpan | None:
        if self._tracer is None:
            return None
        token = _first_of.set(request_id)
        try:
            first = self._tracer.start_span(named(name), Context(), api.SpanKind.SERVER, told(attributes))
        finally:
            _first_of.reset(token)
        return _OtelSpan(first)

    def received(self, name: str, headers: Mapping[str, str], attributes: Attributes) -> _OtelSpan | None:
        caller = api.get_current_span(_PROPAGATOR.extract(headers, Context()))
        return self._below(caller, name, "server", attributes) if caller.get_span_context().is_valid else None

    def resumed(self, name: str, request_id: str, attributes: Attributes) -> _OtelSpan | None:
        trace_id, span_id = ids_of(request_id)
        sampled = self._sampler.should_sample(None, trace_id, name).decision is Decision.RECORD_AND_SAMPLE
        flags = api.TraceFlags(api.TraceFlags.SAMPLED if sampled else api.TraceFlags.DEFAULT)
        first = api.NonRecordingSpan(api.SpanContext(trace_id, span_id, is_remote=True, trace_flags=flags))
        return self._below(first, name, "internal", attributes)

    def _below(self, parent: api.Span, name: str, kind: Kind, attributes: Attributes) -> _OtelSpan | None:
        if self._tracer is None:
            return None
        context = api.set_span_in_context(parent, Context())
        return _OtelSpan(self._tracer.start_span(named(name), context, _KINDS[kind], told(attributes)))

    def measure(self, instrument: Instrument, value: float, attributes: Attributes) -> None:
        series = told({name: each for name, each in attributes.items() if name in instrument.by})
        self._instruments[instrument.name](value, series)

    def close(self) -> None:
        if self._provider is not None:
            self._provider.shutdown()
        self._meters.shutdown(timeout_millis=_EXPORT_S * 1000)
        if self._page is not None:
            self._page.close()


class _Page:
    """Serves the metrics over HTTP in a thread of its own."""

    def __init__(self, listen: str, registry: CollectorRegistry) -> None:
        host, _, port = listen.rpartition(":")
        self._server, self._thread = start_http_server(int(port), host.strip("[]"), registry)
        self.address = f"{host}:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _tracer_provider(settings: TelemetrySettings, resource: Resource, sampler: ParentBased) -> TracerProvider | None:
    if not settings.otlp_endpoint:
        return None
    provider = TracerProvider(sampler, resource, shutdown_on_exit=False, id_generator=_Ids())
    url = f"{settings.otlp_endpoint.rstrip('/')}/v1/traces"
    exporter = OTLPSpanExporter(url, headers=settings.headers(), timeout=_EXPORT_S)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


def _readers(settings: TelemetrySettings, registry: CollectorRegistry) -> list[MetricReader]:
    readers: list[MetricReader] = []
    if settings.otlp_endpoint:
        url = f"{settings.otlp_endpoint.rstrip('/')}/v1/metrics"
        exporter = OTLPMetricExporter(url, headers=settings.headers(), timeout=_EXPORT_S)
        readers.append(PeriodicExportingMetricReader(exporter, settings.interval_s * 1000))
    if settings.prometheus:
        readers.append(PrometheusMetricReader(registry=registry))
    return readers


def _instrument(meter: Meter, each: Instrument) -> Callable[[float, Mapping[str, Value]], None]:
    """How a value of the instrument is told."""
    match each.shape:
        case Shape.COUNTER:
            return meter.create_counter(each.name, each.unit, each.about).add
        case Shape.LEVEL:
            return meter.create_up_down_counter(each.name, each.unit, each.about).add
        case Shape.GAUGE:
            return meter.create_gauge(each.name, each.unit, each.about).set
        case Shape.HISTOGRAM:
            return meter.create_histogram(
                each.name, each.unit, each.about, explicit_bucket_boundaries_advisory=each.bounds
            ).record
        case _:
            assert_never(each.shape)
