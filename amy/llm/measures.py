"""What telemetry is told of calls to models: who was asked for what, how long it took and what it cost; no text."""

from typing import Final

from amy.runtime import telemetry
from amy.runtime.telemetry import Span
from amy.runtime.telemetry.attributes import Attributes
from amy.runtime.telemetry.instruments import MODEL_COST, MODEL_DURATION, MODEL_TOKENS
from amy.spending import CallRecord

OK: Final = "ok"
CANCELLED: Final = "cancelled"
"""Whoever asked no longer wants the answer: a turn was cancelled, or a reader left."""
FAILED: Final = "failed"
"""In a way that no `ModelError` names: a fault of ours."""


def call_ended(span: Span, record: CallRecord, *, model: str) -> None:
    """Ends the span of one try, and counts it."""
    spent = record.spent
    read = spent.input_tokens + spent.cache_read_tokens + spent.cache_creation_tokens
    span.set(input_tokens=read, output_tokens=spent.output_tokens, outcome=record.outcome)
    told = Attributes(operation="chat", model=model, purpose=record.purpose)
    if record.outcome not in {OK, CANCELLED}:
        span.fail(record.outcome)
        told["error_type"] = record.outcome
    span.end()
    telemetry.measure(MODEL_DURATION, record.duration_ms / 1000, **told)
    telemetry.measure(MODEL_COST, spent.known_usd, **told)
    if read or spent.output_tokens:
        telemetry.measure(MODEL_TOKENS, read, **Attributes(**told, tokens="input"))
        telemetry.measure(MODEL_TOKENS, spent.output_tokens, **Attributes(**told, tokens="output"))
