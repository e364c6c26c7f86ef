"""What may be told of work: a closed list of attributes, each with the shape that its values must have.

Health text has no way out: no attribute takes a sentence, a name of a person, a user id, a question, a label of data or
a value of a record. What has another shape than its attribute's is told as `_OTHER`, whatever it was.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, TypedDict

Value: TypeAlias = str | int | float | bool

OTHER: Final = "_OTHER"
"""What OpenTelemetry's conventions call a value that is not one of the known ones."""


class Attributes(TypedDict, total=False):
    """The attributes, as they are written in code; `ALLOWED` has their names on the wire."""

    http_request_method: str
    http_route: str
    http_status_code: int
    rpc_system: str
    rpc_method: str
    rpc_status: str
    error_type: str
    request_id: str
    turn_id: str
    turn_status: str
    service: str
    trouble: str
    step: str
    outcome: str
    attempt: int
    verdict: str
    worker_state: str
    model: str
    operation: str
    purpose: str
    tokens: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """An attribute's name on the wire and its values: text that `shape` matches as a whole, or numbers if None."""

    key: str
    shape: re.Pattern[str] | None = None


_NAME: Final = re.compile(r"[\w./{}-]{1,100}( [\w./{}-]{1,100})?")
_CODE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,47}")
_HTTP_METHOD: Final = re.compile(r"GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS")
_ROUTE: Final = re.compile(r"unmatched|/[a-z0-9_/{}.-]{0,99}")
_RPC: Final = re.compile(r"amy\.api(\.[a-z0-9_]+){2}\.[A-Za-z]+/[A-Za-z]+")
_MODEL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}")
_REQUEST: Final = re.compile(r"req_[0-9A-HJKMNP-TV-Z]{26}")
_TURN: Final = re.compile(r"turn_[0-9A-HJKMNP-TV-Z]{26}")

ALLOWED: Final[Mapping[str, Allowed]] = {
    "http_request_method": Allowed(key="http.request.method", shape=_HTTP_METHOD),
    "http_route": Allowed(key="http.route", shape=_ROUTE),
    "http_status_code": Allowed(key="http.response.status_code"),
    "rpc_system": Allowed(key="rpc.system.name", shape=re.compile("grpc")),
    "rpc_method": Allowed(key="rpc.method", shape=_RPC),
    "rpc_status": Allowed(key="rpc.response.status_code", shape=_CODE),
    "error_type": Allowed(key="error.type", shape=_CODE),
    "request_id": Allowed(key="amy.request.id", shape=_REQUEST),
    "turn_id": Allowed(key="amy.turn.id", shape=_TURN),
    "turn_status": Allowed(key="amy.turn.status", shape=re.compile("completed|failed")),
    "service": Allowed(key="amy.service.name", shape=re.compile("[a-z_]{1,32}")),
    "trouble": Allowed(key="amy.storage.trouble", shape=re.compile("full|failed|damaged|away")),
    "step": Allowed(key="amy.step.name", shape=_CODE),
    "outcome": Allowed(key="amy.outcome", shape=_CODE),
    "attempt": Allowed(key="amy.sandbox.attempt"),
    "verdict": Allowed(key="amy.validator.verdict", shape=re.compile("validated|conditional|rejected")),
    "worker_state": Allowed(key="amy.sandbox.worker.state", shape=re.compile("idle|used")),
    "model": Allowed(key="gen_ai.request.model", shape=_MODEL),
    "operation": Allowed(key="gen_ai.operation.name", shape=re.compile("chat")),
    "purpose": Allowed(key="amy.model.purpose", shape=_CODE),
    "tokens": Allowed(key="gen_ai.token.type", shape=re.compile("input|output")),
    "input_tokens": Allowed(key="gen_ai.usage.input_tokens"),
    "output_tokens": Allowed(key="gen_ai.usage.output_tokens"),
}


def named(name: str) -> str:
    """The name of a span: one word or two, so that no sentence is one."""
    return name if _NAME.fullmatch(name) else OTHER


def told(attributes: Mapping[str, object]) -> dict[str, Value]:
    """These attributes under their names on the wire: of those on the list, the values that have their shape."""
    return {ALLOWED[name].key: _told(ALLOWED[name], value) for name, value in attributes.items() if name in ALLOWED}


def _told(allowed: Allowed, value: object) -> Value:
    if allowed.shape is None:
        return value if isinstance(value, int | float) else OTHER
    return str(value) if isinstance(value, str) and allowed.shape.fullmatch(value) else OTHER
