"""The records that providers deliver, and whose accounts were deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
additive = True
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("deliveries_of_users", "deliveries", ["user_id", "received_at"])
    op.create_table(
        "provider_records",
        sa.Column("import_id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("record_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("epoch_day", sa.Integer, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.create_index("provider_records_of_days", "provider_records", ["import_id", "epoch_day"])
    op.create_index("provider_records_of_users", "provider_records", ["user_id"])
    op.create_table("deleted_accounts", sa.Column("digest", sa.String, primary_key=True))


def downgrade() -> None:
    op.drop_table("deleted_accounts")
    op.drop_table("provider_records")
    op.drop_index("deliveries_of_users", "deliveries")
