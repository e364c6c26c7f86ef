"""Who measured: watches, phones and apps, and which of them counts where they tell of the same time.

A watch comes before a phone, a phone before another app, and apps that only copy what others measured come last. A
record is of a watch or phone itself if its version is that of the device's own software, or if its source is named
like one. Of two of a kind, the one with more records of the quantity comes first, and of as many, the first by name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from services.health_data.domain.limits import SPLIT, require

_MOST_SOURCES: Final = 60_000
_WATCH: Final = re.compile(r"\bwatch\b", re.IGNORECASE)
_PHONE: Final = re.compile(r"\b(iphone|ipad|ipod|phone)\b", re.IGNORECASE)
_COPIES: Final = re.compile(
    r"\bsync(er)?\b|myfitnesspal|\bstrava\b|google fit|rungap|healthfit|samsung health|lose it|mynetdiary|"
    r"\bnoom\b|sweatcoin|stepbet|\bpacer\b|stepsapp",
    re.IGNORECASE,
)
_FIELD: Final = re.compile(r"(?:^|, )(name|model|hardware|software):(.*?)(?=, [a-z ]+:|>?$)")


class Kind(IntEnum):
    """What a source is; the lower number comes first."""

    WATCH = 0
    PHONE = 1
    APP = 2
    COPY = 3


@dataclass(slots=True)
class Origin:
    """One source in one version on one device.

    Attributes:
        source: the number of its name.
        kind: what it is.
        device: the device as it calls itself; empty where none is stated.
        first, last: when its records begin, in seconds since 1970.
    """

    source: int
    kind: Kind
    device: str
    first: int
    last: int


class Sources:
    """All that were met."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._origins: dict[tuple[str, str, str], Origin] = {}

    def origin(self, attributes: Mapping[str, str], start: int) -> Origin:
        """Whose a record is, which begins at `start`."""
        name = attributes.get("sourceName") or attributes.get("source") or ""
        device = attributes.get("device", "")
        # What comes before the name is an address in memory, another one in each record.
        key = (name, attributes.get("sourceVersion", ""), device[device.find("name:") :])
        origin = self._origins.get(key)
        if origin is None:
            origin = self._new(key, start)
        if start < origin.first:
            origin.first = start
        elif start > origin.last:
            origin.last = start
        return origin

    @property
    def origins(self) -> tuple[Origin, ...]:
        return tuple(self._origins.values())

    def kinds(self) -> Mapping[int, Kind]:
        """What each source is, by its number: the first kind of those that its records show."""
        kinds: dict[int, Kind] = {}
        for origin in self._origins.values():
            kinds[origin.source] = min(origin.kind, kinds.get(origin.source, origin.kind))
        return kinds

    def order(self, records: Mapping[int, int]) -> list[int]:
        """Sources by their numbers, the one that counts first before the others.

        Args:
            records: how many each of them has.
        """
        kinds = self.kinds()
        return sorted(records, key=lambda source: (kinds[source], -records[source], self.names[source]))

    def _new(self, key: tuple[str, str, str], start: int) -> Origin:
        name, version, device = key
        number = self._numbers.setdefault(name, len(self._numbers))
        if number == len(self.names):
            self.names.append(name)
            require(len(self.names), _MOST_SOURCES, "sources", SPLIT)
        stated = dict(_FIELD.findall(device))
        origin = Origin(number, _kind(name, version, stated), _device(stated), start, start)
        self._origins[key] = origin
        return origin


def _kind(name: str, version: str, device: Mapping[str, str]) -> Kind:
    if _COPIES.search(name):
        return Kind.COPY
    itself = f"{device.get('hardware', '')} {device.get('model', '')}" if version == device.get("software") else ""
    if "Watch" in itself or _WATCH.search(name):
        return Kind.WATCH
    return Kind.PHONE if "iPhone" in itself or _PHONE.search(name) else Kind.APP


def _device(device: Mapping[str, str]) -> str:
    name = device.get("name") or device.get("model") or ""
    hardware = device.get("hardware", "")
    return f"{name} ({hardware})" if name and hardware and hardware != name else name or hardware
