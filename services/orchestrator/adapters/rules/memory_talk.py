"""What a person asks of Amy's memory, which entries they mean, and what they are told."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from amy.text import quoted
from services.orchestrator.adapters.rules.memories import extract
from services.orchestrator.domain.conversation import Conversation
from services.orchestrator.domain.memory_requests import (
    Chosen,
    MemoryAccess,
    MemoryAction,
    MemoryRequest,
    MemoryTask,
)
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
WHICH: Final = "I am not sure which of these you mean. Please tell me in its own words what to forget:"

_POLITE: Final = (
    r"\W*(?:(?:ok(?:ay)?|no|oh|well|hey|amy|please|pls|sorry|actually|just|and|now|could you"
    r"|can you|would you)\W+)*"
)
_END: Final = r"(?:\W+(?:please|pls|amy|thanks|thank you|again|now|too|then|about me|ok(?:ay)?))*\W*"
_FORGET: Final = (
    r"(?:forget|delete|erase|remove|scratch|un-?remember|drop|stop remembering|don't (?:remember"
    r"|keep|save|store))"
)
_RECALL: Final = re.compile(
    rf"{_POLITE}(?:(?:so )?(?:what|anything)(?: all| else| exactly)? (?:do|did"
    rf"|have) you (?:actually )?(?:remember|know"
    r"|remembered|stored?|saved?|learned|got|have|noted|on file)(?: \w+)?(?: (?:about|of|on|from) (?:me|us|my "
    r"(?:goals?|preferences?)))?|do you (?:remember|know) (?:me|anything about me|who i am)"
    rf"|(?:show|tell|list)(?: me)? (?:my|your) memor(?:y|ies)|(?:show|tell)(?: me)? what you (?:know"
    rf"|remember)){_END}",
    re.IGNORECASE,
)
_FORGET_ALL: Final = re.compile(
    rf"{_POLITE}(?:yes\W+)?{_FORGET} (?:everything|it all|all (?:of it|that)|all (?:my|the|your) (?:memor(?:y"
    rf"|ies)|data about"
    r" me)|my (?:whole )?memory|all (?:you know|you remember)|all about me|me)(?: (?:about me|you (?:know"
    r"|remember|have|saved"
    rf"|stored|learned|'ve learned)(?: about me)?|i (?:said|told you|ever told you)))?{_END}",
    re.IGNORECASE,
)
_FORGET_LAST: Final = re.compile(
    rf"{_POLITE}{_FORGET} (?:that|it|this|that one|the last (?:one|thing|message|bit)|that last (?:one|thing|bit)"
    rf"|what i (?:just )?(?:said|told you|wrote)(?: just now)?){_END}",
    re.IGNORECASE,
)
_FORGET_ABOUT: Final = re.compile(
    rf"{_POLITE}(?:(?:forget|un-?remember|stop remembering"
    r"|(?:don't|do not) (?:remember|keep|save|store)) (?:(?:that|about"
    r"|what i (?:said|told you) about|the (?:thing|fact|part|bit) (?:about|that)) )*"
    r"|(?:delete|remove|erase|drop|scratch) (?:(?:what i (?:said|told you) about"
    r"|the (?:fact|part|bit) (?:about|that)) "
    r"|that (?=i\b|i'm\b|i've\b|my\b)|(?=my (?:goals?|preferences?)\b)))"
    rf"(?P<about>(?!to\b|how\b|what\b)\w[^?]*?){_END}",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(
    r"[,.;:!]\s*(?:and |but |so )?(?:how|what|why|when|which|who|is|are|do|does|did|can|could|show|tell|give)\b",
    re.IGNORECASE,
)
"""It asks for something else behind that."""
_YES: Final = re.compile(
    r"\W*(?:yes|yep|yeah|yup|sure|ok(?:ay)?|please do|do it|go ahead|i'm sure|confirm(?:ed)?|correct)"
    r"(?:[\s,.!]+(?:please|do it|go ahead|delete it|delete everything|forget everything|everything|i'm sure|all of it"
    r"|amy|sure))*\W*",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"\W*(?:no|nope|nah|don't|do not|stop|cancel|never ?mind|keep (?:it"
    r"|everything))\b[\w\s,.!']{0,30}\W*",
    re.IGNORECASE,
)
_CORRECTS: Final = re.compile(
    r"\W*(?:(?:no|sorry|oh|well|hey|amy|ok(?:ay)?)\W+)*(?:that(?:'s| is| was| isn't| is not) (?:wrong"
    r"|not (?:right|true"
    r"|correct)|right|true|incorrect|outdated|old)|you(?:'re| are|'ve got (?:it|that)) wrong|wrong\b|actually\b"
    r"|i meant\b|not \d|no\W+(?:i|i'm|my|not)\b|correction\b)",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_EMPTY: Final = re.compile(
    r"(?:i|i'm|im|i've|am|are|is|be|been|was|were|an?|the|my|me|your?|you're|we|of|to|in|on|at|it|its|that|this|with|for"
    r"|and|or|have|has|had|do|does|don't|things?|stuff|about|said|told|from|not|no|any|goals?|preferences?)",
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
_LONGEST: Final = 500
_STEM: Final = 5


def asked_of_memory(conversation: Conversation) -> MemoryRequest | None:
    """What the last message asks of memory and of nothing else; None where it asks something else."""
    said = conversation.question.replace("\u2019", "'").strip()
    before = [message.content for message in conversation.history if message.role == "user"]
    if before and _FORGET_ALL.fullmatch(before[-1].replace("\u2019", "'").strip()):
        if _YES.fullmatch(said):
            return MemoryRequest(action=MemoryAction.FORGET_ALL_CONFIRMED)
        if _NO.fullmatch(said):
            return MemoryRequest(action=MemoryAction.KEEP_ALL)
    for action, pattern in _WHOLE:
        if pattern.fullmatch(said):
            return MemoryRequest(action=action)
    matched = None if _GOES_ON.search(said) else _FORGET_ABOUT.fullmatch(said)
    if matched:
        return MemoryRequest(action=MemoryAction.FORGET_ABOUT, about=matched["about"].strip(" .!,"))
    if _CORRECTS.match(said) and "?" not in said and (facts := extract(said, before)):
        return MemoryRequest(action=MemoryAction.CORRECT, about=" ".join(fact.text for fact in facts))
    return None


_WHOLE: Final = (
    (MemoryAction.RECALL, _RECALL),
    (MemoryAction.FORGET_ALL, _FORGET_ALL),
    (MemoryAction.FORGET_LAST, _FORGET_LAST),
)


def meant(about: str, notes: Sequence[MemoryNote]) -> Chosen:
    """The notes that words like "that I'm vegetarian" or "my knee" name: by what they are about, else by their words.

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
        return _OF_NOTHING[action]
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
        if under:
            told.append(f"\n**{heading}**\n\n{_lines(under[:_MOST_TOLD])}")
            if len(under) > _MOST_TOLD:
                told.append(f"\nand {len(under) - _MOST_TOLD} older ones.")
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
