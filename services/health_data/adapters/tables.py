"""The tables of this service, as the migrations make them."""

from sqlalchemy import Column, DateTime, Double, Integer, MetaData, String, Table

from services.health_data.domain.activity_fields import STORED_FIELDS

metadata = MetaData()

observations = Table(
    "observations",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("metric", String, primary_key=True),
    Column("epoch_day", Integer, primary_key=True),
    Column("value", Double, nullable=False),
)

# A day counts as on record when a daily file has a row for it, even one without a value that is kept.
recorded_days = Table(
    "recorded_days",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("epoch_day", Integer, primary_key=True),
)

local_times = Table(
    "local_times",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("epoch_day", Integer, primary_key=True),
    Column("local_time", DateTime, nullable=False),
)

activities = Table(
    "activities",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("start", DateTime, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("epoch_day", Integer, nullable=False),
    Column("end", DateTime),
    *(Column(field.name, Double) for field in STORED_FIELDS),
)

biomarkers = Table(
    "biomarkers",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("name", String, primary_key=True),
    # UTC; SQLite keeps no zone.
    Column("collected_at", DateTime, primary_key=True),
    Column("value", Double, nullable=False),
    Column("unit", String, nullable=False),
    Column("reference_low", Double),
    Column("reference_high", Double),
)

profiles = Table(
    "profiles",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("age_years", Integer),
    Column("sex", String),
    Column("height_cm", Double),
    Column("weight_kg", Double),
)

# Of a person whose data is stored; each import puts its own id here, so that no version comes back after a deletion.
data_versions = Table(
    "data_versions",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("version", String, nullable=False),
)

imports = Table(
    "imports",
    metadata,
    Column("import_id", String, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("sha256", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("layout", String, nullable=False),
    Column("imported_at", DateTime, nullable=False),
    Column("rows_read", Integer, nullable=False),
    Column("days_written", Integer, nullable=False),
    Column("cells_written", Integer, nullable=False),
    Column("cells_skipped", Integer, nullable=False),
    Column("activities_written", Integer, nullable=False),
    Column("biomarkers_written", Integer, nullable=False),
)
