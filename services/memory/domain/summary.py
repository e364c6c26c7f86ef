"""The compact view of memory that is injected into a turn, as Markdown."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from amy.text import inert
from services.memory.domain.memory import MAX_TEXT_CHARACTERS, Category, Memory, Tested
from services.memory.domain.turn import format_effect

DEFAULT_ENTRIES: Final = 80
MAX_ENTRIES: Final = 1000

_GROUPS: Final = (
    (Category.GOAL, "Goals"),
    (Category.PREFERENCE, "Preferences"),
    (Category.INSIGHT, "Insights"),
    (Category.HISTORY, "History"),
    (Category.TESTED_HYPOTHESIS, "Tested hypotheses (already validated/rejected)"),
)
_FOUND: Final = frozenset({Category.INSIGHT, Category.TESTED_HYPOTHESIS})
_REFERENCE = re.compile(r"\{\{[^{}]*\}\}")


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What is injected into a turn: the Markdown, and the entries it was made from, newest first."""

    markdown: str
    entries: tuple[Memory, ...]


def within(entries: Iterable[Memory], *, limit: int) -> tuple[Memory, ...]:
    """At most `limit` of the entries, in the order given.

    Insights and tested hypotheses pile up with every question and must not crowd out what the user said: each of the
    two has a quarter of the places, and beyond that only what the others leave free.
    """
    entries = tuple(entries)
    insights = [entry for entry in entries if entry.category is Category.INSIGHT]
    tested = [entry for entry in entries if entry.category is Category.TESTED_HYPOTHESIS]
    said = [entry for entry in entries if entry.category not in _FOUND]
    room = limit // 4
    sure = (*insights[:room], *tested[:room])
    waiting = (*said, *insights[room:], *tested[room:])
    chosen = {entry.id for entry in (*sure, *waiting[: limit - len(sure)])}
    return tuple(entry for entry in entries if entry.id in chosen)


def summarize(entries: Iterable[Memory]) -> Summary:
    """Entries under the heading of their category, in the order given; empty groups are left out.

    Each entry is one line of plain words: a line break in a text would let it pose as a heading, and a fact reference
    in it would resolve to a number of the turn that reads it. The entries themselves stay as they were written.
    """
    entries = tuple(entries)
    by_category: dict[Category, list[str]] = {}
    for entry in entries:
        by_category.setdefault(entry.category, []).append(f"- ({entry.created_at:%Y-%m-%d}) {_line(entry)}")
    groups = [f"## {title}\n" + "\n".join(by_category[key]) for key, title in _GROUPS if key in by_category]
    return Summary(markdown="\n".join(groups), entries=entries)


def _line(entry: Memory) -> str:
    text = inert(_REFERENCE.sub("…", entry.text), limit=MAX_TEXT_CHARACTERS) or "…"
    if not isinstance(entry.origin, Tested):
        return text
    meta = entry.origin.meta
    if meta.effect is None:
        return f"[{meta.verdict}] {text}"
    symbol = "\N{GREEK SMALL LETTER RHO}=" if meta.target else "effect "
    return f"[{meta.verdict}] {text.rstrip('.')} ({symbol}{format_effect(meta.effect)})."
