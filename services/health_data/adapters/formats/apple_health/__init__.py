"""Apple Health: `export.xml`, whatever it is called in the phone's language, alone or in the archive that holds it."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from services.health_data.adapters.formats.apple_health.collecting import Collecting
from services.health_data.adapters.formats.apple_health.report import report
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering

_HEALTH_DATA: Final = re.compile(
    rb"\A\s*(?:<\?[^<]*)*(?:<!--.*?-->\s*)*(?:<!DOCTYPE\s+HealthData\b|<HealthData[\s>])", re.DOTALL
)
_DOCUMENT: Final = re.compile(rb"<title>Health Data Export</title>|extension=\"Health Export CDA\"")
_ROUTE: Final = re.compile(rb"<gpx[^>]*creator=\"Apple Health Export\"")
_KEPT_ELSEWHERE: Final = "The same values again, as a clinical document: those of the export are read."
_ROUTES: Final = "GPS tracks of workouts: not kept."
_ECGS: Final = "Electrocardiograms: not kept."


class AppleHealthRoom:
    """Reads what the Health app exports."""

    source = "apple_health"
    title = "Apple Health"

    def claims(self, member: Member) -> bool:
        return _is_export(member) or _no_use(member) is not None

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        """Reads all exports together, so that what stands in two of them counts once."""
        collecting = Collecting(gathering)
        try:
            for member in members:
                why = _no_use(member)
                if why is None:
                    collecting.read(member)
                else:
                    gathering.left_out(member.path, why)
            report(collecting, gathering)
        finally:
            collecting.close()


def _is_export(member: Member) -> bool:
    # A UTF-16 file has a zero beside each of these characters.
    return _HEALTH_DATA.search(member.head.lstrip(b"\xff\xfe").replace(b"\x00", b"")) is not None


def _no_use(member: Member) -> str | None:
    """Why a file of an export is not read; None of one that is, or that is none."""
    folders = [part.casefold() for part in PurePosixPath(member.path).parts[:-1]]
    name = member.name.casefold()
    if _DOCUMENT.search(member.head) and b"<ClinicalDocument" in member.head:
        return _KEPT_ELSEWHERE
    if name.endswith(".gpx") and ("workout-routes" in folders or _ROUTE.search(member.head)):
        return _ROUTES
    if name.endswith(".csv") and ("electrocardiograms" in folders or re.fullmatch(r"ecg_\d{4}-\d\d-\d\d.*", name)):
        return _ECGS
    return None


APPLE_HEALTH: Final = AppleHealthRoom()
