"""Where in one sentence rules, words and categories may begin, known before any of it is read."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from services.data_science.language.chart.needs import symbol_of
from services.data_science.language.chart.starts import Start, Starts, bits


class Openings(dict[frozenset[str] | str, int]):
    """The positions, as bits, at which one of some words stands, or at which a category may begin.

    Args:
        starts: of all rules; of these only those are kept that can come to anything in the sentence.
        goals: the categories that the sentence is read as.
        words: of the sentence.
        filler: the positions, as bits, of those that may be passed over.
        lexical: the categories that its words have by themselves, each with the positions at which they begin.

    Attributes:
        useful: of each category that rules read the positions at which a rule may wait for it, or a goal begin.
    """

    def __init__(
        self, starts: Starts, goals: Collection[str], words: Sequence[str], filler: int, lexical: Mapping[str, int]
    ) -> None:
        super().__init__()
        self._starts = starts
        self._filler = filler
        self._standing = _standing(words)
        self._said = frozenset(words)
        self._everywhere = (1 << len(words) + 1) - 1
        leading = starts.leading_to(goals, self._said, lexical)
        self._leading = leading.starts
        self._known: dict[str, Sequence[Start]] = {}
        begun_by = {name: {start.gives for start in self.with_category(name)} for name in leading.categories}
        self.update(self._beginnings(begun_by, lexical))
        self.useful: Mapping[str, int] = self._useful(begun_by, goals)

    def __missing__(self, item: frozenset[str] | str) -> int:
        known = 0
        if not isinstance(item, str) and not self._said.isdisjoint(item):
            known = sum(self._standing[word] for word in self._said & item)
        self[item] = known
        return known

    def with_word(self, word: str) -> Sequence[Start]:
        """The starts that begin with it, in the order of the rules."""
        return self._with(word)

    def with_category(self, category: str) -> Sequence[Start]:
        """The starts that begin with it, in the order of the rules."""
        return self._with(symbol_of(category))

    def _with(self, symbol: str) -> Sequence[Start]:
        known = self._known.get(symbol)
        if known is None:
            found = self._starts.by_symbol.get(symbol, 0) & self._leading
            known = self._known[symbol] = [self._starts.each[number] for number in bits(found)]
        return known

    def _beginnings(self, begun_by: Mapping[str, Collection[str]], lexical: Mapping[str, int]) -> Mapping[str, int]:
        """Where categories begin: with words that mean them, and with what the rules that read them begin with."""
        begins: dict[str, int] = defaultdict(int, lexical)
        for word, positions in self._standing.items():
            for start in self.with_word(word):
                begins[start.gives] |= positions
        _hand_on(begins, begun_by)
        return begins

    def _useful(self, begun_by: Mapping[str, Collection[str]], goals: Collection[str]) -> dict[str, int]:
        useful: dict[str, int] = defaultdict(int, {name: self._past(1) for name in goals})
        for word, positions in self._standing.items():
            behind = self._past(positions << 1)
            for name in self._starts.following.get(word, ()):
                useful[name] |= behind
        for category in begun_by:
            if positions := self[category]:
                behind = self._everywhere & -((positions & -positions) << 1)
                for name in self._starts.following.get(symbol_of(category), ()):
                    useful[name] |= behind
        begins: dict[str, list[str]] = defaultdict(list)
        for name, read in begun_by.items():
            for each in read:
                begins[each].append(name)
        _hand_on(useful, begins)
        return useful

    def _past(self, positions: int) -> int:
        """These, and those that nothing but filler leads to from them."""
        while (more := positions | (positions & self._filler) << 1) != positions:
            positions = more
        return positions


def _hand_on(positions: dict[str, int], to: Mapping[str, Collection[str]]) -> None:
    """Adds the positions of each category to those of some others, until nothing changes."""
    waiting = list(positions)
    while waiting:
        name = waiting.pop()
        own = positions[name]
        for each in to.get(name, ()):
            if own & ~positions[each]:
                positions[each] |= own
                waiting.append(each)


def _standing(words: Iterable[str]) -> Mapping[str, int]:
    """Each word with the positions at which it stands."""
    standing: dict[str, int] = defaultdict(int)
    for at, word in enumerate(words):
        standing[word] |= 1 << at
    return standing
