"""What a person said about themselves that is worth knowing two weeks from now."""

import re
from dataclasses import dataclass
from typing import Final

from services.orchestrator.adapters.rules import lexicon
from services.orchestrator.domain.plan import ExtractedMemory, MemoryKind

_MAX_LENGTH: Final = 500
_I_AM: Final = r"(?:i'm|i am|im)"
_I_HAVE: Final = r"(?:i've|i have)"
_NOT_A_GOAL: Final = (
    r"(?!know|see|understand|ask|find out|hear|learn (?:what|how|if)|check|look|compare|view|be sure|say|thank"
    r"|talk|try asking"
    r"|get (?:my|the) (?:average|mean|data))"
)
_DIETS: Final = (
    r"(?:vegan|vegetarian|pescatarian|lactose[- ]intolerant|gluten[- ]free|celiac|coeliac|kosher|halal|keto"
    r"|a (?:vegan|vegetarian|pescatarian)"
    r"|a (?:morning|night|evening) person|a night owl|an early bird)"
)
_CONDITIONS: Final = (
    r"(?:asthma|(?:type \w+ )?diabetes|prediabetes|hypertension|high blood pressure|sleep apn(?:o)?ea|insomnia"
    r"|arthritis|afib|atrial fibrillation|adhd"
    r"|anxiety|depression|migraines?|anaemia|anemia|epilepsy|celiac disease|an? (?:\w+ ){0,2}(?:injury"
    r"|condition|allergy|disorder|pacemaker)"
    r"|(?:bad|weak|injured) (?:knees?|back|shoulders?|hips?|ankles?))"
)


@dataclass(frozen=True)
class _Rule:
    """`pattern` finds `what` is worth remembering; the label goes before it."""

    kind: MemoryKind
    label: str
    confidence: float
    pattern: re.Pattern[str]


def _rule(kind: MemoryKind, label: str, confidence: float, pattern: str) -> _Rule:
    return _Rule(kind, label, confidence, re.compile(pattern, re.IGNORECASE))


