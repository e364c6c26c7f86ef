"""What was spent: every call to a model made on behalf of one request, failed ones included."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from amy.llm.messages import DriverUsage


@dataclass(frozen=True, kw_only=True)
class CallRecord:
    """One call.

    Attributes:
        purpose: the name of its prompt.
        prompt_sha256: of the prompt file.
        outcome: "ok", or the cause of its failure.
        cost_usd: None where nobody knows the model's price.
    """

    purpose: str
    prompt_sha256: str
    model: str
    outcome: str
    duration_ms: int
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_creation_tokens: int = 0
    cost_usd: float | None = None


@dataclass(frozen=True, kw_only=True)
class Spent:
    """Several calls together. `cost_usd` is None if the price of one of them is unknown; `model` is the dearest's."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_creation_tokens: int = 0
    cost_usd: float | None = 0.0
    model: str = ""


@dataclass
class Ledger:
    """The calls made so far, in the order in which they ended."""

    records: list[CallRecord] = field(default_factory=list)

    @property
    def spent(self) -> Spent:
        return summed(self.records)


def summed(records: Sequence[CallRecord]) -> Spent:
    costs = [record.cost_usd for record in records]
    dearest = max(records, key=lambda record: record.cost_usd or 0.0, default=None)
    return Spent(
        input_tokens=sum(record.input_tokens for record in records),
        output_tokens=sum(record.output_tokens for record in records),
        cache_read_tokens=sum(record.cache_read_tokens for record in records),
        cache_creation_tokens=sum(record.cache_creation_tokens for record in records),
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        model=dearest.model if dearest else "",
    )


_current: ContextVar[Ledger | None] = ContextVar("ledger", default=None)


@contextmanager
def open_ledger() -> Iterator[Ledger]:
    """The ledger of what is done inside, tasks that are started there included."""
    token = _current.set(ledger := Ledger())
    try:
        yield ledger
    finally:
        _current.reset(token)


def begin_ledger() -> Ledger:
    """As `open_ledger`, for as long as the task of this call runs: a server gives each call a task of its own."""
    _current.set(ledger := Ledger())
    return ledger


def current_ledger() -> Ledger | None:
    return _current.get()


def record(entry: CallRecord) -> None:
    """Enters a call into the ledger of the request it was made for, if there is one."""
    if (ledger := _current.get()) is not None:
        ledger.records.append(entry)


def used(usage: DriverUsage | None, fallback_model: str) -> DriverUsage:
    """What a call used, nothing where its driver never said."""
    return usage or DriverUsage(model=fallback_model)
