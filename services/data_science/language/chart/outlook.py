"""How far the words of a sentence let a pattern be completed, known before any of it is read."""

from services.data_science.language.chart.openings import Openings
from services.data_science.language.chart.patterns import Place


class Outlook(dict[Place, int]):
    """Of each place the positions at which a rule that has come to it may yet be completed, as far as the words tell.

    Positions are the bits of an integer: bit 3 is the one behind the third word.
    A category may stand for any words, at least one, from where it may begin. What is asked for is found once.

    Args:
        openings: of the sentence.
        count: of its words.
        filler: the positions of those that may be passed over.
    """

    def __init__(self, openings: Openings, count: int, filler: int) -> None:
        super().__init__()
        self._openings = openings
        self._filler = filler
        self._everywhere = (1 << count + 1) - 1

    def __missing__(self, place: Place) -> int:
        positions = self[place] = self._everywhere if place.ends else self._before(self._of_ways(place))
        return positions

    def _of_ways(self, place: Place) -> int:
        """The positions at which the next word or category stands and the rest may follow."""
        openings, positions = self._openings, 0
        for item, behind in place.ways:
            if begins := openings[item]:
                ends = self[behind]
                positions |= begins & (_below(ends) if isinstance(item, str) else ends >> 1)
        return positions

    def _before(self, positions: int) -> int:
        """These, and those from which nothing but filler leads to them."""
        while (more := positions | positions >> 1 & self._filler) != positions:
            positions = more
        return positions


def _below(ends: int) -> int:
    """Every position before the last of the ends."""
    return (1 << ends.bit_length() - 1) - 1 if ends else 0
