"""Drawing numbers that a turn does not know."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from evals.replies.spelling import plain
from evals.replies.truth import Known, is_invented
from evals.replies.worlds import METRICS, Metric, World
from services.orchestrator.domain.evidence import Fact

UNIT_TEXTS: Final = {
    "bpm": (" bpm", " bpm", " beats per minute", " beats/min"),
    "ms": (" ms", " ms", " milliseconds"),
    "steps": (" steps",),
    "min": (" min", " minutes", " mins"),
    "h": (" h", " hours", " hrs"),
    "km": (" km", " kilometres", " kilometers"),
    "kcal": (" kcal", " calories"),
    "kg": (" kg", " kilograms", " kilos"),
    "%": ("%", " %", " percent", " per cent"),
    "points": (" points",),
    "degC": (" °C", "°C", " degrees Celsius"),
    "breaths/min": (" breaths/min", " breaths per minute", " breaths a minute"),
    "day": (" days", " nights"),
    "week": (" weeks",),
}
STRANGE_UNITS: Final = (
    "mL", "kJ", "IU", "µg", "W", "mmHg", "mg/dL", "ng/mL", "cups", "litres", "hPa", "MET", "reps", "ppm", "mph", "naps",
)  # fmt: skip
"""Units in which no fact of the sheet is."""


class NoSuchNumberError(Exception):
    """Every number that was drawn is known to the turn; another shape may do better."""


@dataclass(frozen=True, kw_only=True)
class Invention:
    """An invented number as an answer says it.

    Attributes:
        slot: the kind of sentence it fits in.
        text: what is written.
        surfaces: what a reader would see of the invented number if it got through; any of them is a leak.
        block: when the shape is a block of its own, the whole block.
    """

    slot: str
    text: str
    surfaces: tuple[str, ...]
    block: str = ""


@dataclass(frozen=True, kw_only=True)
class Inventor:
    """Draws numbers that a turn does not know."""

    rng: Random
    world: World
    known: Sequence[Known]
    metric: Metric = field(default=METRICS[0])

    def number(self, unit: str | None, *, decimals: int = 0, low: float = 0, high: float = 0) -> float:
        """A number of that unit, mostly close to what the turn knows, never within tolerance of it.

        Raises:
            NoSuchNumberError: none was found.
        """
        for _ in range(40):
            value = round(self._candidate(unit, low, high), decimals)
            if value > 0 and is_invented(value, unit, self.known):
                return value
        raise NoSuchNumberError

    def level(self, *, decimals: int | None = None) -> str:
        """Digits of a value of the metric; by default with as many decimals as suit its size."""
        if decimals is None:
            decimals = 0 if self.metric.low > 200 else self.rng.choice((0, 0, 1))
        return plain(self.number(self.metric.unit, decimals=decimals), decimals)

    def without_unit(self) -> str:
        """Digits of the size of the metric, unknown in any unit."""
        return plain(self.number(None, low=self.metric.low, high=self.metric.high))

    def whole(self) -> int:
        return int(self.number(self.metric.unit))

    def unit(self) -> str:
        return self.rng.choice(UNIT_TEXTS[self.metric.unit])

    def count(self, low: int, high: int, unit: str | None = "day") -> int:
        return int(self.number(unit, low=low, high=high))

    def fact(self, wanted: Callable[[Fact], bool] = lambda fact: fact.unit is not None) -> Fact:
        """A fact of the sheet, by default one with a unit.

        Raises:
            NoSuchNumberError: the sheet has none such.
        """
        facts = [fact for fact in self.world.sheet if wanted(fact)]
        if not facts:
            raise NoSuchNumberError
        return self.rng.choice(facts)

    def _candidate(self, unit: str | None, low: float, high: float) -> float:
        if high:
            return self.rng.uniform(low, high)
        alike = [one.value for one in self.known if one.unit == unit and one.value > 0]
        if alike and self.rng.random() < 0.6:
            return self.rng.choice(alike) * (1 + self.rng.choice((-1, 1)) * self.rng.uniform(0.021, 0.35))
        return self.rng.uniform(self.metric.low * 0.8, self.metric.high * 1.2)


Shape: TypeAlias = Callable[[Inventor], Invention]


def level(text: str, *surfaces: str) -> Invention:
    return Invention(slot="level", text=text, surfaces=surfaces or (text,))


def said(slot: str, text: str, *surfaces: str) -> Invention:
    return Invention(slot=slot, text=text, surfaces=surfaces or (text,))


def if_invented(i: Inventor, value: float, unit: str | None, invention: Invention) -> Invention:
    if not is_invented(value, unit, i.known):
        raise NoSuchNumberError
    return invention


def two(inventor: Inventor) -> tuple[int, int]:
    one, other = sorted((inventor.whole(), inventor.whole()))
    if one == other:
        raise NoSuchNumberError
    return one, other


def named(*shapes: Shape) -> dict[str, Shape]:
    """Shapes by the words of their functions' names."""
    return {shape.__name__.strip("_").replace("_", " "): shape for shape in shapes}
