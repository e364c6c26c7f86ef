"""How people move in a kind of activity: how fast, and with what energy. A way to move is one entry here."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from services.health_data.domain.quantities import Plausible


@dataclass(frozen=True, kw_only=True)
class Usual:
    """Where most values lie, as a normal distribution of their logarithm.

    Attributes:
        middle: the usual value.
        spread: the standard deviation of the natural logarithm.
    """

    middle: float
    spread: float


@dataclass(frozen=True, kw_only=True)
class Movement:
    """A way to move.

    Attributes:
        words: a kind is of this movement if one of its words begins with one of these.
        speed: metres a minute, over whole activities of people who are no athletes.
        step: metres a step; None where steps are not what carries.
        energy: kilocalories a minute.
        fastest: what is believed of an average speed, in metres a minute.
        furthest: what is believed of a distance, in metres.
    """

    words: tuple[str, ...]
    speed: Usual
    step: Usual | None
    energy: Usual
    fastest: Plausible
    furthest: Plausible


SOME_WAY: Final = 1.0
"""Who moved went a metre, and in a minute too: a distance or speed of less was not measured."""
STEP: Final = Usual(middle=0.72, spread=0.13)
"""Metres a step over whole days: 0.65 to 0.81 in the wearers of LifeSnaps, Fitabase and Garmin exports."""
ENERGY: Final = Usual(middle=7.0, spread=0.4)
"""Kilocalories a minute of any other activity: 6 MET at 70 kg."""
DAILY_ENERGY: Final = Usual(middle=2300.0, spread=0.25)
"""Kilocalories a day: doubly labelled water in adults, Pontzer et al. 2021, doi:10.1126/science.abe5017."""

_ON_FOOT: Final = Plausible(low=SOME_WAY, high=319_614, source="The 24-hour record on foot, 319.614 km (IAU, 2022).")
_RUNNING: Final = Plausible(low=SOME_WAY, high=355.5, source="The one-hour record, 21,330 m (World Athletics, 2020).")
_RUN: Final = Movement(
    words=("run", "jog", "sprint", "parkrun"),
    speed=Usual(middle=165, spread=0.2),
    step=Usual(middle=1.0, spread=0.17),
    energy=Usual(middle=11, spread=0.3),
    fastest=_RUNNING,
    furthest=_ON_FOOT,
)
_TREADMILL: Final = Movement(
    words=("treadmill",),
    speed=Usual(middle=120, spread=0.35),
    step=Usual(middle=0.85, spread=0.22),
    energy=Usual(middle=8, spread=0.4),
    fastest=_RUNNING,
    furthest=_ON_FOOT,
)
_WALK: Final = Movement(
    words=("walk", "hik", "stroll", "march", "trek"),
    speed=Usual(middle=80, spread=0.22),
    step=STEP,
    energy=Usual(middle=4.5, spread=0.35),
    fastest=Plausible(low=SOME_WAY, high=262, source="20 km in 1:16:36 of race walking (World Athletics, 2015)."),
    furthest=_ON_FOOT,
)
_RIDE: Final = Movement(
    words=("bik", "cycl", "rid", "spin"),
    speed=Usual(middle=320, spread=0.28),
    step=None,
    energy=Usual(middle=8, spread=0.35),
    fastest=Plausible(low=SOME_WAY, high=946.5, source="The hour record, 56.792 km (UCI, 2022)."),
    furthest=Plausible(low=SOME_WAY, high=1_000_000, source="About the most that was ever ridden in 24 hours."),
)
_SWIM: Final = Movement(
    words=("swim",),
    speed=Usual(middle=35, spread=0.3),
    step=None,
    energy=Usual(middle=8, spread=0.35),
    fastest=Plausible(low=SOME_WAY, high=103.5, source="1,500 m in 14:30.67 (World Aquatics, 2024)."),
    furthest=Plausible(low=SOME_WAY, high=120_000, source="More than was ever swum in a pool in 24 hours."),
)

# "Treadmill run" is a run, and "treadmill" may be either: what says more comes first.
_MOVEMENTS: Final = (_SWIM, _RIDE, _WALK, _RUN, _TREADMILL)
_WORD: Final = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=1024)
def movement_of(kind: str) -> Movement | None:
    """How people move in a kind of activity; None where that cannot be told from its name."""
    words = [word.casefold() for word in _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind))]
    return next((each for each in _MOVEMENTS if any(word.startswith(each.words) for word in words)), None)


def plausible_by_kind(kinds: Iterable[str]) -> Mapping[str, Mapping[str, Plausible]]:
    """By the name of a field, what is believed of it in each of the kinds that a bound is known for."""
    moving = {kind: movement for kind in kinds if (movement := movement_of(kind)) is not None}
    return {
        "distance_m": {kind: movement.furthest for kind, movement in moving.items()},
        "speed_m_per_min": {kind: movement.fastest for kind, movement in moving.items()},
    }
