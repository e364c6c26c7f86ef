"""Which metrics the goals on file are about."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

_SECTION: Final = re.compile(r"^## Goals\n(?P<lines>(?:(?!^## ).*\n?)*)", re.MULTILINE)


def goals_in(memory: str, words: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The metrics of the goals in a Markdown summary of memory, in the order of the table.

    Args:
        memory: what is remembered; goals are the lines under "## Goals".
        words: of each metric, the beginnings of words that a goal about it has, lower case.
    """
    section = _SECTION.search(memory)
    said = section["lines"].casefold() if section else ""
    return tuple(metric for metric, own in words.items() if any(re.search(rf"\b{word}", said) for word in own))