_RULES: Final = (
    _rule(
        MemoryKind.GOAL,
        "Goal",
        0.9,
        r"\bmy (?:main |new |next |big |current )?goal (?:is|was|would be)(?: still)?(?: to)? (?P<what>.+)",
    ),
    _rule(
        MemoryKind.GOAL,
        "Goal",
        0.8,
        rf"\b(?:i want|i'd like|i would like|{_I_AM} (?:trying|hoping|aiming|planning|working|training)|i hope"
        rf"|i aim|i plan|i intend) (?:to|for) {_NOT_A_GOAL}(?P<what>.+)",
    ),
    _rule(
        MemoryKind.DECISION,
        "Decision",
        0.9,
        rf"\b(?:i decided|{_I_HAVE} decided|i(?:'ve| have)? chose(?:n)?|{_I_HAVE} committed) (?:to |that "
        rf"|on )?(?P<what>.+)",
    ),
    _rule(MemoryKind.DECISION, "Decision", 0.8, r"\bfrom now on,? (?:i(?:'ll| will) )?(?P<what>.+)"),
    _rule(MemoryKind.PREFERENCE, "Preference", 0.9, rf"\b{_I_AM} (?:strictly |mostly )?(?P<what>{_DIETS}\b.*)"),
    _rule(MemoryKind.PREFERENCE, "Preference", 0.9, r"\bi (?:really |much |strongly )?prefer (?P<what>.+)"),
    _rule(
        MemoryKind.PREFERENCE,
        "Preference",
        0.8,
        r"\bi (?:really )?(?P<what>(?:love|enjoy|like|hate|dislike|don't like|do not like|don't eat|do not eat"
        r"|don't drink|do not drink|never eat|never drink|avoid) .+)",
    ),
    _rule(
        MemoryKind.BARRIER,
        "Barrier",
        0.9,
        r"\b(?P<what>i (?:can't|cannot|can not|couldn't|am unable to|struggle to|don't have (?:time|access"
        r"|space|money)) ?.*\b(?:because|since|due to|as i|with my|until|anymore|any more)\b.+)",
    ),
    _rule(
        MemoryKind.BARRIER,
        "Barrier",
        0.7,
        r"\b(?P<what>i (?:struggle (?:to|with)|don't have (?:enough )?(?:time|access|space|money)"
        r"|have no (?:time|access|space|money)|never have time) ?.*)",
    ),
    _rule(
        MemoryKind.BARRIER,
        "Health",
        0.9,
        rf"\b(?:i have|{_I_HAVE} (?:had |got )?|i suffer from|i live with|i was diagnosed with"
        rf"|{_I_HAVE} been diagnosed with|i got diagnosed with|{_I_AM} diagnosed with) ?(?P<what>{_CONDITIONS}\b.*)",
    ),
    _rule(
        MemoryKind.BARRIER,
        "Health",
        0.8,
        rf"\b(?:{_I_AM} (?P<what>(?:allergic|pregnant|recovering|on (?:beta[- ]?blockers|medication|statins"
        rf"|insulin|antidepressants))\b.*))",
    ),
    _rule(
        MemoryKind.BARRIER,
        "Health",
        0.8,
        r"\b(?P<what>i take (?:\w+ ){0,3}(?:beta[- ]?blockers?|medications?|statins?|insulin|antidepressants?"
        r"|melatonin|metformin|pills?|supplements?)\b.*)",
    ),
    _rule(MemoryKind.DECISION, "History", 0.8, r"\bi (?P<what>used to .+)"),
    _rule(MemoryKind.DECISION, "History", 0.8, r"\b(?P<what>(?:i've been|i have been) .+\b(?:for|since) .+)"),
    _rule(
        MemoryKind.DECISION,
        "History",
        0.8,
        r"\bi(?:'ve| have)? (?P<what>(?:quit|stopped|started|gave up|switched to|moved to|ran|completed"
        r"|finished) .+\b(?:in|since|ago|last year|years?)\b.*)",
    ),
    _rule(
        MemoryKind.VALUE,
        "Value",
        0.8,
        r"\b(?P<what>.{1,120}\b(?:matters?|is (?:very |really |most )?important) (?:a lot |most |more )?to me\b.*)",
    ),
    _rule(
        MemoryKind.VALUE,
        "Value",
        0.8,
        r"\bi (?:really |deeply )?(?:value|care (?:a lot |deeply |most )?about) (?P<what>.+)",
    ),
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+|;\s+|,?\s+(?:and|but)\s+(?=i(?:'m|'ve|'d)?\s)", re.IGNORECASE)
_QUESTION: Final = re.compile(
    r"\?|^\W*(?:what|how|why|when|where|which|who|is|are|am|do|does|did|can|could|will|would|should|has|have)\b",
    re.IGNORECASE,
)
_TRAILING_QUESTION: Final = re.compile(
    r"(?:,\s*|\s+[-\u2013\u2014]\s+|\s+(?:so|and|but)\s+)(?=(?:what|how|why|when|which|is|are|am i|do|does|did"
    r"|can|could|will|would|should)\b[^?]*\?)",
    re.IGNORECASE,
)
_SECRET: Final = re.compile(
    r"\b(?:password|passcode|passphrase|pin(?: code)?|api[-_ ]?keys?|secret|bearer|credentials?|(?:access|auth"
    r"|api|login|session|bearer)[-_ ]tokens?|token|ssn"
    r"|social security|credit card|iban|cvv)\b|\b(?:amy_live_|sk-|ghp_|xox[abp]-|AKIA|eyJ)\S+"
    r"|(?=\S*\d)(?=\S*[A-Za-z])[\w+/=.-]{20,}|(?:\d[ -]?){12,}",
    re.IGNORECASE,
)
_EPHEMERAL: Final = re.compile(
    r"\b(?:right now|at the moment|today|tonight|this morning|this evening|this afternoon|tomorrow)\b", re.IGNORECASE
)


def extract(question: str) -> tuple[ExtractedMemory, ...]:
    """The durable facts in what the person said; each once.

    A goal has to name something that Amy knows goals of.

    Nothing comes from a question, from a sentence about the present day, or from one that may hold a secret. The text
    is what the person said, under a label; it is never read as an instruction.
    """
    found: dict[str, ExtractedMemory] = {}
    for sentence in _statements(question):
        memory = _memory(sentence)
        if memory:
            found.setdefault(memory.text.lower(), memory)
    return tuple(found.values())


def _statements(question: str) -> list[str]:
    parts = (_TRAILING_QUESTION.split(part, maxsplit=1)[0] for part in _SENTENCE.split(question.replace("\u2019", "'")))
    return [
        part.strip()
        for part in parts
        if not (_QUESTION.search(part) or _SECRET.search(part) or _EPHEMERAL.search(part))
    ]


def _memory(sentence: str) -> ExtractedMemory | None:
    for rule in _RULES:
        matched = rule.pattern.search(sentence)
        if matched and rule.kind is MemoryKind.GOAL and not lexicon.KINDS_OF_GOAL.search(matched["what"]):
            continue
        if matched and (what := " ".join(matched["what"].split()).strip(" .!,;:")):
            return ExtractedMemory(kind=rule.kind, text=_fitted(f"{rule.label}: {what}."), confidence=rule.confidence)
    return None


def _fitted(text: str) -> str:
    return text if len(text) <= _MAX_LENGTH else text[: _MAX_LENGTH - 1].rsplit(" ", 1)[0] + "…"
