"""What can be asked of the orchestrator: start a turn, read it, list turns, follow one."""

from collections.abc import AsyncIterator, Callable, Sequence

from amy.runtime import errors, trace
from amy.runtime.ids import is_id
from services.orchestrator.app.engine import Engine
from services.orchestrator.app.following import LiveLog, LiveLogs, SharedReads, Wakeups
from services.orchestrator.app.limits import Limits
from services.orchestrator.domain.conversation import Message
from services.orchestrator.domain.listing import DEFAULT_PAGE, MAX_PAGE, TurnPage, read_cursor, write_cursor
from services.orchestrator.domain.turn import Turn, TurnContext, TurnStatus, problem_with
from services.orchestrator.ports import Clock
from services.orchestrator.ports.durable import StoredEvent, TurnStore

_BATCH = 500


class Turns:
    def __init__(
        self,
        store: TurnStore,
        *,
        engine: Engine,
        wakeups: Wakeups,
        live: LiveLogs,
        clock: Clock,
        new_turn_id: Callable[[], str],
        owner: str,
        limits: Limits,
    ) -> None:
        self._store = store
        self._engine = engine
        self._wakeups = wakeups
        self._live = live
        self._reads = SharedReads(store, wakeups)
        self._clock = clock
        self._new_turn_id = new_turn_id
        self._owner = owner
        self._limits = limits

    async def create(
        self,
        user_id: str,
        *,
        messages: Sequence[Message | None],
        context: TurnContext,
        request_id: str,
        turn_id: str = "",
    ) -> Turn:
        """Stores a turn and has it run; from here on it ends, whatever happens to this process.

        Args:
            user_id: who asks.
            messages: the conversation; None for a message that could not be read.
            context: what may be used.
            request_id: the public request that asked.
            turn_id: what the turn is to be called; the turn that the same user asked the same with under this id
                before is answered as it stands. Empty: a fresh one.

        Raises:
            InvalidFieldError: no user; or a turn id that is malformed or taken, which is not told apart.
            InvalidRequestError: messages that cannot start a turn.
            ConcurrencyLimitError: the user has as many turns in flight as allowed.
        """
        if not user_id:
            raise errors.InvalidFieldError("user_id must not be empty.", field="user_id")
        problem = problem_with(messages)
        if problem is not None:
            raise errors.InvalidRequestError(problem)
        if turn_id and not is_id(turn_id, "turn"):
            raise _unusable_id()
        turn = Turn(
            id=turn_id or self._new_turn_id(),
            user_id=user_id,
            status=TurnStatus.QUEUED,
            created_at=self._clock.now(),
            messages=tuple(message for message in messages if message is not None),
            context=context,
            request_id=request_id or trace.current_trace_id(),
        )
        most = self._limits.max_in_flight
        stored = await self._store.create(turn, owner=self._owner, max_in_flight=most)
        if stored is None:
            raise errors.ConcurrencyLimitError(f"{most} turns are in flight already: wait for one to end.")
        if stored is not turn:
            if not stored.asks_the_same_as(turn):
                raise _unusable_id()
            return stored
        self._engine.launch(turn)
        return turn

    async def get(self, user_id: str, turn_id: str) -> Turn:
        """The turn as it stands.

        Raises:
            TurnNotFoundError: there is none with this id, or it is another user's.
        """
        return _of(user_id, await self._store.get(turn_id))

    async def list(self, user_id: str, *, limit: int, cursor: str) -> TurnPage:
        """One page, newest first.

        Raises:
            InvalidFieldError: the page's size or token.
        """
        if not 0 <= limit <= MAX_PAGE:
            raise errors.InvalidFieldError(f"page_size must be 1 to {MAX_PAGE}.", field="page_size")
        before_id = read_cursor(cursor)
        if before_id is None:
            raise errors.InvalidFieldError("page_token is not one that a page came with.", field="page_token")
        size = limit or DEFAULT_PAGE
        turns = await self._store.page(user_id, before_id=before_id or None, limit=size + 1)
        next_cursor = write_cursor(turns[size - 1].id) if len(turns) > size else ""
        return TurnPage(turns=tuple(turns[:size]), next_cursor=next_cursor)

    async def stream(self, user_id: str, turn_id: str, *, after_event_id: int) -> AsyncIterator[Sequence[StoredEvent]]:
        """The events after that one: those stored, then those to come, up to the terminal one, as many as there are.

        Raises:
            InvalidFieldError: a negative event id.
            TurnNotFoundError: as for `get`.
            TurnEventsExpiredError: the turn ended longer ago than events are kept.
        """
        if after_event_id < 0:
            raise errors.InvalidFieldError("after_event_id must not be negative.", field="after_event_id")
        live = self._live.find(turn_id)
        turn = _of(user_id, live.turn if live else await self._store.get(turn_id))
        if turn.events_expired(self._clock.now(), retention=self._limits.retention):
            raise errors.TurnEventsExpiredError("The events of this turn are no longer kept; the turn itself is.")
        with self._wakeups.following(turn_id) as woken:
            while True:
                woken.clear()
                live = self._live.find(turn_id) or live
                # Looked at before the events: what has ended has all of its events in the log.
                ended = live.is_over if live else not turn.is_in_flight
                batch = await self._events(live, turn_id, after=after_event_id)
                if batch:
                    yield batch
                    after_event_id = batch[-1].id
                    if batch[-1].is_terminal:
                        return
                    continue
                if live and not ended:
                    await woken.wait()
                    continue
                live = None
                if ended and not turn.is_in_flight:
                    return
                turn = _of(user_id, await self._reads.turn(turn_id))
                if turn.is_in_flight:
                    await woken.wait()

    async def _events(self, live: LiveLog | None, turn_id: str, *, after: int) -> Sequence[StoredEvent]:
        return live.after(after) if live else await self._reads.events(turn_id, after=after, limit=_BATCH)


def _of(user_id: str, turn: Turn | None) -> Turn:
    """The turn that was found, if it is this user's; another user's is none."""
    if turn is None or turn.user_id != user_id:
        raise errors.TurnNotFoundError("There is no turn with this id.")
    return turn


def _unusable_id() -> errors.InvalidFieldError:
    return errors.InvalidFieldError("turn_id must be a turn id that was just made.", field="turn_id")
