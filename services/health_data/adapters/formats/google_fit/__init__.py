"""Google Fit: the folder "Fit" of Google Takeout, in its older and newer names, and single files of it."""

from collections.abc import Sequence
from typing import Final

from services.health_data.adapters.formats.google_fit.daily import is_daily, read_daily
from services.health_data.adapters.formats.google_fit.sessions import is_session, read_sessions
from services.health_data.adapters.formats.members import Member
from services.health_data.domain.gathering import Gathering

_POINTS: Final = "single data points: the daily table has what is kept of them"
_TRACKS: Final = "tracks of activities: the sessions have what is kept of them"
_OTHER: Final = "nothing in it that is kept"


class GoogleFitRoom:
    source = "google_fit"
    title = "Google Fit"

    def claims(self, member: Member) -> bool:
        if member.name.lower().endswith(".csv") and is_daily(member):
            return True
        return is_session(member) or _is_points(member) or _is_in_folder(member)

    def read(self, members: Sequence[Member], gathering: Gathering) -> None:
        daily = [each for each in members if each.name.lower().endswith(".csv") and is_daily(each)]
        sessions = [each for each in members if is_session(each)]
        offsets = read_daily(daily, gathering)
        read_sessions(sessions, gathering, offsets)
        read = {each.path for each in (*daily, *sessions)}
        left: dict[str, list[Member]] = {}
        for member in members:
            if member.path not in read:
                left.setdefault(_why_not(member), []).append(member)
        for why, group in left.items():
            more = f" and {len(group) - 1:,} more" if len(group) > 1 else ""
            gathering.left_out(group[0].path + more, why)


def _is_points(member: Member) -> bool:
    head = member.head[:4096]
    return b'"Data Source"' in head and b'"Data Points"' in head


def _is_in_folder(member: Member) -> bool:
    parts = member.path.lower().split("/")[:-1]
    return any(part == "takeout" for part in parts) and "fit" in parts


def _why_not(member: Member) -> str:
    if _is_points(member):
        return _POINTS
    return _TRACKS if member.name.lower().endswith(".tcx") else _OTHER


GOOGLE_FIT: Final = GoogleFitRoom()
