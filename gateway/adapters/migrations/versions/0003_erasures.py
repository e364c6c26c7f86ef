import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
additive = True


def upgrade() -> None:
    op.create_table("gateway_erasures", sa.Column("user_id", sa.String(128), primary_key=True))


def downgrade() -> None:
    op.drop_table("gateway_erasures")
