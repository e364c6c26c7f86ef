"""What a durable fact is about, so that a newer one about the same takes its place."""

import re
from typing import Final

from services.orchestrator.adapters.rules.fact_words import BODY_PARTS, CONDITIONS, DIETS, MEDICATIONS
from services.orchestrator.domain.plan import MemoryKind

_GOALS: Final = (
    ("steps", r"steps?\b"),
    ("water", r"\bwater\b|hydrat"),
    ("alcohol", r"drinking|alcohol|\bbeers?\b|\bwine\b|sober"),
    ("smoking", r"smok|cigarette|vap(?:e|ing)|nicotine"),
    ("caffeine", r"coffee|caffeine"),
    ("bedtime", r"\bin bed\b|bed ?time|to bed|midnight|asleep by"),
    ("deep sleep", r"deep sleep"),
    ("sleep", r"\bsleep|hours a night|\brest\b"),
    ("resting heart rate", r"resting heart|\brhr\b"),
    ("heart rate variability", r"\bhrv\b|variability"),
    ("weight", r"\blose\b|weight|\bkilos?\b|\bkg\b|pounds|\blbs\b|belly|body fat"),
    ("ldl", r"\bldl\b|cholesterol"),
    ("race", r"marathon|triathlon|\b\d+ ?k\b|\brace\b|ironman|parkrun"),
    ("workouts", r"workouts?|work out|\bruns\b|\bgym\b|\bexercise\b|sessions"),
    ("walking", r"\bwalk"),
    ("stress", r"stress|calm|relax"),
    ("strength", r"strong|strength|muscle"),
)
_FACTS: Final = (
    ("age", r"^you are \d\d years old"),
    ("weight", r"^you weigh "),
    ("height", r" tall\.$"),
    ("diet", rf"^you are (?:no longer )?{DIETS}\b(?<!tolerant)(?<!halal)(?<!kosher)(?<!gluten-free)"),
    ("alcohol", r"\bdrink(?: alcohol)?(?: again)?\.$|\balcohol\b|\b(?:stopped|quit|gave up) drinking"),
    ("smoking", r"\bsmok|\bvap(?:e|ing)\b|\bcigarettes"),
    ("pregnancy", r"\bpregnant\b"),
    ("menopause", r"menopaus"),
    ("children", r"\byou (?:have|have got) .*\b(?:kids?|children|baby|toddlers?|newborn|twins)\b"),
    (
        "hours of work",
        r"^you (?:don't |no longer )?work (?:\w+ ){0,2}(?:nights?|shifts?|days?|evenings?|weekends?|earlies|lates)\b",
    ),
    ("units", r"^you want (?:kilomet|km|miles|metric|imperial|kilos|kg|pounds|lbs|celsius|fahrenheit|met|stone)"),
    ("length of answers", r"^you want (?:answers|replies|messages)"),
    ("name", r"^you like to be called "),
    ("time of day", r"\b(?:morning|evening|night) person\b|night owl|early bird"),
)
_GOAL_SUBJECTS: Final = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _GOALS]
_FACT_SUBJECTS: Final = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _FACTS]
_FOOD: Final = re.compile(
    r"\b(?:don't|do not|never|no longer|can't|cannot|stopped|quit|gave up|again|you) (?:eat(?:ing)?|touch|drink)"
    r" (?:any )?(?P<what>[\w ]+?)(?: again| now| any ?more| at all| after .*| because .*)*[.,]",
    re.IGNORECASE,
)
_BODY: Final = re.compile(rf"\b(?P<what>{BODY_PARTS})s?\b", re.IGNORECASE)
_CONDITION: Final = re.compile(rf"\b(?P<what>{CONDITIONS})", re.IGNORECASE)
_MEDICATION: Final = re.compile(rf"\b(?P<what>{MEDICATIONS})\b", re.IGNORECASE)
_TASTE: Final = re.compile(
    r"^you (?:are )?(?:love|like|enjoy|hate|loathe|detest|dislike|don't like|do not like|don't enjoy|can't stand|avoid"
    r"|prefer|not into|not a fan of|not keen on|don't want to hear of) (?P<what>.+?)(?: again| now| any ?more)*\.$",
    re.IGNORECASE,
)
_LONGEST: Final = 100


def subject_of(kind: MemoryKind, text: str) -> str:
    """A few words, "diet" or "goal steps"; empty where nothing else can be about the same."""
    if kind is MemoryKind.GOAL:
        named = next((name for name, pattern in _GOAL_SUBJECTS if pattern.search(text)), "")
        return f"goal {named}" if named else ""
    named = next((name for name, pattern in _FACT_SUBJECTS if pattern.search(text)), "")
    if named:
        return named
    for prefix, pattern in _PATTERNS[kind is MemoryKind.PREFERENCE]:
        if matched := pattern.search(text):
            return f"{prefix} {' '.join(matched['what'].lower().split())}"[:_LONGEST]
    return ""


_PATTERNS: Final = {
    True: (("food", _FOOD), ("taste", _TASTE)),
    False: (("medication", _MEDICATION), ("body", _BODY), ("condition", _CONDITION), ("food", _FOOD)),
}
