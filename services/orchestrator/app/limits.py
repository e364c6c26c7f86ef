"""How much, how long, how often."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The orchestrator's numbers.

    Attributes:
        max_in_flight: turns of one user that may be queued or running.
        max_concurrent: turns this process runs at once.
        retention: how long after its end a turn's events can be replayed.
        purge_s: between two searches for expired events.
        heartbeat_s: between two signs of life.
        takeover_after_s: how long a heartbeat stands still until its process counts as dead.
        poll_s: how late news of another orchestrator may be when its signal is lost.
        grace_s: how long running turns may take to end when the service stops.
        peer_retry_s: how long a peer is tried again after it was first found unavailable.
        agent_s: how long an agent may take over one question, all tries together.
        cost_warn_usd: the spending at which a turn warns, once.
        rewriting_s: how long all rewriting of one answer may take together; sentences that fail later are dropped.
    """

    max_in_flight: int
    max_concurrent: int
    retention: timedelta
    purge_s: float
    heartbeat_s: float
    takeover_after_s: float
    poll_s: float
    grace_s: float
    peer_retry_s: float
    agent_s: float
    cost_warn_usd: float
    rewriting_s: float
