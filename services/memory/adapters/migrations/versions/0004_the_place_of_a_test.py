import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
additive = True


def upgrade() -> None:
    op.add_column("memory_entries", sa.Column("place", sa.Integer))
    op.add_column("memory_entries", sa.Column("level", sa.Float))


def downgrade() -> None:
    for column in ("level", "place"):
        op.drop_column("memory_entries", column)
