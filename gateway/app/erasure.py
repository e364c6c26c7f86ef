"""Deleting a person: everything that any service keeps, for good."""

import asyncio
import math
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog

from amy.runtime.errors import InvalidFieldError
from gateway.app.once import ADMIN_SCOPE, user_scope
from gateway.domain.model import DeletedUser
from gateway.errors import ForbiddenError
from gateway.ports import Eraser, Erasures

CONFIRM: Final = "Amy-Confirm"
_LOOK_S: Final = 0.5
_SETTLE_S: Final = 2.0
"""By then every gateway has looked, and ended what it was doing for the user."""
_log = structlog.get_logger("erasure")


class Erasure:
    """Deletes users, and sees to it that nothing is written for one who is being deleted.

    The wish is stored first and goes last, together with the user's keys: whatever fails in between, the user's own key
    can ask again, and the same is done from the start. Meanwhile no gateway lets the user write anything, and each
    ends the writing requests that were under way.

    Args:
        services: of each service, in the order to go by.
        settle_s: how long the other gateways are given to look.
    """

    def __init__(self, store: Erasures, services: Sequence[Eraser], *, settle_s: float = _SETTLE_S) -> None:
        self._store = store
        self._services = services
        self._settle_s = settle_s
        self._begun: frozenset[str] = frozenset()
        self._here: set[str] = set()
        self._writing: defaultdict[str, set[asyncio.Task[Any]]] = defaultdict(set)
        self._looked_s = -math.inf

    async def erase(self, user_id: str, *, confirmed: str | None) -> DeletedUser:
        """Deletes everything there is of a user; how much there was of it now.

        Args:
            user_id: who.
            confirmed: whom the caller says is to be deleted.

        Raises:
            InvalidFieldError: that is somebody else, or not said.
            UpstreamUnavailableError, DeadlineExceededError: not everything is deleted: to be asked again.
        """
        if confirmed != user_id:
            raise InvalidFieldError(
                f"{CONFIRM}: this deletes everything of {user_id}, for good; to do so, send that name in this header.",
                field=CONFIRM,
            )
        await self._store.begin(user_id)
        self._here.add(user_id)
        self._begun |= {user_id}
        try:
            self._end_writing(user_id)
            await asyncio.sleep(self._settle_s)
            counts = dict.fromkeys(DeletedUser.model_fields, 0)
            for service in self._services:
                counts |= await service.erase(user_id)
            counts |= await self._store.end(user_id, scope=user_scope(user_id), admin_scope=ADMIN_SCOPE)
            self._begun -= {user_id}
        finally:
            self._here.discard(user_id)
        _log.info("user.deleted", **counts)
        return DeletedUser(**counts)

    @asynccontextmanager
    async def writing(self, user_id: str) -> AsyncIterator[None]:
        """For as long as a request may write something of the user's; ended when the user is being deleted.

        Raises:
            ForbiddenError: the user is being deleted.
        """
        if self._store.has_others and _now_s() - self._looked_s > _LOOK_S:
            await self.look()
        self._refuse(user_id)
        task = asyncio.current_task()
        assert task is not None
        self._writing[user_id].add(task)
        try:
            yield
        except asyncio.CancelledError:
            if not self._is_going(user_id):
                raise
            task.uncancel()
            self._refuse(user_id)
        finally:
            self._writing[user_id].discard(task)
            if not self._writing[user_id]:
                del self._writing[user_id]

    async def look(self) -> None:
        """Learns who is being deleted, at whichever gateway, and ends what is done for them here."""
        began_s = _now_s()
        self._begun = await self._store.begun()
        self._looked_s = began_s
        for user_id in self._begun & self._writing.keys():
            self._end_writing(user_id)

    async def watch(self) -> None:
        """Looks twice a second while somebody writes, until it is cancelled; not where nobody else begins anything."""
        while self._store.has_others:
            await asyncio.sleep(_LOOK_S)
            if not self._writing:
                continue
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001, a store that cannot be asked says nothing about anybody
                _log.warning("erasures.not_looked_at", error=type(error).__name__)

    def _is_going(self, user_id: str) -> bool:
        return user_id in self._here or user_id in self._begun

    def _refuse(self, user_id: str) -> None:
        if self._is_going(user_id):
            raise ForbiddenError("This user is being deleted: nothing more is taken in.")

    def _end_writing(self, user_id: str) -> None:
        for task in self._writing.get(user_id, ()):
            task.cancel()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
