"""The real world behind the ports: a database, the peers, and the machine's clock."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from amy.runtime.database import DatabaseOptions
from amy.runtime.ids import new_id
from amy.runtime.sql import Database
from services.orchestrator.adapters.journal import StepJournal
from services.orchestrator.adapters.peers.connected import Peers
from services.orchestrator.adapters.safety import SafetyByWords
from services.orchestrator.adapters.sql_erasure import SqlTurnErasure
from services.orchestrator.adapters.sql_executors import SqlExecutors
from services.orchestrator.adapters.sql_signals import SqlTurnSignals
from services.orchestrator.adapters.sql_store import SqlTurnStore
from services.orchestrator.adapters.system_clock import SystemClock
from services.orchestrator.ports import Identity, Ports
from services.orchestrator.ports.minds import SafetyListener, TurnMind


async def _nothing() -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class Thinking:
    """The mind, the name of the profile that chose it, and what lets go of its connections."""

    mind: TurnMind
    profile: str
    close: Callable[[], Awaitable[None]] = _nothing


_DEFAULTS: Final = DatabaseOptions(pool_size=8)


def world(
    database_url: str,
    *,
    identity: Identity,
    workflow_shape: str,
    journal: StepJournal,
    peers: Peers,
    thinking: Thinking,
    options: DatabaseOptions = _DEFAULTS,
    listeners: Sequence[SafetyListener] = (),
) -> Ports:
    """The ports of one orchestrator process. Turns, their logs and the executors share one database.

    The safety check by words is always among them; `listeners` hear beside it.
    """
    store = SqlTurnStore(database_url, options, shape=workflow_shape)
    # A heartbeat that waited behind the turns would let others take them over.
    beating = Database(database_url, replace(options, pool_size=1, pool_overflow=0))
    safety = SafetyByWords()

    async def close() -> None:
        await thinking.close()
        await peers.close()
        await beating.close()
        await store.close()

    return Ports(
        identity=identity,
        profile=thinking.profile,
        mind=thinking.mind,
        safety=safety,
        listeners=tuple(listeners),
        understander=peers.understander,
        specialists=peers.specialists,
        validator=peers.validator,
        memory=peers.memory,
        records=peers.records,
        store=store,
        erasure=SqlTurnErasure(store.database),
        signals=SqlTurnSignals(database_url),
        executors=SqlExecutors(beating),
        journal=journal,
        clock=SystemClock(),
        new_turn_id=partial(new_id, "turn"),
        behind=peers.serving,
        open=store.migrate,
        warm=safety.warm,
        close=close,
    )
