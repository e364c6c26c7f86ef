"""A version of each person's data, which every import raises."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
additive = True
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "data_versions",
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("version", sa.String, nullable=False),
    )
    op.execute("INSERT INTO data_versions SELECT user_id, max(import_id) FROM imports GROUP BY user_id")


def downgrade() -> None:
    op.drop_table("data_versions")
