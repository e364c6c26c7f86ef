"""Whether a sentence names a dose or may order a medicine: that is for its writer to say, not for Amy to repeat.

The rules read English, and would rather leave out a harmless sentence than repeat an order: a medicine with any number
or any word of taking, changing or stopping is one. Values of a laboratory, per litre, are none.
"""

import re
from functools import cache
from typing import Final

_PIECES: Final = r"(?:tablets?|tabs|pills?|capsules?|puffs?|sachets?|sprays|lozenges?|ampoules?)"
_OTHER_PIECES: Final = r"(?:drops|injections?|patch(?:es)?|caps|sprays?)"
"""Words that mean much else as well: "a sudden drop"."""
_AMOUNT: Final = (
    r"\d[\d.,]*\s?-?(?:mg|mcg|\u00b5g|\u03bcg|ug|iu|i\.[ue]\.|milligrams?|micrograms?|units?)"
    r"(?![^\W_])(?!\s?(?:/|per\b)\s?(?:d?l|ml|mmol|g|lit\w*)\b)"
    rf"|\b(?:\d[\d.,]*|an?|one|two|three|four|half an?|a couple of)\s?-?(?:\w+ )?{_PIECES}\b"
    rf"|\b(?:\d[\d.,]*|two|three|four)\s?-?{_OTHER_PIECES}\b"
)
_SCHEME: Final = (
    r"\b\d(?:[.,/]\d)?\s?-\s?\d(?:[.,/]\d)?\s?-\s?\d(?:[.,/]\d)?(?:\s?-\s?\d)?\b"
    r"|\b(?:b\.?i\.?d|t\.?i\.?d|q\.?i\.?d|q\.?d|o\.?d|p\.?r\.?n)\b\.?"
)
_MEDICINE: Final = (
    r"\b(?:medic(?:ines?|ations?)|meds|drugs?|antibiotics?|(?:anti|beta)[- ]?\w+(?:ants?|ics?|ines?|blockers?)"
    r"|steroids?|contracept\w+|vaccin\w+|inhalers?|insulin|nsaids?|ssris?|blood thinners?|painkillers?|supplements?"
    r"|(?:nasal|throat) sprays?|(?:eye|ear|nose) drops|(?<!ice )creams?|ointments?|tablets?|pills?|capsules?|puffs?"
    r"|\w*statins?|\w{3,}(?:pril|sartan|olol|dipine|gliptin|gliflozin|glutide|prazole|xaban|mab|oxetine"
    r"|traline|azepam|azolam|thyroxine|cillin|mycin|floxacin|parin|semide|thiazide|profen|fenac|solone|sone|triptan|setron)"
    r"|citalopram|escitalopram|venlafaxine|salbutamol|metformin|aspirin|paracetamol|acetaminophen|naproxen|novalgin"
    r"|metamizol\w*|warfarin|eliquis|xarelto|marcumar|clopidogrel|allopurinol|lithium|melatonin|ozempic|wegovy"
    r"|(?:iron|ferrous) (?:sul(?:f|ph)ate|fumarate|gluconate)|folic acid)\b"
)
_ORDERED: Final = (
    r"\d|\b(?:daily|nightly|weekly|once|twice|each|every|(?:as|if|when) (?:needed|required)|bedtime|breakfast"
    r"|prescri\w+|dos(?:e|es|age|ing)|tak(?:e|es|ing|en)|us(?:e|ing)|appl(?:y|ied|ying)|inhale|swallow|inject(?:ed)?|try"
    r"|start(?:ed|ing)?|beg(?:in|an|un)|commence[ds]?|initiate[ds]?|continu(?:e[ds]?|ing)|finish|complete|stay on|hold"
    r"|stop(?:ped|ping)?|discontinue[ds]?|pause[ds]?|omit|leave|avoid(?:ed)?|chang(?:e[ds]?|ing)|switch(?:ed|ing)?|resume[ds]?"
    r"|restart(?:ed)?|increase[ds]?|decrease[ds]?|reduce[ds]?|double[ds]?|halve[ds]?|taper(?:ed)?|adjust(?:ed)?|recommend\w*"
    r"|suggest\w*|advise\w*|should|must)\b"
)
_OF_TREATMENT: Final = (
    rf"{_AMOUNT}|{_SCHEME}|\b(?:prescri\w+|the dos(?:e|age)\b)"
    rf"|{_MEDICINE}[^;]*?(?:{_ORDERED})|(?:{_ORDERED})[^;]*?{_MEDICINE}"
)
"""A dose, or a medicine with anything that may be an order."""


def orders_treatment(sentence: str) -> bool:
    return bool(_of_treatment().search(sentence))


@cache
def _of_treatment() -> re.Pattern[str]:
    """Made for the first document that is looked through."""
    return re.compile(_OF_TREATMENT, re.IGNORECASE)
