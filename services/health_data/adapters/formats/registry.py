"""The rooms, in the order in which a file is offered to them. A new vendor is one folder and one line here."""

from typing import Final

from services.health_data.adapters.formats.apple_health import APPLE_HEALTH
from services.health_data.adapters.formats.oura import OURA
from services.health_data.adapters.formats.room import Room
from services.health_data.adapters.formats.whoop import WHOOP
from services.health_data.adapters.formats.withings import WITHINGS

ROOMS: Final[tuple[Room, ...]] = (
    APPLE_HEALTH,
    OURA,
    WHOOP,
    WITHINGS,
)
