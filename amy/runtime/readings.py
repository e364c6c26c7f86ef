"""What was read from an answer about a user: the same answer is not read anew each time it comes."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from google.protobuf.message import Message

_MOST_USERS: Final = 32
_LONGEST_S: Final = 600.0

_Answer = TypeVar("_Answer", bound=Message)
_Read = TypeVar("_Read")


@dataclass(frozen=True)
class _Kept(Generic[_Answer, _Read]):
    answer: _Answer
    read: _Read
    since_s: float


class KeptReadings(Generic[_Answer, _Read]):
    """The last answer about each of a few users, as it was read.

    None is kept for long: a user may be deleted elsewhere.

    Args:
        read: reads an answer. Whoever gets what it returns must not change it.
        clock: seconds that only ever grow.
    """

    def __init__(self, read: Callable[[_Answer], _Read], clock: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._clock = clock
        self._kept: OrderedDict[str, _Kept[_Answer, _Read]] = OrderedDict()

    def of(self, user_id: str, answer: _Answer) -> _Read:
        """What was answered just now, read anew only where it has changed."""
        now = self._clock()
        while self._kept and next(iter(self._kept.values())).since_s < now - _LONGEST_S:
            self._kept.popitem(last=False)
        kept = self._kept.get(user_id)
        if kept is None or kept.answer != answer:
            self._kept.pop(user_id, None)
            kept = self._kept[user_id] = _Kept(answer, self._read(answer), now)
        if len(self._kept) > _MOST_USERS:
            self._kept.popitem(last=False)
        return kept.read
