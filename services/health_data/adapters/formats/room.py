"""What a reader of one vendor's exports is."""

from collections.abc import Sequence
from typing import Protocol

from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering


class Room(Protocol):
    """Reads the exports of one vendor.

    Attributes:
        source: what its data is kept under: "oura".
        title: what people call it: "Oura".
    """

    source: str
    title: str

    def claims(self, member: Member) -> bool:
        """Whether a file is one of the vendor's, by its path and its beginning alone.

        A file is offered to the rooms in the order of the registry, and belongs to the first that claims it. Claim what
        the vendor alone writes: a file that belongs to nobody is read as a plain table, or told as not read.
        """

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        """Takes everything out of the files it claimed, in the order of the archive.

        Raises:
            DamagedError: a file cannot be what it says it is; nothing of the import is stored.
            LimitExceededError: there is more of something than an import may hold.
        """
