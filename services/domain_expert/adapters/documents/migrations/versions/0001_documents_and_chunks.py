import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
additive = True


def upgrade() -> None:
    op.create_table(
        "document",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("media_type", sa.String(32), nullable=False),
        sa.Column("created_at_us", sa.BigInteger, nullable=False),
        sa.Column("size_bytes", sa.Integer, nullable=False),
        sa.Column("chunks", sa.Integer, nullable=False),
        sa.Column("words", sa.Integer, nullable=False),
    )
    op.create_index("document_newest", "document", ["user_id", "created_at_us", "id"])
    op.create_table(
        "document_chunk",
        sa.Column("document_id", sa.String(40), sa.ForeignKey("document.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("heading", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_index("document_chunk_user", "document_chunk", ["user_id"])


def downgrade() -> None:
    op.drop_table("document_chunk")
    op.drop_table("document")
