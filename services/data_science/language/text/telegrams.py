"""Questions put as in a telegram: without the verb in front ("hit 10k yesterday"), or with what is asked at the end."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final


def _words(said: str) -> frozenset[str]:
    return frozenset(said.split())


_ASKED: Final = frozenset(
    {"how many", "how often", "how much", "how long", "how far", "what time", "when", "how long ago", "last time"}
    | {"% of nights", "% of days", "% nights", "% days"}
)
_SERIES: Final[Mapping[tuple[str, ...], tuple[str, str]]] = MappingProxyType(
    {("streak", "longest"): ("longest", "streak"), ("streak", "current"): ("current", "streak")}
)
_COUNTED: Final = _words("days nights times weeks months weekends mornings")
_STATISTICS: Final = _words("average total difference max min median")
_DONE: Final = _words(
    "hit reach meet beat break crack crush smash get make do walk run ride bike swim sleep burn move take go wake "
    "exercise train work climb cover log manage achieve"
)
_DOING: Final = _words(
    "hitting reaching meeting beating averaging getting making doing walking running riding sleeping burning moving "
    "taking going waking exercising training"
)
_BOUNDS: Final = _words("over above under below at more less fewer higher lower")
_LIKENED: Final = _words(
    "going up down higher lower better worse more less longer shorter trending improving worsening rising falling "
    "dropping increasing decreasing getting later earlier average normal usual different changed changing"
)
_COMPARED: Final = _words("over above under below more less fewer than least most")
_RELATED: Final = _words("related linked connected correlated")
_LEADS: Final = _words(
    "how what when which did do does is are was were am have has had can who where why show list give tell"
)
_TWICE: Final = MappingProxyType({"once": "1 times", "twice": "2 times", "thrice": "3 times"})


def restored(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The sentence as it may be meant with nothing left out, the likeliest first; no word of it is lost."""
    said = tuple(words)
    yield from _turned(said)
    if _TWICE.keys() & set(said):
        yield tuple(part for word in said for part in _TWICE.get(word, word).split())
    if not said or said[0] in _LEADS:
        return
    if "ever" in said:
        rest = tuple(word for word in said if word != "ever")
        yield ("did", "i", "ever", *rest)
        yield ("did", "i", "ever", "get", *rest)
    elif said[0] in _DONE:
        yield ("did", "i", *said)
        yield ("do", "i", *said)
    elif said[0] in _DOING:
        yield ("am", "i", *said)
        yield ("was", "i", *said)
    elif said[0] in _BOUNDS or (said[0][0].isdigit() and len(said) > 1):
        yield ("did", "i", "get", *said)
        yield ("was", "i", *said)
    elif said[-1] in _RELATED:
        yield ("are", *said)
    elif _LIKENED & set(said) and not (_COMPARED & set(said) and any(word[0].isdigit() for word in said)):
        yield ("is", "my", *said)
        yield ("was", "my", *said)
        yield ("do", *said)
    yield ("how", "many", *said)


def _turned(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What is asked at the end in front, as in "bed before midnight how many nights" and "steps on Sundays average"."""
    for size in (3, 2, 1):
        end = words[-size:]
        if len(words) <= size or not _is_asked(" ".join(end)):
            continue
        rest = words[:-size]
        yield (*end, *(rest[:-1] if rest[-1] == "," else rest))
        return
    if words[-2:] in _SERIES:
        yield (*_SERIES[words[-2:]], *words[:-2])


def _is_asked(end: str) -> bool:
    head, _, last = end.rpartition(" ")
    return end in _ASKED or end in _STATISTICS or (head == "how many" and last in _COUNTED)
