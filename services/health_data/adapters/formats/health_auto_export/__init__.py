"""Health Auto Export: what its app writes of Apple's health data, as JSON and as tables."""

import re
from collections.abc import Sequence
from typing import Final

from services.health_data.adapters.formats import texts
from services.health_data.adapters.formats.health_auto_export import tables
from services.health_data.adapters.formats.health_auto_export.json_files import read_json
from services.health_data.adapters.formats.health_auto_export.measured import Measured
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering

_OF_ITS_DATA: Final = re.compile(
    rb'\s*\{\s*"data"\s*:\s*\{\s*"(?:metrics|workouts|symptoms|ecg|stateOfMind|cycleTracking|medications'
    rb'|heartRateNotifications)"\s*:\s*\['
)
_ITS_NAME: Final = "healthautoexport"


class HealthAutoExportRoom:
    source = "health_auto_export"
    title = "Health Auto Export"

    def claims(self, member: Member) -> bool:
        name = member.name.lower()
        its_name = name.replace("-", "").replace("_", "").replace(" ", "").startswith(_ITS_NAME)
        if name.endswith(".json"):
            return bool(_OF_ITS_DATA.match(member.head)) or (its_name and member.head.lstrip()[:1] == b"{")
        if not name.endswith(".csv"):
            return False
        header = texts.header_of(member)
        return tables.is_workouts(header) or tables.is_days(header, named=its_name)

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        measured = Measured(gathering)
        for member in members:
            if member.name.lower().endswith(".json"):
                read_json(member, measured)
            elif tables.is_workouts(texts.header_of(member)):
                tables.read_workouts(member, gathering)
            else:
                tables.read_days(member, measured)
        measured.tell()


HEALTH_AUTO_EXPORT: Final = HealthAutoExportRoom()
"""The room of Health Auto Export."""
