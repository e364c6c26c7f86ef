"""The words of a line of the journal, as data. Phrases are lower case; a plural ending may follow one."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

_PHRASES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "coffee": (
            *(
                "coffee",
                "espresso",
                "cappuccino",
                "latte",
                "americano",
                "flat white",
                "macchiato",
                "cold brew",
                "mocha",
            ),
            *("cortado", "ristretto", "frappe", "frappuccino", "filter coffee", "iced coffee", "black coffee"),
        ),
        "alcohol": (
            *(
                "alcohol",
                "alcoholic drink",
                "beer",
                "wine",
                "red wine",
                "white wine",
                "cocktail",
                "gin and tonic",
                "gin",
            ),
            *(
                "whisky",
                "whiskey",
                "vodka",
                "rum",
                "tequila",
                "prosecco",
                "champagne",
                "cider",
                "lager",
                "ipa",
                "drink",
            ),
            *("spritz", "aperol spritz", "martini", "margarita", "mojito", "booze", "pint", "negroni"),
        ),
        "late_meal": (
            *(
                "late meal",
                "late dinner",
                "late supper",
                "late snack",
                "late night snack",
                "midnight snack",
                "ate late",
            ),
            *("dinner late", "eating late", "late eating"),
        ),
        "travel": (
            *("travel", "travelled", "traveled", "travelling", "traveling", "flew", "flight", "trip", "business trip"),
            *("long haul flight", "flying", "travel day"),
        ),
        "illness": (
            *("ill", "illness", "sick", "a cold", "flu", "fever", "covid", "food poisoning", "stomach bug"),
            "under the weather",
        ),
        "period": ("period", "menstruation", "menstruating", "menses"),
        "medication": (
            *("medication", "medicine", "meds", "pill", "tablet", "painkiller", "ibuprofen", "paracetamol", "aspirin"),
            *(
                "acetaminophen",
                "tylenol",
                "advil",
                "naproxen",
                "antihistamine",
                "antibiotic",
                "amoxicillin",
                "melatonin",
            ),
            *(
                "cetirizine",
                "loratadine",
                "omeprazole",
                "metformin",
                "levothyroxine",
                "sertraline",
                "statin",
                "insulin",
            ),
            *("inhaler", "sleeping pill", "antidepressant", "beta blocker"),
        ),
        "mood": ("mood",),
        "symptom": (
            *("symptom", "headache", "migraine", "nausea", "nauseous", "stomach ache", "stomachache", "stomach pain"),
            *("back pain", "backache", "sore throat", "cough", "dizziness", "dizzy", "cramp", "period pain"),
            *("period cramp", "menstrual cramp", "heartburn", "bloating", "bloated", "joint pain", "toothache"),
            *("runny nose", "blocked nose", "rash", "hot flush", "hot flash", "diarrhea", "diarrhoea"),
        ),
        "stress": ("stress", "stressed", "stressful day", "stressful", "stressed out"),
        "sex": ("sex", "intercourse"),
        "nap": ("nap", "napped", "power nap", "siesta", "napping"),
        "meditation": ("meditation", "meditated", "meditating", "mindfulness"),
        "water": ("water",),
        "caffeine": ("caffeine",),
    }
)
"""By tag, what says it."""
_UNITS: Final = (
    (("mg", "milligram", "milligrams"), "mg", 1.0),
    (("g", "gram", "grams"), "mg", 1000.0),
    (("ml", "millilitre", "millilitres", "milliliter", "milliliters"), "ml", 1.0),
    (("cl",), "ml", 10.0),
    (("l", "litre", "litres", "liter", "liters"), "ml", 1000.0),
    (("min", "mins", "minute", "minutes"), "min", 1.0),
    (("h", "hr", "hrs", "hour", "hours"), "min", 60.0),
)
_COUNTED: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _any_of(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(phrases, key=len, reverse=True))


TAG_OF: Final[Mapping[str, str]] = MappingProxyType(
    {said: tag for tag, phrases in _PHRASES.items() for said in phrases}
)
UNITS: Final[Mapping[str, tuple[str, float]]] = MappingProxyType(
    {written: (unit, size) for names, unit, size in _UNITS for written in names}
)
"""A unit as it is written: the one it is kept in, and how much of that it is."""
NUMBERS: Final[Mapping[str, float]] = MappingProxyType(
    {word: float(at) for at, word in enumerate(_COUNTED, start=1)}
    | {"a couple of": 2.0, "couple of": 2.0, "half a": 0.5, "half an": 0.5}
)

SAID: Final = re.compile(rf"\b(?P<said>{_any_of(TAG_OF)})(?:e?s)?\b", re.IGNORECASE)
_NUMBER: Final = rf"(?P<number>\d+(?:[.,]\d+)?|{_any_of(NUMBERS)})"
MEASURED: Final = re.compile(rf"\b{_NUMBER} ?-?(?P<unit>{_any_of(UNITS)})\b", re.IGNORECASE)
_VESSEL: Final = "(?:(?:small|large|big|strong|double|cups?|glass|glasses|mugs?|cans?|bottles?|pints?|shots?|of|more) )"
BEFORE: Final = re.compile(rf"\b{_NUMBER} ?(?:x )?{_VESSEL}*$", re.IGNORECASE)
"""How many, in front of what it is."""
BEHIND: Final = re.compile(rf"^(?:\s*(?:[:=x]|is|was|of))?\s*{_NUMBER}(?P<scale> ?/ ?\d+)?(?![\w.,]*\d)", re.IGNORECASE)
LARGE: Final = re.compile(
    r"\b(?:bottles?|jugs?|pitchers?) of (?:\w+ )?(?:wine|prosecco|champagne|vodka|gin|whiske?y|rum|tequila)\b",
    re.IGNORECASE,
)
"""Holds several drinks."""
NONE: Final = re.compile(
    r"\b(?:no|not any|without|zero|skipped|(?:did ?n[o']?t|have ?n[o']?t) (?:have|had|drink|drunk|take|taken))\b",
    re.IGNORECASE,
)
ASKED: Final = re.compile(
    r"\?|^(?:do|does|did|is|are|was|were|how|what|when|why|which|who|should|could|would|can|will|compare|show|tell)\b",
    re.IGNORECASE,
)
AHEAD: Final = re.compile(
    r"\b(?:tomorrow|next (?:week|month|year)|will|i'll|going to|gonna|want|would like|i'd|plan(?:ning)?|might|about to"
    r"|later)\b",
    re.IGNORECASE,
)
APART: Final = re.compile(r"\s*(?:,|;|\+|\band\b|\balso\b)\s*", re.IGNORECASE)
FILLER: Final = frozenset(
    (
        *(
            "i",
            "ive",
            "i've",
            "im",
            "i'm",
            "my",
            "me",
            "had",
            "have",
            "having",
            "drank",
            "drunk",
            "took",
            "taken",
            "got",
        ),
        *(
            "just",
            "now",
            "was",
            "were",
            "am",
            "is",
            "been",
            "did",
            "some",
            "of",
            "the",
            "with",
            "and",
            "at",
            "on",
            "in",
        ),
        *(
            "for",
            "log",
            "note",
            "add",
            "please",
            "feel",
            "feeling",
            "felt",
            "it",
            "a",
            "an",
            "x",
            "ate",
            "bit",
            "little",
        ),
        *(
            "really",
            "so",
            "again",
            "started",
            "came",
            "day",
            "to",
            "very",
            "good",
            "bad",
            "terrible",
            "horrible",
            "lot",
        ),
        *(
            "dinner",
            "lunch",
            "breakfast",
            "work",
            "hi",
            "hey",
            "amy",
            "today",
            "also",
            "well",
            "ok",
            "went",
            "any",
            "no",
        ),
        *("cup", "cups", "glass", "glasses", "mug", "mugs", "can", "cans", "small", "large", "big", "strong", "double"),
        *(
            "bottle",
            "bottles",
            "pint",
            "pints",
            "shot",
            "shots",
            "quick",
            "short",
            "long",
            "another",
            "one",
            "did",
            "not",
        ),
        *(
            "didn't",
            "didnt",
            "drink",
            "drinks",
            "take",
            "eat",
            "without",
            "skipped",
            "haven't",
            "business",
            "few",
            "btw",
        ),
    )
)
"""Says nothing that an entry holds."""
