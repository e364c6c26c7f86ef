"""How far the words of a sentence let a pattern be completed, known before any of it is read."""

from collections.abc import Sequence

from services.data_science.language.chart.patterns import Place


class Outlook:
    """From which positions the rest of a pattern can still be found, as far as its words tell.

    Positions are the bits of an integer: bit 3 is the one behind the third word.
    A category may stand for any words, at least one.

    Args:
        words: of the sentence.
        filler: which of them may be passed over.
    """

    def __init__(self, words: Sequence[str], filler: Sequence[bool]) -> None:
        self._words = words
        self._said = frozenset(words)
        self._standing: dict[frozenset[str], int] = {}
        self._filler = sum(1 << at for at, passed in enumerate(filler) if passed)
        self._everywhere = (1 << len(words) + 1) - 1
        self._known: dict[Place, int] = {}

    def of(self, place: Place) -> int:
        """The positions at which a rule that has come to this place may yet be completed."""
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._everywhere if place.ends else self._of_ways(place)
        return known

    def _of_ways(self, place: Place) -> int:
        positions = 0
        for item, behind in place.ways:
            if isinstance(item, str):
                positions |= (1 << max(self.of(behind).bit_length() - 1, 0)) - 1
            elif standing := self._where(item):
                positions |= self._before(standing & self.of(behind) >> 1)
        return positions

    def _where(self, words: frozenset[str]) -> int:
        """The positions at which one of the words stands."""
        known = self._standing.get(words)
        if known is None:
            known = 0
            if not self._said.isdisjoint(words):
                known = sum(1 << at for at, word in enumerate(self._words) if word in words)
            self._standing[words] = known
        return known

    def _before(self, positions: int) -> int:
        """These, and those from which nothing but filler leads to them."""
        while (more := positions | positions >> 1 & self._filler) != positions:
            positions = more
        return positions
