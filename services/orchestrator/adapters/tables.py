"""The tables of the orchestrator."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

TURNS = Table(
    "orchestrator_turns",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("created_at_us", BigInteger, nullable=False),
    Column("started_at_us", BigInteger),
    Column("completed_at_us", BigInteger),
    Column("messages", Text, nullable=False),
    Column("context", Text, nullable=False),
    Column("request_id", String(64), nullable=False),
    Column("result", Text),
    Column("error", Text),
    Column("owner", String(128), nullable=False),
    Column("takeovers", Integer, nullable=False),
    Column("shape", String(64), nullable=False),
    Column("events_purged", Boolean, nullable=False),
    Index("orchestrator_turns_by_user", "user_id", "id"),
    Index("orchestrator_turns_by_status", "status", "user_id"),
    Index("orchestrator_turns_by_end", "events_purged", "completed_at_us"),
)

LOG = Table(
    "orchestrator_turn_log",
    METADATA,
    Column("turn_id", String(64), ForeignKey("orchestrator_turns.id"), primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("last_event_id", BigInteger, nullable=False),
    Column("events", LargeBinary),
    Column("checkpoints", Text),
)
"""One row is what was written at once: events, as a `TurnEvents`, and checkpoints, as JSON by step; either may be none.

`last_event_id` is of the last event up to here.
"""

EXECUTORS = Table(
    "orchestrator_executors",
    METADATA,
    Column("executor", String(128), primary_key=True),
    Column("replica", String(128), nullable=False),
    Column("beats", BigInteger, nullable=False),
)
