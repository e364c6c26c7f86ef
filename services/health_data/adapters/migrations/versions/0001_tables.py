"""Everything that was measured, and the record of imports."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
additive = True
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "observations",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("metric", sa.String, primary_key=True),
        sa.Column("epoch_day", sa.Integer, primary_key=True),
        sa.Column("value", sa.Double, nullable=False),
    )
    op.create_table(
        "recorded_days",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("epoch_day", sa.Integer, primary_key=True),
    )
    op.create_table(
        "local_times",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("epoch_day", sa.Integer, primary_key=True),
        sa.Column("local_time", sa.DateTime, nullable=False),
    )
    op.create_table(
        "activities",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("start", sa.DateTime, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("epoch_day", sa.Integer, nullable=False),
        sa.Column("end", sa.DateTime),
        sa.Column("duration_min", sa.Double),
        sa.Column("distance_m", sa.Double),
        sa.Column("calories_kcal", sa.Double),
        sa.Column("average_heart_rate", sa.Double),
        sa.Column("elevation_gain_m", sa.Double),
        sa.Column("steps", sa.Double),
        sa.Column("active_zone_minutes", sa.Double),
        sa.Column("speed_m_per_min", sa.Double),
    )
    op.create_table(
        "biomarkers",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("collected_at", sa.DateTime, primary_key=True),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("unit", sa.String, nullable=False),
        sa.Column("reference_low", sa.Double),
        sa.Column("reference_high", sa.Double),
    )
    op.create_table(
        "profiles",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("age_years", sa.Integer),
        sa.Column("sex", sa.String),
        sa.Column("height_cm", sa.Double),
        sa.Column("weight_kg", sa.Double),
    )
    op.create_table(
        "imports",
        sa.Column("import_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("sha256", sa.String, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("layout", sa.String, nullable=False),
        sa.Column("imported_at", sa.DateTime, nullable=False),
        sa.Column("rows_read", sa.Integer, nullable=False),
        sa.Column("days_written", sa.Integer, nullable=False),
        sa.Column("cells_written", sa.Integer, nullable=False),
        sa.Column("cells_skipped", sa.Integer, nullable=False),
        sa.Column("activities_written", sa.Integer, nullable=False),
        sa.Column("biomarkers_written", sa.Integer, nullable=False),
    )
    op.create_index("imports_by_file", "imports", ["user_id", "sha256", "subject"])
