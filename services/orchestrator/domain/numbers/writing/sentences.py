"""Cutting a Markdown text into sentences while it arrives, so that each can be checked before anyone reads it."""

import re
from typing import Final

_GAP: Final = re.compile(r"\s+")
_REACH: Final = 40
"""How many characters before white space tell whether a sentence is over."""
_TERMINATED: Final = re.compile(r"[.!?…][\"'\u2019)\]*_]*$")
_LONGEST_QUOTE: Final = 600
"""Characters; a quotation mark that nothing closes within so many opens nothing."""
_ABBREVIATED: Final = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|vs|approx|ca|cf|al|fig|dr|mr|mrs)\.$", re.IGNORECASE)
_MARKER_ONLY: Final = re.compile(r"\s*(?:[-*+•>]|#{1,6}|\d{1,3}[.)])$")
_LINE_OF_ITS_OWN: Final = re.compile(r"\s*(?:#|\||```)")
_ROW: Final = re.compile(r"\s*\|")
_BLOCK_START: Final = re.compile(r"#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||>|```")


def ends_sentence(text: str) -> bool:
    """Whether what follows `text` and a space is another sentence."""
    end = text[-_REACH:]
    return bool(_TERMINATED.search(end)) and not _ABBREVIATED.search(end) and not _MARKER_ONLY.match(text)


def split_sentences(text: str) -> list[str]:
    """The sentences of a whole text, each with the white space after it; joined, they are the text."""
    sentences, rest = [], text
    while rest:
        end = _next_boundary(rest) or len(rest)
        sentences.append(rest[:end])
        rest = rest[end:]
    return sentences


class SentenceBuffer:
    """Takes chunks, gives sentences. However the text is cut into chunks, the sentences are those of the whole text.

    A sentence is given once the first characters of the next one have shown that it is over: after a full stop and
    white space, at an empty line, or where the next line starts a list item, heading, table row or code block.
    A line break within a paragraph does not end a sentence, nor does anything within “quotation marks” or within a
    table row.
    """

    def __init__(self) -> None:
        self._pending = ""

    def feed(self, chunk: str) -> list[str]:
        """The sentences this chunk completes."""
        self._pending += chunk
        sentences = []
        while end := _next_boundary(self._pending):
            sentences.append(self._pending[:end])
            self._pending = self._pending[end:]
        return sentences

    def finish(self) -> list[str]:
        """What is left when no more text comes."""
        rest, self._pending = self._pending, ""
        return split_sentences(rest)


def _next_boundary(text: str) -> int | None:
    """Where the second sentence starts; None if there is none, or none yet.

    Only white space with text after it is judged, and every call judges from the start. So the one boundary that more
    text can still bring out, before a list marker that is only half there, is found as soon as the marker is whole.
    """
    for gap in _GAP.finditer(text):
        inside = gap.start() and gap.end() < len(text)
        if inside and _is_boundary(text[: gap.start()], gap.group(), text[gap.end() :]):
            return gap.end()
    return None


def _is_boundary(before: str, gap: str, after: str) -> bool:
    line = before.rpartition("\n")[2]
    if "\n" not in gap and (_ROW.match(line) or _in_quotes(before)):
        return False
    if gap.count("\n") > 1 or ends_sentence(before):
        return True
    if "\n" not in gap or _MARKER_ONLY.match(before):
        return False
    return bool(_LINE_OF_ITS_OWN.match(line) or _BLOCK_START.match(after))


def _in_quotes(before: str) -> bool:
    """Whether “ is still open: what is quoted on one line is part of the sentence around it, whatever it says."""
    opened = before.rfind("\u201c", max(0, len(before) - _LONGEST_QUOTE))
    return opened > before.rfind("\u201d")
