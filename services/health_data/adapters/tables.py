"""The tables of this service, as the migrations make them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

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
    Column("birth_year", Integer),
    Column("time_zone", String),
    # JSON, a list of names.
    Column("devices", String),
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
    Column("entries_written", Integer, nullable=False),
    Column("filename", String, nullable=False),
    # Comma-separated.
    Column("sources", String, nullable=False),
    # The whole report, as it was answered, without what the columns say; JSON.
    Column("report", Text, nullable=False),
)

# The files of an import, by which places are told.
import_members = Table(
    "import_members",
    metadata,
    Column("import_id", String, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("path", String, nullable=False),
)

# What each import states; `observations` and `local_times` hold what counts. A local time is a number of microseconds.
readings = Table(
    "readings",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("metric", String, primary_key=True),
    Column("epoch_day", Integer, primary_key=True),
    Column("import_id", String, primary_key=True),
    Column("source", String, primary_key=True),
    Column("value", Double, nullable=False),
    Column("member", Integer, nullable=False),
    Column("row", BigInteger, nullable=False),
    Column("rows", Integer, nullable=False),
    Index("readings_of_imports", "user_id", "import_id"),
)

# What each import states; `activities` holds what counts.
activity_readings = Table(
    "activity_readings",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("start", DateTime, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("import_id", String, primary_key=True),
    Column("source", String, primary_key=True),
    Column("end", DateTime),
    *(Column(field.name, Double) for field in STORED_FIELDS),
    Column("member", Integer, nullable=False),
    Column("row", BigInteger, nullable=False),
    Index("activities_of_imports", "user_id", "import_id"),
)

# What laboratories state, in any form; `biomarkers` holds the exact numbers that count.
lab_results = Table(
    "lab_results",
    metadata,
    Column("result_id", String, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("import_id", String, nullable=False),
    Column("source", String, nullable=False),
    Column("name", String, nullable=False),
    Column("printed_name", String, nullable=False),
    Column("loinc", String, nullable=False),
    # UTC; SQLite keeps no zone.
    Column("collected_at", DateTime, nullable=False),
    Column("value", Double),
    Column("comparator", String, nullable=False),
    Column("text", String, nullable=False),
    Column("unit", String, nullable=False),
    Column("reference_low", Double),
    Column("reference_high", Double),
    Column("reference_text", String, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("member", Integer, nullable=False),
    Column("row", BigInteger, nullable=False),
    Index("lab_results_of_users", "user_id", "collected_at"),
)

# What no device records.
entries = Table(
    "entries",
    metadata,
    Column("entry_id", String, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("epoch_day", Integer, nullable=False),
    Column("at", DateTime),
    Column("tag", String, nullable=False),
    Column("amount", Double),
    Column("unit", String, nullable=False),
    Column("note", String, nullable=False),
    Column("source", String, nullable=False),
    # Empty of what the person said.
    Column("import_id", String, nullable=False),
    Column("member", Integer, nullable=False),
    Column("row", BigInteger, nullable=False),
    Index("entries_of_users", "user_id", "epoch_day"),
)

# Tags that the person logs whenever there is something to log.
logged_tags = Table(
    "logged_tags",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("tag", String, primary_key=True),
    # None: since the first entry.
    Column("since_day", Integer),
)

# The order of sources that the person chose; of all metrics under "*".
priorities = Table(
    "priorities",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("metric", String, primary_key=True),
    # Comma-separated.
    Column("sources", String, nullable=False),
)

# What is said of a person, by whom; `profiles` holds what counts.
profile_readings = Table(
    "profile_readings",
    metadata,
    Column("user_id", String, primary_key=True),
    Column("field", String, primary_key=True),
    # Empty of what the person said themselves.
    Column("import_id", String, primary_key=True),
    Column("value", String, nullable=False),
    Column("stated_at", DateTime, nullable=False),
)

# Whose a provider's user is.
provider_accounts = Table(
    "provider_accounts",
    metadata,
    Column("provider", String, primary_key=True),
    Column("account_id", String, primary_key=True),
    Column("user_id", String, nullable=False),
)

# What a provider delivered: by the hash of its bytes, so that nothing is taken twice.
deliveries = Table(
    "deliveries",
    metadata,
    Column("delivery_id", String, primary_key=True),
    # Empty while it is not known whose it is.
    Column("user_id", String, nullable=False),
    Column("provider", String, nullable=False),
    Column("account_id", String, nullable=False),
    Column("received_at", DateTime, nullable=False),
    # Kept until it is stored; empty then.
    Column("payload", Text, nullable=False),
    Index("deliveries_of_accounts", "provider", "account_id"),
    Index("deliveries_of_users", "user_id", "received_at"),
)

# The records of a provider's, each in the version that counts; readings and all else follow from them.
provider_records = Table(
    "provider_records",
    metadata,
    Column("import_id", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("record_id", String, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("epoch_day", Integer, nullable=False),
    Column("version", String, nullable=False),
    # JSON.
    Column("told", Text, nullable=False),
    Index("provider_records_of_days", "import_id", "epoch_day"),
    Index("provider_records_of_users", "user_id"),
)

# Accounts of people who were deleted: nothing of them is taken in before they are connected again.
deleted_accounts = Table(
    "deleted_accounts",
    metadata,
    # SHA-256 of the provider and its own name of the account, which says nothing of the person.
    Column("digest", String, primary_key=True),
)

# Files that are sent in pieces, until they are imported.
uploads = Table(
    "uploads",
    metadata,
    Column("upload_id", String, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("filename", String, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("metadata", String, nullable=False),
    Column("length", BigInteger, nullable=False),
    # So many bytes of it are in parts, without a gap.
    Column("received", BigInteger, nullable=False),
    Column("expires_at", DateTime, nullable=False),
    Index("uploads_of_users", "user_id"),
)

# Parts without an upload are dropped.
upload_parts = Table(
    "upload_parts",
    metadata,
    Column("upload_id", String, primary_key=True),
    # The offset of its first byte.
    Column("start", BigInteger, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Index("upload_parts_of_users", "user_id"),
)
