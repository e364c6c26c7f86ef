"""The messages of a FIT file that are looked at, decoded."""

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import fitdecode

from services.health_data.adapters.formats.garmin.fit_bytes import BrokenFitError, slimmed
from services.health_data.adapters.formats.members import Member

_MOST_BYTES: Final = 64 * 1024**2
MESSAGES: Final = {
    "file_id": 0,
    "user_profile": 3,
    "session": 18,
    "weight_scale": 30,
    "activity": 34,
    "blood_pressure": 51,
    "monitoring": 55,
    "monitoring_info": 103,
    "hrv_status_summary": 370,
}


@dataclass(frozen=True)
class Message:
    """One decoded message of a FIT file.

    Attributes:
        number: of the message among those that are looked at, 1-based.
    """

    frame: fitdecode.FitDataMessage
    number: int

    @property
    def name(self) -> str:
        return str(self.frame.name)

    def value(self, name: str) -> Any:  # noqa: ANN401, as fitdecode has it
        return self.frame.get_value(name, fallback=None)

    def number_of(self, name: str) -> float | None:
        value = self.value(name)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def time(self, name: str) -> datetime | None:
        value = self.value(name)
        return value.replace(tzinfo=None) if isinstance(value, datetime) else None


def messages_of(member: Member, wanted: frozenset[int]) -> Iterator[Message]:
    """The messages that are looked at.

    Raises:
        BrokenFitError: the file is damaged.
    """
    if member.size > _MOST_BYTES:
        raise BrokenFitError("it is larger than a recording is")
    with member.open() as stream:
        content = stream.read()
    number = 0
    try:
        reader = fitdecode.FitReader(
            io.BytesIO(slimmed(content, wanted)),
            check_crc=fitdecode.CrcCheck.DISABLED,
            error_handling=fitdecode.ErrorHandling.IGNORE,
        )
        with reader as frames:
            for frame in frames:
                if isinstance(frame, fitdecode.FitDataMessage) and frame.name in MESSAGES:
                    number += 1
                    yield Message(frame, number)
    except (fitdecode.FitError, struct.error, ValueError, KeyError, TypeError, AssertionError, OverflowError):
        raise BrokenFitError("its messages cannot be decoded") from None
