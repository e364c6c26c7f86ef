"""The paragraphs of a Markdown text, each list with the line that leads into it."""

import re
from typing import Final

from services.orchestrator.domain.numbers.writing.sentences import split_sentences

_GAP: Final = re.compile(r"\n\s*\n")
_RULE: Final = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?\s*)?$")
"""The line under the head of a table."""
_ITEM: Final = re.compile(r"\s*(?:[-*+•]\s|\d{1,3}[.)]\s|\|)")


def paragraphs(text: str) -> list[str]:
    """What empty lines part; a list is one with what it continues, and with the sentence with a colon before it."""
    found: list[str] = []
    for part in _GAP.split(text):
        before = found[-1].rstrip() if found else ""
        if is_item(part) and (before.endswith(":") or is_item(before.rpartition("\n")[2])):
            found[-1] = f"{before}\n\n{part.lstrip(chr(10))}"
        else:
            found.append(part)
    return found


def is_item(line: str) -> bool:
    """Whether it starts like an item of a list or a row of a table."""
    return _ITEM.match(line) is not None


def is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def head_lines(sentences: list[str]) -> frozenset[int]:
    """Where the heads of tables stand, and the lines under them."""
    rules = [at for at, line in enumerate(sentences) if _RULE.match(line) and at and is_row(sentences[at - 1])]
    return frozenset(place for at in rules for place in (at - 1, at))


def has_list(paragraph: str) -> bool:
    return any(map(is_item, split_sentences(paragraph)))


def without_bare_leads(sentences: list[str], kept: list[bool]) -> list[str]:
    """The sentences that are kept; one that leads into a list, and the head of a table, only with a line below.

    Args:
        sentences: those of a paragraph.
        kept: which of them may be told by themselves; of a lead, whether it may be told with its list.
    """
    heads = head_lines(sentences)
    told = []
    for position, sentence in enumerate(sentences):
        leads = sentence.rstrip().endswith(":") or position in heads
        items = [item for item in _items_behind(sentences, position) if item not in heads] if leads else []
        if kept[position] and any(kept[item] for item in items or [position]):
            told.append(sentence)
    return told


def _items_behind(sentences: list[str], position: int) -> list[int]:
    items = []
    for at in range(position + 1, len(sentences)):
        if not is_item(sentences[at]):
            break
        items.append(at)
    return items
