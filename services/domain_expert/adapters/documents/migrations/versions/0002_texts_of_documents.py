"""A document's text as it was put in."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
additive = True


def upgrade() -> None:
    op.add_column("document", sa.Column("text", sa.Text))


def downgrade() -> None:
    op.drop_column("document", "text")
