"""Sentences of a text that anybody may have written, and how each is told."""

import re
from collections.abc import Iterator
from typing import Final

from amy.text import inert

LONGEST_SENTENCE: Final = 400
_END: Final = re.compile(r"(?<=[.!?])[\"'\u201d\u2019)]*\s+(?=[\"'\u201c\u2018(]?[A-Z0-9\u00c0-\u00de])")
_NO_END: Final = re.compile(
    r"\b(?:dr|prof|mr|mrs|ms|st|no|nr|approx|vs|ca|resp|incl|max|min|tel|e\.g|i\.e|etc|fig|dept|hosp)\.$"
    r"|(?:^|\s)(?-i:[A-Z])\.$",
    re.IGNORECASE,
)
"""A full stop that ends an abbreviation or an initial."""
_LONGEST_ABBREVIATION: Final = 8
_COMPARED: Final = (
    (re.compile(r"(?:<=|\u2264|=<)\s*(?=\d)"), "at most "),
    (re.compile(r"(?:>=|\u2265|=>)\s*(?=\d)"), "at least "),
    (re.compile(r"<\s*(?=\d)"), "less than "),
    (re.compile(r">\s*(?=\d)"), "more than "),
    (re.compile(r"(?<!\S)~\s*(?=\d)"), "about "),
)
"""Signs that carry meaning before a number, and would be left out as markup."""


def sentences_in(text: str) -> tuple[str, ...]:
    """The sentences of a text, as they were written; a line break ends one."""
    return tuple(sentence for line in text.splitlines() for sentence in _of_line(line))


def _of_line(line: str) -> Iterator[str]:
    begin = 0
    for end in _END.finditer(line):
        if not _NO_END.search(line[max(begin, end.start() - _LONGEST_ABBREVIATION) : end.start()]):
            yield line[begin : end.end()].strip()
            begin = end.end()
    if rest := line[begin:].strip():
        yield rest


def plain(sentence: str, *, limit: int = LONGEST_SENTENCE) -> str:
    """The words of a sentence on one line, without anything that could act as markup, a reference or an address."""
    for pattern, words in _COMPARED:
        sentence = pattern.sub(words, sentence)
    return inert(sentence, limit=limit)
