"""Events and checkpoints of a turn become one log; the tables that a workflow engine kept beside them go.

Turns that were under way begin anew, behind the events that they have.
"""

from collections.abc import Iterator
from itertools import groupby, islice
from operator import attrgetter

import sqlalchemy as sa
from alembic import op

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb

revision = "0002"
down_revision = "0001"
additive = False

_AT_ONCE = 200
_ENGINE_TABLES = (
    *("application_versions", "dbos_migrations", "event_dispatch_kv", "notifications", "operation_outputs"),
    *("queues", "streams", "workflow_events", "workflow_events_history", "workflow_input", "workflow_output"),
    *("workflow_schedules", "workflow_status"),
)


def upgrade() -> None:
    op.create_table(
        "orchestrator_turn_log",
        sa.Column("turn_id", sa.String(64), sa.ForeignKey("orchestrator_turns.id"), primary_key=True),
        sa.Column("entry", sa.Integer, primary_key=True),
        sa.Column("last_event_id", sa.BigInteger, nullable=False),
        sa.Column("events", sa.LargeBinary),
        sa.Column("checkpoints", sa.Text),
    )
    op.add_column("orchestrator_turns", sa.Column("shape", sa.String(64), nullable=False, server_default=""))
    _copy_events(op.get_bind())
    op.drop_table("orchestrator_turn_events")
    op.drop_column("orchestrator_turns", "last_event_id")
    _drop_engine(op.get_bind())


def downgrade() -> None:
    op.add_column("orchestrator_turns", sa.Column("last_event_id", sa.BigInteger, nullable=False, server_default="0"))
    op.drop_column("orchestrator_turns", "shape")
    op.create_table(
        "orchestrator_turn_events",
        sa.Column("turn_id", sa.String(64), sa.ForeignKey("orchestrator_turns.id"), primary_key=True),
        sa.Column("id", sa.BigInteger, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
    )
    op.drop_table("orchestrator_turn_log")


def _copy_events(connection: sa.Connection) -> None:
    insert = sa.text(
        "INSERT INTO orchestrator_turn_log (turn_id, entry, last_event_id, events) VALUES (:turn, 1, :last, :all)"
    )
    entries = _entries(connection)
    while rows := list(islice(entries, _AT_ONCE)):
        connection.execute(insert, rows)


def _entries(connection: sa.Connection) -> Iterator[dict[str, object]]:
    found = connection.execute(
        sa.text("SELECT turn_id, id, payload FROM orchestrator_turn_events ORDER BY turn_id, id")
    ).all()
    for turn_id, rows in groupby(found, key=attrgetter("turn_id")):
        events = [pb.TurnEvent.FromString(bytes(row.payload)) for row in rows]
        together = pb.TurnEvents(events=events).SerializeToString(deterministic=True)
        yield {"turn": turn_id, "last": events[-1].id, "all": together}


def _drop_engine(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        op.execute("DROP SCHEMA IF EXISTS dbos CASCADE")
        return
    for table in set(sa.inspect(connection).get_table_names()).intersection(_ENGINE_TABLES):
        op.drop_table(table)
