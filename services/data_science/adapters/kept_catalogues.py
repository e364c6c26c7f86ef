"""The catalogues of users who ask again: the same description of what is on record is not read anew each time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from amy.api.health_data.v1 import health_data_pb2 as pb
from services.data_science import wire
from services.data_science.domain.catalogue import Catalogue

_MOST_USERS: Final = 32
_LONGEST_S: Final = 600.0


@dataclass(frozen=True)
class _Kept:
    described: pb.DescribeDataResponse
    catalogue: Catalogue | None
    since_s: float


class KeptCatalogues:
    """The last catalogue of each of a few users. None is kept for long: a user may be deleted elsewhere.

    Args:
        clock: seconds that only ever grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def of(self, user_id: str, described: pb.DescribeDataResponse) -> Catalogue | None:
        """What was described just now, read anew only where it has changed."""
        now = self._clock()
        while self._kept and next(iter(self._kept.values())).since_s < now - _LONGEST_S:
            self._kept.popitem(last=False)
        kept = self._kept.get(user_id)
        if kept is None or kept.described != described:
            self._kept.pop(user_id, None)
            kept = self._kept[user_id] = _Kept(described, wire.catalogue_from_proto(described), now)
        if len(self._kept) > _MOST_USERS:
            self._kept.popitem(last=False)
        return kept.catalogue
