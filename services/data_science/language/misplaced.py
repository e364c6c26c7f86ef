"""Which words cannot mean where they stand what they mean elsewhere."""

from collections.abc import Sequence
from typing import Final

from services.data_science.language.chart.engine import Edge

_IN_TIME: Final = frozenset({"after", "before"})
_WHO: Final = frozenset({"i", "we"})
_USUALLY: Final = frozenset({"usually", "normally", "typically", "generally"})
_BEING: Final = frozenset({"is", "are", "was", "were"})
_DOING: Final = frozenset({"i", "not", "to", "ever", "never"})
_ASKING: Final = frozenset({"do", "did", "does", "have"})


def is_misplaced(edge: Edge, words: Sequence[str]) -> bool:
    """Whether a word cannot mean it where it stands: "after I ran", "my HRV was average below 40", "sum how many".

    What is done after something is later and not more, a verb follows whoever does it, and a statistic is of what
    follows.
    """
    if edge.end - edge.start > 1:
        return False
    word, earlier, later = words[edge.start], words[: edge.start], [*words[edge.end : edge.end + 2], "", ""]
    match edge.category:
        case "operator" if word in _IN_TIME:
            return later[0] in _WHO and later[1] not in _USUALLY
        case "statistic":
            return later[0] == "how"
        case "reach" if word == "average":
            is_told = not _BEING.isdisjoint(earlier) and earlier[-1] not in _DOING
            return is_told or later[0] in _ASKING
    return False
