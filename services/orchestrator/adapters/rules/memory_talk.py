"""Which entries of memory a person means, and what they are told of them."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from amy.text import quoted
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.domain.memory_requests import Chosen, MemoryAccess, MemoryAction, MemoryTask
from services.orchestrator.domain.notes import MemoryNote
from services.orchestrator.domain.plan import MemoryKind

NOTHING_REMEMBERED: Final = (
    "I don't remember anything about you yet. Tell me about a goal, a preference or what gets in your way, and I will."
)
OFF: Final = "Memory is off for this conversation, so I have not looked at it and have changed nothing in it."
UNREACHABLE: Final = "I could not reach my memory just now, so nothing in it was changed. Please ask again in a moment."
CONFIRM: Final = "That would delete all I remember about you, for good. Shall I forget everything?"
ALL_FORGOTTEN: Final = "Done. I have forgotten everything I knew about you."
ALL_KEPT: Final = "All right, I have forgotten nothing."
NOTHING_TAUGHT: Final = (
    "I kept nothing from your last message, so there is nothing to forget. You can say what to forget, for example "
    '"forget my goal", or "forget everything".'
)
NOT_ON_RECORD: Final = "I have nothing on record about that, so there is nothing to forget."
NEVER_TOLD: Final = "I have nothing on record about that. If you tell me, I'll remember it."
WHICH: Final = "I am not sure which of these you mean. Please tell me in its own words what to forget:"

_WORD: Final = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_EMPTY: Final = re.compile(
    r"(?:i|i'm|im|i've|am|are|is|be|been|was|were|an?|the|my|me|your?|you're|we|of|to|in|on|at|it|its|that|this|with|for"
    r"|and|or|being|goes|going|have|has|had|do|does|don't|things?|stuff|about|said|told|from|not|no|any|goals?|preferences?)",
)
_KINDS: Final = {"goal": MemoryKind.GOAL, "preference": MemoryKind.PREFERENCE, "insight": MemoryKind.INSIGHT}
_KIND_NAMED: Final = re.compile(r"^(?:my |the |all )*(?P<kind>goal|preference|insight)s?$", re.IGNORECASE)
_HEADINGS: Final = {
    MemoryKind.GOAL: "Your goals",
    MemoryKind.PREFERENCE: "Your preferences",
    MemoryKind.VALUE: "Your preferences",
    MemoryKind.INSIGHT: "What your data showed",
}
_HISTORY: Final = "About you"
_ORDER: Final = ("Your goals", "Your preferences", _HISTORY, "What your data showed")
_MOST_TOLD: Final = 20
_MOST_INSIGHTS: Final = 8
_LONGEST: Final = 500
_STEM: Final = 5


def meant(about: str, notes: Sequence[MemoryNote]) -> Chosen:
    """The notes that words like "that I'm vegetarian" or "my knee" name: by kind, by what they are about, or by words.

    Where only some of the words fit, it is not sure that these are meant.
    """
    if named := _KIND_NAMED.match(about):
        return Chosen(notes=tuple(note for note in notes if note.kind is _KINDS[named["kind"].lower()]))
    subjects = {fact.subject for fact in extract(about)} - {""}
    if same := tuple(note for note in notes if note.subject in subjects):
        return Chosen(notes=same)
    asked = _stems(about)
    fitting = [(len(asked & (_stems(note.text) | _stems(note.subject))), note) for note in notes]
    most = max((count for count, _ in fitting), default=0)
    return Chosen(
        notes=tuple(note for count, note in fitting if count == most and count), surely=most == len(asked) or not most
    )


def tell(task: MemoryTask) -> str:
    """What the person is told of what was done with memory; each entry quoted."""
    if task.access is not MemoryAccess.OPEN:
        return OFF if task.access is MemoryAccess.OFF else UNREACHABLE
    if task.unclear:
        return f"{WHICH}\n\n{_lines(task.notes[:_MOST_TOLD])}"
    action = task.request.action
    if action is MemoryAction.CORRECT:
        return f"Thank you for putting that right. I'll remember: {quoted(task.request.about, limit=_LONGEST)}"
    if not task.notes:
        return NEVER_TOLD if action is MemoryAction.RECALL and task.request.about else _OF_NOTHING[action]
    if action is MemoryAction.RECALL:
        return _remembered(task.notes)
    return CONFIRM if action is MemoryAction.FORGET_ALL else _forgotten(task.notes)


_OF_NOTHING: Final = {
    MemoryAction.RECALL: NOTHING_REMEMBERED,
    MemoryAction.FORGET_LAST: NOTHING_TAUGHT,
    MemoryAction.FORGET_ABOUT: NOT_ON_RECORD,
    MemoryAction.FORGET_ALL: NOTHING_REMEMBERED,
    MemoryAction.FORGET_ALL_CONFIRMED: ALL_FORGOTTEN,
    MemoryAction.KEEP_ALL: ALL_KEPT,
}


def _remembered(notes: Sequence[MemoryNote]) -> str:
    told = ["This is what I remember about you:"]
    for heading in _ORDER:
        under = [note for note in notes if _HEADINGS.get(note.kind, _HISTORY) == heading]
        most = _MOST_INSIGHTS if heading == _HEADINGS[MemoryKind.INSIGHT] else _MOST_TOLD
        if under:
            told.append(f"\n**{heading}**\n\n{_lines(under[:most])}")
            if len(under) > most:
                told.append(f"\nand {len(under) - most} older ones.")
    return "\n".join((*told, "\nIf something is wrong or should go, tell me."))


def _lines(notes: Iterable[MemoryNote]) -> str:
    return "\n".join(f"- {quoted(note.text, limit=_LONGEST)}{_since(note)}" for note in notes)


def _since(note: MemoryNote) -> str:
    if note.created_at is None:
        return ""
    when = _day(note.created_at)
    return f" (from our conversation on {when})" if note.turn_id else f" (you wrote this on {when})"


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _forgotten(notes: Sequence[MemoryNote]) -> str:
    if len(notes) == 1:
        return f"Done. I have forgotten this: {quoted(notes[0].text, limit=_LONGEST)}"
    return f"Done. I have forgotten these:\n\n{_lines(notes)}"


def _stems(text: str) -> frozenset[str]:
    """The words that carry meaning, each by its beginning."""
    words = (word.lower() for word in _WORD.findall(text.replace("\u2019", "'")))
    return frozenset(word[:_STEM] for word in words if not _EMPTY.fullmatch(word))
