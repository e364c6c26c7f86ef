"""The rooms, in the order in which a file is offered to them. A new vendor is one folder and one line here."""

from typing import Final

from services.health_data.adapters.formats.fitbit import FITBIT
from services.health_data.adapters.formats.google_fit import GOOGLE_FIT
from services.health_data.adapters.formats.room import Room

ROOMS: Final[tuple[Room, ...]] = (FITBIT, GOOGLE_FIT)
