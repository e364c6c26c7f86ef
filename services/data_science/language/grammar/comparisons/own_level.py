"""A day or a stretch of time beside one's own average: "was my sleep above or below my average last night"."""

from collections.abc import Iterator
from typing import Final

from services.data_science.domain.algebra import Statistic, Window
from services.data_science.language.building import Builder
from services.data_science.language.chart.engine import Rule, rules
from services.data_science.language.grammar.comparisons.completed_pairs import CompletedPairs
from services.data_science.language.grammar.comparisons.contrasts import Contrasts
from services.data_science.language.grammar.comparisons.pairs import Pair
from services.data_science.language.grammar.frames import Modifier
from services.data_science.language.grammar.questions.words import POLAR
from services.data_science.language.phrases import Ask, Frame, Records, Usual

_ABOUT: Final = "(for|in|on|of|in terms of|regarding|when it comes to|with regard to|with respect to|as for|by)"
_LEVELS: Final = frozenset({Statistic.MEAN, Statistic.MEDIAN})


class OwnLevel:
    """The rules of what is held against one's own average."""

    def __init__(self, builder: Builder, contrasts: Contrasts) -> None:
        self._builder = builder
        self._completed = CompletedPairs(builder, contrasts)

    def rules(self) -> Iterator[Rule]:
        level = "{direction} {than}? {usual}"
        for said in (f"{level} {{window}} {_ABOUT} {{np}}", f"{level} {_ABOUT} {{np}} {{window}}"):
            yield from rules("ask", f"{POLAR} {said}", self._beside, 0.0)
        yield from rules("ask", "how (much|far|many)? {direction} {usual} {np} {window}", self._by_how_much, 0.0)
        yield from rules("ask", "how (much|many) {np} {direction} {than}? {usual} {window}", self._of_so_many, -0.1)
        for said in (
            f"{{np}} {level} {{window}}",
            f"{{np}} {{window}} {level}",
            f"{{window}} ,? {level} {_ABOUT}? {{np}}",
            f"{level} {{np}} {{window}}",
            "{direction} {np} {than} {usual} {window}",
        ):
            yield from rules("ask", f"{POLAR}? {said}", self._either_side, -0.1)

    def _beside(self, *said: object) -> Ask | None:
        """A stretch of time beside one's own average."""
        way = next(each for each in said if isinstance(each, int))
        usual = next(each for each in said if isinstance(each, Usual))
        window = next(each for each in said if isinstance(each, Window))
        frame = next(each for each in said if isinstance(each, Frame))
        if usual.noun or usual.kinds or usual.factor != 1.0 or usual.offset is not None or frame.best:
            return None
        level = usual.window or self._builder.all_time
        return self._completed.of_pair(frame, Pair(window, level), way, yes_no=bool(way))

    def _by_how_much(self, _: int, *said: object) -> Ask | None:
        return self._beside(0, *said)

    def _of_so_many(self, frame: Frame, *said: object) -> Ask | None:
        return self._beside(0, frame, *said)

    def _either_side(self, *said: object) -> Ask | None:
        """Which of two ways it is, as in "higher or lower"."""
        return self._beside(*said) if 0 in said else None


def is_a_day_beside_its_level(frame: Frame, one: Modifier) -> bool:
    """Whether the average of a single day is named, which can only be what the day is held against."""
    return frame.statistic in _LEVELS and isinstance(one, Window) and one.start == one.end


def is_a_pick_beside_its_level(frame: Frame, one: object) -> bool:
    """Whether the average of one record that is picked out is named: what that record is held against, all its own."""
    is_one = isinstance(one, Records) and one.pick is not None and one.pick[1].count == 1
    return frame.statistic in _LEVELS and is_one
