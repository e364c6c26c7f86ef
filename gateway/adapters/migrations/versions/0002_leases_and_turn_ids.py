import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
additive = True


def upgrade() -> None:
    # A claim of a release without leases has none, and so has lapsed: its gateway was stopped for this one.
    op.add_column("gateway_replies", sa.Column("leased_until_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("gateway_replies", sa.Column("turn_id", sa.String(40)))


def downgrade() -> None:
    op.drop_column("gateway_replies", "turn_id")
    op.drop_column("gateway_replies", "leased_until_ms")
