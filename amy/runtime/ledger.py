"""What the request under way has spent on models: every call made on its behalf, failed ones included."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from amy.spending import CallRecord, Spent, summed


@dataclass
class Ledger:
    """What was spent so far.

    Attributes:
        calls: made by this process, in the order in which they ended.
        others: what other services said that they spent.
    """

    calls: list[CallRecord] = field(default_factory=list)
    others: list[Spent] = field(default_factory=list)

    @property
    def spent(self) -> Spent:
        return summed([*(call.spent for call in self.calls), *self.others])


_current: ContextVar[Ledger | None] = ContextVar("ledger", default=None)


@contextmanager
def open_ledger() -> Iterator[Ledger]:
    """The ledger of what is done inside, tasks that are started there included; it is part of the one around it."""
    outer = _current.get()
    token = _current.set(ledger := Ledger())
    try:
        yield ledger
    finally:
        _current.reset(token)
        if outer is not None:
            outer.calls += ledger.calls
            outer.others += ledger.others


def begin_ledger() -> None:
    """A new ledger for as long as the task of the caller runs: a server gives each call a task of its own."""
    _current.set(Ledger())


def enter(record: CallRecord) -> None:
    """Enters a call into the ledger of the request that it was made for, if there is one."""
    if (ledger := _current.get()) is not None:
        ledger.calls.append(record)


def enter_others(other: Spent) -> None:
    """Enters what another service has spent for this request."""
    if (ledger := _current.get()) is not None:
        ledger.others.append(other)


def spent() -> Spent:
    """By the request under way so far."""
    return ledger.spent if (ledger := _current.get()) is not None else Spent()
