"""The statements of the turn store, built once and bound."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)

from services.orchestrator.adapters.tables import LOG, TURNS
from services.orchestrator.domain.turn import IN_FLIGHT, TurnStatus

_IN_FLIGHT: Final = TURNS.c.status.in_([literal_column(f"'{status.value}'") for status in sorted(IN_FLIGHT)])
_WITHDRAWN: Final[ColumnElement[str]] = literal_column(f"'{TurnStatus.WITHDRAWN.value}'")
_QUEUED: Final[ColumnElement[str]] = literal_column(f"'{TurnStatus.QUEUED.value}'")
_THIS: Final = TURNS.c.id == bindparam("turn")
_MINE: Final = (_THIS, TURNS.c.owner == bindparam("by"), _IN_FLIGHT)
_OF_USER: Final = TURNS.c.user_id == bindparam("user")
_READABLE: Final = TURNS.c.status != _WITHDRAWN
_THESE_LOGS: Final = LOG.c.turn_id.in_(bindparam("turns", expanding=True))
_THESE: Final = TURNS.c.id.in_(bindparam("turns", expanding=True))
_NEW: Final = [
    column for column in TURNS.c if column.name not in {"started_at_us", "completed_at_us", "result", "error"}
]


def _not_before(earliest: ColumnElement[int]) -> ColumnElement[int]:
    """The moment `at`, or the earlier one's where a clock was set back in between, or another host's is behind."""
    at = bindparam("at", type_=BigInteger)
    return case((earliest > at, earliest), else_=at)


_others = TURNS.alias()
CREATE: Final = (
    insert(TURNS)
    .from_select(
        [column.name for column in _NEW],
        select(*(bindparam(column.name, type_=column.type) for column in _NEW)).where(
            ~select(_others.c.id).where(_others.c.id == bindparam("id")).exists(),
            select(func.count())
            .select_from(TURNS)
            .where(TURNS.c.user_id == bindparam("user_id"), _IN_FLIGHT)
            .scalar_subquery()
            < bindparam("most", type_=Integer),
        ),
    )
    .execution_options(preserve_rowcount=True)
)
"""Nothing where there is a turn with its id, or its user has as many in flight as allowed."""
FIND: Final = select(TURNS).where(_THIS)
READ: Final = select(TURNS).where(_THIS, _READABLE)
STATUS: Final = select(TURNS.c.status).where(_THIS)
PAGE: Final = select(TURNS).where(_OF_USER, _READABLE).order_by(TURNS.c.id.desc()).limit(bindparam("limit"))
PAGE_BEFORE: Final = PAGE.where(TURNS.c.id < bindparam("before"))
OPEN: Final = update(TURNS).where(_THIS, _IN_FLIGHT).values(owner=bindparam("by")).returning(TURNS)
RESHAPE: Final = update(TURNS).where(_THIS).values(shape=bindparam("new"))
BEGIN: Final = (
    update(TURNS)
    .where(*_MINE, TURNS.c.status == _QUEUED)
    .values(status=TurnStatus.RUNNING.value, started_at_us=_not_before(TURNS.c.created_at_us))
    .returning(TURNS.c.started_at_us)
)
APPEND: Final = (
    insert(LOG)
    .from_select(
        ["turn_id", "entry", "last_event_id", "events", "checkpoints"],
        select(
            TURNS.c.id,
            *(bindparam(name, type_=LOG.c[name].type) for name in ("entry", "last_event_id", "events", "checkpoints")),
        )
        .where(*_MINE)
        # Whoever claims the turn waits until this is committed, or skips it.
        .with_for_update(read=True),
    )
    .execution_options(preserve_rowcount=True)
)
"""Nothing where the turn is not in flight, or another's."""
ADD: Final = insert(LOG)
"""Where the turn's row is locked already."""
FINISH: Final = (
    update(TURNS)
    .where(*_MINE)
    .values(
        status=bindparam("new_status"),
        result=bindparam("new_result"),
        error=bindparam("new_error"),
        # Begun turns have started no earlier than they were created; others never started.
        completed_at_us=_not_before(func.coalesce(TURNS.c.started_at_us, TURNS.c.created_at_us)),
    )
)
LOG_OF: Final = (
    select(LOG.c.last_event_id, LOG.c.events, LOG.c.checkpoints)
    .where(LOG.c.turn_id == bindparam("turn"))
    .order_by(LOG.c.entry)
)
EVENTS_AFTER: Final = (
    select(LOG.c.events)
    .where(LOG.c.turn_id == bindparam("turn"), LOG.c.last_event_id > bindparam("after"), LOG.c.events.is_not(None))
    .order_by(LOG.c.entry)
    .limit(bindparam("limit"))
)
LAST_IDS: Final = (
    select(LOG.c.turn_id, func.max(LOG.c.last_event_id).label("last_event_id"))
    .where(_THESE_LOGS)
    .group_by(LOG.c.turn_id)
)
UNDER_WAY: Final = select(TURNS.c.id, TURNS.c.owner, TURNS.c.takeovers, TURNS.c.status).where(
    TURNS.c.status.in_([literal_column(f"'{status.value}'") for status in sorted({*IN_FLIGHT, TurnStatus.WITHDRAWN})])
)
# An owner that froze in the middle of a write still locks the row: the next look tries again, nobody waits.
CLAIM: Final = (
    update(TURNS)
    .where(TURNS.c.id.in_(select(TURNS.c.id).where(*_MINE).with_for_update(skip_locked=True).scalar_subquery()))
    .values(owner=bindparam("new"), takeovers=TURNS.c.takeovers + 1)
)
EXPIRED: Final = (
    select(TURNS.c.id)
    .where(TURNS.c.events_purged.is_(False), TURNS.c.completed_at_us < bindparam("before"))
    .limit(bindparam("limit"))
)
FORGET_CHECKPOINTS: Final = update(LOG).where(LOG.c.turn_id == bindparam("turn")).values(checkpoints=None)
DELETE_LOGS: Final = delete(LOG).where(_THESE_LOGS)
PURGED: Final = update(TURNS).where(_THESE).values(events_purged=True)
DELETE_TURNS: Final = delete(TURNS).where(_THESE)

WITHDRAW: Final = update(TURNS).where(_OF_USER, _IN_FLIGHT).values(status=_WITHDRAWN).returning(TURNS.c.id)
WITHDRAWN: Final = select(TURNS.c.id, TURNS.c.owner, TURNS.c.takeovers).where(TURNS.c.status == _WITHDRAWN)
COUNT_TURNS: Final = select(func.count()).select_from(TURNS).where(_OF_USER)
_last_ids = (
    select(func.max(LOG.c.last_event_id).label("last"))
    .where(LOG.c.turn_id.in_(select(TURNS.c.id).where(_OF_USER)))
    .group_by(LOG.c.turn_id)
    .subquery()
)
COUNT_EVENTS: Final = select(func.coalesce(func.sum(_last_ids.c.last), 0))
ENDED: Final = select(TURNS.c.id).where(_OF_USER, ~_IN_FLIGHT, TURNS.c.status != _WITHDRAWN).limit(bindparam("limit"))
HAS_TURNS: Final = select(select(TURNS.c.id).where(_OF_USER).exists())
