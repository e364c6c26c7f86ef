"""What each import states, beside what counts; laboratory results in any form, a journal, deliveries of providers."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
# Code of the version before writes what counts and not what it follows from: the next import would undo that.
additive = False
branch_labels = None
depends_on = None

_FIELDS = (
    "duration_min",
    "distance_m",
    "calories_kcal",
    "average_heart_rate",
    "elevation_gain_m",
    "steps",
    "active_zone_minutes",
    "speed_m_per_min",
)
_ROWS_AT_ONCE = 5000
_EPOCH = datetime.fromtimestamp(0, UTC).replace(tzinfo=None)


def upgrade() -> None:
    op.add_column("imports", sa.Column("entries_written", sa.Integer, nullable=False, server_default="0"))
    op.add_column("imports", sa.Column("filename", sa.String, nullable=False, server_default=""))
    op.add_column("imports", sa.Column("sources", sa.String, nullable=False, server_default="file"))
    op.add_column("imports", sa.Column("report", sa.Text, nullable=False, server_default="{}"))
    op.add_column("profiles", sa.Column("birth_year", sa.Integer))
    op.add_column("profiles", sa.Column("time_zone", sa.String))
    op.add_column("profiles", sa.Column("devices", sa.String))
    _of_imports()
    _of_laboratories()
    _of_persons()
    _of_providers()
    _take_over()


def _of_imports() -> None:
    op.create_table(
        "import_members",
        sa.Column("import_id", sa.String, primary_key=True),
        sa.Column("member", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("path", sa.String, nullable=False),
    )
    op.create_table(
        "readings",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("metric", sa.String, primary_key=True),
        sa.Column("epoch_day", sa.Integer, primary_key=True),
        sa.Column("import_id", sa.String, primary_key=True),
        sa.Column("source", sa.String, primary_key=True),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("row", sa.BigInteger, nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
    )
    op.create_index("readings_of_imports", "readings", ["user_id", "import_id"])
    op.create_table(
        "activity_readings",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("start", sa.DateTime, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("import_id", sa.String, primary_key=True),
        sa.Column("source", sa.String, primary_key=True),
        sa.Column("end", sa.DateTime),
        *(sa.Column(name, sa.Double) for name in _FIELDS),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("row", sa.BigInteger, nullable=False),
    )
    op.create_index("activities_of_imports", "activity_readings", ["user_id", "import_id"])


def _of_laboratories() -> None:
    op.create_table(
        "lab_results",
        sa.Column("result_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("import_id", sa.String, nullable=False),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("printed_name", sa.String, nullable=False),
        sa.Column("loinc", sa.String, nullable=False),
        sa.Column("collected_at", sa.DateTime, nullable=False),
        sa.Column("value", sa.Double),
        sa.Column("comparator", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("unit", sa.String, nullable=False),
        sa.Column("reference_low", sa.Double),
        sa.Column("reference_high", sa.Double),
        sa.Column("reference_text", sa.String, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("row", sa.BigInteger, nullable=False),
    )
    op.create_index("lab_results_of_users", "lab_results", ["user_id", "collected_at"])


def _of_persons() -> None:
    op.create_table(
        "entries",
        sa.Column("entry_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("epoch_day", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime),
        sa.Column("tag", sa.String, nullable=False),
        sa.Column("amount", sa.Double),
        sa.Column("unit", sa.String, nullable=False),
        sa.Column("note", sa.String, nullable=False),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("import_id", sa.String, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("row", sa.BigInteger, nullable=False),
    )
    op.create_index("entries_of_users", "entries", ["user_id", "epoch_day"])
    op.create_table(
        "logged_tags",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("tag", sa.String, primary_key=True),
        sa.Column("since_day", sa.Integer),
    )
    op.create_table(
        "priorities",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("metric", sa.String, primary_key=True),
        sa.Column("sources", sa.String, nullable=False),
    )
    op.create_table(
        "profile_readings",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("field", sa.String, primary_key=True),
        sa.Column("import_id", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
        sa.Column("stated_at", sa.DateTime, nullable=False),
    )


def _of_providers() -> None:
    op.create_table(
        "provider_accounts",
        sa.Column("provider", sa.String, primary_key=True),
        sa.Column("account_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
    )
    op.create_table(
        "deliveries",
        sa.Column("delivery_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("provider", sa.String, nullable=False),
        sa.Column("account_id", sa.String, nullable=False),
        sa.Column("received_at", sa.DateTime, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
    )
    op.create_index("deliveries_of_accounts", "deliveries", ["provider", "account_id"])


def _take_over() -> None:
    """What counts so far was stated by the person's newest import, as far as anyone can still tell."""
    connection = op.get_bind()
    tables = sa.MetaData()
    tables.reflect(connection)
    newest = dict(connection.execute(sa.select(tables.tables["data_versions"])).all())
    nowhere = {"source": "file", "member": 0, "row": 0}
    for table, into, changed in (
        ("observations", "readings", lambda row: {**row, "rows": 1}),
        ("local_times", "readings", _as_reading),
        ("recorded_days", "readings", lambda row: {**row, "metric": "recorded_day", "value": 1.0, "rows": 1}),
        ("activities", "activity_readings", lambda row: {name: row[name] for name in row if name != "epoch_day"}),
        ("biomarkers", "lab_results", _as_result),
        ("profiles", "profile_readings", None),
    ):
        rows = connection.execute(sa.select(tables.tables[table])).mappings()
        if changed is None:
            moved = (each for row in rows for each in _as_statements(dict(row), newest))
        else:
            moved = ({**changed(dict(row)), "import_id": newest.get(row["user_id"], "imp_"), **nowhere} for row in rows)
        for batch in _batches(moved):
            connection.execute(tables.tables[into].insert(), batch)


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(rows, _ROWS_AT_ONCE)):
        yield batch


def _as_reading(row: dict[str, Any]) -> dict[str, Any]:
    since = row["local_time"] - _EPOCH
    microseconds = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    day = {"user_id": row["user_id"], "epoch_day": row["epoch_day"]}
    return {**day, "metric": row["name"], "value": float(microseconds), "rows": 1}


def _as_result(row: dict[str, Any]) -> dict[str, Any]:
    return {
        **row,
        "result_id": f"lab_{row['user_id']}_{row['name']}_{row['collected_at'].isoformat()}",
        "printed_name": row["name"],
        "loinc": "",
        "comparator": "",
        "text": repr(row["value"]),
        "reference_text": "",
        "confirmed": True,
    }


def _as_statements(row: dict[str, Any], newest: dict[str, str]) -> Iterator[dict[str, Any]]:
    user = row.pop("user_id")
    for name, value in row.items():
        if value is not None:
            stated = {"user_id": user, "field": name, "value": str(value), "import_id": newest.get(user, "imp_")}
            yield {**stated, "stated_at": _EPOCH}


def downgrade() -> None:
    for table in (
        *("deliveries", "provider_accounts", "profile_readings", "priorities", "logged_tags", "entries"),
        *("lab_results", "activity_readings", "readings", "import_members"),
    ):
        op.drop_table(table)
    for table, columns in {
        "profiles": ("birth_year", "time_zone", "devices"),
        "imports": ("entries_written", "filename", "sources", "report"),
    }.items():
        with op.batch_alter_table(table) as altered:
            for column in columns:
                altered.drop_column(column)
