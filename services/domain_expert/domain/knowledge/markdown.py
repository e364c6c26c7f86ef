"""Passages as their authors write them: Markdown, a passage a section, its particulars in lines below the heading."""

import re
from collections.abc import Mapping
from typing import Final

from services.domain_expert.domain.citing import Source
from services.domain_expert.domain.knowledge.passages import Kind, Passage

_SECTION: Final = re.compile(
    r"^## (?P<id>\S+)\n(?P<particulars>(?:[a-z]+:[^\n]*\n)+)\n(?P<text>.+?)\s*(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
_HEADINGS: Final = re.compile(r"^## ", re.MULTILINE)
_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PARTICULARS: Final = frozenset({"title", "about", "also", "kind", "source"})
FEWEST_WORDS: Final = 30
MOST_WORDS: Final = 125


class PassageError(ValueError):
    """A file of passages breaks the format; the message names the file and the passage."""


def passages_in(text: str, *, topic: str, sources: Mapping[str, Source]) -> tuple[Passage, ...]:
    """The passages of one file.

    Args:
        text: the file.
        topic: its name without the ending.
        sources: by id.

    Raises:
        PassageError: the format is broken, or a source is not known.
    """
    found = tuple(_SECTION.finditer(text))
    if len(found) != len(_HEADINGS.findall(text)):
        raise PassageError(f"{topic}: a section is not a passage.")
    return tuple(_passage(section, topic=topic, sources=sources) for section in found)


def _passage(section: re.Match[str], *, topic: str, sources: Mapping[str, Source]) -> Passage:
    where = f"{topic}, {section['id']}"
    particulars = dict(line.split(":", 1) for line in section["particulars"].splitlines())
    if set(particulars) != _PARTICULARS:
        raise PassageError(f"{where}: its particulars are {', '.join(sorted(_PARTICULARS))}, each once.")
    text = " ".join(section["text"].split())
    if "\n\n" in section["text"] or not FEWEST_WORDS <= len(text.split()) <= MOST_WORDS:
        raise PassageError(f"{where}: a passage is one paragraph of {FEWEST_WORDS} to {MOST_WORDS} words.")
    if not _ID.fullmatch(section["id"]):
        raise PassageError(f"{where}: an id is words in lower case with hyphens.")
    cited = _listed(particulars["source"])
    if not cited or not set(cited) <= set(sources):
        raise PassageError(f"{where}: it needs sources that the sources' files hold, not {', '.join(cited) or 'none'}.")
    try:
        kind = Kind(particulars["kind"].strip())
    except ValueError:
        raise PassageError(f"{where}: a kind is one of {', '.join(Kind)}.") from None
    return Passage(
        id=section["id"],
        topic=topic,
        title=particulars["title"].strip(),
        about=_listed(particulars["about"]),
        also=_listed(particulars["also"]),
        kind=kind,
        text=text,
        sources=tuple(sources[name] for name in cited),
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))
