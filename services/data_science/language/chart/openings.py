"""The rules that can come to anything in one sentence, by what they begin with."""

from collections.abc import Iterable, Sequence

from services.data_science.language.chart.patterns import symbol_of
from services.data_science.language.chart.starts import Start, Starts, bits


class Openings:
    """The starts that a reading of a sentence may be made of, in the order of the rules.

    Args:
        starts: of all rules.
        goals: the categories that the sentence is read as.
        words: of the sentence.
        lexical: the categories that its words have by themselves.
    """

    def __init__(self, starts: Starts, goals: Iterable[str], words: Iterable[str], lexical: Iterable[str]) -> None:
        self._starts = starts
        self._leading = starts.leading_to(goals, words, lexical)
        self._known: dict[str, Sequence[Start]] = {}

    def with_word(self, word: str) -> Sequence[Start]:
        """Those that begin with it."""
        return self._with(word)

    def with_category(self, category: str) -> Sequence[Start]:
        """Those that begin with it."""
        return self._with(symbol_of(category))

    def _with(self, symbol: str) -> Sequence[Start]:
        known = self._known.get(symbol)
        if known is None:
            found = self._starts.by_symbol.get(symbol, 0) & self._leading
            known = self._known[symbol] = [self._starts.each[number] for number in bits(found)]
        return known
