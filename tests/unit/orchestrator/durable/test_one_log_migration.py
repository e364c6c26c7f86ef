"""Tables of the version before, with a workflow engine's beside them, brought up to date."""

from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect, make_url, text

from amy.api.orchestrator.v1 import orchestrator_pb2 as pb
from services.orchestrator import wire
from services.orchestrator.adapters import migrations
from services.orchestrator.adapters.sql_store import SqlTurnStore
from services.orchestrator.domain.events import AgentThought, Voice
from services.orchestrator.domain.turn import TurnStatus
from services.orchestrator.ports.durable import LogEntry, LogPlace

TURN, OTHER = "turn_01M8C6TR2AJBCHS8QZMBQHKNAV", "turn_01M8C6TR2AJBCHS8QZMBQHKNAW"
VERSION_TABLE = "alembic_version_orchestrator"
SAID = '[{"role": "user", "content": "Hm?"}]'
ROW = """INSERT INTO orchestrator_turns
  (id, user_id, status, created_at_us, started_at_us, messages, context, request_id, owner, takeovers, last_event_id,
   events_purged)
  VALUES (:id, 'u', 'running', 1, 2, :said, '{}', 'req_X', 'gone', 0, :last, :purged)"""
EVENT = (
    "INSERT INTO orchestrator_turn_events (turn_id, id, kind, payload) VALUES (:turn, :id, 'agent_thought', :payload)"
)


def thought(number: int) -> pb.TurnEvent:
    return wire.event_to_proto(number, AgentThought(agent=Voice.SYNTHESIS, delta=f"{number} "))


def version_before(url: str) -> None:
    """Two turns under way, one with events, and the engine's tables as far as they are looked for."""
    parsed = make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    engine = create_engine(parsed.set(drivername="sqlite" if is_sqlite else "postgresql+psycopg"))
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__path__[0])))
    config.attributes["version_table"] = VERSION_TABLE
    schema = "" if is_sqlite else "dbos."
    with engine.begin() as connection:
        connection.execute(
            text(
                f"CREATE TABLE {VERSION_TABLE}_applied"
                " (revision varchar(32) PRIMARY KEY, follows varchar(32), additive boolean NOT NULL)"
            )
        )
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        if schema:
            connection.execute(text("CREATE SCHEMA dbos"))
        for table in ("workflow_status", "operation_outputs"):
            connection.execute(text(f"CREATE TABLE {schema}{table} (workflow_uuid TEXT)"))
        for turn, events in ((TURN, 3), (OTHER, 0)):
            connection.execute(text(ROW), {"id": turn, "last": events, "purged": False, "said": SAID})
            for number in range(1, events + 1):
                payload = thought(number).SerializeToString()
                connection.execute(text(EVENT), {"turn": turn, "id": number, "payload": payload})
    engine.dispose()


async def test_events_stay_turns_go_on_and_the_tables_of_the_engine_are_gone(database_url: str) -> None:
    version_before(database_url)
    store = SqlTurnStore(database_url, shape="now")
    await store.migrate()
    kept = await store.events(TURN, after=0, limit=9)
    assert [pb.TurnEvent.FromString(event.payload) for event in kept] == [thought(number) for number in (1, 2, 3)]
    opened = await store.open(TURN, owner="me")
    assert opened is not None
    assert (opened.place, opened.checkpoints) == (LogPlace(entries=1, last_event_id=3), {})
    assert opened.turn.status is TurnStatus.RUNNING
    assert opened.turn.created_at == datetime(1970, 1, 1, 0, 0, 0, 1, tzinfo=UTC)
    entry = LogEntry(events=[AgentThought(agent=Voice.SYNTHESIS, delta="4 ")])
    place, _ = await store.append(TURN, owner="me", place=opened.place, entry=entry)
    assert place.last_event_id == 4
    assert {found.turn_id for found in await store.under_way()} == {TURN, OTHER}
    tables = await store.database.read(lambda connection: inspect(connection).get_table_names())
    schemas = await store.database.read(lambda connection: inspect(connection).get_schema_names())
    await store.close()
    assert not {"workflow_status", "operation_outputs", "orchestrator_turn_events"} & set(tables)
    assert "dbos" not in schemas
