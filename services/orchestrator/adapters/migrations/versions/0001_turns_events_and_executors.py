import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
additive = True


def upgrade() -> None:
    op.create_table(
        "orchestrator_turns",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created_at_us", sa.BigInteger, nullable=False),
        sa.Column("started_at_us", sa.BigInteger),
        sa.Column("completed_at_us", sa.BigInteger),
        sa.Column("messages", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("request_id", sa.String(64), nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("error", sa.Text),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("takeovers", sa.Integer, nullable=False),
        sa.Column("last_event_id", sa.BigInteger, nullable=False),
        sa.Column("events_purged", sa.Boolean, nullable=False),
    )
    op.create_index("orchestrator_turns_by_user", "orchestrator_turns", ["user_id", "id"])
    op.create_index("orchestrator_turns_by_status", "orchestrator_turns", ["status", "user_id"])
    op.create_index("orchestrator_turns_by_end", "orchestrator_turns", ["events_purged", "completed_at_us"])
    op.create_table(
        "orchestrator_turn_events",
        sa.Column("turn_id", sa.String(64), sa.ForeignKey("orchestrator_turns.id"), primary_key=True),
        sa.Column("id", sa.BigInteger, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "orchestrator_executors",
        sa.Column("executor", sa.String(128), primary_key=True),
        sa.Column("replica", sa.String(128), nullable=False),
        sa.Column("beats", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("orchestrator_executors")
    op.drop_table("orchestrator_turn_events")
    op.drop_table("orchestrator_turns")
