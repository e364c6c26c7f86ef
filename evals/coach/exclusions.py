"""What must not be suggested to whom, by the words that a suggestion would use."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

_MEAT: Final = r"meat|chicken|beef|steak|turkey|pork|bacon|ham|fish|salmon|tuna|mackerel|sardines?|seafood|prawns?"
_RUN: Final = r"(?:go(?:ing)? )?(?:for a )?run(?:s|ning)?|jog(?:s|ging)?|sprint(?:s|ing)?"
_HARD: Final = r"hiit|intervals?|sprint(?:s|ing)?|all-out|vigorous|hard (?:session|run|ride|training)"
_EARLY: Final = (
    r"morning light|before midnight|(?:10|11|ten|eleven) ?(?:pm|o'clock)|earlier bedtime|(?:to|in) bed earlier"
)

EXCLUDED: Final[Mapping[str, str]] = {
    "vegetarian": _MEAT,
    "vegan": rf"{_MEAT}|milk|yogh?urt|cheese|quark|eggs?|dairy|honey|whey|butter",
    "nut_allergy": r"nuts?|almonds?|walnuts?|peanuts?|cashews?|hazelnuts?",
    "no_dairy": r"milk|yogh?urt|cheese|quark|dairy|whey|butter",
    "no_gluten": r"bread|wheat|pasta|toast|barley|couscous|crackers?",
    "halal": r"pork|bacon|ham|wine|beer",
    "no_alcohol": r"wine|beer|nightcap|cocktails?|cider",
    "no_caffeine": r"coffee|espresso|black tea|green tea|energy drinks?",
    "fasting": r"breakfast|lunch|snacks?|drink (?:water|more) (?:during|through)",
    "eating_disorder": r"calories?|weigh yourself|scales?|fasting|skip(?:ping)? (?:meals?|breakfast|dinner)"
    r"|food diary|portion",
    "breastfeeding": r"fasting|skip(?:ping)? (?:meals?|breakfast|dinner)|calorie deficit|crash diet",
    "knee": rf"{_RUN}|jump(?:s|ing)?|squats?|lunges?|stairs|skipping rope|burpees?",
    "hip": rf"{_RUN}|jump(?:s|ing)?|lunges?|burpees?",
    "falls": rf"{_RUN}|jump(?:s|ing)?|icy|burpees?",
    "back": r"deadlifts?|sit-?ups?|crunches|heavy (?:lifting|weights)|burpees?",
    "shoulder": r"crawl|push-?ups?|overhead|pull-?ups?|burpees?",
    "kidneys": r"drink more|more water|glass of water|protein shakes?",
    "cold": r"cold (?:shower|water|plunge|bath)s?|ice baths?",
    "blind": r"read(?:ing)?|screens?|bikes?|cycl\w+|eye mask|watch (?:a|the)",
    "asthma": rf"cold air|{_HARD}",
    "heart": _HARD,
    "after_illness": rf"{_HARD}|push through",
    "pregnancy": rf"hot (?:bath|tub)s?|sauna|fasting|lose weight|contact sports?|{_HARD}",
    "wheelchair": rf"walk(?:s|ing)?|steps|stairs|on your feet|stand(?:ing)? up|{_RUN}",
    "night_shifts": _EARLY,
    "late_shifts": _EARLY,
    "no_mornings": r"(?:in the|every|each) mornings?|before (?:work|breakfast)|get up earlier|after waking",
    "no_gym": r"gyms?|treadmill|fitness studio|personal trainer",
    "no_money": r"gym|membership|personal trainer|buy|massage|equipment|class(?:es)?",
    "no_swimming": r"swim(?:s|ming)?|pool|aqua\w*",
    "no_running": _RUN,
    "no_meditation": r"meditat\w+|mindful\w*|breathing exercises?|body scan|slow breath\w*",
    "no_yoga": r"yoga",
}
_SPARED: Final = re.compile(
    r"\b(?:no|not|without|avoid\w*|instead of|(?:in|take) (?:the )?place of|replac\w+|rather than|"
    r"don't|doesn't|can't|cannot|isn't|skip|leave out|since|"
    r"because|nothing|never|you (?:said|told|mentioned)|-free)\b|n't\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]?")
QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"")
"""The person's own words, said back."""


def suggested(text: str, excluded: Sequence[str]) -> list[str]:
    """The sentences that name what is excluded without saying that it is left out."""
    words = [rf"\b(?:{EXCLUDED[kind]})\b(?!-free)" for kind in excluded]
    return [
        sentence.strip()
        for sentence in _SENTENCE.findall(QUOTED.sub(" ", text))
        if any(re.search(word, sentence, re.IGNORECASE) for word in words) and not _SPARED.search(sentence)
    ]
