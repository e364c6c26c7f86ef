"""Files that are sent in pieces."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
additive = True
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "uploads",
        sa.Column("upload_id", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("filename", sa.String, nullable=False),
        sa.Column("fingerprint", sa.String, nullable=False),
        sa.Column("metadata", sa.String, nullable=False),
        sa.Column("length", sa.BigInteger, nullable=False),
        sa.Column("received", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.DateTime, nullable=False),
    )
    op.create_index("uploads_of_users", "uploads", ["user_id"])
    op.create_table(
        "upload_parts",
        sa.Column("upload_id", sa.String, primary_key=True),
        sa.Column("start", sa.BigInteger, primary_key=True),
        sa.Column("user_id", sa.String, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_index("upload_parts_of_users", "upload_parts", ["user_id"])
    if op.get_bind().dialect.name == "postgresql":
        # Archives do not become smaller, and to try costs more than to write them.
        op.execute("ALTER TABLE upload_parts ALTER COLUMN content SET STORAGE EXTERNAL")


def downgrade() -> None:
    op.drop_table("upload_parts")
    op.drop_table("uploads")
