"""A person's own documents: what may be kept, and the pieces in which one is looked into."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

MAX_TITLE_CHARACTERS: Final = 200
MAX_TEXT_BYTES: Final = 1024 * 1024
MAX_DOCUMENTS: Final = 200
"""Of one person."""


class MediaType(StrEnum):
    PLAIN = "text/plain"
    MARKDOWN = "text/markdown"


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document without its text.

    Attributes:
        title: one line of 1 to 200 characters.
        created_at: aware, UTC, to the microsecond.
        size_bytes: of its text in UTF-8.
    """

    id: str
    title: str
    media_type: MediaType
    created_at: datetime
    size_bytes: int


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Some paragraphs of a document that stand below one heading.

    Attributes:
        title: of the document.
        position: counts from 0 within the document.
        heading: the nearest one above; empty where there is none.
        text: its sentences; a line break ends one as well.
        words: what it is found by: the stems of title, heading and text, in order, a blank between two.
    """

    document_id: str
    title: str
    position: int
    heading: str
    text: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Shelf:
    """What of one person's documents may answer a question.

    Attributes:
        chunks: those that hold any word of it.
        of: how many chunks all documents of the person have.
        words: how many words all of them have.
    """

    chunks: tuple[Chunk, ...]
    of: int
    words: int


EMPTY_SHELF: Final = Shelf(chunks=(), of=0, words=0)
