"""The metrics, by the names of OpenTelemetry's semantic conventions where there is one.

Each lists the attributes that tell its series apart. All of them have few values: no id is among them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
_TOKENS: Final = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576)


class Shape(StrEnum):
    COUNTER = "counter"
    """Only grows."""
    LEVEL = "level"
    """Is raised and lowered."""
    GAUGE = "gauge"
    """Is set."""
    HISTOGRAM = "histogram"


@dataclass(frozen=True, kw_only=True)
class Instrument:
    """A metric.

    Attributes:
        unit: in UCUM.
        by: the attributes of its series, as `Attributes` names them.
        bounds: of a histogram's buckets.
    """

    name: str
    shape: Shape
    unit: str
    about: str
    by: frozenset[str] = frozenset()
    bounds: tuple[float, ...] = ()


def _seconds(name: str, about: str, *by: str) -> Instrument:
    return Instrument(name=name, shape=Shape.HISTOGRAM, unit="s", about=about, by=frozenset(by), bounds=_SECONDS)


HTTP_DURATION: Final = _seconds(
    "http.server.request.duration",
    "HTTP requests, an event stream to its end.",
    "http_request_method",
    "http_route",
    "http_status_code",
)
RPC_DURATION: Final = _seconds(
    "rpc.server.call.duration",
    "Calls that a service answered, a stream to its end.",
    "rpc_system",
    "rpc_method",
    "rpc_status",
    "error_type",
)
TURNS: Final = Instrument(
    name="amy.turns", shape=Shape.COUNTER, unit="{turn}", about="Turns that ended.", by=frozenset({"turn_status"})
)
TURN_DURATION: Final = _seconds(
    "amy.turn.duration", "From a turn's creation to its end, all of its runs together.", "turn_status"
)
STEP_DURATION: Final = _seconds("amy.step.duration", "Steps of turns that were run.", "step", "outcome")
TURNS_WAITING: Final = Instrument(
    name="amy.turns.waiting", shape=Shape.LEVEL, unit="{turn}", about="Turns that wait for others to end."
)
TURNS_RUNNING: Final = Instrument(name="amy.turns.running", shape=Shape.LEVEL, unit="{turn}", about="Turns being run.")
SANDBOX_DURATION: Final = _seconds("amy.sandbox.run.duration", "Runs of generated code.", "outcome")
SANDBOX_WORKERS: Final = Instrument(
    name="amy.sandbox.workers",
    shape=Shape.GAUGE,
    unit="{worker}",
    about="Workers of the local sandbox, ready or at work.",
    by=frozenset({"worker_state"}),
)
VERDICTS: Final = Instrument(
    name="amy.validator.verdicts",
    shape=Shape.COUNTER,
    unit="{finding}",
    about="Findings by verdict.",
    by=frozenset({"verdict"}),
)
MODEL_DURATION: Final = _seconds(
    "gen_ai.client.operation.duration", "Tries of model calls.", "operation", "model", "purpose", "error_type"
)
MODEL_TOKENS: Final = Instrument(
    name="gen_ai.client.token.usage",
    shape=Shape.HISTOGRAM,
    unit="{token}",
    about="Tokens of a try, those read from the cache included.",
    by=frozenset({"operation", "model", "purpose", "tokens"}),
    bounds=_TOKENS,
)
MODEL_COST: Final = Instrument(
    name="amy.model.cost",
    shape=Shape.COUNTER,
    unit="{USD}",
    about="US dollars spent on calls whose price is known.",
    by=frozenset({"model", "purpose"}),
)
SSE_STREAMS: Final = Instrument(
    name="amy.sse.streams", shape=Shape.LEVEL, unit="{stream}", about="Event streams that are open."
)
HTTP_CONNECTIONS: Final = Instrument(
    name="amy.http.connections",
    shape=Shape.GAUGE,
    unit="{connection}",
    about="Connections that are open to a gateway; an event stream holds one.",
)
HTTP_CONNECTIONS_LIMIT: Final = Instrument(
    name="amy.http.connections.limit",
    shape=Shape.GAUGE,
    unit="{connection}",
    about="Connections that a gateway may have open at once.",
)
SERVING: Final = Instrument(
    name="amy.service.serving",
    shape=Shape.GAUGE,
    unit="{service}",
    about="1 while a service says by itself that it serves, else 0.",
    by=frozenset({"service"}),
)
REACHED: Final = Instrument(
    name="amy.service.reached",
    shape=Shape.GAUGE,
    unit="{service}",
    about="1 while a gateway finds that a service serves, else 0.",
    by=frozenset({"service"}),
)
STORAGE_IN_TROUBLE: Final = Instrument(
    name="amy.storage.in_trouble",
    shape=Shape.GAUGE,
    unit="{database}",
    about="1 while the database of a service is in a trouble, else 0.",
    by=frozenset({"service", "trouble"}),
)

INSTRUMENTS: Final = (
    HTTP_DURATION,
    RPC_DURATION,
    TURNS,
    TURN_DURATION,
    STEP_DURATION,
    TURNS_WAITING,
    TURNS_RUNNING,
    SANDBOX_DURATION,
    SANDBOX_WORKERS,
    VERDICTS,
    MODEL_DURATION,
    MODEL_TOKENS,
    MODEL_COST,
    SSE_STREAMS,
    HTTP_CONNECTIONS,
    HTTP_CONNECTIONS_LIMIT,
    SERVING,
    REACHED,
    STORAGE_IN_TROUBLE,
)
