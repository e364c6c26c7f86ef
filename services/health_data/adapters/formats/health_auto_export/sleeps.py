"""Sleep as Apple's devices tell it: summed up for a night, or stage by stage."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from services.health_data.adapters.formats.nights import Nights, Sleep
from services.health_data.domain.records import Place

_GAP: Final = timedelta(hours=1)
"""A longer time without a stage parts two sleeps."""
_METRICS: Final[Mapping[str, str]] = {
    "core": "light_sleep_minutes",
    "deep": "deep_sleep_minutes",
    "rem": "rem_sleep_minutes",
    "awake": "awake_minutes",
}
_SLEEPING: Final = frozenset({"asleep", "core", "deep", "rem"})


def values_of(minutes: Mapping[str, float]) -> dict[str, float]:
    """What the stages of a night come to; empty where no time asleep is stated.

    Args:
        minutes: by stage; "asleep" is all of it, or what belongs to no stage, and "total" is certainly all of it.
    """
    stages = sum(minutes.get(stage, 0.0) for stage in ("core", "deep", "rem"))
    unstaged = minutes.get("asleep", 0.0)
    asleep = minutes.get("total") or (unstaged if unstaged >= stages else stages + unstaged)
    if asleep <= 0:
        return {}
    kept = {_METRICS[stage]: value for stage, value in minutes.items() if stage in _METRICS}
    if not stages:
        kept = {metric: value for metric, value in kept.items() if metric == "awake_minutes" and value}
    return {**kept, "sleep_minutes": asleep}


@dataclass(frozen=True, order=True)
class Stage:
    """A stretch of one stage; its minutes are those that passed, which differ from the clock's where it is changed."""

    start: datetime
    end: datetime
    stage: str
    minutes: float


class Stages:
    """Takes stages in any order, and puts the sleeps of each device together."""

    def __init__(self) -> None:
        self._stages: defaultdict[str, dict[Stage, Place]] = defaultdict(dict)

    def add(self, stage: Stage, source: str, at: Place) -> None:
        self._stages[source].setdefault(stage, at)

    def tell(self, nights: Nights) -> None:
        for stages in self._stages.values():
            for sleep in _sleeps(sorted(stages)):
                slept = [each for each in sleep if each.stage in _SLEEPING]
                if not slept:
                    continue
                bed, wake = slept[0].start, max(each.end for each in slept)
                minutes: defaultdict[str, float] = defaultdict(float)
                for each in sleep:
                    if each.stage in _SLEEPING or bed <= each.start < wake:
                        minutes[each.stage] += each.minutes
                values = values_of({**minutes, "total": sum(each.minutes for each in slept)})
                first = stages[sleep[0]]
                nights.add(
                    Sleep(
                        day=wake.date(),
                        at=Place(first.member, first.row, len(sleep)),
                        asleep_min=values["sleep_minutes"],
                        values=values,
                        bed=bed,
                        wake=wake,
                    )
                )


def _sleeps(stages: Sequence[Stage]) -> Iterator[list[Stage]]:
    together: list[Stage] = []
    for stage in stages:
        if together and stage.start - max(each.end for each in together[-8:]) > _GAP:
            yield together
            together = []
        together.append(stage)
    if together:
        yield together
