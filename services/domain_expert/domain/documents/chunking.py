"""A document cut into chunks: paragraphs below one heading, of at most 120 words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from services.domain_expert.domain.documents.document import Chunk, MediaType
from services.domain_expert.domain.documents.sentences import sentences_in
from services.domain_expert.domain.documents.stems import stems_of

MOST_WORDS: Final = 120
_LONGEST_WORD: Final = 60
_LONGEST_HEADING: Final = 120
_MARKDOWN_HEADING: Final = re.compile(r"#{1,6}\s+")
_UNDERLINE: Final = re.compile(r"=+|-+")
_PLAIN_HEADING: Final = re.compile(
    r"[^\W\d_](?:[^.!?:;,\d]{2,58}|[^.!?:;,]{2,58}:|[^\W\d_]{1,20} \d{1,2})|[^.!?:;,\d]{3,58}:"
)
_ITEM: Final = re.compile(r"(?:[-*+\u2022\u2013]|\d{1,2}[.)])\s+")
_RULE: Final = re.compile(r"[\s|:=*_+-]*")
_LABEL: Final = re.compile(r"[^\W\d_][^.!?:]{0,40}:\s")
_FENCES: Final = ("```", "~~~")
_ENDS: Final = re.compile(r"[.!?:;][\"'\u201d\u2019)]*$")
_WRAPPED: Final = 50
"""A line of as many characters may have been broken at a margin."""


@dataclass(frozen=True, kw_only=True)
class _Paragraph:
    heading: str
    lines: tuple[str, ...]


def chunks_of(text: str, *, document_id: str, title: str, media_type: MediaType) -> tuple[Chunk, ...]:
    """The chunks of a text in order; none where it holds no word."""
    pieces = _pieces(_paragraphs(text, is_markdown=media_type is MediaType.MARKDOWN))
    return tuple(
        Chunk(
            document_id=document_id,
            title=title,
            position=position,
            heading=heading,
            text=piece,
            words=" ".join(stems_of(f"{title} {heading} {piece}")),
        )
        for position, (heading, piece) in enumerate(each for each in pieces if stems_of(each[1]))
    )


def _paragraphs(text: str, *, is_markdown: bool) -> Iterator[_Paragraph]:
    """Lines that stand together, below the nearest heading; a heading with nothing below it is a line of its own."""
    heading, is_told = "", True
    whole = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    for block in re.split(r"\n[ \t]*(?=\n)", whole):
        for part in _parts(block.splitlines(), is_markdown=is_markdown):
            if part.heading:
                if not is_told:
                    yield _Paragraph(heading="", lines=(heading,))
                heading, is_told = part.heading, False
            if part.lines:
                yield _Paragraph(heading=heading, lines=part.lines)
                is_told = True
    if not is_told:
        yield _Paragraph(heading="", lines=(heading,))


def _parts(block: Iterable[str], *, is_markdown: bool) -> Iterator[_Paragraph]:
    """The lines of a block, apart wherever a heading stands; without one it is empty."""
    heading = ""
    lines: list[str] = []
    for line in map(str.strip, block):
        if is_markdown and (found := _MARKDOWN_HEADING.match(line)):
            yield _Paragraph(heading=heading, lines=tuple(lines))
            heading, lines = line[found.end() :].rstrip("# "), []
        elif is_markdown and len(lines) == 1 and _UNDERLINE.fullmatch(line):
            heading, lines = lines[0], []
        elif not _RULE.fullmatch(line) and not (is_markdown and line.startswith(_FENCES)):
            lines.append(line)
    if not is_markdown and len(lines) == 1 and _PLAIN_HEADING.fullmatch(lines[0]):
        heading, lines = lines[0].rstrip(":"), []
    yield _Paragraph(heading=heading, lines=tuple(lines))


def _pieces(paragraphs: Iterable[_Paragraph]) -> Iterator[tuple[str, str]]:
    """Heading and text; paragraphs below one heading stay together as long as there is room."""
    heading, words = "", 0
    kept: list[str] = []
    for paragraph in paragraphs:
        for sentence in _short(sentences_in("\n".join(_unwrapped(paragraph.lines)))):
            length = len(sentence.split())
            if kept and (paragraph.heading != heading or words + length > MOST_WORDS):
                yield heading[:_LONGEST_HEADING], "\n".join(kept)
                kept, words = [], 0
            heading = paragraph.heading
            kept.append(sentence)
            words += length
    if kept:
        yield heading[:_LONGEST_HEADING], "\n".join(kept)


def _unwrapped(lines: Iterable[str]) -> Iterator[str]:
    """Lines as they were meant: one that was broken at a margin goes on in the next one."""
    whole: list[str] = []
    for line in lines:
        plain = line.lstrip("> ")
        begins = _ITEM.match(plain) or _LABEL.match(plain) or plain.startswith("|")
        if whole and not begins and (len(whole[-1]) >= _WRAPPED or _goes_on(whole[-1], plain)):
            whole.append(plain)
            continue
        if whole:
            yield " ".join(whole)
        item = _ITEM.match(plain)
        whole = [plain[item.end() :] if item else plain]
    if whole:
        yield " ".join(whole)


def _goes_on(line: str, following: str) -> bool:
    return following[:1].islower() and not _ENDS.search(line[-4:])


def _short(sentences: Iterable[str]) -> Iterator[str]:
    """Sentences of at most 120 words of at most 60 characters; what is longer is cut."""
    for sentence in sentences:
        words = [
            word[begin : begin + _LONGEST_WORD]
            for word in sentence.split()
            for begin in range(0, len(word), _LONGEST_WORD)
        ]
        for begin in range(0, len(words), MOST_WORDS):
            yield " ".join(words[begin : begin + MOST_WORDS])
