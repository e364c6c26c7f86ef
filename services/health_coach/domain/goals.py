"""Goals that can be counted, and how far a step may be from where a person stands."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from services.health_coach.domain.asked import Question

DAYS: Final = "days"
"""The unit of a goal that counts days of the week, for which nothing on record is needed."""
_SPREAD: Final = 22.5
"""Minutes that a night or a bedtime is moved by, before it is rounded to five: 20 to 25."""
_LONGEST_NIGHT: Final = 540.0
_EARLIEST_BEDTIME: Final = 1260.0
_MOST_MORE_STEPS: Final = 1000.0
_MOST_DAYS: Final = 6


@dataclass(frozen=True, kw_only=True)
class Goal:
    """What a person means to do.

    Attributes:
        behaviour: in plain words, after "to".
        metric: the daily metric that shows it; empty where none does.
        target: at least so much, at most with `at_most`; in `unit`, as the metric is stored.
        days_per_week: 0 for a goal on the average of the week.
        baseline: the person's own level when it was set, and the question that gave it.
        started_on, deadline, review_on: None where not said.
    """

    behaviour: str
    metric: str = ""
    target: float
    unit: str
    at_most: bool = False
    days_per_week: int = 0
    baseline: float | None = None
    baseline_question: Question | None = None
    started_on: date | None = None
    deadline: date | None = None
    review_on: date | None = None
    technique_ids: tuple[str, ...] = ()
    strategy_id: str = ""


AT_MOST: Final = frozenset({"bed_time_clock"})
"""The metrics of which less, or earlier, is the aim."""


def _steps(own: float) -> float:
    return 100 * math.floor((own + min(own / 10, _MOST_MORE_STEPS)) / 100)


def _sleep(own: float) -> float:
    return min(5 * round((own + _SPREAD) / 5), _LONGEST_NIGHT)


def _bedtime(own: float) -> float:
    return max(5 * round((own - _SPREAD) / 5), _EARLIEST_BEDTIME)


def _zone_minutes(own: float) -> float:
    return float(math.floor(own * 1.1))


_CAPS: Final = MappingProxyType(
    {"steps": _steps, "sleep_minutes": _sleep, "bed_time_clock": _bedtime, "active_zone_minutes": _zone_minutes}
)
_STEPS_OF: Final[Mapping[str, float]] = MappingProxyType(
    {"steps": 100.0, "sleep_minutes": 5.0, "bed_time_clock": 5.0, "active_zone_minutes": 1.0}
)
"""What a target of the metric is a multiple of."""
STEPPED: Final = frozenset(_CAPS)
"""The metrics that a goal may be on."""


def is_better(metric: str, value: float, than: float) -> bool:
    return value < than if metric in AT_MOST else value > than


def capped(metric: str, own: float, wanted: float | None = None) -> float | None:
    """The furthest target that the person's own level allows, or what they want where that is nearer.

    None where the next step would be none: the level is good enough, or too small for a step.
    """
    cap = _CAPS[metric](own)
    target = cap if wanted is None or is_better(metric, wanted, cap) else wanted
    return target if is_better(metric, target, own) else None


def between(metric: str, own: float, target: float) -> float | None:
    """A target half as far; None where there is no round one between."""
    step = _STEPS_OF[metric]
    middle = step * round((own + target) / 2 / step)
    return middle if is_better(metric, middle, own) and is_better(metric, target, middle) else None


def workout_days(in_30_days: float) -> int | None:
    """One more a week than the person has; None where they train as good as daily."""
    days = round(in_30_days * 7 / 30) + 1
    return days if days <= _MOST_DAYS else None


def in_words(metric: str, target: float) -> str:
    """The behaviour of a goal on a metric, after "to"."""
    hours, minutes = divmod(round(target), 60)
    match metric:
        case "steps":
            return f"walk {target:,.0f} steps a day"
        case "sleep_minutes":
            return f"sleep {hours} h {minutes:02} min a night"
        case "bed_time_clock":
            return f"be in bed by {hours % 24:02}:{minutes:02}"
        case _:
            return f"have {target:,.0f} active zone minutes a day"
