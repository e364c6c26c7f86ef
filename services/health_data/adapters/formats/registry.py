"""The rooms, in the order in which a file is offered to them. A new vendor is one folder and one line here."""

from typing import Final

from services.health_data.adapters.formats.apple_health import APPLE_HEALTH
from services.health_data.adapters.formats.ccda import CCDA
from services.health_data.adapters.formats.fhir import FHIR
from services.health_data.adapters.formats.garmin import GARMIN
from services.health_data.adapters.formats.lab_csv import LAB_CSV
from services.health_data.adapters.formats.lab_pdf import LAB_PDF
from services.health_data.adapters.formats.polar import POLAR
from services.health_data.adapters.formats.room import Room

ROOMS: Final[tuple[Room, ...]] = (APPLE_HEALTH, GARMIN, POLAR, FHIR, CCDA, LAB_PDF, LAB_CSV)
