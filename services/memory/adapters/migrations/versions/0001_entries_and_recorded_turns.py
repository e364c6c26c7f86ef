import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
additive = True


def upgrade() -> None:
    op.create_table(
        "memory_entries",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("category", sa.String(32), nullable=False),
        sa.Column("created_at_us", sa.BigInteger, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("source_turn_id", sa.String(64)),
        sa.Column("kind", sa.String(32)),
        sa.Column("finding_id", sa.Text),
        sa.Column("feature", sa.Text),
        sa.Column("target", sa.Text),
        sa.Column("verdict", sa.String(32)),
        sa.Column("effect", sa.Float),
    )
    op.create_index("memory_entries_newest", "memory_entries", ["user_id", "created_at_us", "id"])
    op.create_index("memory_entries_identity", "memory_entries", ["user_id", "identity"])
    op.create_table(
        "memory_recorded_turns",
        sa.Column("user_id", sa.Text, primary_key=True),
        sa.Column("turn_id", sa.String(64), primary_key=True),
        sa.Column("added", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("memory_recorded_turns")
    op.drop_table("memory_entries")
