"""The rooms, in the order in which a file is offered to them. A new vendor is one folder and one line here."""

from typing import Final

from services.health_data.adapters.formats.apple_health import APPLE_HEALTH
from services.health_data.adapters.formats.ccda import CCDA
from services.health_data.adapters.formats.fhir import FHIR
from services.health_data.adapters.formats.fitbit import FITBIT
from services.health_data.adapters.formats.garmin import GARMIN
from services.health_data.adapters.formats.google_fit import GOOGLE_FIT
from services.health_data.adapters.formats.health_auto_export import HEALTH_AUTO_EXPORT
from services.health_data.adapters.formats.lab_csv import LAB_CSV
from services.health_data.adapters.formats.lab_pdf import LAB_PDF
from services.health_data.adapters.formats.oura import OURA
from services.health_data.adapters.formats.polar import POLAR
from services.health_data.adapters.formats.room import Room
from services.health_data.adapters.formats.samsung_health import SAMSUNG_HEALTH
from services.health_data.adapters.formats.whoop import WHOOP
from services.health_data.adapters.formats.withings import WITHINGS

ROOMS: Final[tuple[Room, ...]] = (
    APPLE_HEALTH,
    FITBIT,
    GOOGLE_FIT,
    GARMIN,
    POLAR,
    WHOOP,
    OURA,
    WITHINGS,
    HEALTH_AUTO_EXPORT,
    SAMSUNG_HEALTH,
    FHIR,
    CCDA,
    LAB_PDF,
    LAB_CSV,
)
