import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
additive = True


def upgrade() -> None:
    op.add_column("memory_entries", sa.Column("subject", sa.String(200)))
    op.add_column("memory_entries", sa.Column("goal", sa.LargeBinary))
    op.create_index("memory_entries_subject", "memory_entries", ["user_id", "subject"])
    op.create_index(
        "memory_entries_newest_of_category", "memory_entries", ["user_id", "category", "created_at_us", "id"]
    )


def downgrade() -> None:
    op.drop_index("memory_entries_newest_of_category", "memory_entries")
    op.drop_index("memory_entries_subject", "memory_entries")
    for column in ("goal", "subject"):
        op.drop_column("memory_entries", column)
