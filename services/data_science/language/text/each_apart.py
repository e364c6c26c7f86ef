"""A question that names several things in one breath, as one question of each of them.

"Are my sleep stages related to my steps" asks of each stage, "is workout intensity/duration related to deep/REM
sleep" of each pair, and "my personal bests for steps and distance" of each on the list.
"""

import re
from itertools import product
from typing import Final

_MOST: Final = 6
"""Questions that are made of one; of more none is."""
_STAGES: Final = r"(?:my )?(?:daily |nightly )?sleep (?:stages|phases)"
_STAGE: Final = r"(?:deep|rem|light)"
_ASPECT: Final = r"(?:intensity|duration|distance)"
_DONE: Final = r"(?:workout|exercise|training|run)"
_OR: Final = r" (?:(?:,|or|and|and or|, or|, and) )?"
_SEVERAL: Final = re.compile(
    rf"\b(?:(?P<stages>{_STAGES})"
    rf"|(?P<named>{_STAGE}(?: sleep)?(?:{_OR}{_STAGE}(?: sleep)?)*{_OR}{_STAGE}) sleep"
    rf"|(?P<of>{_DONE}) (?P<aspects>{_ASPECT}(?:{_OR}{_ASPECT})+))\b"
)
_RELATES: Final = re.compile(
    r"\bbetween .+ and .+"
    r"|\b(?:correlat\w+|relat\w+|link\w*|connect\w+|associat\w+)\b.* (?:with|to|and) "
    r"|\b(?:affect\w*|influenc\w+|impact\w*|depend\w*)\b"
)
_WITH_EACH_OTHER: Final = re.compile(r"\b(?:each other|one another|which)\b")
_BESTS: Final = re.compile(
    r"^(?P<asks>(?:what|which|how) (?:is|are|was|were) |show me |list |tell me )?my personal (?:best|record)s? "
    r"(?:for|in|on|of|at) (?P<listed>.+)$"
)
_SUCH_AS: Final = re.compile(r"^(?:\w+ ){0,3}(?:metrics|measures|things|numbers|areas|stats)(?: ,)? (?:such as|like) ")
_BETWEEN: Final = re.compile(r" , (?:or |and )?| or | and ")


def each_apart(words: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """One sentence for each thing, or pair of things, that the words name together; else the words as they are."""
    said = " ".join(words)
    asked = _bests(said) or _relations(said)
    return tuple(tuple(each.split()) for each in asked) if 1 < len(asked) <= _MOST else (words,)


def _bests(said: str) -> list[str]:
    """A best of each on the list."""
    found = _BESTS.match(said)
    if found is None:
        return []
    listed = _BETWEEN.split(_SUCH_AS.sub("", found["listed"]).removeprefix("my "))
    return [f"what is my best {each.removeprefix('my ')}" for each in listed if each]


def _relations(said: str) -> list[str]:
    """A relation of each pair, where what is named together stands on one side of it."""
    several = list(_SEVERAL.finditer(said))
    rest = _SEVERAL.sub("it", said)
    if not several or not _RELATES.search(rest) or _WITH_EACH_OTHER.search(rest):
        return []
    between = re.split(r"\bit\b", rest)
    if len(between) != len(several) + 1:
        return []
    return [
        "".join(part + name for part, name in zip(between, (*chosen, ""), strict=True))
        for chosen in product(*map(_names, several))
    ]


def _names(found: re.Match[str]) -> list[str]:
    if found["stages"]:
        return ["my deep sleep", "my rem sleep", "my light sleep"]
    if found["named"]:
        return [f"{stage} sleep" for stage in dict.fromkeys(re.findall(_STAGE, found["named"]))]
    return [f"{found['of']} {aspect}" for aspect in dict.fromkeys(re.findall(_ASPECT, found["aspects"]))]
