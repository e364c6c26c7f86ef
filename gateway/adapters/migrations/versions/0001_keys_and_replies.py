import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
additive = True


def upgrade() -> None:
    op.create_table(
        "gateway_keys",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("user_id", sa.String(128), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("gateway_keys_digest", "gateway_keys", ["digest"], unique=True)
    op.create_index("gateway_keys_user", "gateway_keys", ["user_id"])
    op.create_table(
        "gateway_replies",
        sa.Column("scope", sa.String(160), primary_key=True),
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("claim", sa.String(40), nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("fingerprint", sa.String(64)),
        sa.Column("status", sa.Integer),
        sa.Column("location", sa.Text),
        sa.Column("body", sa.LargeBinary),
    )
    op.create_index("gateway_replies_expiry", "gateway_replies", ["expires_at_ms"])
    op.create_index("gateway_replies_location", "gateway_replies", ["scope", "location"])


def downgrade() -> None:
    op.drop_table("gateway_replies")
    op.drop_table("gateway_keys")
