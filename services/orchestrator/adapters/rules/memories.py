"""What a person said about themselves that is worth knowing two weeks from now."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from services.orchestrator.adapters.rules.durable_facts import fact_in
from services.orchestrator.adapters.rules.memory_subjects import subject_of
from services.orchestrator.adapters.rules.plain_words import plain
from services.orchestrator.domain.keeping import HARM, SECRET
from services.orchestrator.domain.plan import ExtractedMemory

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+|;\s+")
_CLAUSE: Final = re.compile(
    r",\s*(?:and |but |so |also |since |because )*(?=(?:i|i'm|im|i've|ive|i'd|my|we|we're)\s)"
    r"|,?\s+(?:and|but|also)\s+(?=(?:i|i'm|im|i've|ive|i'd|my|we|we're)\s)"
    r"|,\s+(?=(?:no|never|not a|been|allergic|on|back on|blind|deaf|pregnant|recovering)\s)"
    r"|\s+[-\u2013\u2014]\s+|\s*\(|\)\s*",
    re.IGNORECASE,
)
_REASON: Final = re.compile(r"\s+(?:because|since|as|so|and|but)\s+(?=(?:i|i'm|im|i've|my)\s)", re.IGNORECASE)
_SAME_PERSON: Final = re.compile(
    r",?\s+(?:but|and)\s+(?:i )?(?=(?:love|like|enjoy|hate|dislike|prefer|can't stand|don't like|don't eat"
    r"|don't drink"
    r"|take|use|avoid)\b)",
    re.IGNORECASE,
)
_LISTED: Final = re.compile(r"^(?:i'm|i am|im)\s+[^,]+(?:(?:,|\s+and)\s+[^,]+)+$", re.IGNORECASE)
_BETWEEN: Final = re.compile(r",\s*(?:and\s+)?|\s+and\s+(?=\d)", re.IGNORECASE)
_QUESTION: Final = re.compile(
    r"\?|^\W*(?:what|how|why|when|where|which|who|is|are|am|do(?!n't)|does|did|can(?!'t|not)|could|will"
    r"|would(?! (?:love|like) to)|should"
    r"|has|have)\b",
    re.IGNORECASE,
)
_TRAILING_QUESTION: Final = re.compile(
    r"(?:,\s*|\s+[-\u2013\u2014]\s+|\s+(?:so|and|but)\s+)(?=(?:what|how|why|when|where|which|whose|who|is|are|am i"
    r"|do(?!n't)|does|did|can(?!'t|not)|could|will|would|should|has|have (?:i|my)"
    r"|any (?:ideas?|tips?|advice|suggestions?|difference)|see (?:any|if)|true or|check|tell me|show me"
    r"|look(?:ing)? at"
    r"|give me|help me|now plan)\b)"
    r"|\s+(?=(?:what|how|where|which|when)\s+(?:\w+\s+){0,2}?(?:should|do|can|could|would|is|are|will)\s+(?:i"
    r"|my|we)\b)",
    re.IGNORECASE,
)
_IMAGINED: Final = re.compile(
    r"\b(?:what if|suppose|imagine|let's say|pretend|hypothetically|if i (?:was|were|had|could))\b|^\W*if\b",
    re.IGNORECASE,
)
_RELATIVE: Final = (
    r"(?:husband|wife|partner|boyfriend|girlfriend|fianc\w+|spouse|mum|mom|mother|dad|father|parents?|brother|sister"
    r"|son|daughter|uncle|aunt|cousin|grand\w+|friend|boss|colleague|coworker|neighbou?r|roommate|flatmate|patient"
    r"|therapist)"
)
_OTHERS: Final = re.compile(
    rf"\b{_RELATIVE}(?:'s)?(?: \w+)? (?:has|is|was|takes?|took|died|suffers?|had|got|wants?|drinks?|smokes?"
    rf"|thinks?|with"
    r"|who|name)\b|\b(?:named|called) [A-Za-z]+|\bdr\.? [A-Za-z]+",
    re.IGNORECASE,
)
_SOMEBODY: Final = re.compile(rf"\b{_RELATIVE}\b", re.IGNORECASE)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i'm|im|i've|ive|my|me|we|our)\b", re.IGNORECASE)
_UNSAID: Final = re.compile(
    r"\bi (?:never said|didn't say|did not say|wasn't saying|am not saying)\b|\bi'm not saying\b", re.IGNORECASE
)
_EPHEMERAL: Final = re.compile(
    r"\b(?:right now|at the moment|today|tonight|this (?:morning|evening|afternoon|week|weekend|month)|tomorrow"
    r"|yesterday"
    r"|last night|just (?:got|had|did|came|finished|woke)|until (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s)|(?:an hour|a minute|\d+ (?:minutes|hours)) ago)\b",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(
    r"^\W*(?:(?:hi|hey|hello|ok|okay|well|so|also|oh|actually|no(?=\W*,)|nope|sorry|please note|note|and|but|look|amy"
    r"|btw|by the way|fyi|just (?:fyi|so you know)|for the record|remember(?: that)?|keep in mind(?: that)?"
    r"|(?:please )?remember|that(?:'s| is) (?:wrong|not right|not true|incorrect)|you(?:'re| are) wrong|wrong|because"
    r"|since|as you know|you should know(?: that)?|i told you(?: that)?|i said|i mean|i think)\b[\s,.:!-]*)+",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r"[\s,.:!-]*(?:\b(?:btw|by the way|fyi|lol|haha|please|pls|thanks|thank you|thx|remember(?: that)?"
    r"|ok(?:ay)?|you know"
    r"|just so you know|amy|help me .*|any (?:ideas?|tips?|advice|suggestions?).*|can you .*|don't forget(?: it"
    r"| that)?"
    r"|with a passion|at all|as well|too|tbh|honestly|here|though)\b[\s,.:!?-]*)+$",
    re.IGNORECASE,
)
_CORRECTED: Final = re.compile(
    r"^\W*(?:no,? |sorry,? |wrong,? |actually,? )*(?:not (?P<wrong>\d[\w.,:]*\w|\d)(?: \w+)?,?(?: but| it's"
    r"| rather)? "
    r"(?P<right>\d[\w.,:]*\w|\d)|(?:i meant|make it|make that|it's) (?P<meant>\d[\w.,:]*\w|\d)(?: [a-z]+)?"
    r"(?:,? not (?P<instead>\d[\w.,:]*\w|\d))?)\b",
    re.IGNORECASE,
)
_SIDE: Final = r"left|right|upper|lower"
_OTHER_SIDE: Final = re.compile(
    rf"^\W*(?:(?:no|sorry|oh|wait|wrong|actually)\W+)*(?:i meant|it'?s|make (?:it|that)) (?:the |my )?"
    rf"(?P<side>{_SIDE})\b(?: (?P<part>(?!not\b|ones?\b)\w+))?",
    re.IGNORECASE,
)
_OTHER_WORDS: Final = re.compile(
    r"^\W*(?:(?:no|sorry|oh|wait|wrong|actually)\W+)*(?:i meant |it'?s |make (?:it|that) )?(?:the |an? )?"
    r"(?P<right>[a-z][\w -]{1,40}?),? (?:and )?not (?:the |an? )?(?P<wrong>[a-z][\w -]{1,40}?)\W*$",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d[\w.,:]*\w|\d")


def extract(question: str, before: Sequence[str] = ()) -> tuple[ExtractedMemory, ...]:
    """The durable facts in what the person said, in the second person; each once, the last of two about one subject.

    Nothing comes from a question, from what is only imagined, from a clause about the present day or about somebody
    else, or from one that may hold a secret. What the person said is never read as an instruction.

    Args:
        question: what is said.
        before: what the same person said before, oldest first: a number that is put right is of there.
    """
    found: dict[str, ExtractedMemory] = {}
    facts = [memory for clause in _clauses(question) if (memory := _memory(clause))]
    for memory in facts or _corrected(question, before):
        found[memory.subject or memory.text.lower()] = memory
    return tuple(found.values())


def _memory(clause: str) -> ExtractedMemory | None:
    fact = fact_in(clause)
    if fact is None:
        return None
    return ExtractedMemory(
        kind=fact.kind, text=fact.text, confidence=fact.confidence, subject=subject_of(fact.kind, fact.text)
    )


def _clauses(question: str) -> Iterator[str]:
    """The clauses that can say something durable of the person, without what leads in and out of them."""
    for sentence in _SENTENCE.split(plain(question)):
        statement = _TRAILING_QUESTION.split(sentence, maxsplit=1)[0]
        if SECRET.search(statement) or _IMAGINED.search(statement):
            continue
        of_somebody = _SOMEBODY.search(statement)
        for part in _parts(statement):
            clause = _TRAILING.sub("", _LEADING.sub("", part)).strip(" .!,;:")
            if of_somebody and not _FIRST_PERSON.search(clause):
                continue
            if clause and not any(bar.search(clause) for bar in (_QUESTION, _UNSAID, _EPHEMERAL, _OTHERS, HARM)):
                yield clause


def _parts(statement: str) -> Iterator[str]:
    for clause in _CLAUSE.split(_LEADING.sub("", statement)):
        if _LISTED.match(clause) and all(len(each.split()) <= 6 for each in _BETWEEN.split(clause)):
            first, *others = _BETWEEN.split(clause)
            yield first
            yield from (other if other.lower().startswith("i") else f"I'm {other}" for other in others)
            continue
        taste, *tastes = _SAME_PERSON.split(clause)
        for piece in (taste, *(f"I {other}" for other in tastes)):
            yield from [piece] if fact_in(piece) else _REASON.split(piece)


def _corrected(question: str, before: Sequence[str]) -> Sequence[ExtractedMemory]:
    """The newest fact said before of which a word is put right: "not 8k, 9k", "I meant the right knee"."""
    said = plain(question)
    for earlier in reversed(before):
        for memory in extract(earlier):
            text = _with_number(said, memory.text) or _with_side(said, memory.text) or _with_words(said, memory.text)
            if text:
                subject = subject_of(memory.kind, text) or memory.subject
                return (ExtractedMemory(kind=memory.kind, text=text, confidence=memory.confidence, subject=subject),)
    return ()


def _with_number(said: str, text: str) -> str:
    """The text with its number put right; empty where no number is, or where it is not known which."""
    matched = _CORRECTED.match(said)
    if not matched:
        return ""
    wrong = matched["wrong"] or matched["instead"]
    right = matched["right"] or matched["meant"]
    numbers = _NUMBER.findall(text)
    if wrong in numbers or (wrong is None and len(numbers) == 1):
        return text.replace(wrong or numbers[0], right, 1)
    return ""


def _with_side(said: str, text: str) -> str:
    matched = _OTHER_SIDE.match(said)
    if not matched:
        return ""
    part = re.escape(matched["part"]) if matched["part"] else r"\w+"
    put_right, found = re.subn(
        rf"\b(?:{_SIDE})(?= {part}\b)", matched["side"].lower(), text, count=1, flags=re.IGNORECASE
    )
    return put_right if found else ""


def _with_words(said: str, text: str) -> str:
    matched = _OTHER_WORDS.match(said)
    if not matched:
        return ""
    put_right, found = re.subn(
        rf"\b{re.escape(matched['wrong'])}\b", matched["right"], text, count=1, flags=re.IGNORECASE
    )
    return put_right if found else ""
