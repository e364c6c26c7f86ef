"""Answers about a user, kept in memory for as long as what they were made from is unchanged."""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar, cast

from google.protobuf.message import Message

_LONGEST_S: Final = 600.0
_LOOKS: Final = 10
"""So often, within the time that an answer is kept, those that are too old are looked for."""
_OVERHEAD_BYTES: Final = 512

_Answer = TypeVar("_Answer", bound=Message | tuple[Message, ...])


class _Request(Protocol):
    """A request about one user."""

    user_id: str

    def SerializeToString(self, *, deterministic: bool) -> bytes: ...  # noqa: N802, protobuf's name


@dataclass(kw_only=True, eq=False)
class _Kept:
    """What is kept of a user's answers, all made at one version of the user's data."""

    version: str
    since_s: float
    answers: dict[Hashable, Any] = field(default_factory=dict)
    size: int = 0


class KeptAnswers:
    """Makes an answer once for each version of a user's data.

    The version is read before anything else, each time: what another process has written is seen at once. An answer is
    made after its version was read, so it is never older than that, and is not given again at the next version.

    Args:
        version: of a user's data as it is now; no two states of it ever have the same one.
        most_bytes: how much is kept of all users, as it is sent; in memory it is up to four times that. What is kept of
            the user who asked longest ago goes first.
        longest_s: how long an answer is kept at most. Nothing stays for long of a user whom another process deletes.
        clock: seconds that only ever grow.
    """

    def __init__(
        self,
        *,
        version: Callable[[str], Awaitable[str]],
        most_bytes: int,
        longest_s: float = _LONGEST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._version = version
        self._most_bytes = most_bytes
        self._longest_s = longest_s
        self._clock = clock
        self._users: OrderedDict[str, _Kept] = OrderedDict()
        self._size = 0
        self._look_at_s = 0.0

    async def one(self, request: _Request, make: Callable[[], Awaitable[_Answer]]) -> _Answer:
        """The answer to a request: the message, or all messages of a stream. Whoever gets it must not change it."""

        async def made(_missing: Sequence[str]) -> Sequence[_Answer]:
            return (await make(),)

        question = (type(request), request.SerializeToString(deterministic=True))
        (answer,) = await self.several(request.user_id, question, ("",), made)
        return answer

    async def several(
        self,
        user_id: str,
        question: Hashable,
        parts: Sequence[str],
        make: Callable[[Sequence[str]], Awaitable[Sequence[_Answer]]],
    ) -> list[_Answer]:
        """The answers to the parts of a question, in the order of the parts.

        Args:
            user_id: who it is about.
            question: what is asked, but for its parts.
            parts: each is answered and kept by itself.
            make: the answers to some parts, in their order; it is asked for those that are not kept, all at once, and
                also where there are no parts, so that it can refuse the question.
        """
        version = await self._version(user_id)
        kept = self._kept(user_id, version)
        found = {part: cast("_Answer", kept[question, part]) for part in parts if (question, part) in kept}
        missing = tuple(dict.fromkeys(part for part in parts if part not in found))
        if missing or not parts:
            made = dict(zip(missing, await make(missing), strict=True))
            self._keep(user_id, version, {(question, part): answer for part, answer in made.items()})
            found |= made
        return [found[part] for part in parts]

    def forget(self, user_id: str) -> None:
        """Drops all that is kept of a user."""
        kept = self._users.pop(user_id, None)
        if kept is not None:
            self._size -= kept.size

    def _kept(self, user_id: str, version: str) -> Mapping[Hashable, Any]:
        """What is kept at this version; what is kept at another one, or for too long, is dropped."""
        self._drop_what_is_old()
        kept = self._users.get(user_id)
        if kept is None:
            return {}
        if kept.version != version:
            self.forget(user_id)
            return {}
        self._users.move_to_end(user_id)
        return kept.answers

    def _drop_what_is_old(self) -> None:
        now = self._clock()
        if now < self._look_at_s:
            return
        for user_id in [name for name, kept in self._users.items() if now - kept.since_s >= self._longest_s]:
            self.forget(user_id)
        self._look_at_s = now + self._longest_s / _LOOKS

    def _keep(self, user_id: str, version: str, made: Mapping[Hashable, Any]) -> None:
        kept = self._users.get(user_id)
        if kept is None or kept.version != version:
            self.forget(user_id)
            kept = self._users[user_id] = _Kept(version=version, since_s=self._clock())
        new = {key: answer for key, answer in made.items() if key not in kept.answers}
        size = sum(map(_size, new.values()))
        kept.answers |= new
        kept.size += size
        self._size += size
        while self._size > self._most_bytes:
            self.forget(next(iter(self._users)))


def _size(answer: Message | tuple[Message, ...]) -> int:
    messages = (answer,) if isinstance(answer, Message) else answer
    return _OVERHEAD_BYTES + sum(each.ByteSize() for each in messages)
