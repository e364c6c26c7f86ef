"""The tables of the memory service."""

from sqlalchemy import JSON, BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()

ENTRIES = Table(
    "memory_entries",
    METADATA,
    Column("id", String(40), primary_key=True),
    Column("user_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("category", String(32), nullable=False),
    Column("created_at_us", BigInteger, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("identity", String(64), nullable=False),
    Column("source_turn_id", String(64)),
    Column("kind", String(32)),
    Column("finding_id", Text),
    Column("feature", Text),
    Column("target", Text),
    Column("verdict", String(32)),
    Column("effect", Float),
    Column("finding_kind", String(32)),
    Column("lag_days", Integer),
    Column("p_value", Float),
    Column("subject", String(200)),
    Column("goal", LargeBinary),
    Column("place", Integer),
    Column("level", Float),
    Index("memory_entries_newest", "user_id", "created_at_us", "id"),
    Index("memory_entries_identity", "user_id", "identity"),
    Index("memory_entries_subject", "user_id", "subject"),
    Index("memory_entries_newest_of_category", "user_id", "category", "created_at_us", "id"),
)

RECORDED_TURNS = Table(
    "memory_recorded_turns",
    METADATA,
    Column("user_id", Text, primary_key=True),
    Column("turn_id", String(64), primary_key=True),
    Column("added", JSON, nullable=False),
)
