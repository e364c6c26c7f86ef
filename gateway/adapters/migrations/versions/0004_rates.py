import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
additive = True


def upgrade() -> None:
    # What is lost in a crash is a minute's counts: PostgreSQL need not log them.
    prefixes = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "gateway_rates",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("full_at_s", sa.Float(53), nullable=False),
        prefixes=prefixes,
    )


def downgrade() -> None:
    op.drop_table("gateway_rates")
