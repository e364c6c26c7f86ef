"""The tables of the orchestrator. The workflow engine keeps its own beside them."""

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
    Column("last_event_id", BigInteger, nullable=False),
    Column("events_purged", Boolean, nullable=False),
    Index("orchestrator_turns_by_user", "user_id", "id"),
    Index("orchestrator_turns_by_status", "status", "user_id"),
    Index("orchestrator_turns_by_end", "events_purged", "completed_at_us"),
)

EVENTS = Table(
    "orchestrator_turn_events",
    METADATA,
    Column("turn_id", String(64), ForeignKey("orchestrator_turns.id"), primary_key=True),
    Column("id", BigInteger, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("payload", LargeBinary, nullable=False),
)

EXECUTORS = Table(
    "orchestrator_executors",
    METADATA,
    Column("executor", String(128), primary_key=True),
    Column("replica", String(128), nullable=False),
    Column("beats", BigInteger, nullable=False),
)
