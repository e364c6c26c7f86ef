"""A collector of telemetry: speaks OTLP over HTTP on a free port of this machine, and keeps what it gets."""

import gzip
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import KeyValue


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A span as it arrived; `process` is the service that sent it, `instance` the run of that process."""

    name: str
    trace_id: str
    span_id: str
    parent_id: str
    attributes: dict[str, Any]
    is_error: bool
    said: str
    events: int
    process: str
    instance: str


class Collector:
    """What arrived so far.

    Attributes:
        bodies: of all requests, as they were before they were packed.
    """

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.spans: list[Seen] = []
        self.metrics: dict[str, list[dict[str, Any]]] = {}
        self.endpoint = ""

    def trace(self, trace_id: str) -> list[Seen]:
        return [span for span in list(self.spans) if span.trace_id == trace_id]

    def take(self, path: str, body: bytes) -> None:
        self.bodies.append(body)
        if path == "/v1/traces":
            self._take_spans(ExportTraceServiceRequest.FromString(body))
        else:
            self._take_metrics(ExportMetricsServiceRequest.FromString(body))

    def _take_spans(self, request: ExportTraceServiceRequest) -> None:
        for told in request.resource_spans:
            resource = _plain(told.resource.attributes)
            self.spans += [
                Seen(
                    name=span.name,
                    trace_id=span.trace_id.hex(),
                    span_id=span.span_id.hex(),
                    parent_id=span.parent_span_id.hex(),
                    attributes=_plain(span.attributes),
                    is_error=span.status.code == span.status.STATUS_CODE_ERROR,
                    said=span.status.message,
                    events=len(span.events),
                    process=resource["service.name"],
                    instance=resource["service.instance.id"],
                )
                for scope in told.scope_spans
                for span in scope.spans
            ]

    def _take_metrics(self, request: ExportMetricsServiceRequest) -> None:
        for told in request.resource_metrics:
            for metric in (metric for scope in told.scope_metrics for metric in scope.metrics):
                kind = metric.WhichOneof("data")
                assert kind is not None
                points = getattr(metric, kind).data_points
                self.metrics.setdefault(metric.name, []).extend(_plain(point.attributes) for point in points)


def _plain(attributes: Iterable[KeyValue]) -> dict[str, Any]:
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value") or "") for pair in attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector that listens until the block ends."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            collector.take(self.path, gzip.decompress(body) if self.headers["content-encoding"] == "gzip" else body)
            self.send_response(200)
            self.send_header("content-type", "application/x-protobuf")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the library's signature
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector.endpoint = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
