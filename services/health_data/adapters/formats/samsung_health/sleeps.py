"""Samsung Health's sleeps: sessions, the stages of each, and sessions that together are one night."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.adapters.formats.samsung_health import rows
from services.health_data.adapters.formats.tables import Row
from services.health_data.domain.gathering import Gathering
from services.health_data.domain.records import Place

_STAGES: Final = {
    "40001": "awake_minutes",
    "40002": "light_sleep_minutes",
    "40003": "deep_sleep_minutes",
    "40004": "rem_sleep_minutes",
}
_NO_STAGES: Final = "The sessions without stages state the time in bed, not the time asleep."


@dataclass(slots=True)
class _Session:
    start: datetime
    end: datetime
    shift: timedelta
    score: float | None
    combined: str
    at: Place
    stages: dict[str, float] = field(default_factory=dict)


class Sleeps:
    """Takes sessions and stages in any order, as they stand in files of their own."""

    def __init__(self) -> None:
        self._sessions: dict[str, _Session] = {}
        self._stages: defaultdict[str, dict[tuple[datetime, datetime], str]] = defaultdict(dict)

    def session(self, row: Row, gathering: Gathering) -> None:
        start, end = rows.instant(row, "start_time"), rows.instant(row, "end_time")
        if start is None or end is None or end <= start:
            gathering.skip("sleep: no start or no end", row.at)
            return
        identity = row.text("datauuid") or f"{start} {end}"
        score = row.number("sleep_score")
        self._sessions[identity] = _Session(
            start, end, rows.offset(row), score or None, row.text("combined_id") or identity, row.at
        )

    def stage(self, row: Row, gathering: Gathering) -> None:
        start, end = rows.instant(row, "start_time"), rows.instant(row, "end_time")
        metric = _STAGES.get(row.text("stage").split(".", 1)[0], "")
        if start is None or end is None or end <= start or not metric:
            gathering.skip("sleep stage: no start, no end or no kind", row.at)
            return
        self._stages[row.text("sleep_id")][start, end] = metric

    def tell(self, nights: Nights, gathering: Gathering) -> None:
        together: defaultdict[str, list[_Session]] = defaultdict(list)
        for identity, session in self._sessions.items():
            for (start, end), metric in self._stages.get(identity, {}).items():
                session.stages[metric] = session.stages.get(metric, 0.0) + (end - start).total_seconds() / 60
            together[session.combined].append(session)
        for sessions in together.values():
            _tell(sorted(sessions, key=lambda each: each.start), nights, gathering)


def _tell(sessions: list[_Session], nights: Nights, gathering: Gathering) -> None:
    first, last = sessions[0], max(sessions, key=lambda each: each.end)
    values: defaultdict[str, float] = defaultdict(float)
    for session in sessions:
        for metric, value in session.stages.items():
            values[metric] += value
    asleep = None
    if all(session.stages for session in sessions):
        asleep = sum(value for metric, value in values.items() if metric != "awake_minutes")
        values["sleep_minutes"] = asleep
    else:
        values.clear()
        gathering.absent("sleep_minutes", _NO_STAGES)
    if len(sessions) == 1 and first.score is not None:
        values["sleep_score"] = first.score
    bed, wake = rows.to_local(first.start, first.shift), rows.to_local(last.end, last.shift)
    nights.add(
        Sleep(
            day=wake.date(),
            at=Place(first.at.member, first.at.row, len(sessions)),
            asleep_min=asleep,
            values=values,
            bed=bed,
            wake=wake,
        )
    )
