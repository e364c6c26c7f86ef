"""The settings of the orchestrator."""

import socket
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import ClassVar, Self

from pydantic import Field, SecretStr, model_validator
from ulid import ULID

from amy.llm.settings import MindSettings
from amy.runtime.database import DatabaseSettings
from services.orchestrator.adapters.peers.connected import PeerAddresses, PeerTimeouts
from services.orchestrator.app.limits import Limits
from services.orchestrator.ports import Identity


class Settings(MindSettings, DatabaseSettings):
    service: ClassVar[str] = "orchestrator"
    aliases: ClassVar[Mapping[str, str]] = {**MindSettings.aliases, "AMY_COST_WARN_USD": "cost_warn_usd"}

    database_url: SecretStr
    """Turns and their events; `sqlite:///file` for one orchestrator, `postgresql://…` for any number; secret because it
    may hold a password."""
    database_pool_size: int = Field(default=8, ge=1)
    """Connections to PostgreSQL that are kept for turns and their logs; one more beats, and one listens."""
    validator_address: str
    """Where findings are validated, "host:port" or "dns:///name:port"."""
    memory_address: str
    """Where Amy's memory is, "host:port"."""
    health_data_address: str
    """Where it is told what is on record of a person, "host:port"."""
    data_science_address: str = ""
    """The specialist that computes, "host:port"; empty: there is none, and nothing is routed to it."""
    domain_expert_address: str = ""
    """The specialist for what is known in general; empty: there is none."""
    health_coach_address: str = ""
    """The specialist that coaches; empty: there is none."""
    investigator_address: str = ""
    """The specialist that looks by itself; empty: there is none."""

    executor_id: str = Field(default_factory=socket.gethostname)
    """Names this replica and stays when it restarts; no two that run at once may share it. Default: the host name."""
    max_in_flight_per_user: int = Field(default=3, ge=1)
    """Turns of one user that may be in flight at once; further ones are refused."""
    max_concurrent_turns: int = Field(default=64, ge=1)
    """Turns this orchestrator runs at once; further ones wait as queued."""
    retention_s: float = Field(default=3600.0, gt=0)
    """How long after a turn's end its events can be replayed."""
    purge_s: float = Field(default=60.0, gt=0)
    """How often events that are kept no longer are deleted."""
    heartbeat_s: float = Field(default=2.0, gt=0)
    """How often this replica says that it lives, and looks after turns whose replica does not."""
    takeover_after_s: float = Field(default=10.0, gt=0)
    """How long a heartbeat stands still until other replicas take the turns over; at least twice `heartbeat_s`."""
    poll_s: float = Field(default=1.0, gt=0)
    """How late an event of another orchestrator may be seen when its signal was lost."""

    agent_timeout_s: float = Field(default=180.0, gt=0)
    """How long an agent may take over one question, all tries together."""
    validator_timeout_s: float = Field(default=120.0, gt=0)
    """How long the validator may take over the findings of a turn."""
    lookup_timeout_s: float = Field(default=5.0, gt=0)
    """How long memory or health data may take over a call."""
    understanding_timeout_s: float = Field(default=10.0, gt=0)
    """How long data science may take to say how it understands a question; then the question is routed without it.
    Where a model of its own reads the question, it may take `deadline_s` of the profile longer."""
    peer_retry_s: float = Field(default=60.0, ge=0)
    """How long an agent or the validator is tried again after it was first found unavailable."""
    cost_warn_usd: float = Field(default=0.50, gt=0)
    """A turn whose models have cost as much sends `cost_warning`, once."""
    rewriting_s: float = Field(default=20.0, gt=0)
    """How long the rewriting of sentences with untraced numbers may take over a whole answer; then they are dropped."""

    step_journal: Path | None = None
    """For tests of durability: a file that gets a line when a step begins and when it has ended."""
    step_pause_s: float = Field(default=0.0, ge=0)
    """For tests of durability: slept inside every step."""

    @model_validator(mode="after")
    def _hearts_beat_before_they_count_as_dead(self) -> Self:
        if self.takeover_after_s < 2 * self.heartbeat_s:
            raise ValueError("takeover_after_s must be at least twice heartbeat_s")
        return self

    def new_identity(self) -> Identity:
        """This replica, as a process that has just started."""
        return Identity(replica=self.executor_id, executor=f"{self.executor_id}:{ULID()}")

    def limits(self) -> Limits:
        return Limits(
            max_in_flight=self.max_in_flight_per_user,
            max_concurrent=self.max_concurrent_turns,
            retention=timedelta(seconds=self.retention_s),
            purge_s=self.purge_s,
            heartbeat_s=self.heartbeat_s,
            takeover_after_s=self.takeover_after_s,
            poll_s=self.poll_s,
            grace_s=self.drain_s,
            peer_retry_s=self.peer_retry_s,
            agent_s=self.agent_timeout_s,
            cost_warn_usd=self.cost_warn_usd,
            rewriting_s=self.rewriting_s,
        )

    def addresses(self) -> PeerAddresses:
        return PeerAddresses(
            validator=self.validator_address,
            memory=self.memory_address,
            health_data=self.health_data_address,
            data_science=self.data_science_address,
            domain_expert=self.domain_expert_address,
            health_coach=self.health_coach_address,
            investigator=self.investigator_address,
        )

    def timeouts(self) -> PeerTimeouts:
        """As set; data science gets the time of one call of its model, if it has one, before its rules have theirs.

        Raises:
            ProfileError: the file of profiles cannot be used.
        """
        return PeerTimeouts(
            agent_s=self.agent_timeout_s,
            validator_s=self.validator_timeout_s,
            lookup_s=self.lookup_timeout_s,
            understanding_s=self.understanding_timeout_s + self.longest_call_s("data_science"),
        )
