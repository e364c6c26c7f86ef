"""What an expression of Prometheus reads: the metrics and labels that it names, found by the words of it."""

import re
from dataclasses import dataclass
from typing import Final

_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_MADE: Final = re.compile(r'label_replace\s*\(.*?,\s*"(\w+)"\s*,\s*"\$', re.DOTALL)
_GROUPING: Final = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)")
_RANGE: Final = re.compile(r"\[[^\]]*\]|\boffset\s+\w+")
_SELECTOR: Final = re.compile(r"([a-zA-Z_:][\w:]*)\s*(?:\{([^{}]*)\}|(?![\w:]|\s*\())")
_MATCHER: Final = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)")
_WORDS: Final = frozenset({"and", "or", "unless", "bool", "by", "on", "inf", "nan"})


@dataclass(frozen=True, kw_only=True)
class Selector:
    """A metric and the labels by which its series are chosen."""

    metric: str
    labels: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Read:
    """What an expression reads.

    Attributes:
        kept: labels by which it sums or joins, but for those that it makes by itself.
    """

    selectors: tuple[Selector, ...]
    kept: frozenset[str]


def read(expression: str) -> Read:
    """What is read by an expression that parses; whether it does is for Prometheus to say."""
    made = set(_MADE.findall(expression))
    plain = _RANGE.sub("", _TEXT.sub('""', expression))
    kept = {label.strip() for group in _GROUPING.findall(plain) for label in group.split(",")} - made - {"", "le"}
    found = _SELECTOR.findall(_GROUPING.sub("", plain))
    selectors = {
        Selector(metric=name, labels=frozenset(_MATCHER.findall(matchers)))
        for name, matchers in found
        if name.lower() not in _WORDS
    }
    return Read(selectors=tuple(sorted(selectors, key=lambda each: each.metric)), kept=frozenset(kept))
