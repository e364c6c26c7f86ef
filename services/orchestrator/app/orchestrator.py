"""The orchestrator, put together from its ports: calls on one side, the life of the process on the other."""

from services.orchestrator.app.engine import Engine
from services.orchestrator.app.erasing import Erasing
from services.orchestrator.app.following import LiveLogs, Wakeups
from services.orchestrator.app.lifecycle import Lifecycle
from services.orchestrator.app.limits import Limits
from services.orchestrator.app.parts import Parts
from services.orchestrator.app.pipeline import Pipeline
from services.orchestrator.app.recovery import Recovery
from services.orchestrator.app.retry import RetryPolicy
from services.orchestrator.app.turns import Turns
from services.orchestrator.ports import Ports


class Orchestrator:
    """`turns` and `erasing` answer calls; `behind` asks the peers; `life` starts before and stops after them."""

    def __init__(self, ports: Ports, limits: Limits) -> None:
        self.behind = ports.behind
        wakeups, live = Wakeups(), LiveLogs()
        parts = Parts(
            mind=ports.mind,
            safety=ports.safety,
            listeners=ports.listeners,
            understander=ports.understander,
            specialists=ports.specialists,
            validator=ports.validator,
            memory=ports.memory,
            records=ports.records,
            store=ports.store,
            live=live,
            journal=ports.journal,
            clock=ports.clock,
            owner=ports.identity.executor,
            profile=ports.profile,
            on_commit=wakeups.wake,
            retry=RetryPolicy(budget_s=limits.peer_retry_s),
            agent_s=limits.agent_s,
            cost_warn_usd=limits.cost_warn_usd,
            rewriting_s=limits.rewriting_s,
        )
        engine = Engine(Pipeline(parts, max_concurrent=limits.max_concurrent).run)
        self.erasing = Erasing(
            ports.erasure,
            engine=engine,
            clock=ports.clock,
            owner=ports.identity.executor,
            on_removed=wakeups.wake,
            patience_s=2 * (limits.takeover_after_s + limits.heartbeat_s),
        )
        recovery = Recovery(
            ports.identity,
            store=ports.store,
            executors=ports.executors,
            engine=engine,
            erasing=self.erasing,
            clock=ports.clock,
            takeover_after_s=limits.takeover_after_s,
        )
        self.turns = Turns(
            ports.store,
            engine=engine,
            wakeups=wakeups,
            live=live,
            clock=ports.clock,
            new_turn_id=ports.new_turn_id,
            owner=ports.identity.executor,
            limits=limits,
        )
        self.life = Lifecycle(
            ports,
            engine=engine,
            recovery=recovery,
            wakeups=wakeups,
            live=live,
            limits=limits,
        )
