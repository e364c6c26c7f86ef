import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
additive = True


def upgrade() -> None:
    op.add_column("memory_entries", sa.Column("finding_kind", sa.String(32)))
    op.add_column("memory_entries", sa.Column("lag_days", sa.Integer))
    op.add_column("memory_entries", sa.Column("p_value", sa.Float))


def downgrade() -> None:
    for column in ("p_value", "lag_days", "finding_kind"):
        op.drop_column("memory_entries", column)
