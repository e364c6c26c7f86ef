"""What every running turn has at hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from services.orchestrator.app.following import LiveLogs
from services.orchestrator.app.retry import RetryPolicy
from services.orchestrator.domain.plan import Agent
from services.orchestrator.ports import Clock
from services.orchestrator.ports.durable import Journal, TurnStore
from services.orchestrator.ports.minds import SafetyFloor, SafetyListener, TurnMind
from services.orchestrator.ports.peers import HealthRecords, MemoryKeeper, Specialist, Understander, Validator


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The ports and limits of the pipeline.

    Attributes:
        owner: this orchestrator process, as its turns name it.
        profile: names the configuration that says who thinks.
        live: the logs of the turns that run here.
        on_commit: called with a turn's id after events of it were stored.
        agent_s: how long an agent may take, all tries together.
        cost_warn_usd: the spending at which a turn warns, once.
        rewriting_s: how long all rewriting of one answer may take together.
    """

    mind: TurnMind
    safety: SafetyFloor
    listeners: Sequence[SafetyListener]
    understander: Understander | None
    specialists: Mapping[Agent, Specialist]
    validator: Validator
    memory: MemoryKeeper
    records: HealthRecords
    store: TurnStore
    live: LiveLogs
    journal: Journal
    clock: Clock
    owner: str
    profile: str
    on_commit: Callable[[str], None]
    retry: RetryPolicy
    agent_s: float
    cost_warn_usd: float
    rewriting_s: float
